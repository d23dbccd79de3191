"""The command ``qwirkle``: what it says, and how it ends."""

import argparse
import inspect
import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from qwirkle import BadSetup, Game, __version__, cli, options
from qwirkle.bots import bot
from qwirkle.cli import main
from qwirkle.game import AnyGame
from qwirkle.locales import LANGUAGES, catalogue, say
from qwirkle.notation import write_record
from qwirkle.options import preferred_language
from tests.command import qwirkle

RUN = [sys.executable, "-m", "qwirkle"]
SOURCE = Path(__file__).parent.parent / "src" / "qwirkle"


def finished(edition: str = "classic", seed: int = 2) -> AnyGame:
    """A game that two greedy bots played to its end."""
    game = Game(["Ada", "Bo"], edition, seed=seed)
    while game.turn is not None:
        game.push(bot("greedy").choose(game.view(game.turn)))
    return game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.qwirkle"
    file.write_text(finished().dump())
    return file


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [(["--version"], 0, f"qwirkle {__version__}\n"), (["play", "--game", "chess"], 2, "")],
)
def test_the_process_ends_as_the_command_does(arguments: list[str], code: int, said: str) -> None:
    """The others here call the command without a process of its own."""
    done = subprocess.run([*RUN, *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (code, said)
    assert bool(done.stderr) == bool(code)


IMPORTS = """
import sys
{}
sys.stderr.write(str({{"babel", "qwirkle.game", "rich", "shtab"}} & set(sys.modules)))
"""
HELP = """
import contextlib, qwirkle.cli
with contextlib.suppress(SystemExit):
    qwirkle.cli.main({})
"""


@pytest.mark.parametrize(
    ("script", "loaded"),
    [
        ("import qwirkle.cli", "set()"),
        ("from qwirkle import *", "{'qwirkle.game'}"),
        (HELP.format(["--version"]), "set()"),
        (HELP.format(["--lang", "en", "--help"]), "set()"),
        (HELP.format(["play", "--lang", "en", "--help"]), "set()"),
    ],
)
def test_what_is_large_loads_only_when_needed(script: str, loaded: str) -> None:
    """The library and the help need no colours, plural rules and completion, and no game."""
    run = [sys.executable, "-c", IMPORTS.format(script)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stderr == loaded


def test_help_lists_the_commands() -> None:
    """Without a command the help is shown, and the exit code says that nothing was done."""
    assert qwirkle("--help").returncode == 0
    done = qwirkle()
    assert done.returncode == 2
    for command in ("play", "hint", "replay", "verify", "score", "arena", "completion"):
        assert command in done.stdout


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_game_is_played_and_left(edition: str) -> None:
    """A game starts, answers, and is left with the exit code of success."""
    done = qwirkle("play", "--game", edition, "--seed", "5", typed="hint\nquit\n")
    assert done.returncode == 0
    assert "You could type:" in done.stdout
    assert done.stderr == ""


def test_no_colours_where_nobody_sees_them() -> None:
    """Into a pipe go no escape sequences; on request they do, and NO_COLOR wins."""
    arguments = ("play", "--seed", "5")
    assert "\x1b" not in qwirkle(*arguments).stdout
    coloured = qwirkle(*arguments, FORCE_COLOR="1", COLORTERM="truecolor").stdout
    assert "\x1b[1;38;2;" in coloured
    assert "\x1b[1;38;2;" not in qwirkle(*arguments, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_terminal_without_glyphs_gets_letters() -> None:
    """Where the encoding has no shapes, tiles are shown by their codes."""
    typed = "Ro@0,0 Go@1,0\n"
    shown = qwirkle("play", "--seed", "5", typed=typed, encoding="ascii").stdout
    assert " Ro" in shown
    assert "?" not in shown.replace("Who is playing?", "")


def test_bytes_that_are_no_text_are_survived() -> None:
    """Typed bytes that are no UTF-8 are one more move that is no move."""
    done = qwirkle("play", "--seed", "5", typed=b"\xff\xfe\x80\nhint\n")
    assert done.returncode == 0
    assert "is not a move" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--game", "chess"], "There is no game “chess”; choose one of: classic, cards."),
        (["score", "--game", "chess", "--player", "A", "--player", "B"], "There is no game"),
        (
            ["play", "--bot", "hal"],
            "There is no computer player “hal”; choose one of: random",
        ),
        (["play", "--level", "7"], "There is no level 7; choose one from 1 to 6."),
        (["play", "--level", "hard"], "“hard” is no level; choose a number from 1 to 6, or mine"),
        (["play", "--level", "2", "--bot", "greedy"], "Use --level or --bot, not both"),
        (["play", "--computer", "0"], "Qwirkle is for 2 to 4 players, not for 1."),
        (["play", "--computer", "9"], "“9” is not a number from 0 to 3"),
        (["play", *["--player", "A"] * 2], "Two players cannot both be called “A”."),
        (["play", *(x for n in "ABCDE" for x in ("--player", n))], "2 to 4 players, not for 5"),
        (["play", "--player", ""], "--player: a value is expected"),
        (["play", "--player", "a\x1b[2J"], "cannot be used"),
        (["play", "--ages", "x"], "“x” is not an age"),
        (["play", "--ages", "1,2,3"], "2 are expected, not 3"),
        (["play", "--ages", "200,1"], "“200” is not an age"),
        (["play", "--seed", "abc"], "“abc” is not a number"),
        (["play", "--entropy", "a\nb"], "cannot be used"),
        (["play", "--load", "/nowhere"], "There is no file /nowhere."),
        (["play", "--load", "/nowhere", "--seed", "1"], "or drop --load"),
        (["play", "--lang", "xx"], "“xx” is not possible"),
        (["play", "--colour"], "this is not known here: --colour"),
        (["dance"], "“dance” is not possible"),
        (["replay"], "FILE"),
        (["replay", "/"], "/ is a folder."),
        (["verify", "/dev/zero"], "too large to be a record"),
        (["arena", "greedy", "hal"], "There is no computer player “hal”; choose one of: random"),
        (["arena", "greedy", "random", "--pairs", "many"], "“many” is not a number"),
        (["arena", "greedy", "random", "--budget", "soon"], "such as 30ms or 0.5s"),
        (["completion", "fishy"], "“fishy” is not possible"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(arguments: list[str], sentence: str) -> None:
    """Every bad option or file: one line on the error output, and exit code 2."""
    done = qwirkle(*arguments)
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.returncode == 2


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "content", [b"", b"\n", b"hello\n", b"\x89PNG\r\n\x1a\n\0\0", b"\xff" * 50, b"\0" * 50]
)
def test_garbage_is_unreadable(command: str, content: bytes, tmp_path: Path) -> None:
    """A file that is no record gives a sentence and exit code 2."""
    file = tmp_path / "garbage"
    file.write_bytes(content)
    done = qwirkle(command, str(file))
    assert done.returncode == 2
    assert str(file)[:20] in done.stderr + done.stdout


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_record_is_replayed_as_boards(edition: str, tmp_path: Path) -> None:
    """Every move of a record is shown with its board and the scores, then the outcome."""
    game, file = finished(edition, 3), tmp_path / "game.qwirkle"
    file.write_text(game.dump())
    done = qwirkle("replay", "--boards", str(file))
    moves = sum(str(event).startswith("move") for event in game.events)
    assert done.returncode == 0
    assert f"Move {moves}." in done.stdout
    assert f"Move {moves + 1}." not in done.stdout
    assert game.outcome is not None
    shared = len(game.outcome.winners) > 1
    assert ("Shared win: " if shared else f"{game.outcome.winners[0]} wins!") in done.stdout
    assert "●" in done.stdout
    assert "●" not in qwirkle("replay", "--plain", str(file)).stdout


def test_a_game_that_goes_on_is_replayed_up_to_here(tmp_path: Path) -> None:
    """The record of an unfinished game says that it is one."""
    game, file = Game(["Ada", "Bo"], seed=1), tmp_path / "game.qwirkle"
    game.push(next(iter(game.legal_moves)))
    file.write_text(game.dump())
    assert "the game is not over yet" in qwirkle("replay", str(file)).stdout
    done = qwirkle("verify", str(file))
    assert "as much of it as was played" in done.stdout
    assert done.returncode == 0


def test_a_fair_record_is_proven(record: Path) -> None:
    """Verify says what it proved: the commitment, the shuffles and the draws."""
    done = qwirkle("verify", str(record))
    assert done.returncode == 0
    assert "Every move follows the rules." in done.stdout
    assert "108 pieces were drawn exactly as shuffled." in done.stdout
    assert "who won, are not proven" in " ".join(done.stdout.split())


def test_verify_names_those_who_added_to_the_shuffle(tmp_path: Path) -> None:
    """And those who were asked and did not; where nobody did, it says what that means."""
    file = tmp_path / "game.qwirkle"
    for entropy, sentence in (
        ({"Ada": "rain", "Bo": None}, "Texts for the shuffle came from: Ada"),
        ({"Ada": "rain", "Bo": None}, "Asked for a text, but gave none: Bo"),
        ({"Ada": None, "Bo": None}, "whoever ran the game could have chosen it"),
    ):
        file.write_text(Game(["Ada", "Bo"], seed=1, entropy=entropy).dump())
        assert sentence in qwirkle("verify", str(file)).stdout


def test_a_loaded_bag_is_found_out(tmp_path: Path) -> None:
    """A record with a seed that explains nothing is not proven, and the line is named."""
    other = finished(seed=3)
    events = [*finished().events[:-1], other.events[-1]]
    file = tmp_path / "game.qwirkle"
    file.write_text(write_record(events))
    done = qwirkle("verify", str(file))
    assert done.returncode == 1
    assert re.search(r"Line \d+: the seed is not the one that was committed to", done.stdout)
    assert "not proven" in done.stdout


def test_a_changed_line_is_named(record: Path) -> None:
    """A record that was changed by hand is refused by the number of the line."""
    lines = record.read_text().splitlines(keepends=True)
    lines[9] = lines[9].replace(" scores", "  scores")
    record.write_text("".join(lines))
    done = qwirkle("verify", str(record))
    assert done.returncode == 1
    assert "Line 10:" in done.stdout
    assert qwirkle("replay", str(record)).returncode == 2


def test_a_closed_pipe_is_no_reason_to_complain(record: Path) -> None:
    """``qwirkle replay | head`` ends quietly."""
    command = f"'{sys.executable}' -m qwirkle replay '{record}' | head -1"
    done = subprocess.run(  # noqa: S602
        command, shell=True, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout.startswith("Qwirkle")


def test_a_full_disk_is_told(record: Path) -> None:
    """When the output cannot be written, one sentence says so."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*RUN, "replay", str(record)], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 2
    assert "could not be written" in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completions_know_the_values(shell: str) -> None:
    """The completions offer commands, options and what they can be."""
    done = qwirkle("completion", shell)
    assert done.returncode == 0
    for word in ("replay", "--game", "classic", "greedy", "--level", "level-6"):
        assert word in done.stdout


def test_the_companion_runs() -> None:
    """The table companion counts a move and leaves."""
    typed = "Ro@0,0 Rx@1,0\nquit\n"
    done = qwirkle("score", "--player", "Ada", "--player", "Bo", "--plain", typed=typed)
    assert done.returncode == 0
    assert "2 points in total" in done.stdout


def test_two_contributions_give_two_shuffles() -> None:
    """The player's own text changes the shuffle and not the commitment."""
    shown = [qwirkle("play", "--seed", "5", "--entropy", text).stdout for text in ("a", "b")]
    assert shown[0].splitlines()[1] == shown[1].splitlines()[1]
    assert shown[0] != shown[1]


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "uk"}, "uk"),
        ({"LC_ALL": "ro_RO", "LANG": "pl_PL"}, "ro"),
        ({"LC_ALL": "", "LC_MESSAGES": "uk_UA.UTF-8", "LANG": "pl_PL"}, "uk"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(environment: dict[str, str], lang: str) -> None:
    """The first of LC_ALL, LC_MESSAGES and LANG that is set decides, if we speak it."""
    assert preferred_language(environment) == lang


def test_the_language_can_stand_on_either_side_of_the_command() -> None:
    """--lang before the command or after it is the same, and beats the environment."""
    for arguments in (["--lang", "en", "verify"], ["verify", "--lang", "en"]):
        assert "There is no file" in qwirkle(*arguments, "/nowhere", LC_ALL="pl_PL.UTF-8").stderr


def test_every_sentence_of_the_interface_is_used_and_known() -> None:
    """The catalogue and the code name the same sentences."""
    code = "".join(path.read_text() for path in SOURCE.rglob("*.py"))
    known = {key for key in catalogue("en") if key.startswith("ui.")}
    patterns = {
        re.sub(r"\\\{.*?\\\}", r"[a-z.]+", re.escape(name))
        for name in re.findall(r'"(ui\.[^"]+)"', code)
    }
    assert {key for key in known if not any(re.fullmatch(p, key) for p in patterns)} == set()
    assert set(re.findall(r'"(ui\.[^"{]+)"', code)) <= known
    assert json.loads((SOURCE / "locales" / "en.json").read_text()) == catalogue("en")


def test_argparse_still_says_what_is_translated() -> None:
    """Its words are the keys by which ours are found; another Python may have others."""
    source = re.sub(r"'\s*\n\s*'", "", inspect.getsource(argparse))
    for text in options.TEXTS:
        assert repr(text) in source, text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["", *options.COMMANDS])
def test_help_speaks_the_language_that_is_asked_for(lang: str, command: str) -> None:
    """Every sentence of it; names of options, values and commands are the same everywhere."""
    with redirect_stdout(io.StringIO()) as out, pytest.raises(SystemExit):
        main([*([command] if command else []), "--help", "--lang", lang])
    shown = " ".join(out.getvalue().split())
    assert say("ui.usage.usage", lang) in shown
    assert say("ui.usage.help", lang) in shown
    assert say(f"ui.option.{command.replace('-', '') or 'about'}", lang) in shown
    if lang != "en":
        english = {text for key, text in catalogue("en").items() if key.startswith("ui.option.")}
        same = {text for key, text in catalogue(lang).items() if key.startswith("ui.option.")}
        assert not [text for text in english - same if f" {text} " in shown]


@pytest.mark.parametrize(
    ("typed", "key", "words"),
    [("play --computer x", "range", {"text": "x", "least": "0", "most": "3"}),
     ("fly", "choice", {"text": "fly", "known": ""}),
     ("arena --wat", "unknown", {"text": "--wat"}), ("play --load", "value", {}),
     ("arena --sprt 1", "values", {}), ("serve --open=1", "excess", {"text": "1"}),
     ("serve --p 1", "ambiguous", {"text": "--p", "known": ""})],
)  # fmt: skip
@pytest.mark.parametrize("lang", LANGUAGES)
def test_usage_errors_speak_the_language_that_is_asked_for(
    lang: str, typed: str, key: str, words: dict[str, str]
) -> None:
    """By an option, wherever it is, or by the environment."""
    said = say(f"ui.usage.{key}", lang, **words)
    for argv in (["--lang", lang, *typed.split()], [*typed.split(), f"--lang={lang}"]):
        with redirect_stderr(io.StringIO()) as err, pytest.raises(SystemExit) as left:
            main(argv)
        assert left.value.code == 2
        assert said in err.getvalue()
        assert say("ui.cli.help", lang, command="") in err.getvalue()


def test_the_language_of_the_environment_is_the_second_choice() -> None:
    """An option that is none of ours leaves it to the environment as well."""
    environment = {"LANG": "uk_UA.UTF-8"}
    assert options.language(["play"], environment) == "uk"
    assert options.language(["play", "--lang", "pl"], environment) == "pl"
    assert options.language(["play", "--lang=xx"], environment) == "uk"
    assert options.language(["--lang"], {}) == "en"


def test_ctrl_c_ends_with_its_own_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """As shells expect it, and without a sentence."""

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(cli.RUN, "replay", interrupted)
    assert cli.main(["replay", "game.qwirkle"]) == 130


def test_a_server_without_its_packages_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """But a module of our own that is missing is a mistake of ours, and is raised."""
    monkeypatch.setitem(sys.modules, "qwirkle.server.http.run", None)
    with pytest.raises(ModuleNotFoundError):
        cli.main(["serve", "--lang", "en"])
    with pytest.raises(BadSetup, match=r"pip install 'qwirkle\[server\]'"), cli._server_packages():
        raise ModuleNotFoundError(name="litestar")
