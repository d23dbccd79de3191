"""Two bots without foresight: one for tests and beginners, one that takes what it sees."""

from __future__ import annotations

import random

from qwirkle.bots import cards_greedy
from qwirkle.cards import fast
from qwirkle.cards.rules import Position as CardsPosition
from qwirkle.classic import fast as classic_fast
from qwirkle.classic.moves import Move as ClassicMove
from qwirkle.classic.rules import Position as ClassicPosition
from qwirkle.editions import Move
from qwirkle.testing import random_move
from qwirkle.views import View


class Random:
    """Some legal move; in the tile game a play where there is one.

    The choice follows from the seed and the view alone, so it is the same however often it is
    asked for, and the same again after an undo.
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: float | None = None) -> Move:  # noqa: ARG002
        dice = random.Random(f"{self.seed} {len(view.history)} {view.board} / {view.hand}")
        return random_move(view, dice)


class Greedy:
    """The most points, or the most rows, that this turn can give.

    In the card game, of the plays with the most rows, the one that offers the next player least.
    """

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: float | None = None) -> Move:  # noqa: ARG002
        position = view.position
        if isinstance(position, ClassicPosition):
            return _most_points(position)
        if isinstance(position, CardsPosition) and not position.opening:
            outcome = cards_greedy.choice(view, position)
            return (
                fast.arrange(position.table, *outcome) if outcome else cards_greedy.stuck(position)
            )
        return next(iter(view.legal_moves))


def _most_points(position: ClassicPosition) -> ClassicMove:
    """Of equal points the most tiles; where nothing fits, as many tiles traded as can be."""
    plays = classic_fast.scored(position.board, position.hand)
    best = max(plays, key=lambda scored: (scored[1], len(scored[0].tiles)), default=None)
    return best[0] if best else max(position.moves(), key=lambda move: len(move.tiles))
