"""What the pairs say: means with 95 % intervals, and the test that stops a run early.

The games of one pair share their deck, so they are not independent; the pairs are. All variances
are therefore those of the means of pairs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from qwirkle.analysis.intervals import student_t
from qwirkle.arena.match import STOPPED, Pair

Verdict = Literal["low", "high"]

FEWEST_PAIRS = 20
"""With fewer pairs the test decides nothing: their variance is too uncertain."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, and the half-width of its 95 % interval; None with fewer than two values."""

    mean: float
    error: float | None


@dataclass(slots=True)
class Moments:
    """Number, mean and variance of the values so far (Welford)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    """The sum of the squared distances from the mean."""

    @classmethod
    def of(cls, values: Iterable[float]) -> Moments:
        moments = cls()
        for value in values:
            moments.add(value)
        return moments

    def add(self, value: float) -> None:
        self.count += 1
        distance = value - self.mean
        self.mean += distance / self.count
        self.squares += distance * (value - self.mean)

    def estimate(self) -> Mean:
        """The mean with its interval by Student's t."""
        if self.count < 2:
            return Mean(self.mean, None)
        freedom = self.count - 1
        return Mean(self.mean, student_t(freedom) * math.sqrt(self.squares / freedom / self.count))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A generalized sequential probability ratio test of two leads, in points a game.

    Instead of a known variance it takes that of the pairs so far, as testers of chess programs do.
    """

    low: float
    high: float
    alpha: float = 0.05
    """How often ``high`` may be accepted where ``low`` is true."""
    beta: float = 0.05
    """How often ``low`` may be accepted where ``high`` is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first ``low`` is accepted, at or above the second ``high``."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, leads: Moments) -> float:
        """The logarithm of the likelihood ratio; zero where all pairs were alike.

        >>> round(Sprt(0, 1).llr(Moments.of([0, 2, 1, 3])), 3)
        3.2
        """
        if leads.squares <= 0:
            return 0.0
        variance = leads.squares / leads.count
        twice = 2 * leads.mean - self.low - self.high
        return leads.count * (self.high - self.low) * twice / (2 * variance)

    def verdict(self, leads: Moments) -> Verdict | None:
        """What is accepted, or None while more pairs are needed."""
        if leads.count < FEWEST_PAIRS:
            return None
        lower, upper = self.bounds
        llr = self.llr(leads)
        if llr >= upper:
            return "high"
        return "low" if llr <= lower else None


@dataclass(slots=True)
class Summary:
    """Everything that is counted over pairs; pairs are added in the order of their numbers."""

    games: int = 0
    stopped: int = 0
    """Games that did not end by themselves."""
    shares: Moments = field(default_factory=Moments)
    margins: Moments = field(default_factory=Moments)
    leads: Moments = field(default_factory=Moments)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By side and kind."""

    @property
    def pairs(self) -> int:
        return self.shares.count

    def add(self, pair: Pair) -> None:
        self.games += len(pair.games)
        self.stopped += sum(game.ended == STOPPED for game in pair.games)
        self.shares.add(pair.share)
        self.margins.add(pair.margin)
        self.leads.add(pair.lead)
        self.faults.update(pair.fault_counts())


def summary(pairs: Iterable[Pair]) -> Summary:
    """The figures of some pairs."""
    counted = Summary()
    for pair in pairs:
        counted.add(pair)
    return counted
