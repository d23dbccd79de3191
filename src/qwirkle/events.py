"""What happened: one event a line of the record.

``seen_by(seat)`` is the event as one seat may know it (O2); seat None is a spectator. A piece
that is not theirs to see is None, and is written ``?``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from qwirkle.editions import RULES
from qwirkle.given import Given
from qwirkle.moves import Move
from qwirkle.seats import Start, Why
from qwirkle.tiles import Tile

SeenPieces = tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class Event(ABC):
    """Something that happened. Each kind must say who may know it; there is no default."""

    @abstractmethod
    def seen_by(self, seat: int | None) -> Event: ...


@dataclass(frozen=True, slots=True)
class Public(Event):
    """An event with nothing to hide."""

    def seen_by(self, seat: int | None) -> Self:
        return self


@dataclass(frozen=True, slots=True)
class Opened(Public):
    """A game of one edition was opened. The version of its rules is in the header of a record."""

    edition: str
    rules: int = RULES

    def __str__(self) -> str:
        return f"edition {self.edition}"


@dataclass(frozen=True, slots=True)
class Joined(Public):
    """A player took a seat. Ages are told by the first rules only; later ones keep them secret."""

    seat: int
    name: str
    age: int | None = None

    def __str__(self) -> str:
        return f"seat {self.seat + 1} {'-' if self.age is None else self.age} {self.name}"


@dataclass(frozen=True, slots=True)
class Committed(Public):
    """The host published the commitment to the seed."""

    digest: str

    def __str__(self) -> str:
        return f"commit {self.digest}"


@dataclass(frozen=True, slots=True)
class Added(Public):
    """A player added entropy to the shuffle."""

    seat: int
    text: str

    def __str__(self) -> str:
        return f"entropy {self.seat + 1} {self.text}"


@dataclass(frozen=True, slots=True)
class Silent(Public):
    """A seat was asked for entropy and added none."""

    seat: int

    def __str__(self) -> str:
        return f"silent {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Shuffled(Public):
    """The bag was shuffled; the root commits to its order."""

    root: str

    def __str__(self) -> str:
        return f"shuffle {self.root}"


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat was dealt its first hand, in the order in which the pieces came."""

    seat: int
    pieces: SeenPieces

    def seen_by(self, seat: int | None) -> Dealt:
        return self if seat == self.seat else replace(self, pieces=_hidden(self.pieces))

    def __str__(self) -> str:
        return f"deal {self.seat + 1} {_written(self.pieces)}"


@dataclass(frozen=True, slots=True)
class Starts(Public):
    """Who starts, and why (T2, C2)."""

    seat: int
    why: Why
    among: tuple[int, ...] = ()
    """The seats among which a lot decided."""

    @classmethod
    def of(cls, start: Start) -> Self:
        return cls(start.seat, start.why, start.among if start.why == "lot" else ())

    def __str__(self) -> str:
        return " ".join(["start", str(self.seat + 1), self.why, *(str(n + 1) for n in self.among)])


@dataclass(frozen=True, slots=True)
class Lies(Public):
    """What lies on the table in a position from which a game begins, instead of a deal."""

    layout: str

    def __str__(self) -> str:
        return f"lies {self.layout}".rstrip()


@dataclass(frozen=True, slots=True)
class Holds(Event):
    """What a seat holds in such a position."""

    seat: int
    pieces: SeenPieces

    def seen_by(self, seat: int | None) -> Holds:
        return self if seat == self.seat else replace(self, pieces=_hidden(self.pieces))

    def __str__(self) -> str:
        return f"hand {self.seat + 1} {_written(self.pieces)}".rstrip()


@dataclass(frozen=True, slots=True)
class Has(Public):
    """The points of a seat in such a position."""

    seat: int
    points: int

    def __str__(self) -> str:
        return f"points {self.seat + 1} {self.points}"


@dataclass(frozen=True, slots=True)
class Took(Public):
    """The rows that a seat has captured in such a position."""

    seat: int
    rows: str

    def __str__(self) -> str:
        return f"took {self.seat + 1} {self.rows}"


@dataclass(frozen=True, slots=True)
class ToMove(Public):
    """The seat to move in such a position."""

    seat: int

    def __str__(self) -> str:
        return f"turn {self.seat + 1}"


PositionEvent = Lies | Holds | Has | Took | ToMove
"""A line of a position from which a game begins; docs/engine.md reads the same lines."""


def position_events(given: Given) -> list[Event]:
    """A position, line by line."""
    return [
        Lies(given.layout),
        *(Holds(seat, tuple(hand)) for seat, hand in enumerate(given.hands)),
        *(Has(seat, points) for seat, points in enumerate(given.points) if points),
        *(Took(seat, rows) for seat, rows in enumerate(given.captured) if rows),
        ToMove(given.turn),
    ]


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move, its points, and the pieces drawn with it."""

    seat: int
    move: Move
    points: int
    drawn: SeenPieces

    def seen_by(self, seat: int | None) -> Moved:
        if seat == self.seat:
            return self
        return replace(self, move=self.move.public, drawn=_hidden(self.drawn))

    def __str__(self) -> str:
        drawn = f" draws {_written(self.drawn)}" if self.drawn else ""
        return f"move {self.seat + 1} {self.move} scores {self.points}{drawn}"


@dataclass(frozen=True, slots=True)
class Resigned(Public):
    """A player left the game (O1)."""

    seat: int

    def __str__(self) -> str:
        return f"resign {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Ended(Public):
    """The game ended by a rule, with one winner or several."""

    rule: str
    winners: tuple[int, ...]

    def __str__(self) -> str:
        return f"end {self.rule} {' '.join(str(seat + 1) for seat in self.winners)}"


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """The seed: with it everybody can check the shuffle. Nobody sees it before the end."""

    seed: bytes | None
    over: bool

    def seen_by(self, seat: int | None) -> Revealed:
        return self if self.over else replace(self, seed=None)

    def __str__(self) -> str:
        return f"seed {'?' if self.seed is None else self.seed.hex()}"


@dataclass(frozen=True, slots=True)
class Played(Public):
    """Where a game was played: the table of a server, and the head of its log after an event."""

    table: str
    seq: int
    head: str

    def __str__(self) -> str:
        return f"played {self.table} {self.seq} {self.head}"


@dataclass(frozen=True, slots=True)
class Signed(Public):
    """The server's signature over all the lines before, and the key to check it with."""

    key: str
    signature: str

    def __str__(self) -> str:
        return f"signed {self.key} {self.signature}"


def _hidden(pieces: SeenPieces) -> SeenPieces:
    return (None,) * len(pieces)


def _written(pieces: Iterable[Tile | None]) -> str:
    return " ".join("?" if piece is None else str(piece) for piece in pieces)
