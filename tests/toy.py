"""A third game in one file: the proof that an edition is one package and one registration.

Players lay one tile in turn on a single stack. A tile that shares its colour or its shape with the
one below scores a point. The game ends when somebody has laid the last tile; it borrows the
sentences of the tile game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.editions import Edition
from qwirkle.faults import Fault, IllegalMove
from qwirkle.lines import shared
from qwirkle.moves import Open
from qwirkle.tiles import Hand, Pieces, Tile, parse_count, parse_parts

HAND_SIZE = 2


@dataclass(frozen=True, slots=True)
class Lay(Open):
    tile: Tile

    def __str__(self) -> str:
        return f"lay {self.tile}"


def parse_move(text: str) -> Lay:
    return Lay(Tile.parse(text.strip().removeprefix("lay").strip()))


@dataclass(frozen=True, slots=True)
class Stack:
    """The tiles that were laid, the last one on top."""

    tiles: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))


@dataclass(frozen=True, slots=True)
class Position:
    stack: Stack
    hand: Hand
    bag: int

    def fault(self, move: object) -> Fault | None:
        if not isinstance(move, Lay):
            return Fault("T4.kind")
        return None if move.tile in self.hand else Fault("T4.hand", (move.tile,))

    def moves(self) -> Iterator[Lay]:
        return map(Lay, dict.fromkeys(self.hand))

    def points(self, move: Lay) -> int:
        return int(bool(self.stack.tiles) and shared([self.stack.tiles[-1], move.tile]) is not None)

    def random_move(self, dice: Random) -> Lay:
        return dice.choice(list(self.moves()))

    def __str__(self) -> str:
        return f"{self.stack} / {self.hand} / {self.bag}".strip()


def parse_position(text: str) -> Position:
    stack, hand, bag = parse_parts(text, 3, "bad.position.classic")
    return Position(Stack(Pieces.parse(stack)), Hand.parse(hand), parse_count(bag))


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[Hand, ...]
    bag: Bag
    turn: int
    scores: tuple[int, ...]
    layout: Stack = Stack()
    gone: frozenset[int] = frozenset()
    removed: Pieces = Pieces()
    ended: str | None = None

    @classmethod
    def start(cls, hands: Sequence[Hand], bag: Bag, first: int) -> State:
        return cls(tuple(hands), bag, first, (0,) * len(hands))

    @property
    def captured(self) -> tuple[tuple[()], ...]:
        return ((),) * len(self.hands)

    @property
    def seen(self) -> Pieces:
        return Pieces(self.layout.tiles)

    def position_of(self, seat: int) -> Position:
        return Position(self.layout, self.hands[seat], len(self.bag))

    def fault(self, move: object) -> Fault | None:
        return Fault("T17.over") if self.ended else self.position_of(self.turn).fault(move)

    def moves(self) -> Iterator[Lay]:
        return iter(()) if self.ended else self.position_of(self.turn).moves()

    def draws(self, move: Lay) -> int:
        return min(1, len(self.bag))

    def mixed(self, move: Lay) -> tuple[Tile, ...]:
        return ()

    def points(self, move: Lay) -> int:
        return self.position_of(self.turn).points(move)

    def after(self, move: Lay, drawn: Sequence[Tile] = ()) -> State:
        if fault := self.fault(move):
            raise IllegalMove(fault)
        seats.check_draw(self.bag, drawn, self.draws(move))
        seat, hand = self.turn, self.hands[self.turn].without([move.tile]).plus(drawn)
        return replace(
            self,
            hands=seats.changed(self.hands, seat, hand),
            bag=self.bag.without(drawn),
            turn=seats.next_seat(self),
            scores=seats.changed(self.scores, seat, self.scores[seat] + self.points(move)),
            layout=Stack((*self.layout.tiles, move.tile)),
            ended=None if hand else "T17",
        )

    def resigned(self, seat: int) -> State:
        gone = self.gone | {seat}
        return replace(
            self,
            hands=seats.changed(self.hands, seat, Hand()),
            removed=self.removed.plus(self.hands[seat]),
            turn=seats.next_seat(self, gone) if seat == self.turn else self.turn,
            gone=gone,
            ended="O1" if len(self.scores) - len(gone) == 1 else None,
        )


def starter(hands: Sequence[Hand], ages: seats.Ages, lot: int) -> seats.Start:
    return seats.starter(hands, ages, lot, oldest=False)


TOY: Edition[State, Lay, Stack] = Edition(
    "toy", HAND_SIZE, starter, State.start, parse_move, parse_position, borrowed_words="classic"
)
