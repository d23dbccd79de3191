"""Strength on the scale of Elo: from shares of wins, and jointly for all bots of a ladder.

The model is that of Bradley and Terry, with Luce's extension to several players: a bot wins in
proportion to its strength among the strengths at the table. 400 points are a factor of ten.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qwirkle.analysis.intervals import Estimate
from qwirkle.arena.match import Match, Pair

SCALE = 400.0
RESAMPLED = 200
"""How often the pairs are drawn again to see how much a rating varies."""
STEPS = 2000
TOLERANCE = 1e-9


def elo_of(share: float, players: int = 2) -> float:
    """How much stronger somebody is who wins this share against equal others.

    >>> round(elo_of(0.75)), elo_of(0.25, players=4), elo_of(1.0)
    (191, 0.0, inf)
    """
    if not 0 < share < 1:
        return math.inf if share > 0.5 else -math.inf
    return SCALE * math.log10(share * (players - 1) / (1 - share))


def share_of(elo: float, players: int = 2) -> float:
    """The share of the wins that a lead in Elo gives.

    >>> round(share_of(191), 3), share_of(0, players=4)
    (0.75, 0.25)
    """
    strength = 10 ** (elo / SCALE)
    return strength / (strength + players - 1)


def elo(share: Estimate, players: int = 2) -> Estimate:
    """A share of wins with its interval, in Elo."""
    return Estimate(*(elo_of(end, players) for end in (share.value, share.low, share.high)))


Table = tuple[int, ...]
"""The bots around a table, by their numbers."""


@dataclass(slots=True)
class Tables:
    """How often each bot won, and who sat together how often."""

    wins: list[float]
    games: dict[Table, float] = field(default_factory=dict)

    def add(self, table: Table, wins: Mapping[int, float], weight: float) -> None:
        self.games[table] = self.games.get(table, 0.0) + weight
        for bot, share in wins.items():
            self.wins[bot] += weight * share


Outcome = tuple[tuple[Table, tuple[int, ...]], ...]
"""The games of a pair: who sat there, and who won, or shared the win."""


def ratings(matches: Sequence[tuple[Match, Sequence[Pair]]]) -> dict[str, Estimate]:
    """One joint rating of all bots of some matches, their mean 0, with 95 % intervals.

    The intervals come from a Bayesian bootstrap: the outcomes of the pairs are weighted anew, with
    half a pair that each bot won altogether, so that 100 % is not certainty. For the rating itself
    everybody shares one game more: without it a bot that lost them all would have none.
    """
    names = list(dict.fromkeys(bot for match, _ in matches for bot in match.bots))
    counted = [Counter(_outcome(match, pair, names) for pair in pairs) for match, pairs in matches]
    found = _fitted(counted, len(names))
    swept = [_swept(match, names) for match, _ in matches]
    dice = random.Random(0)
    drawn = [
        _fitted([_weighted(*one, dice) for one in zip(counted, swept, strict=True)], len(names), 0)
        for _ in range(RESAMPLED)
    ]
    return {name: _estimate(found[at], [one[at] for one in drawn]) for at, name in enumerate(names)}


def _estimate(value: float, drawn: list[float]) -> Estimate:
    ends = sorted(drawn)
    cut = round(0.025 * len(ends))
    return Estimate(value, min(value, ends[cut]), max(value, ends[-1 - cut]))


def _outcome(match: Match, pair: Pair, names: Sequence[str]) -> Outcome:
    games = []
    for game in pair.games:
        bots = [names.index(match.bot(side)) for side in game.sides]
        games.append((tuple(sorted(bots)), tuple(sorted(bots[seat] for seat in game.winners))))
    return tuple(sorted(games))


def _swept(match: Match, names: Sequence[str]) -> list[Outcome]:
    """For each bot the pair of which it wins every game."""
    tables = [tuple(sorted(names.index(match.bot(s)) for s in seats)) for seats in match.seatings]
    winners = dict.fromkeys(names.index(bot) for bot in match.bots)
    return [tuple(sorted((table, (winner,)) for table in tables)) for winner in winners]


def _weighted(
    counted: Mapping[Outcome, float], swept: Sequence[Outcome], dice: random.Random
) -> dict[Outcome, float]:
    """The outcomes with other weights, of the same total."""
    prior = {**counted, **{outcome: counted.get(outcome, 0) + 0.5 for outcome in swept}}
    drawn = {outcome: dice.gammavariate(count, 1) for outcome, count in prior.items()}
    factor = sum(counted.values()) / sum(drawn.values())
    return {outcome: weight * factor for outcome, weight in drawn.items()}


def _fitted(
    matches: Sequence[Mapping[Outcome, float]], bots: int, shared: float = 1.0
) -> list[float]:
    tables = Tables([0.0] * bots)
    for outcomes in matches:
        for outcome, weight in outcomes.items():
            for table, won in outcome:
                tables.add(table, {bot: won.count(bot) / len(won) for bot in won}, weight)
    for table in [*tables.games]:
        tables.add(table, {bot: table.count(bot) / len(table) for bot in table}, shared)
    return _strengths(tables)


def _strengths(tables: Tables) -> list[float]:
    """The likeliest strengths, by the minorization of Hunter (2004), in Elo with the mean 0."""
    strengths = [1.0] * len(tables.wins)
    for _ in range(STEPS):
        weights = [0.0] * len(strengths)
        for table, games in tables.games.items():
            part = games / sum(strengths[bot] for bot in table)
            for bot in table:
                weights[bot] += part
        new = [won / weight for won, weight in zip(tables.wins, weights, strict=True)]
        middle = math.exp(math.fsum(map(math.log, new)) / len(new))
        new = [strength / middle for strength in new]
        moved = max(abs(math.log(a / b)) for a, b in zip(new, strengths, strict=True))
        strengths = new
        if moved < TOLERANCE:
            break
    return [SCALE * math.log10(strength) for strength in strengths]
