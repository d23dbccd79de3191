"""The two games, behind one door."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from qwirkle.bag import Bag
from qwirkle.cards import moves as cards_moves
from qwirkle.cards import state as cards_state
from qwirkle.cards.table import Table
from qwirkle.classic import moves as classic_moves
from qwirkle.classic import state as classic_state
from qwirkle.classic.board import Board
from qwirkle.faults import BadSetup, Fault
from qwirkle.seats import Ages
from qwirkle.tiles import Hand, Pieces, Tile

__all__ = ["EDITIONS", "Edition", "Move", "Position", "State", "edition"]

Move = classic_moves.Move | cards_moves.Move


class Position(Protocol):
    """What the player to move may know and needs for a decision."""

    @property
    def hand(self) -> Hand: ...
    def fault(self, move: Any) -> Fault | None: ...
    def moves(self) -> Iterator[Move]: ...


class State(Protocol):
    """Everything that is true at one moment of a game, and what follows from a move."""

    @property
    def hands(self) -> tuple[Hand, ...]: ...
    @property
    def bag(self) -> Bag: ...
    @property
    def turn(self) -> int: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def gone(self) -> frozenset[int]: ...
    @property
    def removed(self) -> Pieces: ...
    @property
    def ended(self) -> str | None: ...
    @property
    def lying(self) -> Board | Table: ...
    @property
    def seen(self) -> Pieces: ...
    def position_of(self, seat: int) -> Position: ...
    def fault(self, move: Any) -> Fault | None: ...
    def moves(self) -> Iterator[Move]: ...
    def draws(self, move: Any) -> int: ...
    def mixed(self, move: Any) -> tuple[Tile, ...]: ...
    def points(self, move: Any) -> int: ...
    def after(self, move: Any, drawn: Sequence[Tile] = ()) -> Self: ...
    def resigned(self, seat: int) -> Self: ...


@dataclass(frozen=True, slots=True)
class Edition:
    """One of the games: how many pieces a hand has, how it begins, how its moves are written."""

    name: str
    hand_size: int
    start: Callable[[Sequence[Hand], Bag, Ages], State | None]
    parse_move: Callable[[str], Move]


EDITIONS = {
    "classic": Edition(
        "classic", classic_state.HAND_SIZE, classic_state.State.start, classic_moves.parse_move
    ),
    "cards": Edition(
        "cards", cards_state.HAND_SIZE, cards_state.State.start, cards_moves.parse_move
    ),
}


def edition(name: str) -> Edition:
    """The edition of that name: the tile game is "classic", the card game is "cards"."""
    try:
        return EDITIONS[name]
    except KeyError:
        raise BadSetup("bad.edition", text=str(name), known=", ".join(EDITIONS)) from None
