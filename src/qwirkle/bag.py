"""What is left to draw: the tile game's bag, the card game's pile.

A bag knows what it holds and not in which order it will come out: chance is an argument of the
games, never a part of them.
"""

from __future__ import annotations

from qwirkle.tiles import COPIES, TILES, Pieces


class Bag(Pieces):
    """The pieces that nobody has drawn yet."""

    __slots__ = ()

    @classmethod
    def full(cls) -> Bag:
        """All 108 pieces."""
        return cls(TILES * COPIES)
