"""What happened: one event a line of the record.

``seen_by(seat)`` is the event as one seat may know it (O2); seat None is a spectator. A piece
that is not theirs to see is None, and is written ``?``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from qwirkle.classic.moves import Trade
from qwirkle.editions import Move
from qwirkle.tiles import Tile

Pieces = tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that everybody may know, unless a subclass says otherwise."""

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002
        return self


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """A game of one edition was opened."""

    edition: str

    def __str__(self) -> str:
        return f"edition {self.edition}"


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A player took a seat."""

    seat: int
    name: str
    age: int | None

    def __str__(self) -> str:
        return f"seat {self.seat + 1} {'-' if self.age is None else self.age} {self.name}"


@dataclass(frozen=True, slots=True)
class Committed(Event):
    """The host published the commitment to the seed."""

    digest: str

    def __str__(self) -> str:
        return f"commit {self.digest}"


@dataclass(frozen=True, slots=True)
class Added(Event):
    """A player added entropy to the shuffle."""

    seat: int
    text: str

    def __str__(self) -> str:
        return f"entropy {self.seat + 1} {self.text}"


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """The bag was shuffled; the root commits to its order."""

    root: str

    def __str__(self) -> str:
        return f"shuffle {self.root}"


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat was dealt its first hand, in the order in which the pieces came."""

    seat: int
    pieces: Pieces

    def seen_by(self, seat: int | None) -> Dealt:
        return self if seat == self.seat else replace(self, pieces=_hidden(self.pieces))

    def __str__(self) -> str:
        return f"deal {self.seat + 1} {_written(self.pieces)}"


@dataclass(frozen=True, slots=True)
class HiddenTrade:
    """A trade of which only the number of tiles is known."""

    count: int

    def __str__(self) -> str:
        return "trade" + " ?" * self.count


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move, its points, and the pieces drawn with it."""

    seat: int
    move: Move | HiddenTrade
    points: int
    drawn: Pieces

    def seen_by(self, seat: int | None) -> Moved:
        if seat == self.seat:
            return self
        move = HiddenTrade(len(self.move.tiles)) if isinstance(self.move, Trade) else self.move
        return replace(self, move=move, drawn=_hidden(self.drawn))

    def __str__(self) -> str:
        drawn = f" draws {_written(self.drawn)}" if self.drawn else ""
        return f"move {self.seat + 1} {self.move} scores {self.points}{drawn}"


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player left the game (O1)."""

    seat: int

    def __str__(self) -> str:
        return f"resign {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Ended(Event):
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

    def seen_by(self, seat: int | None) -> Revealed:  # noqa: ARG002
        return self if self.over else replace(self, seed=None)

    def __str__(self) -> str:
        return f"seed {'?' if self.seed is None else self.seed.hex()}"


def _hidden(pieces: Pieces) -> Pieces:
    return (None,) * len(pieces)


def _written(pieces: Iterable[Tile | None]) -> str:
    return " ".join("?" if piece is None else str(piece) for piece in pieces)
