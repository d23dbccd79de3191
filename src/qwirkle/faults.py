"""Why something was refused: a rule with an address, or text that is no notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qwirkle import locales

if TYPE_CHECKING:
    from qwirkle.tiles import Tile

Cell = tuple[int, int]
"""A place on the board: x grows east, y grows south."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a move.

    ``reason`` is the rule's id, with a word behind it where the rule can be broken in several
    ways ("T15.bag"). It names the sentence in ``locales/`` and the clause in ``docs/rules/``.
    ``tiles`` and ``cells`` are those to point at.

    >>> from qwirkle import Board
    >>> fault = Board.parse("Ro@0,0 Rx@1,0").fault("Bs@2,0")
    >>> fault.rule, fault.cells
    ('T10', ((0, 0), (1, 0), (2, 0)))
    >>> fault.say("pl").partition(";")[0]
    'Linia musi być cała w jednym kolorze albo cała z jednym symbolem'
    """

    reason: str
    tiles: tuple[Tile, ...] = ()
    cells: tuple[Cell, ...] = ()
    words: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def rule(self) -> str:
        """The rule's id, such as ``T10``: an anchor of ``docs/rules/``."""
        return self.reason.partition(".")[0]

    @property
    def message(self) -> str:
        """The reason as an English sentence."""
        return self.say("en")

    def say(self, lang: str) -> str:
        """The reason as a sentence in one of the languages of ``locales/``."""
        return locales.say(self.reason, lang, tiles=self.tiles, cells=self.cells, **self.words)

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


class IllegalMove(ValueError):
    """A move that the rules forbid; ``fault`` says which rule, and why.

    >>> from qwirkle import Board
    >>> try:
    ...     Board.parse("Ro@0,0").after("Ro@1,0")
    ... except IllegalMove as illegal:
    ...     illegal.fault.rule
    'T11'
    """

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault

    def say(self, lang: str) -> str:
        """The reason as a sentence in one of the languages, with its rule."""
        return f"{self.fault.say(lang)} ({self.fault.rule})"

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Fault]]:
        return type(self), (self.fault,)


class Refusal(ValueError):
    """A sentence, in any of our languages, about input that cannot be used."""

    def __init__(self, key: str, **words: object) -> None:
        self.key = key
        self.words = {name: _printable(word, _most(name)) for name, word in words.items()}
        super().__init__(self.say("en"))

    @property
    def detail(self) -> str:
        """What the system or a library said, in its own words; never a part of the sentence."""
        return str(self.words.get("detail") or "")

    def say(self, lang: str) -> str:
        """The sentence in one of the languages of ``locales/``."""
        return locales.say(self.key, lang, **self.words)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _again, (type(self), self.key, self.words)


def _again(kind: type[Refusal], key: str, words: dict[str, object]) -> Refusal:
    return kind(key, **words)


class BadNotation(Refusal):
    """Text that is not what it should be; the sentence says where, and what was expected.

    >>> from qwirkle import Tile
    >>> Tile.parse("Rq")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    qwirkle.faults.BadNotation: Column 1: “Rq” is not a tile or a card. Write a colour ...
    """


class BadSetup(Refusal):
    """Players, ages, editions or positions with which no game can begin.

    >>> from qwirkle import Game
    >>> Game(["Ada"], "classic")
    Traceback (most recent call last):
    qwirkle.faults.BadSetup: Qwirkle is for 2 to 4 players, not for 1.
    """

    @classmethod
    def of(cls, flaw: Fault) -> BadSetup:
        """The refusal of a layout that cannot be."""
        return cls(flaw.reason, tiles=flaw.tiles, cells=flaw.cells, **flaw.words)


class BadArgument(Refusal, TypeError):
    """A value of another type than a function takes; the sentence names the argument.

    >>> from qwirkle import Tile
    >>> Tile.parse(7)
    Traceback (most recent call last):
    qwirkle.faults.BadArgument: “code” must be text, not 7.
    """

    def __init__(self, key: str, **words: object) -> None:
        super().__init__(key, **words)


def bad_argument(name: str, expected: str, value: object) -> BadArgument:
    """The refusal of an argument: its name, the sentence of what is expected, what was given."""
    return BadArgument(expected, name=name, text=repr(value))


def text_given(value: object, name: str = "text") -> str:
    """An argument that must be text."""
    if not isinstance(value, str):
        raise bad_argument(name, "bad.argument.text", value)
    return value


def _most(name: str) -> int:
    """How many letters a word may have; only lists of our own and details may be long."""
    return 240 if name in ("known", "detail") else 60


def _printable(word: object, most: int) -> object:
    """Text from outside, made safe to show: short, and without control characters."""
    if not isinstance(word, str):
        return word
    clean = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in word)
    return clean if len(clean) <= most else clean[: most - 1] + "…"
