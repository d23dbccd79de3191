"""What the pairs say: means and chances with their 95 % intervals.

The games of one pair share their deck, so they are not independent; the pairs are. All variances
are therefore those of the means of pairs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from qwirkle.analysis.intervals import Estimate, student_t
from qwirkle.arena.exact import exact
from qwirkle.arena.match import STOPPED, Pair


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

    def chance(self) -> Estimate:
        """The mean of shares with its exact interval: anything from 0 to 1 while there are fewer
        than two."""
        if self.count < 2:
            return Estimate(self.mean, 0.0, 1.0)
        error = math.sqrt(self.squares / (self.count - 1) / self.count)
        return exact(min(1.0, max(0.0, self.mean)), error, self.count)


@dataclass(slots=True)
class Side:
    """What is counted of one bot."""

    shares: Moments = field(default_factory=Moments)
    leads: Moments = field(default_factory=Moments)
    results: Counter[str] = field(default_factory=Counter)
    """How many games were won, drawn (a shared win) and lost; of several seats each counts."""
    outcomes: Counter[float] = field(default_factory=Counter)
    """How many pairs had which share of the wins."""

    def add(self, pair: Pair, side: str) -> None:
        self.shares.add(share := pair.share_of(side))
        self.outcomes[share] += 1
        self.leads.add(pair.lead_of(side))
        for game in pair.games:
            for seat, other in enumerate(game.sides):
                if other == side:
                    alone = "won" if len(game.winners) == 1 else "drawn"
                    self.results[alone if seat in game.winners else "lost"] += 1


@dataclass(slots=True)
class Summary:
    """Everything that is counted over pairs; pairs are added in the order of their numbers.

    >>> from qwirkle.arena.match import Played
    >>> pair = Pair(0, (Played(0, (12, 9), 7, "T17"), Played(1, (9, 9), 8, "T17")))
    >>> counted = Summary()
    >>> counted.add(pair)
    >>> counted.games, counted.pairs, counted.shares.mean, counted.leads.mean
    (2, 1, 0.75, 1.5)
    """

    games: int = 0
    stopped: int = 0
    """Games that did not end by themselves."""
    sides: dict[str, Side] = field(default_factory=lambda: {"a": Side()})
    """Of the first bot; in a line-up, of every bot."""
    margins: Moments = field(default_factory=Moments)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By side and kind."""

    @property
    def pairs(self) -> int:
        """How many pairs were counted."""
        return self.margins.count

    @property
    def shares(self) -> Moments:
        """The shares of the wins that were ``a``'s, pair by pair."""
        return self.sides["a"].shares

    @property
    def leads(self) -> Moments:
        """The leads of ``a``, pair by pair."""
        return self.sides["a"].leads

    def add(self, pair: Pair) -> None:
        """Count a pair."""
        self.games += len(pair.games)
        self.stopped += sum(game.ended == STOPPED for game in pair.games)
        self.margins.add(pair.margin)
        for side in pair.games[0].seating or "a":
            self.sides.setdefault(side, Side()).add(pair, side)
        self.faults.update(pair.fault_counts())


def summary(pairs: Iterable[Pair]) -> Summary:
    """The figures of some pairs.

    >>> from qwirkle.arena.match import Played
    >>> pair = Pair(0, (Played(0, (12, 9), 7, "T17"), Played(1, (9, 9), 8, "T17")))
    >>> summary([pair]).margins.mean
    1.5
    """
    counted = Summary()
    for pair in pairs:
        counted.add(pair)
    return counted
