"""The tile game: reasons read off the board with the functions of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import nlargest
from itertools import islice

from qwirkle.analysis.general import Analysis
from qwirkle.analysis.reasons import Reason, because, kept
from qwirkle.bots.classic.search import position_of
from qwirkle.classic import fast
from qwirkle.classic.board import Board
from qwirkle.classic.cells import AXES
from qwirkle.classic.moves import Play, Trade
from qwirkle.classic.rules import Position
from qwirkle.classic.scoring import Score
from qwirkle.lines import LONGEST, partners
from qwirkle.moves import Move
from qwirkle.tiles import Tile
from qwirkle.views import AnyView


class Classic(Analysis):
    searched = True

    def best(self, view: AnyView, most: int) -> list[Move]:
        """By points, then by tiles; trades where nothing fits."""
        position = position_of(view)
        plays = fast.scored(position.board, position.hand)
        found = nlargest(most, plays, key=lambda scored: (scored[1], len(scored[0].tiles)))
        return [play for play, _ in found] or list(islice(position.moves(), most))

    def reasons(self, view: AnyView, move: Move) -> Iterator[Reason]:
        return reasons(position_of(view), view.unseen, move)

    def alike(self, view: AnyView, one: Move, other: Move) -> bool:
        """The same tiles, or one tile more at the same place; and trades are one idea."""
        if not isinstance(one, Play) or not isinstance(other, Play):
            return type(one) is type(other)
        tiles, others = Counter(one.tiles), Counter(other.tiles)
        shared = set(one.placements) & set(other.placements)
        return tiles == others or (bool(shared) and (tiles <= others or others <= tiles))


ANALYSIS = Classic()


def reasons(position: Position, unseen: Counter[Tile], move: Move) -> Iterator[Reason]:
    """What a move gives, what it leaves to the others, and what it keeps."""
    board = position.board
    if isinstance(move, Play):
        score = position.score(move)
        yield from _points(score)
        if score.going_out:
            return
        board = board.laid(move)
    elif isinstance(move, Trade):
        yield because("advice.trade", n=len(move.tiles))
        unseen = unseen + Counter(move.tiles)  # they go into the bag
    else:
        yield because("advice.pass")
        return
    yield from _fives(board, unseen)
    yield from kept(position.hand.without(move.tiles), "tiles")


def _points(score: Score) -> Iterator[Reason]:
    """The points of the lines, the Qwirkles among them, and the bonus for going out."""
    points = [line.points for line in score.lines]
    if len(points) > 1:
        yield because("advice.points.lines", n=sum(points), sum=" + ".join(map(str, points)))
    elif points:
        yield because("advice.points.line", n=points[0])
    else:
        yield because("advice.points.none")
    for line in score.lines:
        if line.is_qwirkle:
            yield because("advice.qwirkle", tiles=line.tiles)
    if score.going_out:
        yield because("advice.out", n=score.going_out)


def _fives(board: Board, unseen: Counter[Tile]) -> Iterator[Reason]:
    """The lines that others could make Qwirkles of with one tile."""
    needed = sorted(tile for tile in completing(board) if unseen[tile])
    if needed:
        yield because("advice.five", n=sum(unseen[tile] for tile in needed), tiles=needed)
    else:
        yield because("advice.five.none")


def completing(board: Board) -> set[Tile]:
    """The tiles that would each make a Qwirkle on their own, at an end or in a gap.

    >>> completing(Board.parse("Ro@0,0 Rx@1,0 Rd@2,0 Rs@4,0 Rt@5,0"))
    {Tile.parse('Rc')}
    """
    found = set()
    for cell in board.frontier():
        for axis in AXES:
            line = board.line(cell, axis)
            if len(line) == LONGEST:
                others = partners(board[other] for other in line if other != cell)
                found |= {tile for tile in others if not board.fault(Play(((cell, tile),)))}
    return found
