"""The test that stops a run early: a sequential probability ratio test of two hypotheses.

Of points it is the generalized test with the variance of the pairs so far; of wins, the one with
the distribution of the pairs' outcomes that is the likeliest under each hypothesis, as testers of
chess programs use it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from qwirkle.arena.elo import share_of
from qwirkle.arena.stats import Moments, Side

Verdict = Literal["low", "high"]
Measure = Literal["points", "elo"]

FEWEST_PAIRS = 20
"""With fewer pairs the test decides nothing: their variance is too uncertain."""
UNSEEN = 1e-3
"""How often an outcome counts that has not been seen yet: it may still come."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Two leads, in points a game or in Elo, of which one is to be accepted.

    >>> test = Sprt(0, 1)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> test.llr(Side()), test.verdict(Side())
    (0.0, None)
    """

    low: float
    high: float
    alpha: float = 0.05
    """How often ``high`` may be accepted where ``low`` is true."""
    beta: float = 0.05
    """How often ``low`` may be accepted where ``high`` is true."""
    measure: Measure = "points"
    players: int = 2

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first ``low`` is accepted, at or above the second ``high``."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, side: Side) -> float:
        """The logarithm of the likelihood ratio."""
        if self.measure == "points":
            return self.llr_of_points(side.leads)
        low, high = (share_of(elo, self.players) for elo in (self.low, self.high))
        return llr_of_shares(side.outcomes, low, high)

    def llr_of_points(self, leads: Moments) -> float:
        """Of leads in points; zero where all pairs were alike.

        >>> round(Sprt(0, 1).llr_of_points(Moments.of([0, 2, 1, 3])), 3)
        3.2
        """
        if leads.squares <= 0:
            return 0.0
        variance = leads.squares / leads.count
        twice = 2 * leads.mean - self.low - self.high
        return leads.count * (self.high - self.low) * twice / (2 * variance)

    def verdict(self, side: Side) -> Verdict | None:
        """What is accepted, or None while more pairs are needed."""
        if side.leads.count < FEWEST_PAIRS:
            return None
        lower, upper = self.bounds
        llr = self.llr(side)
        if llr >= upper:
            return "high"
        return "low" if llr <= lower else None


def llr_of_shares(outcomes: Mapping[float, int], low: float, high: float) -> float:
    """The ratio of two hypotheses about the mean share, by the outcomes of the pairs.

    >>> round(llr_of_shares({1.0: 30, 0.5: 30, 0.0: 10}, 0.5, 0.6), 2)
    4.73
    """
    counts: dict[float, float] = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), UNSEEN)
    counts |= {share: float(count) for share, count in outcomes.items()}
    total = sum(counts.values())
    seen = {share: count / total for share, count in counts.items()}
    tilts = [_tilt(seen, mean) for mean in (low, high)]
    return total * sum(
        part * (math.log1p(tilts[0] * (share - low)) - math.log1p(tilts[1] * (share - high)))
        for share, part in seen.items()
    )


def _tilt(seen: Mapping[float, float], mean: float) -> float:
    """The parameter of the likeliest distribution with a given mean: each part becomes
    ``part / (1 + tilt (share - mean))``. Found by halving: the sum falls with the tilt."""
    low, high = -1 / (max(seen) - mean), 1 / (mean - min(seen))
    for _ in range(60):
        tilt = (low + high) / 2
        sum_ = math.fsum(
            part * (share - mean) / (1 + tilt * (share - mean)) for share, part in seen.items()
        )
        low, high = (tilt, high) if sum_ > 0 else (low, tilt)
    return (low + high) / 2
