"""Glicko-2, as in Mark Glickman's "Example of the Glicko-2 system" (2013).

The existing packages are small and untyped, and only know whole rating periods. Here a game is
rated when it ends, and time passes in fractions of a period.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178
TAU = 0.5
"""How freely the volatility moves."""
CLOSE = 1e-6
AVERAGE, WIDEST, USUAL = 1500.0, 350.0, 0.06


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating, how sure it is, and how much it is expected to move."""

    rating: float = AVERAGE
    deviation: float = WIDEST
    volatility: float = USUAL


def waited(one: Rated, periods: float) -> Rated:
    """The rating after some periods without a game: as high as before, and less sure."""
    deviation = math.hypot(one.deviation, SCALE * one.volatility * math.sqrt(periods))
    return Rated(one.rating, min(WIDEST, deviation), one.volatility)


def after(one: Rated, games: Sequence[tuple[Rated, float]], periods: float = 1.0) -> Rated:
    """The rating after games against others: 1 for a win, 0 for a loss, ½ for a shared win."""
    mu, phi = (one.rating - AVERAGE) / SCALE, one.deviation / SCALE
    precision = gain = 0.0
    for other, score in games:
        weight = _weight(other.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - AVERAGE) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / precision
    sigma = _volatility(one.volatility, phi, variance, variance * gain)
    widened = math.hypot(phi, sigma * math.sqrt(periods))
    narrowed = 1 / math.sqrt(1 / widened**2 + precision)
    return Rated(one.rating + SCALE * narrowed**2 * gain, min(WIDEST, SCALE * narrowed), sigma)


def _weight(phi: float) -> float:
    """g(φ): a game against somebody whose rating is unsure says less."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the new volatility, by the Illinois algorithm."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        first = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
        return first - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
