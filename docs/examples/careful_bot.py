"""The bots of the tutorial that count points: greedy ones, with less or more fear."""

from __future__ import annotations

from qwirkle import Board
from qwirkle.classic.moves import Move, Play
from qwirkle.views import View


class Points:
    """The most points in the tile game; of equal moves the one with the most tiles."""

    name = "points"
    fear = 0
    """Points that a line of five costs, since the next player may complete it for twelve."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View[Move, Board], budget: float | None = None) -> Move:
        """The move that is worth the most."""
        return max(view.legal_moves, key=lambda move: self.worth(view.board, move))

    def worth(self, board: Board, move: Move) -> tuple[int, int]:
        """What counts first, and what decides between equals."""
        if not isinstance(move, Play):  # a trade or a pass
            return 0, len(move.tiles)
        score = board.score(move)
        fives = sum(len(line.tiles) == 5 for line in score.lines)
        return score.points - self.fear * fives, len(move.tiles)


class Careful(Points):
    """The same, but it is afraid of lines of five."""

    name = "careful"
    fear = 6


class Calm(Points):
    """The same, but it is only a little afraid."""

    name = "calm"
    fear = 2
