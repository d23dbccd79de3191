"""What every move can do, whatever its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from qwirkle.faults import BadNotation, Fault


class Move(Protocol):
    """What a player does in a turn. As text it is its notation."""

    is_play: ClassVar[bool]
    """Whether it lays pieces on the table, and so brings the game nearer to its end."""

    @property
    def public(self) -> Move:
        """The move as the other seats may know it (O2)."""


class Open:
    """A move with nothing to hide."""

    __slots__ = ()
    is_play: ClassVar[bool] = True

    @property
    def public(self) -> Self:
        return self


SHOWN = 12
"""How many moves are listed where somebody only looks: a card table can have millions."""

M = TypeVar("M", bound=Move)
M_co = TypeVar("M_co", bound=Move, covariant=True)


class Judge(Protocol[M_co]):
    """What lists the legal moves of a player, and says what is wrong with any other."""

    def moves(self) -> Iterator[M_co]: ...
    def fault(self, move: object) -> Fault | None: ...


class LegalMoves(Generic[M]):
    """The moves that the judge accepts, worked out when asked for.

    Iterate, test with ``in`` (text or move), ``count()`` them. There is no ``len()``, because
    counting costs as much as listing.
    """

    def __init__(self, parse: Callable[[str], M], position: Judge[M] | None) -> None:
        self._parse = parse
        self._position = position

    def __iter__(self) -> Iterator[M]:
        return self._position.moves() if self._position else iter(())

    def __contains__(self, move: object) -> bool:
        if self._position is None:
            return False
        try:
            move = self._parse(move) if isinstance(move, str) else move
        except BadNotation:
            return False
        return self._position.fault(move) is None

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        first = [str(move) for move in islice(self, SHOWN + 1)]
        more = ["..."] if len(first) > SHOWN else []
        return f"<LegalMoves ({', '.join(first[:SHOWN] + more)})>"
