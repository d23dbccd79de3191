"""The options of the command: each has a range or a form, and refuses the rest before it starts."""

import argparse
from collections.abc import Iterator

import pytest

from qwirkle import options
from qwirkle.options import Pair, Within
from tests.command import qwirkle

BEFORE = {
    "review": ["/nowhere"],
    "replay": ["/nowhere"],
    "verify": ["/nowhere"],
    "arena": ["random", "greedy"],
    "dataset": ["/nowhere/set"],
    "engine-check": ["/nowhere/engine"],
    "backup": ["/nowhere/file"],
    "restore": ["/nowhere/file"],
    "completion": ["bash"],
}
"""What a command needs in any case."""


def commands() -> dict[str, argparse.ArgumentParser]:
    groups = options.parser("en")._subparsers
    assert groups
    return dict(groups._group_actions[0].choices or {})


def valued() -> Iterator[tuple[str, argparse.Action]]:
    """Every option that takes a value, with its command."""
    for command, made in commands().items():
        for action in made._actions:
            if action.option_strings and action.nargs != 0:
                yield command, action


VALUED = list(valued())
NUMBERS = [(command, action) for command, action in VALUED if isinstance(action.type, Within)]


def call(command: str, action: argparse.Action, *values: str) -> None:
    """Read a command line with this option."""
    name = action.option_strings[-1]
    words = [f"{name}={values[0]}"] if len(values) == 1 else [name, *values]
    options.parser("en").parse_args([command, *words, *BEFORE.get(command, [])])


def named(one: object) -> str:
    return one if isinstance(one, str) else str(getattr(one, "dest", one))


@pytest.mark.parametrize(("command", "action"), NUMBERS, ids=named)
def test_numbers_are_within_their_range(
    command: str, action: argparse.Action, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ends are taken; what is beyond, empty or no number is refused with the range."""
    limits = action.type
    assert isinstance(limits, Within)
    times = action.nargs if isinstance(action.nargs, int) else 1
    two = isinstance(limits, Pair)

    def typed(text: str) -> list[str]:
        return [f"{text},{text}" if two else text] * times

    for end in (limits.least, limits.most):
        call(command, action, *typed(f"{end:.15g}" if limits.kind is float else str(int(end))))
    beyond = [str(int(limits.least) - 1), str(int(limits.most) + 1)]
    for text in [*beyond, "-" + "9" * 30, "9" * 5000, "", "soon", "nan", "inf", "1;2"]:
        with pytest.raises(SystemExit) as left:
            call(command, action, *typed(text))
        assert left.value.code == options.UNUSABLE
        said = capsys.readouterr().err
        assert str(limits).replace("–", " to ") in said
        assert said.count("\n") == 1
    assert f"({limits})" in str(action.help)


@pytest.mark.parametrize(
    ("command", "action"),
    [(command, action) for command, action in VALUED if not isinstance(action.type, Within)],
    ids=named,
)
def test_words_are_not_empty(
    command: str, action: argparse.Action, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty value is a mistake, in a script for example, and means nothing."""
    for text in ("", "  "):
        with pytest.raises(SystemExit):
            call(command, action, text)
        assert "--help" in capsys.readouterr().err


NONSENSE = ["-1", "9" * 30, "soon", "://", "[::1"]
FORMED = {
    "lang",
    "game",
    "bot",
    "level",
    "ages",
    "budget",
    "bot_budget",
    "move_time",
    "game_time",
    "depth",
    "log",
    "redis",
    "origin",
    "public",
    "proxy",
    "metrics_from",
    "scores",
    "position",
    "load",
}
"""What has a form, which nonsense has not; names and places may be anything."""


@pytest.mark.parametrize(
    ("command", "action"),
    [
        pytest.param(command, action, id=f"{command}-{action.dest}")
        for command, action in VALUED
        if action.dest in FORMED and (command, action.dest) != ("verify", "log")
    ],
)  # fmt: skip
def test_nonsense_is_refused_before_anything_starts(
    command: str, action: argparse.Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is served, no database opened, and no game played."""

    def start(*_: object) -> None:
        raise AssertionError("It has started.")

    if command == "serve":
        pytest.importorskip("litestar")
        monkeypatch.setattr("qwirkle.server.http.run.prepare", start)
    if command == "dataset":
        pytest.importorskip("pyarrow")
        monkeypatch.setattr("qwirkle.arena.dataset.Folder", start)
    monkeypatch.setattr("qwirkle.arena.command._play_all", start)
    for text in NONSENSE:
        done = qwirkle(command, f"{action.option_strings[-1]}={text}", *BEFORE.get(command, []))
        assert done.returncode == options.UNUSABLE
        assert 1 <= done.stderr.count("\n") <= 2
