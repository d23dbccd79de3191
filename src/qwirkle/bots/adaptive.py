"""About my strength: where a person stands on the scale of the levels, and who plays them next.

A strength is a number of levels: 2 is Luka, 2.35 is 35 hundredths of the way from there to Kubo.
After each game it moves towards what the result says, in large steps first and in small ones
later. The browser does the same in ``web/src/local/strength.ts``; both are held to
``tests/conformance/strength.json``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from qwirkle.bots.levels import LEVELS

FIRST = 2.0
"""Where somebody stands whose games nobody has seen."""
WEAKEST = 0
"""The strength of the weakest opponent, in hundredths."""
STRONGEST = 100 * len(LEVELS)
LAST_BETWEEN = 500
"""From here on, in hundredths, there are whole levels only."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What the results of one game say about strength."""

    step: float
    """Elo between two neighbouring levels."""
    lead: float
    """The lead at the end that counts as 73 % of a win."""
    first_gain: float = 1.6
    """How far, in levels, the first game can move a strength at most."""
    fading: float = 0.7
    """How fast that gets less with the number of games."""
    least_gain: float = 0.25

    def result(self, lead: float) -> float:
        """What a lead at the end is worth, from 0 to 1: a narrow win says little."""
        return 1 / (1 + math.exp(-lead / self.lead))

    def expected(self, own: float, opponent: float) -> float:
        """The result to be expected against an opponent; both strengths in levels."""
        return 1 / (1 + 10 ** ((opponent - own) * self.step / 400))

    def gain(self, games: int) -> float:
        """How far, in levels, the next game can move a strength."""
        return float(max(self.first_gain / (games + 1) ** self.fading, self.least_gain))


SCALES = {"classic": Scale(step=400, lead=12), "cards": Scale(step=400, lead=1.2)}
"""By the name of the edition; points of the tile game, rows of the card game."""


def scale(edition: str) -> Scale:
    return SCALES.get(edition, SCALES["classic"])


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent at the end of a game: its strength in hundredths, and the lead over it.

    No lead means that the person resigned, which is a loss whatever the scores.
    """

    strength: int
    lead: float | None


@dataclass(frozen=True, slots=True)
class Rating:
    """Where a person stands, in levels, and how many games say so."""

    own: float = FIRST
    games: int = 0

    def after(self, edition: str, met: Sequence[Met]) -> Rating:
        """The rating after a game against these.

        >>> Rating(3.0, 5).after("classic", [Met(300, 0)])
        Rating(own=3.0, games=6)
        """
        known = scale(edition)
        surprise = [
            (0 if one.lead is None else known.result(one.lead))
            - known.expected(self.own, one.strength / 100)
            for one in met
        ]
        own = self.own + known.gain(self.games) * sum(surprise) / len(surprise)
        return Rating(min(max(own, 0.0), STRONGEST / 100), self.games + 1)

    def opponents(self, count: int) -> list[int]:
        """The strengths, in hundredths, of so many opponents: around one's own, a level apart.

        >>> Rating(2.0).opponents(1), Rating(2.0).opponents(3)
        ([200], [100, 200, 300])
        """
        return [playable(self.own + place - (count - 1) / 2) for place in range(count)]


def playable(strength: float) -> int:
    """The nearest strength, in hundredths, that an opponent can have."""
    near = math.floor(strength * 100 + 0.5)
    if near > LAST_BETWEEN:
        near = math.floor(near / 100 + 0.5) * 100
    return min(max(near, WEAKEST), STRONGEST)
