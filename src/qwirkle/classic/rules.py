"""The judge of the tile game.

The checks come in a fixed order, the most basic first, and the first that fails is the answer.
A play: tiles of the hand (T4), free cells (T9), one set (T5), one line (T6), no gap (T7), touching
(T8); for every line that it makes its length (T12), its common feature (T10) and its duplicates
(T11); and at the opening the size of the set (T3). A trade: at least one tile (T15), tiles of the
hand (T4), not at the opening (T3), not from an empty bag (T16), not more than it holds (T15). A
pass: not at the opening (T3), not with tiles in the bag (T15), not while something fits (T16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from qwirkle import pictures
from qwirkle.classic import fast
from qwirkle.classic.cells import EAST, SOUTH, moved, neighbours
from qwirkle.classic.moves import Move, Pass, Play, Trade, parse_move
from qwirkle.classic.scoring import BONUS, Line, Score, lines_made, score
from qwirkle.faults import BadNotation, Cell, Fault, IllegalMove
from qwirkle.lines import LONGEST, alike, largest_sets, shared, subsets
from qwirkle.moves import LegalMoves
from qwirkle.tiles import Hand, Tile

if TYPE_CHECKING:
    from qwirkle.classic.board import Board


@dataclass(frozen=True, slots=True)
class Position:
    """What the player to move knows and needs for a decision: board, own hand, size of the bag.

    >>> position = Position.parse("Ro@0,0 Rx@1,0 / Rs Bt / 90")
    >>> position.score("Rs@2,0").points
    3
    >>> position.fault("Bt@2,0").rule
    'T10'
    """

    board: Board
    hand: Hand
    bag: int

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read ``board / hand / bag``."""
        from qwirkle.classic.notation import parse_position

        return parse_position(text)

    @property
    def legal_moves(self) -> LegalMoves[Move]:
        """Every legal move: iterate, test with ``in``, ``count()``."""
        return LegalMoves(parse_move, self)

    def fault(self, move: object) -> Fault | None:
        """What is wrong with a move, written or as an object; or None."""
        match parse_move(move) if isinstance(move, str) else move:
            case Play() as move:
                return self._play_fault(move)
            case Trade() as move:
                return self._trade_fault(move)
            case Pass():
                return self._pass_fault()
            case _:
                return Fault("T4.kind")

    def score(self, move: str | Move) -> Score:
        """The points of a legal move, the bonus for going out among them (T13, T17)."""
        return self.worth(self._legal(move))

    def points(self, move: str | Move) -> int:
        """How many points a legal move scores; 0 for a trade or a pass."""
        return self.score(move).points

    def after(self, move: str | Move, drawn: str | Iterable[Tile] = ()) -> Position:
        """What the same player knows after a legal move with these tiles drawn; or with none, as
        before the draw.

        >>> str(Position.parse("Ro@0,0 / Rs Bt / 90").after("Rs@1,0", drawn="Gx"))
        'Ro@0,0 Rs@1,0 / Gx Bt / 89'
        """
        made, new = self._legal(move), Hand.of(drawn, "drawn")
        expected = min(len(made.tiles), self.bag)
        if new and len(new) != expected:
            raise BadNotation("bad.draw_count", count=len(new), expected=expected)
        mixed = len(made.tiles) if isinstance(made, Trade) else 0
        return Position(
            self.board.laid(made) if isinstance(made, Play) else self.board,
            self.hand.without(made.tiles).plus(new),
            self.bag - len(new) + mixed,
        )

    def _legal(self, move: str | Move) -> Move:
        made = parse_move(move) if isinstance(move, str) else move
        if fault := self.fault(made):
            raise IllegalMove(fault)
        return made

    def worth(self, move: Move) -> Score:
        """The score of a move that is known to be legal."""
        if not isinstance(move, Play):
            return Score(())
        return replace(score(self.board, move), going_out=self._going_out(move))

    def moves(self) -> Iterator[Move]:
        """Every legal move: plays, then trades; or the one pass."""
        can_play = False
        for play in fast.plays(self.board, self.hand):
            can_play = True
            yield play
        if self.board:
            for tiles in subsets(self.hand, self.bag):
                yield Trade(tiles)
            if not self.bag and not can_play:
                yield Pass()

    def scored(self) -> Iterator[tuple[Move, int]]:
        """Every legal move but the trades, with its points; the same as asking for each."""
        can_play = False
        for play, points in fast.scored(self.board, self.hand):
            can_play = True
            yield play, points + self._going_out(play)
        if self.board and not self.bag and not can_play:
            yield Pass(), 0

    def random_move(self, dice: Random) -> Move:
        """A random legal move: a play rather than a trade where there is one."""
        moves = list(self.moves())
        return dice.choice([move for move in moves if isinstance(move, Play)] or moves)

    @property
    def most_traded(self) -> int:
        """How many tiles a trade may set aside at most (T15)."""
        return min(len(self.hand), self.bag) if self.board else 0

    def svg(self, label: str = "") -> str:
        """A picture of the board, and of the hand below it."""
        return pictures.with_hand(self.board.picture(), self.hand, label)

    def text(self) -> str:
        """The same made of letters."""
        return f"{self.board.text()}\n\n{self.hand}".lstrip("\n")

    _repr_svg_ = svg

    def __str__(self) -> str:
        return f"{self.board} / {self.hand} / {self.bag}".strip()

    def _going_out(self, play: Play) -> int:
        return BONUS if not self.bag and len(play.tiles) == len(self.hand) else 0

    def _play_fault(self, play: Play) -> Fault | None:
        if missing := self.hand.missing(play.tiles):
            return Fault("T4.hand", missing)
        if fault := play_fault(self.board, play):
            return fault
        return None if self.board else self._opening_fault(play)

    def _opening_fault(self, play: Play) -> Fault | None:
        size = len(largest_sets(self.hand)[0])
        if len(play.tiles) == size:
            return None
        return Fault("T3.size", play.tiles, play.cells, {"n": size})

    def _trade_fault(self, trade: Trade) -> Fault | None:
        if not trade.tiles:
            return Fault("T15.none")
        if missing := self.hand.missing(trade.tiles):
            return Fault("T4.hand", missing)
        if not self.board:
            return Fault("T3.trade", trade.tiles)
        if not self.bag:
            return Fault("T16.trade", trade.tiles)
        if len(trade.tiles) > self.bag:
            return Fault("T15.bag", trade.tiles, words={"n": self.bag})
        return None

    def _pass_fault(self) -> Fault | None:
        if not self.board:
            return Fault("T3.pass")
        if self.bag:
            return Fault("T15.pass")
        play = next(fast.plays(self.board, self.hand), None)
        if play is not None:
            return Fault("T16.pass", play.tiles, play.cells)
        return None


def play_fault(board: Board, play: Play) -> Fault | None:
    """What is wrong with these tiles on these cells, regardless of the hand (T5-T12), or None."""
    return _cells_fault(board, play) or _place_fault(board, play) or _lines_fault(board, play)


def _cells_fault(board: Board, play: Play) -> Fault | None:
    """T9 and T5: free cells, one set."""
    if not play.placements:
        return Fault("T5.none")
    taken = tuple(cell for cell in play.cells if cell in board)
    if taken:
        return Fault("T9", (board[taken[0]],), taken, {"cell": taken[0]})
    for (cell, first), (other, second) in pairwise(play.placements):
        if cell == other:
            return Fault("T9.twice", (first, second), (cell,), {"cell": cell})
    if twin := alike(play.tiles):
        return Fault("T5.alike", (twin,), _cells_of(twin, play.placements))
    if shared(play.tiles) is None:
        return Fault("T5.mixed", play.tiles, play.cells)
    return None


def _place_fault(board: Board, play: Play) -> Fault | None:
    """T6, T7 and T8: one line, no gap, touching."""
    columns, rows = ({cell[axis] for cell in play.cells} for axis in (0, 1))
    if len(columns) > 1 and len(rows) > 1:
        return Fault("T6", play.tiles, play.cells)
    if gap := _first_gap(board, play, EAST if len(columns) > 1 else SOUTH):
        return Fault("T7", play.tiles, (gap,), {"cell": gap})
    if board and not any(near in board for cell in play.cells for near in neighbours(cell)):
        return Fault("T8", play.tiles, play.cells)
    return None


def _first_gap(board: Board, play: Play, axis: Cell) -> Cell | None:
    """The first empty cell between the first and the last tile of a play along an axis."""
    cell, last = play.cells[0], play.cells[-1]
    while cell != last:
        cell = moved(cell, axis)
        if cell not in board and cell not in play.cells:
            return cell
    return None


def _lines_fault(board: Board, play: Play) -> Fault | None:
    """T12, T10 and T11 for every line that the play makes, the longest line first."""
    faults = (line_fault(line) for line in lines_made(board, play))
    return next((fault for fault in faults if fault), None)


def line_fault(line: Line) -> Fault | None:
    """What is wrong with a line (T12, T10, T11), or None."""
    if len(line.tiles) > LONGEST:
        return Fault("T12", line.tiles, line.cells, {"n": len(line.tiles)})
    if shared(line.tiles) is None:
        return Fault("T10", line.tiles, line.cells)
    if twin := alike(line.tiles):
        return Fault("T11", (twin,), _cells_of(twin, zip(line.cells, line.tiles, strict=True)))
    return None


def _cells_of(tile: Tile, placements: Iterable[tuple[Cell, Tile]]) -> tuple[Cell, ...]:
    return tuple(cell for cell, other in placements if other == tile)
