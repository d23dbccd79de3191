"""How hard a play of the tile game is to find.

One step for each

- tile of the play beyond the first,
- line that the play makes beyond the first,
- gap that it bridges: two runs of tiles that become one line,
- four cells between the play and the nearest tile of the last round, up to two steps.
"""

from __future__ import annotations

from functools import cached_property
from itertools import groupby

from qwirkle.bots.difficulty import Option, Taste
from qwirkle.classic import fast
from qwirkle.classic.moves import Play
from qwirkle.classic.rules import Position
from qwirkle.classic.scoring import Line
from qwirkle.faults import Cell
from qwirkle.lines import largest_sets
from qwirkle.views import AnyView

A_STEP_AWAY = 4
"""Cells from the last plays that are a step."""
FARTHEST = 2
"""The most steps that the distance can add: beyond that, all is equally far."""
FEW = 2
"""The most tiles of a play that is laid because it fits."""


class Placed:
    """A play of the tile game."""

    def __init__(self, position: Position, play: Play, points: int, last: frozenset[Cell]) -> None:
        self.position = position
        self.move = play
        self.least = len(play.placements) - 1
        self.last = last
        out = len(play.placements) == len(position.hand) and not position.bag
        self.points = position.worth(play).points if out else points

    def fits(self, taste: Taste) -> bool:
        return taste is not Taste.FITTING or len(self.move.placements) <= FEW

    def appeal(self, taste: Taste) -> int:
        if taste is Taste.LONG:
            return max((len(line.cells) for line in self._lines), default=0)
        if taste is Taste.SAVING:
            kept = self.position.hand.without(self.move.tiles)
            return self.points + len(largest_sets(kept)[0])
        return self.points

    def tie(self, taste: Taste) -> int:
        return self.points if taste is Taste.LONG else len(self.move.placements)

    @cached_property
    def steps(self) -> float:
        gaps = sum(_gaps(line.cells, self.move.cells) for line in self._lines)
        return self.least + max(0, len(self._lines) - 1) + gaps + self._away()

    @cached_property
    def _lines(self) -> tuple[Line, ...]:
        return self.position.worth(self.move).lines

    def _away(self) -> float:
        """The steps for the distance to what was played last."""
        far = (abs(x - a) + abs(y - b) - 1 for x, y in self.move.cells for a, b in self.last)
        return min(FARTHEST, min(far, default=0) / A_STEP_AWAY)


def options(view: AnyView, position: Position) -> list[Option]:
    """Every play of this turn."""
    last = last_cells(view)
    scored = fast.scored(position.board, position.hand)
    return [Placed(position, play, points, last) for play, points in scored]


def last_cells(view: AnyView) -> frozenset[Cell]:
    """Where tiles were put in the last round."""
    moves = [event.move for event in view.history[-len(view.players) :]]
    return frozenset(cell for move in moves if isinstance(move, Play) for cell in move.cells)


def _gaps(line: tuple[Cell, ...], new: tuple[Cell, ...]) -> int:
    """How many gaps between tiles that already lay in one line were filled."""
    runs = sum(1 for lay, _ in groupby(line, key=lambda cell: cell not in new) if lay)
    return max(0, runs - 1)
