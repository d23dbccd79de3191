"""The games, behind one door: an edition says everything in which a game differs from others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any, Generic, Never, Protocol, Self, TypeAlias, TypeVar

from qwirkle.bag import Bag
from qwirkle.cards import moves as cards_moves
from qwirkle.cards import state as cards_state
from qwirkle.cards.notation import parse_position as parse_cards_position
from qwirkle.cards.table import Table
from qwirkle.cards.tally import Tally as CardsTally
from qwirkle.classic import moves as classic_moves
from qwirkle.classic import state as classic_state
from qwirkle.classic.board import Board
from qwirkle.classic.notation import parse_position as parse_classic_position
from qwirkle.classic.tally import Tally as ClassicTally
from qwirkle.faults import BadSetup, Fault
from qwirkle.given import Given
from qwirkle.moves import M as M
from qwirkle.moves import M_co as M_co
from qwirkle.moves import Move
from qwirkle.pictures import Picture
from qwirkle.seats import Ages, Start
from qwirkle.tiles import Hand, Pieces, Tile

RULES = 2
"""The version of the rules by which new games are played. A game keeps its rules to its end.

1: A tie without ages went to the earliest seat (T2, C2); an exchange drew as many cards as were set
   aside (C9).
2: A lot decides such a tie; an exchange draws nine cards.
"""

M_contra = TypeVar("M_contra", bound=Move, contravariant=True)
"""The moves that a game accepts: the same ones, but a type checker varies them the other way."""
B = TypeVar("B")
B_co = TypeVar("B_co", covariant=True)
Part = TypeVar("Part")


class Position(Protocol[M_co, M_contra]):
    """What the player to move may know and needs for a decision. As text it is its notation."""

    @property
    def hand(self) -> Hand: ...
    def fault(self, move: object) -> Fault | None: ...
    def moves(self) -> Iterator[M_co]: ...
    def points(self, move: M_contra) -> int: ...
    def random_move(self, dice: Random) -> M_co: ...


class State(Protocol[M_co, M_contra, B_co]):
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
    def layout(self) -> B_co: ...
    @property
    def captured(self) -> tuple[tuple[tuple[Tile, ...], ...], ...]: ...
    @property
    def seen(self) -> Pieces: ...
    def position_of(self, seat: int) -> Position[M_co, M_contra]: ...
    def fault(self, move: object) -> Fault | None: ...
    def moves(self) -> Iterator[M_co]: ...
    def draws(self, move: M_contra) -> int: ...
    def mixed(self, move: M_contra) -> tuple[Tile, ...]: ...
    def points(self, move: M_contra) -> int: ...
    def after(self, move: M_contra, drawn: Sequence[Tile] = ()) -> Self: ...
    def resigned(self, seat: int) -> Self: ...


S = TypeVar("S", bound=State[Move, Never, object])
"""A state of a known game. A bound cannot name the moves and the board of that game, so it only
says that there are some; ``Edition`` names them."""
S_co = TypeVar("S_co", bound=State[Move, Never, object], covariant=True)
AnyState: TypeAlias = State[Any, Any, Any]
"""A state of a game that is only known by its name, like ``AnyEdition``."""


class Tally(Protocol[S_co, M]):
    """A game on a real table: what everybody there can count."""

    @property
    def state(self) -> S_co: ...
    def read(self, text: str) -> M: ...
    def fault(self, move: M) -> Fault | None: ...
    def known(self, move: M) -> S_co: ...
    def counted(self, points: int) -> Self: ...
    def after(self, move: M) -> Self: ...


Starter: TypeAlias = Callable[[Sequence[Hand], Ages, int], Start | None]
"""Who starts, by the hands, the ages and a lot; None: shuffle and deal again (C2)."""


@dataclass(frozen=True, slots=True)
class Edition(Generic[S, M, B]):
    """One of the games: how it begins, how it is written, how it is counted on a real table."""

    name: str
    hand_size: int
    starter: Starter
    start: Callable[[Sequence[Hand], Bag, int], S]
    """The game after the deal: hands, bag, and the seat that starts."""
    parse_move: Callable[[str], M]
    parse_position: Callable[[str], Position[M, M]]
    tally: Callable[[int], Tally[S, M]] | None = None
    """A game of that many players on a real table; None where nobody can keep count of one."""
    start_by_first_rules: Callable[[Sequence[Hand], Bag, int], S] | None = None
    """The same as ``start`` by version 1 of the rules, where that differs."""
    begun: Callable[[Given], S] | None = None
    """A game that begins from a position; None where it always begins with a deal."""
    picture: Callable[[S, M | None], Picture] | None = None
    """What lies after a move, or without one now; None where nobody knows how to draw it."""
    borrowed_words: str | None = None
    """The edition whose sentences it uses, where it has none of its own in ``locales/``."""
    rules: int = RULES

    @property
    def words(self) -> str:
        """The last part of the keys of its sentences."""
        return self.borrowed_words or self.name

    def by_first_rules(self) -> Edition[S, M, B]:
        """The game as it was played by version 1 of the rules."""
        starter = partial(_earliest_seat, self.starter)
        return replace(
            self, starter=starter, start=self.start_by_first_rules or self.start, rules=1
        )


AnyEdition: TypeAlias = Edition[Any, Any, Any]

EDITIONS: dict[str, AnyEdition] = {}
"""Every game by its name."""


def register(game: Edition[S, M, B]) -> Edition[S, M, B]:
    """Add a game to those that can be played."""
    EDITIONS[game.name] = game
    return game


CLASSIC: Edition[classic_state.State, classic_moves.Move, Board] = register(
    Edition(
        "classic",
        classic_state.HAND_SIZE,
        classic_state.starter,
        classic_state.State.start,
        classic_moves.parse_move,
        parse_classic_position,
        ClassicTally.start,
        begun=classic_state.State.begun,
        picture=classic_state.State.picture,
    )
)
CARDS: Edition[cards_state.State, cards_moves.Move, Table] = register(
    Edition(
        "cards",
        cards_state.HAND_SIZE,
        cards_state.starter,
        cards_state.State.start,
        cards_moves.parse_move,
        parse_cards_position,
        CardsTally.start,
        cards_state.State.start_by_first_rules,
        begun=cards_state.State.begun,
        picture=cards_state.State.picture,
    )
)


def edition(name: str, rules: int = RULES) -> AnyEdition:
    """The edition of that name: the tile game is "classic", the card game is "cards"."""
    try:
        newest = EDITIONS[name]
    except KeyError:
        raise BadSetup("bad.edition", text=str(name), known=", ".join(EDITIONS)) from None
    if rules not in range(1, RULES + 1):
        raise BadSetup("bad.rules", text=str(rules), n=RULES)
    return newest if rules == RULES else newest.by_first_rules()


def part_of(name: str, package: str, part: str, general: Part) -> Part:
    """What a package says of one edition, in its module of the edition's name; where it has none,
    what holds in general."""
    module = _module(f"{package}.{name}") if name in EDITIONS else None
    found: Part = getattr(module, part) if module else general
    return found


@cache
def _module(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) else None


def _earliest_seat(newest: Starter, hands: Sequence[Hand], ages: Ages, _: int) -> Start | None:
    """Who started by the first rules: of those who were tied to the end, the earliest seat."""
    start = newest(hands, ages, 0)
    return start and replace(start, drawn=False)
