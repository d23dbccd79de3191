"""``--app``: who gets the whole screen, and what the others are told."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from qwirkle import BadSetup, cli
from qwirkle.locales import say
from qwirkle.terminal.app import start
from qwirkle.terminal.app.program import Program
from qwirkle.terminal.console import Console
from qwirkle.terminal.setup import Options
from tests.test_review import played

WITHOUT = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "textual":
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Blocked())
from qwirkle import cli
from qwirkle.terminal.console import Console
Console.typed = property(lambda self: True)
sys.exit(cli.main(["play", "--app", "--lang", sys.argv[1]]))
"""


@pytest.mark.parametrize("lang", ["en", "uk"])
def test_without_the_extra_a_sentence_says_what_to_install(lang: str) -> None:
    """In the language that was asked for, and without a traceback."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, lang], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr == f"qwirkle: {say('ui.app.extra', lang, extra='tui')}\n"
    assert "pip install 'qwirkle[tui]'" in done.stderr


def test_a_pipe_is_no_terminal() -> None:
    """What is piped, and what reads the screen aloud, gets plain lines."""
    done = subprocess.run(
        [sys.executable, "-m", "qwirkle", "play", "--app", "--lang", "en"],
        input="", capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert say("ui.app.terminal") in done.stderr


@pytest.mark.parametrize(
    ("typed", "option"),
    [("play --plain", "--plain"), ("replay x --moves 3", "--moves"), ("replay x --step", "--step"),
     ("review x --json", "--json"), ("review x --html y", "--html")],
)  # fmt: skip
def test_some_options_exclude_each_other(
    typed: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that nobody who needs plain sentences, or a file, gets a picture."""
    assert cli.main([*typed.split(), "--app", "--lang", "en"]) == 2
    assert f"together with {option}." in capsys.readouterr().err


@pytest.mark.parametrize("command", ["replay", "review"])
def test_records_are_opened(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By their files, each on a screen of its own; what is no record is refused before."""
    opened: list[str] = []
    monkeypatch.setattr(Program, "run", lambda app: opened.append(type(app.first).__name__))
    monkeypatch.setattr(Console, "typed", True)
    file = tmp_path / "game.qwirkle"
    assert cli.main([command, str(file), "--app"]) == 2
    file.write_text(played("classic", 3).dump())
    assert cli.main([command, str(file), "--app"]) == 0
    assert opened == [{"replay": "Viewing", "review": "Reviewing"}[command]]


def test_what_is_said_after_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As at the prompt: how to check the shuffle, whether the game is kept, and goodbye."""
    monkeypatch.setattr(Program, "run", lambda _: None)
    options = Options(seed=5, keep=tmp_path)
    assert start.play(options, Console("en")) == 0
    said = capsys.readouterr().out
    assert "The shuffle is fixed. Its fingerprint: " in said
    assert said.endswith("The game was not saved.\nGoodbye!\n")


def test_what_goes_wrong_is_said_after_the_screen_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal ends the application and is a sentence of the command."""
    monkeypatch.setattr(Program, "run", lambda _: BadSetup("bad.no_kernel"))
    with pytest.raises(BadSetup, match="kernel"):
        start.play(Options(seed=5), Console("en"))


def test_in_a_real_terminal(tmp_path: Path) -> None:
    """The command opens the screen, plays a move by keys, keeps it, and leaves the terminal."""
    command = [sys.executable, "-m", "qwirkle", "play", "--app", "--seed", "5", "--ages", "40,30"]
    outer, inner = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24",
                   "LC_ALL": "C.UTF-8", "QWIRKLE_STATE": str(tmp_path)}  # fmt: skip
    process = subprocess.Popen(
        command, stdin=inner, stdout=inner, stderr=inner, env=environment, close_fds=True
    )
    os.close(inner)
    try:
        read_until(outer, "Enter")
        os.write(outer, b"1 ")
        read_until(outer, "exactly 2 tiles")
        os.write(outer, b"5\t\r\r")
        read_until(outer, "Turn 2")
        os.write(outer, b"q")
        assert "qwirkle play --resume" in read_until(outer, "Goodbye!")
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(outer)
    assert len(list(tmp_path.glob("play-*.json"))) == 1


def read_until(terminal: int, text: str) -> str:
    """What a terminal is sent, up to a text that must come within a generous time."""
    seen, end = "", time.monotonic() + 60
    while text not in seen:
        assert time.monotonic() < end, seen[-2000:]
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
    return seen
