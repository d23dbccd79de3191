"""The first bot of the tutorial: it plays, and that is all."""

from __future__ import annotations

from qwirkle.moves import Move
from qwirkle.views import AnyView


class First:
    """The first legal move that it finds."""

    name = "first"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        """A legal move."""
        move: Move = next(iter(view.legal_moves))
        return move
