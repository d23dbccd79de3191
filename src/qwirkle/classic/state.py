"""The tile game's turns: everything that is true at one moment of a game.

A state never changes and holds no dice. What was drawn is an argument of ``after``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.classic.board import Board
from qwirkle.classic.moves import Move, Pass, Play, Trade
from qwirkle.classic.rules import Position
from qwirkle.classic.scoring import Score
from qwirkle.faults import BadSetup, Fault, IllegalMove
from qwirkle.given import Given
from qwirkle.pictures import Picture
from qwirkle.tiles import Hand, Pieces, Tile

HAND_SIZE = 6


def starter(hands: Sequence[Hand], ages: seats.Ages, lot: int) -> seats.Start:
    """The largest set starts, of the tied the oldest (T2)."""
    return seats.starter(hands, ages, lot, oldest=True)


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[Hand, ...]
    bag: Bag
    turn: int
    scores: tuple[int, ...]
    board: Board = Board()
    passes: int = 0
    """How many players in a row have just passed."""
    gone: frozenset[int] = frozenset()
    """The seats that left the game (O1)."""
    removed: Pieces = Pieces()
    """The tiles that left the game with them."""
    ended: str | None = None
    """The rule by which the game ended: T17, T18 or O1."""
    judged: object = field(default=None, init=False, compare=False, repr=False)
    """The move that was found legal here last: ``after`` does not judge it again."""

    @classmethod
    def start(cls, hands: Sequence[Hand], bag: Bag, first: int) -> State:
        """The game after the deal (T1); the seat that starts is to move."""
        return cls(tuple(hands), bag, first, scores=(0,) * len(hands))

    @classmethod
    def begun(cls, given: Given) -> State:
        """A game that begins from a position instead of a deal."""
        board = Board.parse(given.layout)
        if any(given.captured):
            raise BadSetup("bad.given.captured")
        if flaw := board.flaw():
            raise BadSetup.of(flaw)
        bag = given.bag(board.values(), HAND_SIZE, "T1.copies")
        return cls(given.hands, bag, given.turn, given.points, board)

    @property
    def layout(self) -> Board:
        """The open pieces: the board."""
        return self.board

    @property
    def captured(self) -> tuple[tuple[()], ...]:
        """Nobody has anything in front of them."""
        return ((),) * len(self.hands)

    @property
    def seen(self) -> Pieces:
        """The tiles that everybody can see."""
        return Pieces(self.board.values())

    @property
    def position(self) -> Position:
        return self.position_of(self.turn)

    def position_of(self, seat: int) -> Position:
        return Position(self.board, self.hands[seat], len(self.bag))

    def fault(self, move: object) -> Fault | None:
        """What is wrong with a move of the player to move, or None."""
        if self.ended:
            return Fault(f"{self.ended}.over")
        fault = self.position.fault(move)
        if fault is None:
            object.__setattr__(self, "judged", move)
        return fault

    def moves(self) -> Iterator[Move]:
        return iter(()) if self.ended else self.position.moves()

    def draws(self, move: Move) -> int:
        """How many tiles are drawn with a move: back up to six, or as many as there are (T14)."""
        return min(len(move.tiles), len(self.bag))

    def mixed(self, move: Move) -> tuple[Tile, ...]:
        """The tiles that go back into the bag, after the draw (T15)."""
        return move.tiles if isinstance(move, Trade) else ()

    def score(self, move: Move) -> Score:
        """The points of a legal move, line by line."""
        return self.position.worth(move)

    def points(self, move: Move) -> int:
        return self.position.worth(move).points

    def picture(self, move: Move | None = None) -> Picture:
        """What lies after a move, with its tiles marked; without one, what lies now."""
        if isinstance(move, Play):
            return self.board.laid(move).picture(move.cells)
        return self.board.picture()

    def after(self, move: Move, drawn: Sequence[Tile] = ()) -> State:
        """The state that follows a move with these tiles drawn."""
        if self.judged is not move and (fault := self.fault(move)):
            raise IllegalMove(fault)
        seats.check_draw(self.bag, drawn, self.draws(move))
        seat, hand = self.turn, self.hands[self.turn].without(move.tiles).plus(drawn)
        state = State(
            hands=seats.changed(self.hands, seat, hand),
            bag=self.bag.without(drawn).plus(self.mixed(move)),
            turn=seats.next_seat(self),
            scores=seats.changed(self.scores, seat, self.scores[seat] + self.score(move).points),
            board=self.board.laid(move) if isinstance(move, Play) else self.board,
            passes=self.passes + 1 if isinstance(move, Pass) else 0,
            gone=self.gone,
            removed=self.removed,
        )
        if not hand:
            return state._ended_by("T17")
        return state._ended_by("T18") if state.passes == len(seats.staying(state)) else state

    def resigned(self, seat: int) -> State:
        """The state after a player left the game (O1)."""
        gone = self.gone | {seat}
        state = replace(
            self,
            hands=seats.changed(self.hands, seat, Hand()),
            removed=self.removed.plus(self.hands[seat]),
            turn=seats.next_seat(self, gone) if seat == self.turn else self.turn,
            passes=0,
            gone=gone,
        )
        return state._ended_by("O1") if len(seats.staying(state)) == 1 else state

    def _ended_by(self, rule: str) -> State:
        return replace(self, ended=rule)
