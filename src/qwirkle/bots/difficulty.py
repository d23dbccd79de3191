"""How hard a move is to find, in steps, and which of the moves that they find players want.

What a step is depends on the game: ``bots/classic/difficulty.py``, ``bots/cards/difficulty.py``.
Seeing anything at all is a step, too. A player with an attention of 0.6 notices a plain move, one
of no further steps, six times in ten, and one of n further steps with a chance of 0.6 to the power
of n + 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import groupby
from typing import Protocol

from qwirkle.bots.dice import Dice
from qwirkle.moves import Move

QUARTERS = 4
"""Steps are counted in whole quarters."""
SWING = 0.27
"""How far the form of a day can change the attention, for a player who notices nothing."""


class Taste(Enum):
    """What a player likes in a move. In the card game every row that is seen is taken first."""

    FITTING = "whatever fits: one or two pieces, and nothing is rearranged"
    LONG = "long lines before points; as many cards as can be"
    POINTS = "the most points; the most rows"
    SAVING = "points, and a good hand afterwards; few gifts for the next player"


class Option(Protocol):
    """A move that could be noticed."""

    @property
    def least(self) -> int:
        """The fewest steps that it can have; known without looking closely."""

    @property
    def steps(self) -> float:
        """How hard it is to find: a multiple of a quarter, or infinite where it cannot be found."""

    @property
    def move(self) -> Move:
        """The move itself."""

    def fits(self, taste: Taste) -> bool:
        """Whether a player of this taste would think of it at all."""

    def appeal(self, taste: Taste) -> int:
        """How much a player of this taste wants it: the more, the better."""

    def tie(self, taste: Taste) -> int:
        """The more, the better, where several moves have the same appeal."""


def noticed(
    found: Iterable[Option], attention: float, taste: Taste, dice: Dice
) -> Iterator[Option]:
    """The moves that are noticed and fit the taste, those that are wanted most first."""
    rolls = {option: dice.roll() for option in found}
    likely = [option for option, roll in rolls.items() if roll < chance(attention, option.least)]
    likely.sort(key=lambda option: option.appeal(taste), reverse=True)
    for _, equal in groupby(likely, key=lambda option: option.appeal(taste)):
        for option in sorted(equal, key=lambda option: option.tie(taste), reverse=True):
            if rolls[option] < chance(attention, option.steps) and option.fits(taste):
                yield option


@cache
def chance(attention: float, steps: float) -> float:
    """The chance to notice a move: roots and products alone, the same bits on every machine."""
    if steps == math.inf:
        return 0.0
    quarter = math.sqrt(math.sqrt(attention))
    found = 1.0
    for _ in range(int((1 + steps) * QUARTERS)):
        found *= quarter
    return found


def easiest(found: Iterable[Option]) -> Option | None:
    """The move that is the least hard to find."""
    found = sorted(found, key=lambda option: option.least)
    easy: Option | None = None
    for option in found:
        if easy is not None and easy.steps <= option.least:
            break
        if easy is None or option.steps < easy.steps:
            easy = option
    return easy


@dataclass(frozen=True, slots=True)
class Attention:
    """How much the levels that overlook moves notice, in one game.

    Each whole level, from level 0 on, has the attention at which it begins, and the one that it
    reaches just before the next.
    """

    levels: tuple[tuple[float, float], ...]

    def of(self, hundredths: int, form: float = 0.5) -> float:
        """The attention of a level in hundredths, in the form that it has today, from 0 to 1.

        Everybody has good days and bad ones; the less somebody notices, the more they differ.

        >>> scale = Attention(((0.0, 0.5), (0.5, 1.0)))
        >>> scale.of(150), round(scale.of(150, form=1.0), 4), scale.of(150, form=0.0)
        (0.75, 0.8175, 0.6825)
        """
        low, high = self.levels[hundredths // 100]
        usual = low + (high - low) * (hundredths % 100) / 100
        return usual + SWING * (1 - usual) * (2 * form - 1)
