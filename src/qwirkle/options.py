"""What can be typed after ``qwirkle``, described and refused in the user's language."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from qwirkle import __version__
from qwirkle.locales import LANGUAGES, catalogue, say

UNUSABLE = 2
SHELLS = ("bash", "zsh", "tcsh")
COMMANDS = (
    "play", "hint", "review", "replay", "verify", "score", "arena", "dataset",
    "engine", "engine-check", "serve", "migrate", "backup", "restore", "key", "completion",
)  # fmt: skip
PLAIN = ("play", "hint", "review", "replay", "score")
"""Commands that can do without colours and pictures."""
APP = ("play", "replay", "review")
"""Commands that can have the whole screen."""
DEPTHS = ("quick", "standard", "deep")

TEXTS: dict[str, tuple[str, dict[str, str]]] = {
    "usage: ": ("usage", {}),
    "positional arguments": ("arguments", {}),
    "options": ("options", {}),
    "show this help message and exit": ("help", {}),
    "argument %(argument_name)s: %(message)s": (
        "argument", {"name": "%(argument_name)s", "reason": "%(message)s"}
    ),
    "unrecognized arguments: %s": ("unknown", {"text": "%s"}),
    "the following arguments are required: %s": ("missing", {"text": "%s"}),
    "invalid %(type)s value: %(value)r": ("number", {"text": "%(value)s"}),
    "invalid choice: %(value)r (choose from %(choices)s)": (
        "choice", {"text": "%(value)s", "known": "%(choices)s"}
    ),
    "ambiguous option: %(option)s could match %(matches)s": (
        "ambiguous", {"text": "%(option)s", "known": "%(matches)s"}
    ),
    "expected one argument": ("value", {}),
    "expected at least one argument": ("values", {}),
    "ignored explicit argument %r": ("excess", {"text": "%s"}),
}  # fmt: skip
"""What argparse says, in its own words, and the keys of our sentences for it."""


def language(argv: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that ``--lang`` asks for, wherever it is; else that of the environment."""
    for at, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(argv[at + 1 : at + 2])
            return asked if asked in LANGUAGES else preferred_language(environment)
    return preferred_language(environment)


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, where it is one of ours."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next((name for name in names if name), "en")
    code = wanted.replace(".", "_").partition("_")[0].lower()
    return code if code in LANGUAGES else "en"


@contextmanager
def _speaking(lang: str) -> Iterator[None]:
    """Let argparse say our sentences: it has no other way to be given some."""

    def said(text: str) -> str:
        if text not in TEXTS:
            return text
        key, words = TEXTS[text]
        return say(f"ui.usage.{key}", lang, **words) + (" " if text.endswith(" ") else "")

    def many(*_: object) -> str:
        return say("ui.usage.values", lang) + "%.0s"  # the number that it fills in is not said

    spoken = vars(argparse)
    english = {name: spoken[name] for name in ("_", "ngettext")}
    spoken.update(_=said, ngettext=many)
    try:
        yield
    finally:
        spoken.update(english)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where to read more."""

    def __init__(self, *, lang: str, **settings: Any) -> None:
        self.lang = lang
        with _speaking(lang):
            super().__init__(**settings)

    def error(self, message: str) -> NoReturn:
        hint = say("ui.cli.help", self.lang, command=f"{self.prog} --help")
        self.exit(UNUSABLE, f"{self.prog}: {message}. {hint}\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        with _speaking(self.lang):
            return super().parse_known_args(args, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        with _speaking(self.lang):
            return super().parse_args(args, namespace)

    def format_help(self) -> str:
        with _speaking(self.lang):
            return super().format_help()

    def option(self, *names: str, metavar: str | None = None, **more: Any) -> None:
        """An option or an argument, described by its own key or by one that commands share; so is
        its value, where that has a name."""
        named = say(f"ui.metavar.{metavar}", self.lang) if metavar else more.pop("value", None)
        if named is not None:
            more["metavar"] = named
        self.add_argument(*names, help=self._about(_key_of(names[0])), **more)

    def _about(self, name: str) -> str:
        command = _key_of(self.prog.rpartition(" ")[2])
        own, shared = f"ui.option.{command}.{name}", f"ui.option.{name}"
        return say(own if own in catalogue(self.lang) else shared, self.lang)


def _key_of(name: str) -> str:
    """The name of an option or a command in the keys of the catalogues."""
    return name.replace("-", "")


def parser(lang: str) -> Parser:
    """Every command with its options."""
    made = Parser(lang=lang, prog="qwirkle", description=say("ui.option.about", lang))
    text = say("ui.usage.version", lang)
    made.add_argument("--version", action="version", version=f"qwirkle {__version__}", help=text)
    made.option("--lang", choices=LANGUAGES)
    made.set_defaults(command=None)
    commands = made.add_subparsers(
        title=say("ui.usage.commands", lang), metavar=say("ui.metavar.command", lang)
    )
    for name in COMMANDS:
        text = say(f"ui.option.{_key_of(name)}", lang)
        one = commands.add_parser(name, help=text, description=text, lang=lang)
        one.option("--lang", choices=LANGUAGES, default=argparse.SUPPRESS)
        if name in PLAIN:
            one.option("--plain", action="store_true")
        if name in APP:
            one.option("--app", action="store_true")
        OPTIONS[name](one)
        one.set_defaults(command=name)
    return made


def _play(made: Parser) -> None:
    made.option("--game", metavar="game")
    made.option("--player", metavar="name", action="append", default=[])
    made.option("--computer", value="N", type=int, choices=range(4))
    made.option("--ages", metavar="list")
    made.option("--seed", value="N", type=int)
    made.option("--level", value="N|mine")
    made.option("--bot", value="BOT")
    made.option("--entropy", metavar="text")
    made.option("--load", metavar="file")
    made.option("--resume", action="store_true")
    made.option("--no-remarks", action="store_true")


def _hint(made: Parser) -> None:
    made.option("file", metavar="file", nargs="?")
    made.option("--position", metavar="text")
    made.option("--game", metavar="game", default="classic")
    made.option("--players", value="N", type=int)
    made.option("--scores", value="N,N")
    made.option("--player", metavar="name")
    made.option("--move", value="N", type=int)
    made.option("--budget", metavar="time", default="1s")
    made.option("--top", value="N", type=int, default=5)
    made.option("--seed", value="N", type=int, default=0)


def _review(made: Parser) -> None:
    made.option("file", metavar="file")
    made.option("--player", metavar="name")
    made.option("--json", action="store_true")
    made.option("--html", metavar="file")
    made.option("--depth", choices=DEPTHS, default="standard")


def _replay(made: Parser) -> None:
    made.option("file", metavar="file")
    made.option("--moves", value="A-B")
    made.option("--boards", action="store_true")
    made.option("--step", action="store_true")


def _verify(made: Parser) -> None:
    made.option("file", metavar="file")
    made.option("--key", metavar="key")
    made.option("--log", metavar="file")
    made.option("--receipt", metavar="file")


def _score(made: Parser) -> None:
    made.option("--game", metavar="game")
    made.option("--player", metavar="name", action="append", default=[])
    made.option("--resume", action="store_true")


def _arena(made: Parser) -> None:
    made.option("bots", value="BOT", nargs="*")
    made.option("--ladder", action="store_true")
    made.option("--games", "--game", metavar="game", dest="game", default="classic")
    made.option("--pairs", value="N", type=int, default=1000)
    made.option("--players", value="N", type=int)
    made.option("--sprt", value=("LOW", "HIGH"), nargs=2, type=float)
    made.option("--sprt-elo", value=("LOW", "HIGH"), nargs=2, type=float)
    made.option("--alpha", value="P", type=float, default=0.05)
    made.option("--beta", value="P", type=float, default=0.05)
    made.option("--budget", metavar="time")
    made.option("--move-time", metavar="time")
    made.option("--game-time", metavar="time")
    made.option("--seed", value="N", type=int, default=0)
    made.option("--jobs", value="N", type=int)
    made.option("--out", metavar="file")
    made.option("--games-out", metavar="file")
    made.option("--picture", metavar="file")
    made.option("--cluster", metavar="address")


def _dataset(made: Parser) -> None:
    made.option("folder", metavar="folder")
    made.option("--games", value="N", type=int, default=10_000)
    made.option("--game", metavar="game", default="classic")
    made.option("--players", value="N", type=int)
    made.option("--bot", value="BOT", action="append", default=[])
    made.option("--budget", metavar="time")
    made.option("--seed", value="N", type=int, default=0)
    made.option("--shard", value="N", type=int, default=10_000)
    made.option("--jobs", value="N", type=int)


def _engine(made: Parser) -> None:
    made.option("--bot", value="BOT", default="master")


def _engine_check(made: Parser) -> None:
    made.option("program", metavar="command", nargs=argparse.REMAINDER)


def _data(made: Parser) -> None:
    default = os.environ.get("QWIRKLE_DATA", "qwirkle.db")
    made.option("--data", metavar="where", default=default)


def _serve(made: Parser) -> None:
    """What is not given here has its default in ``server.node.settings``."""
    _data(made)
    made.option("--host", metavar="address")
    made.option("--port", value="N", type=int)
    made.option("--redis", value="URL")
    made.option("--origin", value="URL", action="append", default=[])
    made.option("--public", value="URL")
    made.option("--workers", value="N", type=int)
    made.option("--bot-delay", value="A,B")
    made.option("--bot-budget", metavar="time")
    made.option("--bot", value="N=BOT", action="append", default=[])
    made.option("--rate", value="P,A")
    made.option("--newcomers", value="N", type=int)
    made.option("--sockets", value="P,A")
    made.option("--plain-pages", action="store_true")
    made.option("--batch", value="N", type=int)
    made.option("--https", action="store_true")
    made.option("--open", action="store_true")
    made.option("--proxy", metavar="list")
    made.option("--log", choices=("json", "text"), default="text")


def _migrate(made: Parser) -> None:
    _data(made)
    made.option("--rebuild", action="store_true")


def _backup(made: Parser) -> None:
    _data(made)
    made.option("file", metavar="file")


def _restore(made: Parser) -> None:
    _data(made)
    made.option("file", metavar="file")
    made.option("--force", action="store_true")


def _key(made: Parser) -> None:
    _data(made)
    made.option("--replace", action="store_true")


def _completion(made: Parser) -> None:
    made.add_argument("shell", choices=SHELLS)


OPTIONS = {
    "play": _play, "hint": _hint, "review": _review, "replay": _replay, "verify": _verify,
    "score": _score, "arena": _arena, "dataset": _dataset, "engine": _engine,
    "engine-check": _engine_check, "serve": _serve, "migrate": _migrate, "backup": _backup,
    "restore": _restore, "key": _key, "completion": _completion,
}  # fmt: skip
