"""Two bots without foresight: one for tests and beginners, one that takes what it sees."""

from __future__ import annotations

import random

from qwirkle.bots.knowledge import knowledge
from qwirkle.editions import B, M
from qwirkle.moves import Move
from qwirkle.testing import random_move
from qwirkle.views import AnyView, View


class Random:
    """Some legal move; in the tile game a play where there is one.

    The choice follows from the seed and the view alone, so it is the same however often it is
    asked for, and the same again after an undo.
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View[M, B], budget: float | None = None) -> M:
        dice = random.Random(f"{self.seed} {len(view.history)} {view.board} / {view.hand}")
        return random_move(view, dice)


class Greedy:
    """The most points, or the most rows, that this turn can give.

    In the card game, of the plays with the most rows, the one that offers the next player least.
    """

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        return knowledge(view.edition).greedy(view)
