"""How hard a move is to find, in steps; a move of no steps is seen by everybody.

What a step is depends on the game: ``bots/classic/difficulty.py``, ``bots/cards/difficulty.py``. A
player with an attention of 0.6 always notices a move of no steps, one of one step six times in
ten, and one of n steps with a chance of 0.6 to the power of n.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Protocol

from qwirkle.bots.dice import Dice
from qwirkle.moves import Move

QUARTERS = 4
"""Steps are counted in whole quarters."""


class Option(Protocol):
    """A move that could be noticed."""

    @property
    def gives(self) -> int:
        """Points, or captured rows."""

    @property
    def tie(self) -> int:
        """The more, the better, where several moves give the same."""

    @property
    def least(self) -> int:
        """The fewest steps that it can have; known without looking closely."""

    @property
    def steps(self) -> float:
        """How hard it is to find: a multiple of a quarter, or infinite where it cannot be found."""

    @property
    def move(self) -> Move:
        """The move itself."""


def noticed(found: Iterable[Option], attention: float, dice: Dice) -> Iterator[Option]:
    """The moves that are noticed: those that give the most first, and of these the better."""
    rolls = {option: dice.roll() for option in found}
    likely = [option for option, roll in rolls.items() if roll < chance(attention, option.least)]
    likely.sort(key=_gives, reverse=True)
    for _, equal in groupby(likely, key=_gives):
        for option in sorted(equal, key=_tie, reverse=True):
            if rolls[option] < chance(attention, option.steps):
                yield option


@cache
def chance(attention: float, steps: float) -> float:
    """The chance to notice a move: roots and products alone, the same bits on every machine."""
    if steps == math.inf:
        return 0.0
    quarter = math.sqrt(math.sqrt(attention))
    found = 1.0
    for _ in range(int(steps * QUARTERS)):
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


def _gives(option: Option) -> int:
    return option.gives


def _tie(option: Option) -> int:
    return option.tie
