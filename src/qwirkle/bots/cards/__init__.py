"""The bots in the card game."""

from __future__ import annotations

from typing import Any

from qwirkle.bots.cards import difficulty, greedy
from qwirkle.bots.cards.quick import any_play, one_card_more
from qwirkle.bots.cards.search import CardsMaster, position_of
from qwirkle.bots.difficulty import Attention, Option
from qwirkle.bots.knowledge import Knowledge
from qwirkle.cards import fast
from qwirkle.cards.moves import Arrange, Move
from qwirkle.cards.rules import played
from qwirkle.tiles import Tile
from qwirkle.views import AnyView


class Cards(Knowledge):
    attention = Attention(
        ((0.22, 0.45), (0.45, 0.6), (0.38, 0.58), (0.6, 0.85), (0.665, 1.0)),
    )

    def greedy(self, view: AnyView) -> Move:
        """Of the plays with the most rows, the one that offers the next player least."""
        position = position_of(view)
        if position.opening:
            return next(position.moves())
        outcome = greedy.choice(view, position)
        return fast.arrange(position.table, *outcome) if outcome else greedy.stuck(position)

    def forced(self, view: AnyView) -> Move | None:
        """An opening: all give the same (C3)."""
        position = position_of(view)
        return next(position.moves()) if position.opening else None

    def options(self, view: AnyView) -> list[Option]:
        return difficulty.options(view, position_of(view))

    def stuck(self, view: AnyView) -> Move:
        return greedy.stuck(position_of(view))

    def obvious_move(self, view: AnyView) -> Move | None:
        position = position_of(view)
        return next(position.moves()) if position.opening else one_card_more(position)

    def some_move(self, view: AnyView) -> Move:
        """Any play, or the proof that there is none (C9)."""
        return any_play(position_of(view)) or self.stuck(view)

    def laid(self, layout: Any, move: Any) -> tuple[Tile, ...]:
        """A move is the whole new table: what is new on it comes from the hand."""
        return tuple(played(layout, move)) if isinstance(move, Arrange) else ()

    def searcher(self, name: str, seed: int, budget: float) -> CardsMaster:
        return CardsMaster(seed, budget)


KNOWLEDGE = Cards()
