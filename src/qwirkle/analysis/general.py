"""What there is to say about the moves of one game, found by the name of its edition.

``analysis/NAME.py`` gives the ``ANALYSIS`` of the edition of that name. Where there is no such
module, the general behaviour here works: moves are ranked by their points in this turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest

from qwirkle.analysis.reasons import Reason, because
from qwirkle.editions import part_of
from qwirkle.moves import Move
from qwirkle.views import AnyView


class Analysis:
    """The general behaviour, and what an edition may know better."""

    searched = False
    """Whether the kernel can try out its moves."""
    worth = 0.01
    """The chance to win that a point is worth at least, when a decided game is looked at again."""

    def best(self, view: AnyView, most: int) -> list[Move]:
        """The moves that give the most in this turn, best first."""
        return nlargest(most, view.legal_moves, key=view.position.points)

    def is_open(self, view: AnyView) -> bool:
        """Whether nothing is left to chance, so that a search is exact."""
        return False

    def reasons(self, view: AnyView, move: Move) -> Iterator[Reason]:
        """What a move gives, what it leaves to the others, and what it keeps."""
        points = view.position.points(move)
        yield because("advice.points.line", n=points) if points else because("advice.points.none")

    def alike(self, view: AnyView, one: Move, other: Move) -> bool:
        """Whether two moves are the same idea."""
        return one == other


GENERAL = Analysis()


def analysis(edition: str) -> Analysis:
    """What there is to say about the moves of the edition of that name."""
    return part_of(edition, "qwirkle.analysis", "ANALYSIS", GENERAL)
