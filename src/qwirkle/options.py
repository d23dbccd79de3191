"""What can be typed after ``qwirkle``, described and refused in the user's language."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from qwirkle import __version__
from qwirkle.locales import LANGUAGES, catalogue, say
from qwirkle.seats import FEWEST, MOST

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
SEEDS = 10**18
"""The largest seed."""

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


@dataclass(frozen=True, slots=True)
class Within:
    """Reads a number of a range."""

    lang: str
    least: float
    most: float
    kind: type[int] | type[float] = int

    def __call__(self, text: str) -> Any:
        found = self._read(text)
        if self.least <= found <= self.most:
            return found
        raise self.refusal("range", text)

    def __str__(self) -> str:
        return f"{_shown(self.least)}–{_shown(self.most)}"

    def refusal(self, key: str, text: str) -> argparse.ArgumentTypeError:
        least, most = _shown(self.least), _shown(self.most)
        words = {"text": text, "least": least, "most": most}
        return argparse.ArgumentTypeError(say(f"ui.usage.{key}", self.lang, **words))

    def _read(self, text: str) -> float:
        try:
            return self.kind(text)
        except ValueError:
            return math.nan


class Pair(Within):
    """Reads two numbers of a range, with a comma between them."""

    __slots__ = ()

    def __call__(self, text: str) -> Any:
        found = tuple(map(self._read, text.split(",")))
        if len(found) == 2 and all(self.least <= each <= self.most for each in found):
            return found
        raise self.refusal("pair", text)


def _shown(number: float) -> str:
    """A number as help and refusals show it."""
    power = round(math.log10(number)) if number > 10**6 else 0
    return f"10^{power}" if power and number == 10**power else f"{number:.15g}"


@dataclass(frozen=True, slots=True)
class Words:
    """Reads a text that is not empty."""

    lang: str

    def __call__(self, text: str) -> str:
        if text.strip():
            return text
        raise argparse.ArgumentTypeError(say("ui.usage.value", self.lang))


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
        about = self._about(_key_of(names[0]))
        match more.get("type"):
            case Within() as limits:
                about = f"{about} ({limits})"
            case None if "action" not in more or more["action"] == "append":
                more["type"] = Words(self.lang)
        self.add_argument(*names, help=about, **more)

    def number(
        self, name: str, least: float, most: float, kind: type = int, value: Any = "N", **more: Any
    ) -> None:
        """An option with a number, and the range in which it may be."""
        limits = Within(self.lang, least, most, kind)
        self.option(name, value=value, type=limits, **more)

    def pair(self, name: str, value: str, most: float, kind: type = int) -> None:
        """An option with two numbers from 0 on."""
        self.option(name, value=value, type=Pair(self.lang, 0, most, kind))

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
    made.number("--computer", 0, MOST - 1)
    made.option("--ages", metavar="list")
    made.number("--seed", 0, SEEDS)
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
    made.number("--players", FEWEST, MOST)
    made.option("--scores", value="N,N")
    made.option("--player", metavar="name")
    made.number("--move", 1, 10_000)
    made.option("--budget", metavar="time", default="1s")
    made.number("--top", 1, 16, default=5)
    made.number("--seed", 0, SEEDS, default=0)


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
    made.number("--pairs", 1, 10**7, default=1000)
    made.number("--players", FEWEST, MOST)
    made.number("--sprt", -1000, 1000, float, value=("LOW", "HIGH"), nargs=2)
    made.number("--sprt-elo", -1000, 1000, float, value=("LOW", "HIGH"), nargs=2)
    made.number("--alpha", 0.0001, 0.49, float, value="P", default=0.05)
    made.number("--beta", 0.0001, 0.49, float, value="P", default=0.05)
    made.option("--budget", metavar="time")
    made.option("--move-time", metavar="time")
    made.option("--game-time", metavar="time")
    made.number("--seed", 0, SEEDS, default=0)
    made.number("--jobs", 1, 1024)
    made.option("--out", metavar="file")
    made.option("--games-out", metavar="file")
    made.option("--picture", metavar="file")
    made.option("--cluster", metavar="address")


def _dataset(made: Parser) -> None:
    made.option("folder", metavar="folder")
    made.number("--games", 1, 10**9, default=10_000)
    made.option("--game", metavar="game", default="classic")
    made.number("--players", FEWEST, MOST)
    made.option("--bot", value="BOT", action="append", default=[])
    made.option("--budget", metavar="time")
    made.number("--seed", 0, SEEDS, default=0)
    made.number("--shard", 1, 10**9, default=10_000)
    made.number("--jobs", 1, 1024)


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
    made.number("--port", 0, 65_535)
    made.option("--redis", value="URL")
    made.option("--origin", value="URL", action="append", default=[])
    made.option("--public", value="URL")
    made.number("--workers", 1, 64)
    made.pair("--bot-delay", "A,B", 3600, float)
    made.option("--bot-budget", metavar="time")
    made.option("--bot", value="N=BOT", action="append", default=[])
    made.pair("--rate", "P,A", 10**6)
    made.number("--newcomers", 0, 10**6)
    made.pair("--sockets", "P,A", 10**6)
    made.option("--plain-pages", action="store_true")
    made.number("--batch", 1, 10_000)
    made.option("--https", action="store_true")
    made.option("--open", action="store_true")
    made.option("--proxy", metavar="list")
    made.option("--metrics-from", metavar="list")
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
