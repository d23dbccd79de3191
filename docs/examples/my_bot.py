"""A bot of your own: it plays the tile game and the card game, and likes to keep its hand."""

from __future__ import annotations

import random

from qwirkle.editions import Move
from qwirkle.views import View

MOST_LOOKS = 200
"""Moves that it looks at in a turn; a card player can have thousands."""


class Thrifty:
    """The most points, or rows; of equal moves the one that plays the fewest pieces."""

    name = "thrifty"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: float | None = None) -> Move:  # noqa: ARG002
        """A legal move; the dice follow from the seed and the view, so it can be asked again."""
        dice = random.Random(f"{self.seed} {len(view.history)} {view.hand}")
        looked_at = [move for _, move in zip(range(MOST_LOOKS), view.legal_moves, strict=False)]
        return max(looked_at, key=lambda move: (gives(view, move), -size(move), dice.random()))


def gives(view: View, move: Move) -> int:
    """Points in the tile game; captured rows in the card game."""
    if view.edition == "classic":
        return view.position.score(move).points  # type: ignore[union-attr, arg-type]
    return len(getattr(move, "captured", ()))


def size(move: Move) -> int:
    """How many pieces are played or traded; in the card game, how many cards lie there then."""
    return len(getattr(move, "tiles", getattr(move, "cards", ())))
