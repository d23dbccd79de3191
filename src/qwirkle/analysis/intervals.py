"""How sure a figure is: 95 % intervals of means, and of chances."""

from __future__ import annotations

import math
from dataclasses import dataclass

_SMALL_T = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
"""The two-sided 95 % points of Student's t with 1 to 10 degrees of freedom."""


_Z = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""


def student_t(freedom: int) -> float:
    """The two-sided 95 % point of Student's t.

    >>> round(student_t(30), 3)
    2.042
    """
    if freedom <= len(_SMALL_T):
        return _SMALL_T[freedom - 1]
    # The expansion of Cornish and Fisher around the normal distribution. Products instead of powers
    # have the same bits everywhere: kernel/core/intervals.h.
    z, n = _Z, float(freedom)
    z2 = z * z
    z3 = z2 * z
    z5 = z3 * z2
    z7 = z5 * z2
    return (
        z
        + (z3 + z) / 4 / n
        + (5 * z5 + 16 * z3 + 3 * z) / 96 / (n * n)
        + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384 / (n * n * n)
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and the ends of its 95 % interval; an exact one is its own interval.

    >>> Estimate(0.5, 0.25, 0.75).width
    0.5
    """

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """How far apart the ends are."""
        return self.high - self.low


def mean(value: float, error: float, samples: int) -> Estimate:
    """A mean with its standard error, by Student's t.

    >>> found = mean(3.0, 1.0, 11)
    >>> round(found.low, 2), round(found.high, 2)
    (0.77, 5.23)
    """
    half = student_t(samples - 1) * error
    return Estimate(value, value - half, value + half)


def chance(value: float, error: float, samples: int) -> Estimate:
    """A chance with its standard error, by Wilson's interval: it never leaves 0 to 1.

    Coins would need some number of throws for the same error; it is the number in the formula. A
    chance of 0 or 1 has no error at all, and still no more samples than there were.

    >>> found = chance(1.0, 0.0, 20)
    >>> round(found.low, 2), found.high
    (0.82, 1.0)
    """
    throws = max(samples, value * (1 - value) / (error * error)) if error else samples
    t = student_t(samples - 1)
    square = t * t / throws
    middle = (value + square / 2) / (1 + square)
    half = math.sqrt(square * (value * (1 - value) + square / 4)) / (1 + square)
    return Estimate(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)))


def exactly(value: float) -> Estimate:
    return Estimate(value, value, value)
