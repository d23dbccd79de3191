"""What is played, and what came of it: plain facts that can be written down and read again."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from qwirkle.arena.times import Times
from qwirkle.bots import BOTS, Makers, maker
from qwirkle.bots.guard import BotFault
from qwirkle.editions import edition
from qwirkle.faults import BadSetup
from qwirkle.seats import FEWEST, MOST

SIDES = ("a", "b")
MOST_MOVES = 1000
"""A game that lasts longer is stopped: nobody plays so long, but two bots may trade for ever."""
STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that the result of a pair follows from, together with its number.

    With three or four players ``a`` has one seat and ``b`` all the others.
    """

    a: str
    b: str
    game: str = "classic"
    players: int = 2
    budget: float | None = None
    seed: int = 0

    def check(self, makers: Makers = BOTS) -> None:
        """Refuse what cannot be played."""
        edition(self.game)
        for name in (self.a, self.b):
            maker(name, makers)
        if not FEWEST <= self.players <= MOST:
            raise BadSetup("bad.players", n=self.players)

    @property
    def fair_share(self) -> float:
        """How many of the games a bot wins that is as good as the others."""
        return 1 / self.players


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a pair."""

    seat: int
    """Where ``a`` sat."""
    scores: tuple[int, ...]
    moves: int
    ended: str
    """The rule by which it ended, or "stopped"."""

    @property
    def share(self) -> float:
        """The part of the win that is ``a``'s; a game that never ends is a draw of all."""
        if self.ended == STOPPED:
            return 1 / len(self.scores)
        best = max(self.scores)
        return 1 / self.scores.count(best) if self.scores[self.seat] == best else 0.0

    @property
    def margin(self) -> int:
        """The score of ``a`` less the best score of the others."""
        return self.scores[self.seat] - max(self._others)

    @property
    def lead(self) -> float:
        """The score of ``a`` less the mean score of the others.

        With two players it is the margin. With more, the margin of equally good bots is below
        zero, since the best of several others is hard to beat; their lead is zero on average.
        """
        return self.lead_parts / (len(self.scores) - 1)

    @property
    def lead_parts(self) -> int:
        """The lead times the number of others: a whole number, so that sums of it are exact."""
        return len(self.scores) * self.scores[self.seat] - sum(self.scores)

    @property
    def _others(self) -> tuple[int, ...]:
        return self.scores[: self.seat] + self.scores[self.seat + 1 :]


@dataclass(frozen=True, slots=True)
class Faulty:
    """A fault in one of the games of a pair."""

    side: str
    game: int
    fault: BotFault


@dataclass(frozen=True, slots=True)
class Pair:
    """The games over one deck: one for each seat of ``a``."""

    number: int
    games: tuple[Played, ...]
    faults: tuple[Faulty, ...] = ()
    times: Mapping[str, Times] = field(default_factory=dict, compare=False)
    """Of each side. They differ from run to run and are no part of the result."""

    @property
    def share(self) -> float:
        return math.fsum(game.share for game in self.games) / len(self.games)

    @property
    def margin(self) -> float:
        return sum(game.margin for game in self.games) / len(self.games)

    @property
    def lead(self) -> float:
        others = len(self.games[0].scores) - 1
        return sum(game.lead_parts for game in self.games) / (len(self.games) * others)

    def fault_counts(self) -> Counter[tuple[str, str]]:
        """How many faults of each side and kind."""
        return Counter((faulty.side, faulty.fault.kind) for faulty in self.faults)

    def to_json(self) -> dict[str, Any]:
        """The result: the same wherever and however often the pair is played."""
        data: dict[str, Any] = {"pair": self.number, "games": [asdict(game) for game in self.games]}
        if self.faults:
            data["faults"] = [asdict(faulty) for faulty in self.faults]
        return data

    def to_line(self) -> dict[str, Any]:
        """The result, and the times."""
        times = {side: times.to_json() for side, times in self.times.items()}
        return {**self.to_json(), "times": times}

    @classmethod
    def from_line(cls, data: dict[str, Any]) -> Pair:
        return cls(
            int(data["pair"]),
            tuple(_played(game) for game in data["games"]),
            tuple(
                Faulty(faulty["side"], int(faulty["game"]), BotFault(**faulty["fault"]))
                for faulty in data.get("faults", ())
            ),
            {side: Times.from_json(data["times"][side]) for side in SIDES},
        )


def _played(data: dict[str, Any]) -> Played:
    scores = tuple(int(points) for points in data["scores"])
    return Played(int(data["seat"]), scores, int(data["moves"]), str(data["ended"]))
