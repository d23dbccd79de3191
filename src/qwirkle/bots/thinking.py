"""The bots that think, in both games: each hands a view to the player who knows its game."""

from __future__ import annotations

from typing import Protocol

from qwirkle.bots.cards_master import CardsMaster
from qwirkle.bots.classic_search import MASTER, SIM, STATIC, ClassicSearch
from qwirkle.bots.ranked import Ranked
from qwirkle.bots.simple import Greedy
from qwirkle.editions import Move
from qwirkle.views import View

QUICK = 0.005
"""Seconds for a turn of ``sim``."""
SLOW = 1.0
"""Seconds for a turn of ``master``, where nobody says otherwise."""


class Player(Protocol):
    def choose(self, view: View, budget: float | None = None) -> Move: ...


class Static:
    """Judges each move by what it gives, keeps and leaves open; ends of two are searched exactly.

    In the card game that is what ``greedy`` does.
    """

    name = "static"

    def __init__(self, seed: int = 0) -> None:
        self.players: dict[str, Player] = {
            "classic": ClassicSearch(self.name, STATIC, seed),
            "cards": Greedy(seed),
        }

    def choose(self, view: View, budget: float | None = None) -> Move:
        return self.players[view.edition].choose(view, budget)


class _Thinker:
    """A bot that tries its moves out, and can say what it expects of them."""

    def __init__(self, name: str, classic: ClassicSearch, cards: CardsMaster) -> None:
        self.name = name
        self.players: dict[str, ClassicSearch | CardsMaster] = {"classic": classic, "cards": cards}

    def choose(self, view: View, budget: float | None = None) -> Move:
        return self.players[view.edition].choose(view, budget)

    def ranked(self, view: View, budget: float | None = None) -> list[Ranked[Move]]:
        """The best moves, best first."""
        return list(self.players[view.edition].ranked(view, budget))


class Sim(_Thinker):
    """Tries the best moves out against sampled hands and draws, a few turns far."""

    def __init__(self, seed: int = 0) -> None:
        classic = ClassicSearch("sim", SIM, seed, QUICK)
        super().__init__("sim", classic, CardsMaster(seed, QUICK))


class Master(_Thinker):
    """``sim`` with more time, guesses at the hands from what was played, and exact ends."""

    def __init__(self, seed: int = 0) -> None:
        classic = ClassicSearch("master", MASTER, seed, SLOW)
        super().__init__("master", classic, CardsMaster(seed, SLOW))
