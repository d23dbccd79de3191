"""What goes over the wire from a client: commands and questions, and what they are answered.

Every command carries an id of the client's own and the number of the last event that the client
has seen. ``docs/protocol.md`` is made from these structs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from qwirkle.faults import IllegalMove, Refusal
from qwirkle.locales import say

Ulid = Annotated[str, Meta(pattern="^[0-7][0-9A-HJKMNP-TV-Z]{25}$", description="a ULID")]
TABLE_ID = "^[a-z2-7]{16}$"
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Entropy = Annotated[str, Meta(max_length=60)]
Age = Annotated[int, Meta(ge=0, le=150)]
Level = Annotated[int, Meta(ge=1, le=6)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=1200)]
Codes = Annotated[list[Annotated[str, Meta(min_length=2, max_length=2)]], Meta(max_length=108)]
EditionName = Literal["classic", "cards"]
ProblemCode = Literal[
    "bad", "forbidden", "unknown", "conflict", "refused", "reused", "rule", "limit", "storage",
    "failed",
]  # fmt: skip
OfferKind = Literal["rematch", "abort", "undo", "takeover"]
Phrase = Literal[
    "hello", "luck", "nice", "thanks", "sorry", "wow", "moment", "hurry", "game", "bye"
]
PHRASES: tuple[Phrase, ...] = Phrase.__args__  # type: ignore[attr-defined]


def phrases(lang: str) -> dict[Phrase, str]:
    """What the phrases of the chat are in a language."""
    return {phrase: say(f"chat.{phrase}", lang) for phrase in PHRASES}


class Untimed(Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """No clock."""


class Live(Struct, frozen=True, tag="live", forbid_unknown_fields=True):
    """Minutes for the whole game, and seconds more for every move."""

    minutes: Annotated[int, Meta(ge=1, le=180)]
    increment: Annotated[int, Meta(ge=0, le=180)] = 0


class Days(Struct, frozen=True, tag="days", forbid_unknown_fields=True):
    """Correspondence: so many days for every move."""

    days: Annotated[int, Meta(ge=1, le=14)]


ClockRule = Untimed | Live | Days


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What somebody wants to happen at a table."""

    id: Ulid
    expect: Number | None = None
    """The last event that the client has seen; moves need it, the others may leave it out."""


class Create(Command, frozen=True, kw_only=True, tag="create"):
    """Set up a table; whoever does so takes the first seat."""

    edition: EditionName = "classic"
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    name: Name | None = None
    """What to be called here; else the name by which one is known, or a guest's."""
    age: Age | None = None
    """Of players with equally large sets the oldest begins (T2)."""
    entropy: Entropy = ""
    """Any text, mixed into the shuffle (docs/fairness.md)."""
    local: Annotated[list[Name], Meta(max_length=3)] = []
    """More people at the same device, who pass it on."""
    bots: Annotated[list[Level], Meta(max_length=4)] = []
    """The levels of the computer players, one for each seat that they take."""
    clock: ClockRule = Untimed()
    open: bool = False
    """Whether the table is in the public list; else only those who know its link find it."""
    hints: bool = False
    """Whether players may ask for hints."""


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Take a seat: a certain one, or the first that is free."""

    name: Name | None = None
    """As for ``create``; where somebody here has it already, it gets a number behind it."""
    seat: SeatNumber | None = None
    """Seats are counted from 0."""
    age: Age | None = None
    entropy: Entropy = ""
    """As for ``create``."""


class Stand(Command, frozen=True, kw_only=True, tag="stand"):
    """Give a seat back before the start: one's own, or that of a bot."""

    seat: SeatNumber | None = None


class AddBot(Command, frozen=True, kw_only=True, tag="add-bot"):
    """Let the computer take a seat."""

    level: Level = 3
    seat: SeatNumber | None = None


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Say that one is ready; the game begins when all the seats are taken and everybody is."""


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """A move in its notation: tiles with their cells, a new table, or the word for another move."""

    move: MoveText


class Trade(Command, frozen=True, kw_only=True, tag="trade"):
    """Trade tiles (T15)."""

    tiles: Codes
    """Codes of two letters, as in ``Ro``."""


class Arrange(Command, frozen=True, kw_only=True, tag="arrange"):
    """Lay the card table anew (C6): the rows as they shall lie, those of six among them."""

    rows: Annotated[list[Codes], Meta(max_length=36)]


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Leave the game (O1)."""


class Offer(Command, frozen=True, kw_only=True, tag="offer"):
    """Suggest something to which everybody must agree."""

    offer: OfferKind
    seat: SeatNumber | None = None
    """For a takeover: the seat that the computer shall play on."""
    level: Level = 3


class Accept(Command, frozen=True, kw_only=True, tag="accept"):
    """Agree to an offer, which is named by the number of its event."""

    offer: Number


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Refuse an offer, or take back one's own."""

    offer: Number


class Chat(Command, frozen=True, kw_only=True, tag="chat"):
    """Say something: a phrase that everybody reads in their own language, or a text."""

    phrase: Phrase | None = None
    text: Annotated[str, Meta(max_length=200)] | None = None


AtTable = (
    Sit | Stand | AddBot | Start | Play | Trade | Arrange
    | Resign | Offer | Accept | Decline | Chat
)  # fmt: skip
"""The commands that a table takes."""


class Question(Struct, frozen=True, kw_only=True, tag_field="ask", forbid_unknown_fields=True):
    """What somebody wants to know; nothing happens, and nothing is written down."""

    id: Ulid


class Check(Question, frozen=True, kw_only=True, tag="check"):
    """Whether a pending move would stand; in the card game also which of its rows do."""

    move: MoveText


class Arrangement(Question, frozen=True, kw_only=True, tag="arrangement"):
    """How these cards of one's hand can be laid by moving the fewest others."""

    cards: Codes


class Hint(Question, frozen=True, kw_only=True, tag="hint"):
    """The best moves, where the table allows hints."""


class Offers(Question, frozen=True, kw_only=True, tag="offers"):
    """Every move that one may make now."""


AnyQuestion = Check | Arrangement | Hint | Offers


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was refused: a key of the catalogues with its words, and the sentence."""

    code: ProblemCode
    """What kind of refusal it is."""
    key: str
    message: str
    rule: str | None = None
    words: dict[str, Any] = {}
    tiles: list[str] = []
    cells: list[tuple[int, int]] = []
    seq: int | None = None
    """With a conflict: the number of the table's last event."""

    def said(self, lang: str) -> Problem:
        """The same with its sentence in another language."""
        words = {name: tuple(w) if name == "cell" else w for name, w in self.words.items()}
        if self.rule is not None:
            words |= {"tiles": self.tiles, "cells": self.cells}
        return replace(self, message=say(self.key, lang, **words))


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a command; it leaves when the outcome is safely stored."""

    id: str
    seq: int = 0
    """The number of the table's last event."""
    table: str | None = None
    problem: Problem | None = None

    def said(self, lang: str) -> Answer:
        if self.problem is None or lang == "en":
            return self
        return Answer(id=self.id, seq=self.seq, table=self.table, problem=self.problem.said(lang))


class Refused(Refusal):
    """A command that cannot be done; ``code`` tells programs what kind of refusal it is."""

    def __init__(self, code: ProblemCode, key: str, **words: object) -> None:
        super().__init__(key, **words)
        self.code = code
        self.rule: str | None = None
        """The rule that was broken, where it was one."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _refused, (self.code, self.key, self.words)


def _refused(code: ProblemCode, key: str, words: dict[str, object]) -> Refused:
    return Refused(code, key, **words)


def problem_of(error: Refusal | IllegalMove, seq: int | None = None) -> Problem:
    """A refusal as it goes over the wire."""
    if isinstance(error, IllegalMove):
        fault = error.fault
        return Problem(
            code="rule",
            key=fault.reason,
            message=fault.message,
            rule=fault.rule,
            words={name: _plain(word) for name, word in fault.words.items()},
            tiles=[str(tile) for tile in fault.tiles],
            cells=list(fault.cells),
        )
    code: ProblemCode = error.code if isinstance(error, Refused) else "bad"
    return Problem(
        code=code,
        key=error.key,
        message=str(error),
        rule=error.rule if isinstance(error, Refused) else None,
        words={name: _plain(word) for name, word in error.words.items()},
        seq=seq if code == "conflict" else None,
    )


def _plain(word: object) -> object:
    """A word of a sentence in a form that JSON has."""
    if type(word) in (str, int, float, bool, type(None)):  # a tile is a number of its own kind
        return word
    if isinstance(word, tuple | list):
        return [_plain(part) for part in word]
    return str(word)
