"""A bot of your own: it plays the tile game and the card game, and likes to keep its hand."""

from __future__ import annotations

import random
from itertools import islice

from qwirkle.moves import Move
from qwirkle.views import AnyView

MOST_LOOKS = 200
"""Moves that it looks at in a turn; a card player can have thousands."""


class Thrifty:
    """The most points, or rows; of equal moves the one that plays the fewest pieces."""

    name = "thrifty"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        """A legal move; the dice follow from the seed and the view, so it can be asked again."""
        dice = random.Random(f"{self.seed} {len(view.history)} {view.hand}")
        gives = view.position.points  # points in the tile game, captured rows in the card game
        moves: list[Move] = list(islice(view.legal_moves, MOST_LOOKS))
        return max(moves, key=lambda move: (gives(move), -size(move), dice.random()))


def size(move: Move) -> int:
    """How many pieces are played or traded; in the card game, how many cards lie there then."""
    return len(getattr(move, "tiles", getattr(move, "cards", ())))
