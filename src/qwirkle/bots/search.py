"""The bots that search: each hands a view to the player who knows its game."""

from __future__ import annotations

from abc import ABC, abstractmethod

from qwirkle import native
from qwirkle.bots.knowledge import Knowledge, Searcher, knowledge
from qwirkle.bots.ranked import Ranked
from qwirkle.faults import BadSetup
from qwirkle.moves import Move
from qwirkle.views import AnyView, Chooser

QUICK = 0.005
"""Seconds for a turn of ``sim``."""
SLOW = 1.0
"""Seconds for a turn of ``master``, where nobody says otherwise."""


class _Judging(ABC):
    """A bot that is another player in each game."""

    def __init__(self, seed: int = 0) -> None:
        _need_kernel()
        self.seed = seed
        self._players: dict[str, Chooser] = {}

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        if view.edition not in self._players:
            self._players[view.edition] = self._player(knowledge(view.edition))
        return self._players[view.edition].choose(view, budget)

    @abstractmethod
    def _player(self, known: Knowledge) -> Chooser: ...


class Static(_Judging):
    """Judges each move by what it gives, keeps and leaves open; ends of two are searched exactly.

    In the card game that is what ``greedy`` does.
    """

    name = "static"

    def _player(self, known: Knowledge) -> Chooser:
        return known.judge(self.seed)


class Careful(_Judging):
    """A strong player who hands nobody the sixth piece of a line, if there is another way.

    It takes no more time than its own, however much it is given.
    """

    name = "careful"

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        return super().choose(view, QUICK if budget is None else min(budget, QUICK))

    def _player(self, known: Knowledge) -> Chooser:
        return known.careful(self.seed)


class _SearchBot:
    """A bot that tries its moves out, and can say what it expects of them."""

    def __init__(self, name: str, seed: int, budget: float) -> None:
        _need_kernel()
        self.name = name
        self.seed = seed
        self.budget = budget
        self._players: dict[str, Searcher] = {}

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        return self._player(view.edition).choose(view, budget)

    def ranked(self, view: AnyView, budget: float | None = None) -> list[Ranked[Move]]:
        """The best moves, best first."""
        return list(self._player(view.edition).ranked(view, budget))

    def _player(self, edition: str) -> Searcher:
        if edition not in self._players:
            player = knowledge(edition).searcher(self.name, self.seed, self.budget)
            self._players[edition] = player
        return self._players[edition]


class Sim(_SearchBot):
    """Tries the best moves out against sampled hands and draws, a few turns far."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("sim", seed, QUICK)


class Master(_SearchBot):
    """``sim`` with more time, guesses at the hands from what was played, and exact ends."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("master", seed, SLOW)


def _need_kernel() -> None:
    if native.kernel is None:
        raise BadSetup("bad.no_kernel")
