"""The bots in the tile game."""

from __future__ import annotations

from collections.abc import Mapping

from qwirkle.bots.classic import difficulty
from qwirkle.bots.classic.search import (
    CAREFUL,
    MASTER,
    SIM,
    STATIC,
    ClassicSearch,
    Settings,
    position_of,
)
from qwirkle.bots.difficulty import Attention, Option
from qwirkle.bots.knowledge import Knowledge
from qwirkle.bots.search import QUICK
from qwirkle.classic import fast
from qwirkle.classic.moves import Move
from qwirkle.views import AnyView

SEARCHES: Mapping[str, Settings] = {"sim": SIM, "master": MASTER}


class Classic(Knowledge):
    attention = Attention(
        ((0.22, 0.375), (0.375, 0.51), (0.525, 0.78), (0.6, 0.825), (0.825, 1.0)),
    )

    def greedy(self, view: AnyView) -> Move:
        """Of equal points the most tiles; where nothing fits, as many tiles traded as can be."""
        position = position_of(view)
        plays = fast.scored(position.board, position.hand)
        best = max(plays, key=lambda scored: (scored[1], len(scored[0].tiles)), default=None)
        return best[0] if best else self.stuck(view)

    def forced(self, view: AnyView) -> Move | None:
        """An opening: all give the same (T3)."""
        position = position_of(view)
        return None if position.board else next(position.moves())

    def options(self, view: AnyView) -> list[Option]:
        return difficulty.options(view, position_of(view))

    def stuck(self, view: AnyView) -> Move:
        """As many tiles traded as can be, or a pass."""
        return max(position_of(view).moves(), key=lambda move: len(move.tiles))

    def judge(self, seed: int) -> ClassicSearch:
        return ClassicSearch("static", STATIC, seed)

    def careful(self, seed: int) -> ClassicSearch:
        return ClassicSearch("careful", CAREFUL, seed, QUICK)

    def searcher(self, name: str, seed: int, budget: float) -> ClassicSearch:
        return ClassicSearch(name, SEARCHES[name], seed, budget)


KNOWLEDGE = Classic()
