"""What is played, and what came of it: plain facts that can be written down and read again."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import permutations
from typing import Any

from qwirkle.arena.times import Times
from qwirkle.bots import BOTS, Makers, maker
from qwirkle.bots.finding import guest, is_guest
from qwirkle.bots.guard import BotFault
from qwirkle.editions import edition
from qwirkle.faults import BadSetup
from qwirkle.seats import FEWEST, MOST

SIDES = ("a", "b", "c", "d")
MOST_MOVES = 1000
"""A game that lasts longer is stopped: nobody plays so long, but two bots may trade for ever."""
STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that the result of a pair follows from, together with its number.

    With three or four players ``a`` has one seat and ``b`` all the others; in a line-up of three or
    four different bots each has one.

    >>> match = Match("greedy", "random")
    >>> match.seatings, match.fair_share
    (['ab', 'ba'], 0.5)
    >>> match.bots, match.sides, match.bot("b")
    (('greedy', 'random'), ('a', 'b'), 'random')
    >>> match.check()
    >>> match.limits.move
    60
    """

    a: str
    b: str
    game: str = "classic"
    players: int = 2
    budget: float | None = None
    seed: int = 0
    others: tuple[str, ...] = ()
    """The third and the fourth bot of a line-up."""
    move_time: float | None = None
    """Seconds within which a bot must move, or lose the game; None: see ``Limits``."""
    game_time: float | None = None
    """Seconds for all moves of a bot in a game."""
    records: bool = False
    """Whether the records of the games are kept."""

    def check(self, makers: Makers = BOTS) -> None:
        """Refuse what cannot be played."""
        edition(self.game)
        if not FEWEST <= self.players <= MOST:
            raise BadSetup("bad.players", n=self.players)
        if self.others and len(self.bots) != self.players:
            raise BadSetup("ui.bad.lineup", count=len(self.bots), players=self.players)
        for name in dict.fromkeys(self.bots):
            maker(name, makers)
            if name not in makers and is_guest(name):
                self._check_guest(name)

    def _check_guest(self, name: str) -> None:
        fewest, most = guest(name).greeting().plays.get(self.game, (0, 0))
        if not fewest <= self.players <= most:
            raise BadSetup("ui.bad.engine_game", text=name, game=self.game, n=self.players)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by name, in the order of their sides."""
        return (self.a, self.b, *self.others)

    @property
    def sides(self) -> tuple[str, ...]:
        """The bots by their letters."""
        return SIDES[: len(self.bots)]

    def bot(self, side: str) -> str:
        """The bot of a side."""
        return self.bots[SIDES.index(side)]

    @property
    def seatings(self) -> list[str]:
        """Who sits where in each game of a pair: a letter a seat."""
        if self.others:
            return ["".join(order) for order in permutations(self.sides)]
        seats = range(self.players)
        return ["".join("a" if seat == place else "b" for seat in seats) for place in seats]

    @property
    def limits(self) -> Limits:
        """How long a bot may think before it has lost."""
        return Limits.of(self.budget, self.move_time, self.game_time)

    @property
    def fair_share(self) -> float:
        """How many of the games a bot wins that is as good as the others."""
        return 1 / self.players


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a bot may take, in seconds: generous, for a busy machine is not the bot's fault."""

    move: float
    game: float

    @classmethod
    def of(cls, budget: float | None, move: float | None, game: float | None) -> Limits:
        """What was asked for; else a minute and ten times the budget, and 30 times that a game."""
        move = move or 60 + 10 * (budget or 0)
        return cls(move, game or 30 * move)


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a pair.

    >>> game = Played(0, (12, 9), 7, "T17")
    >>> game.winners, game.standing, game.sides
    ((0,), (12, 9), 'ab')
    >>> game.share, game.share_of("b")
    (1.0, 0.0)
    >>> game.margin, game.lead, game.lead_parts()
    (3, 3.0, 3)
    """

    seat: int
    """Where ``a`` sat."""
    scores: tuple[int, ...]
    moves: int
    ended: str
    """The rule by which it ended, or "stopped"."""
    lost: tuple[int, ...] = ()
    """The seats whose bots failed and so lost the game. Their points do not count."""
    seating: str = ""
    """Who sat where in a line-up: a letter a seat."""

    @property
    def sides(self) -> str:
        """The bot of each seat, by its letter."""
        seats = range(len(self.scores))
        return self.seating or "".join("a" if seat == self.seat else "b" for seat in seats)

    @property
    def standing(self) -> tuple[int, ...]:
        """The points that count."""
        return tuple(0 if n in self.lost else points for n, points in enumerate(self.scores))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win; a game that never ends is a draw of all who stayed."""
        there = [seat for seat in range(len(self.scores)) if seat not in self.lost]
        best = max(self.scores[seat] for seat in there)
        stopped = self.ended == STOPPED
        return tuple(seat for seat in there if stopped or self.scores[seat] == best)

    @property
    def share(self) -> float:
        """The part of the win that is ``a``'s."""
        return self.share_of("a")

    def share_of(self, side: str) -> float:
        """The part of the win that is a side's, a seat."""
        seats = [seat for seat, other in enumerate(self.sides) if other == side]
        won = sum(seat in self.winners for seat in seats)
        return won / len(self.winners) / len(seats)

    @property
    def margin(self) -> int:
        """The score of ``a`` less the best score of the others."""
        return self.standing[self.seat] - max(self._others)

    @property
    def lead(self) -> float:
        """The score of ``a`` less the mean score of the others.

        With two players it is the margin. With more, the margin of equally good bots is below
        zero, since the best of several others is hard to beat; their lead is zero on average.
        """
        return self.lead_parts() / (len(self.scores) - 1)

    def lead_parts(self, side: str = "a") -> int:
        """The lead of a side with one seat times the number of others: a whole number, so that
        sums of it are exact."""
        own = self.standing[self.sides.index(side)]
        return len(self.scores) * own - sum(self.standing)

    @property
    def _others(self) -> tuple[int, ...]:
        return self.standing[: self.seat] + self.standing[self.seat + 1 :]


@dataclass(frozen=True, slots=True)
class Faulty:
    """A fault in one of the games of a pair."""

    side: str
    game: int
    fault: BotFault


@dataclass(frozen=True, slots=True)
class Pair:
    """The games over one deck: one for each seat of ``a``.

    >>> games = Played(0, (12, 9), 7, "T17"), Played(1, (9, 9), 8, "T17")
    >>> pair = Pair(0, games)
    >>> pair.share, pair.share_of("b")
    (0.75, 0.25)
    >>> pair.margin, pair.lead, pair.lead_of("b")
    (1.5, 1.5, -1.5)
    >>> pair.fault_counts().total()
    0
    >>> Pair.from_line(pair.to_line()) == pair
    True
    >>> pair.to_json()["pair"]
    0
    """

    number: int
    games: tuple[Played, ...]
    faults: tuple[Faulty, ...] = ()
    times: Mapping[str, Times] = field(default_factory=dict, compare=False)
    """Of each side. They differ from run to run and are no part of the result."""
    records: tuple[str, ...] = field(default=(), compare=False)
    """The games as text, where they are kept."""

    @property
    def share(self) -> float:
        """The part of the wins that is ``a``'s, over all games of the pair."""
        return self.share_of("a")

    def share_of(self, side: str) -> float:
        """The part of the wins that is a side's, a seat."""
        return math.fsum(game.share_of(side) for game in self.games) / len(self.games)

    @property
    def margin(self) -> float:
        """The mean margin of ``a`` over the best of the others."""
        return sum(game.margin for game in self.games) / len(self.games)

    @property
    def lead(self) -> float:
        """The mean lead of ``a`` over the others."""
        return self.lead_of("a")

    def lead_of(self, side: str) -> float:
        """The mean lead of a side over the others."""
        others = len(self.games[0].scores) - 1
        return sum(game.lead_parts(side) for game in self.games) / (len(self.games) * others)

    def fault_counts(self) -> Counter[tuple[str, str]]:
        """How many faults of each side and kind."""
        return Counter((faulty.side, faulty.fault.kind) for faulty in self.faults)

    def to_json(self) -> dict[str, Any]:
        """The result: the same wherever and however often the pair is played."""
        data: dict[str, Any] = {"pair": self.number, "games": [_written(g) for g in self.games]}
        if self.faults:
            data["faults"] = [asdict(faulty) for faulty in self.faults]
        return data

    def to_line(self) -> dict[str, Any]:
        """The result, the times, and the records where they are kept."""
        times = {side: times.to_json() for side, times in self.times.items()}
        records = {"records": self.records} if self.records else {}
        return {**self.to_json(), "times": times, **records}

    @classmethod
    def from_line(cls, data: dict[str, Any]) -> Pair:
        """Read a pair from a line of the journal."""
        return cls(
            int(data["pair"]),
            tuple(_played(game) for game in data["games"]),
            tuple(
                Faulty(faulty["side"], int(faulty["game"]), BotFault(**faulty["fault"]))
                for faulty in data.get("faults", ())
            ),
            {side: Times.from_json(times) for side, times in data["times"].items()},
            tuple(data.get("records", ())),
        )


def _written(game: Played) -> dict[str, Any]:
    """The facts of a game, without those that say nothing."""
    facts = asdict(game)
    return {name: fact for name, fact in facts.items() if fact or name not in ("lost", "seating")}


def _played(data: dict[str, Any]) -> Played:
    scores, lost = (tuple(map(int, data.get(name, ()))) for name in ("scores", "lost"))
    ended, seating = str(data["ended"]), str(data.get("seating", ""))
    return Played(int(data["seat"]), scores, int(data["moves"]), ended, lost, seating)
