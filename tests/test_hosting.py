"""Bots of others: in processes of their own, ended when they hang, known by their code."""

import io
import os
import select
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from qwirkle import BadSetup, Game, native
from qwirkle.arena import Match, play_pair, run
from qwirkle.arena.command import Options, arena
from qwirkle.arena.journal import BadFile, Journal
from qwirkle.arena.match import Limits
from qwirkle.arena.play import Seat
from qwirkle.bots import bot, hosting
from qwirkle.bots.finding import fingerprint, guest, load
from qwirkle.bots.guard import BotFault
from qwirkle.bots.hosting import Engine, EngineFailed, EngineLate
from qwirkle.bots.pipes import Command
from qwirkle.cli import main

pytestmark = pytest.mark.skipif(native.kernel is None, reason="The pure games take long.")

BOTS = """
import os, sys, time
from pathlib import Path
from helper import chosen

class Mine:
    name = "mine"
    def __init__(self, seed=0):
        self.seed = seed
    def choose(self, view, budget=None):
        print("thinking aloud")
        return chosen(view)

class Raising(Mine):
    def choose(self, view, budget=None):
        raise ValueError("lost\\nin thought")

class Lying(Mine):
    def choose(self, view, budget=None):
        return "pass"

class Dying(Mine):
    def choose(self, view, budget=None):
        os._exit(3)

class Hanging(Mine):
    def choose(self, view, budget=None):
        Path("pid").write_text(str(os.getpid()))
        while True:
            time.sleep(3600)
"""
HELPER = """
from qwirkle.bots import bot

def chosen(view):
    return bot("greedy").choose(view)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with some bots, where the command is run."""
    (tmp_path / "mine.py").write_text(BOTS)
    (tmp_path / "helper.py").write_text(HELPER)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    hosting.end_all()


def test_a_guest_plays_as_it_would_at_home() -> None:
    """In its own process, on one core or two, it makes the very moves that it makes here."""
    here = play_pair(Match("greedy", "random", "cards"), 0)
    match = Match("mine:Mine", "random", "cards")
    assert play_pair(match, 0).games == here.games
    assert run(match, 2, jobs=2).pairs[0].games == here.games


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("mine:Raising", "raised", "ValueError: lost in thought"),
        ("mine:Lying", "illegal", "pass"),
        ("mine:Dying", "raised", "the process ended with exit code 3"),
    ],
)
def test_a_guest_that_fails_loses_and_is_named(name: str, kind: str, reason: str) -> None:
    """Whatever it does, the game goes to the others and the run goes on."""
    pair = play_pair(Match("random", name), 0)
    assert pair.share == 1
    assert [(faulty.side, faulty.fault.kind) for faulty in pair.faults] == [("b", kind)] * 2
    assert {faulty.fault.reason for faulty in pair.faults} == {reason}


def test_a_guest_that_hangs_is_ended(folder: Path) -> None:
    """Its process is gone when its time is over."""
    view = Game(["Ada", "Bo"], seed=1).view("Ada")
    seat = Seat(bot("mine:Hanging"), Limits(0.2, 60.0))
    assert seat.choose(view) is None
    assert seat.fault == BotFault("mine:Hanging", 1, "late", "> 0.2 s")
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


@pytest.mark.parametrize(
    "program", ["while 1: print('info', flush=True)", "while 1: print('x' * 9999, end='')"]
)
def test_an_engine_that_never_stops_talking_is_ended(program: str) -> None:
    """Its lines are no answer, and do not fill the memory."""
    command = Command((sys.executable, "-c", program), ".")
    engine = Engine(command)
    with pytest.raises(EngineFailed):
        engine.ask("", "best", 0.3)
    assert not engine.alive


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="Only Linux can wait for any process.")
def test_what_an_engine_has_started_is_ended_with_it(folder: Path) -> None:
    """A script that starts the real engine leaves nothing behind."""
    script = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    inner = (
        "import os, time; open('inner', 'w').write(str(os.getpid()));"
        "print('best', flush=True); time.sleep(600)"
    )
    engine = Engine(Command((sys.executable, "-c", script, inner), "."))
    engine.ask("", "best", 60)
    started = os.pidfd_open(int((folder / "inner").read_text()))
    engine.end()
    assert select.select([started], [], [], 60)[0], "it can be read when the process has ended"
    os.close(started)


def test_an_interrupted_turn_leaves_no_thinking_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C its engine is not used for another game."""
    player = bot("mine:Mine")
    engine = player.start()  # type: ignore[attr-defined]

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "ask", interrupt)
    with pytest.raises(KeyboardInterrupt):
        player.choose(Game(["Ada", "Bo"], seed=1).view("Ada"))
    assert not engine.alive


def test_a_failing_guest_fails_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot that always raises wins nothing, and the exit code is not 0."""
    assert arena(Options(["mine:Raising", "random"], pairs=2, jobs=1)) == 1
    said = capsys.readouterr().out
    assert "mine:Raising wins 0.0% of the games" in said
    assert "(ValueError: lost in thought)" in said


@pytest.mark.parametrize("file", ["mine.py", "helper.py"])
def test_a_journal_knows_the_code_of_a_guest(folder: Path, file: str) -> None:
    """A changed bot, or a module that it imports, is another bot: its pairs are not mixed."""
    match = Match("mine:Mine", "random", "cards")
    name = str(folder / "journal.part")
    Journal(name, match).close()
    Journal(name, match).close()
    (folder / file).write_text((folder / file).read_text() + "\n# changed\n")
    with pytest.raises(BadFile, match=r"played differently \(code of mine:Mine\)"):
        Journal(name, match)


def test_fingerprints_follow_the_code(folder: Path) -> None:
    """Of a module, of a package, and of the files in a command; ours need none."""
    script = folder / "engine.py"
    script.write_text("1")
    (folder / "pack").mkdir()
    for part in ("__init__", "inner"):
        (folder / "pack" / f"{part}.py").write_text(f"# {part}")
    names = ["mine:Mine", f"cmd:{sys.executable} engine.py --fast", "pack.inner:Bot"]
    before = [fingerprint(name) for name in names]
    assert len({*before}) == 3
    assert [fingerprint(f"{name}@50ms") for name in names] == before
    script.write_text("2")
    (folder / "pack" / "inner.py").write_text("# other")
    after = [fingerprint(name) for name in names]
    assert (after[0] == before[0], after[1] == before[1], after[2] == before[2]) == (
        True,
        False,
        False,
    )
    assert fingerprint("greedy") is None


def test_a_command_is_a_bot() -> None:
    """With a time of its own, and its arguments; the same process plays the next game."""
    name = f"cmd:{sys.executable} -m qwirkle engine --bot greedy"
    game = Game(["Ada", "Bo"], seed=2)
    one, other = bot(name), bot(f"{name}@20ms")
    assert (one.name, other.name) == (name, f"{name}@20ms")
    view = game.view(str(game.turn))
    assert one.choose(view) == bot("greedy").choose(view)
    engine = one._engine  # type: ignore[attr-defined]
    one.close()  # type: ignore[attr-defined]
    assert other.choose(view) == bot("greedy").choose(view)
    assert other._engine is engine  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mine:Nobody", "does not answer as an engine should"),
        ("cmd:true", "does not answer as an engine should"),
        ("cmd:echo hello 1", "does not answer as an engine should"),
    ],
)
def test_what_is_no_engine_is_refused_before_the_first_game(name: str, sentence: str) -> None:
    """With a sentence, and the program's own words below."""
    with pytest.raises(BadSetup, match=sentence) as refused:
        arena(Options([name, "random"]))
    assert refused.value.detail


def test_an_engine_says_what_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game or a number of players that it does not know is refused."""
    match = Match("mine:Mine", "random")
    found = guest("mine:Mine").greeting()
    assert found.plays == {"classic": (2, 4), "cards": (2, 4)}
    monkeypatch.setattr(
        "qwirkle.bots.finding.greeted", lambda _: replace(found, plays={"cards": (2, 2)})
    )
    with pytest.raises(BadSetup, match=r"does not play this game \(classic\) at a table for 2"):
        match.check()


def test_an_engine_that_is_gone_is_a_failure() -> None:
    """Whoever talks to it is told, and the next move starts another one."""
    game = Game(["Ada", "Bo"], seed=2)
    view, player = game.view(str(game.turn)), bot("mine:Mine")
    player.start().end()  # type: ignore[attr-defined]
    with pytest.raises(EngineFailed, match="ended with exit code"):
        player.choose(view)
    assert player.choose(view) == bot("greedy").choose(view)
    with pytest.raises(EngineLate):
        bot("mine:Mine").start().ask("", "best", 0.0)  # type: ignore[attr-defined]


def test_a_guest_plays_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its name, like every other bot."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ro@0,0 Go@1,0\n"))
    assert main(["play", "--bot", "mine:Mine", "--seed", "5", "--lang", "en"]) == 0
    assert "Computer plays" in capsys.readouterr().out


def test_a_class_is_loaded_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the folder of the command; what is no name of a class is refused."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert load("mine:Mine")(3).name == "mine"
    for module in ("mine", "helper"):
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(BadSetup, match="module:Class"):
        load("mine:Mine()")
