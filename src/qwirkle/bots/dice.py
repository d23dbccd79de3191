"""Dice of the bots that roll the same in every language: splitmix64, as in kernel/core/random.h."""

from __future__ import annotations

import zlib

from qwirkle.views import AnyView

_BITS = (1 << 64) - 1


class Dice:
    """Numbers that follow from a seed alone.

    >>> dice = Dice(7)
    >>> round(dice.roll(), 4), round(dice.roll(), 4)
    (0.3898, 0.0168)
    """

    def __init__(self, seed: int) -> None:
        self.state = seed & _BITS

    def next(self) -> int:
        """64 bits."""
        self.state = mixed = (self.state + 0x9E3779B97F4A7C15) & _BITS
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _BITS
        return mixed ^ mixed >> 31

    def roll(self) -> float:
        """A number from 0 to 1, less than 1."""
        return (self.next() >> 11) * 2.0**-53


def turn_seed(seed: int, view: AnyView) -> int:
    """The seed of one turn: it follows from a seed, and from what the player knows."""
    return zlib.crc32(f"{seed} {len(view.history)} {view.bag} {view.hand}".encode())
