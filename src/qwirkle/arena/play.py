"""A pair of games: a pure function of the match and the number of the pair.

Every seat of a pair has its own seed, its own name and its own end of the deck, no matter
which bot sits there. So a bot that plays against itself plays the same game from every seat, and
wins exactly its share.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from qwirkle.arena.deck import Deck, derived_seed, dice
from qwirkle.arena.match import MOST_MOVES, SIDES, STOPPED, Faulty, Match, Pair, Played
from qwirkle.arena.times import Times
from qwirkle.bag import Bag
from qwirkle.bots import BOTS, Bot, Makers, maker
from qwirkle.bots.guard import Guarded, default_fallback
from qwirkle.editions import AnyState, edition
from qwirkle.events import Moved
from qwirkle.moves import Move
from qwirkle.seats import LOTS
from qwirkle.tiles import Hand
from qwirkle.views import AnyView, View


class Timed:
    """A bot, and how long each of its turns took."""

    def __init__(self, inner: Bot) -> None:
        self.name = inner.name
        self.seconds: list[float] = []
        self._inner = inner

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        start = time.perf_counter()
        try:
            return self._inner.choose(view, budget)
        finally:
            self.seconds.append(time.perf_counter() - start)


def play_pair(match: Match, number: int, makers: Makers = BOTS) -> Pair:
    """Play the games of one pair: one for each seat of ``a``, all over the same deck.

    >>> pair = play_pair(Match("greedy", "greedy"), 0)
    >>> pair.share, pair.margin
    (0.5, 0.0)
    """
    games, faults = [], []
    times = {side: Times() for side in SIDES}
    for seat in range(match.players):
        sides = ["a" if other == seat else "b" for other in range(match.players)]
        timed = [
            Timed(maker(getattr(match, side), makers)(_seat_seed(match, number, other)))
            for other, side in enumerate(sides)
        ]
        # No limit of time: a busy machine must not change a result.
        bots = [
            Guarded(bot, default_fallback(_seat_seed(match, number, other)))
            for other, bot in enumerate(timed)
        ]
        games.append(replace(play_game(match, number, bots), seat=seat))
        for side, bot, guarded in zip(sides, timed, bots, strict=True):
            times[side].add(Times.of(bot.seconds))
            faults += [Faulty(side, seat, fault) for fault in guarded.faults]
    return Pair(number, tuple(games), tuple(faults), times)


def play_game(match: Match, number: int, bots: Sequence[Bot]) -> Played:
    """One game over the deck of a pair, with a bot for each seat."""
    players = tuple(f"Seat {seat + 1}" for seat in range(match.players))
    game = edition(match.game)
    state, deck = deal(match, number)
    history: list[Moved] = []
    while state.ended is None and len(history) < MOST_MOVES:
        seat = state.turn
        view = View.of(game, players, state, seat, tuple(history))
        move = bots[seat].choose(view, match.budget)
        drawn = deck.draw(seat, state.draws(move))
        deck.put_back(state.mixed(move), dice(match.seed, number, "move", len(history)))
        history.append(Moved(seat, move, state.points(move), drawn))
        state = state.after(move, drawn)
    return Played(0, state.scores, len(history), state.ended or STOPPED)


def deal(match: Match, number: int) -> tuple[AnyState, Deck]:
    """The hands and the deck of a pair; dealt again until somebody can open (C2)."""
    game, again = edition(match.game), 0
    while True:
        deck = Deck.shuffled(match.players, match.seed, number, "deal", again)
        hands = [Hand(deck.draw(seat, game.hand_size)) for seat in range(match.players)]
        lot = dice(match.seed, number, "lot", again).randrange(LOTS)
        if start := game.starter(hands, (None,) * match.players, lot):
            return game.start(hands, Bag(deck.left), start.seat), deck
        again += 1


def _seat_seed(match: Match, number: int, seat: int) -> int:
    return derived_seed(match.seed, number, "seat", seat)
