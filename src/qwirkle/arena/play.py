"""A pair of games: a pure function of the match and the number of the pair.

Every seat of a pair has its own seed, its own name and its own end of the deck, no matter
which bot sits there. So a bot that plays against itself plays the same game from every seat, and
wins exactly its share.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from qwirkle.arena.deck import Deck, derived_seed, dice
from qwirkle.arena.match import MOST_MOVES, STOPPED, Faulty, Limits, Match, Pair, Played
from qwirkle.arena.records import Record
from qwirkle.arena.times import Times
from qwirkle.bag import Bag
from qwirkle.bots import BOTS, Bot, Makers, maker
from qwirkle.bots.guard import BotFault, Failure, attempt, started
from qwirkle.bots.hosting import Hosted
from qwirkle.editions import AnyState, edition
from qwirkle.events import Moved
from qwirkle.moves import Move
from qwirkle.seats import LOTS, Start
from qwirkle.tiles import Hand
from qwirkle.views import AnyView, View

Watch = Callable[[AnyView, Moved], object]
"""Told of each move, with what its player knew before it."""


class Seat:
    """A bot in its seat: how long its turns took, and how it failed, if it did."""

    def __init__(self, bot: Bot, limits: Limits) -> None:
        self.bot = bot
        self.seconds: list[float] = []
        self.fault: BotFault | None = None
        self._limits = limits

    def choose(self, view: AnyView, budget: float | None = None) -> Move | None:
        """A legal move in time; None where the bot has none, and so has lost."""
        left = self._limits.game - sum(self.seconds)
        most = max(0.001, min(self._limits.move, left))
        if isinstance(self.bot, Hosted):
            self.bot.left = left
        found: Move | Failure | None = started(self.bot)
        if found is None:
            start = time.perf_counter()
            found = attempt(self.bot, view, budget, most=most, clock=time.perf_counter)
            self.seconds.append(time.perf_counter() - start)
        if not isinstance(found, Failure):
            return found
        self.fault = BotFault(self.bot.name, len(view.history) + 1, found.kind, found.reason)
        return None

    def close(self) -> None:
        if isinstance(self.bot, Hosted):
            self.bot.close()


def play_pair(match: Match, number: int, makers: Makers = BOTS) -> Pair:
    """Play the games of one pair, all over the same deck: each of the match's seatings once.

    >>> pair = play_pair(Match("greedy", "greedy"), 0)
    >>> pair.share, pair.margin
    (0.5, 0.0)
    """
    games, faults, records = [], [], []
    times = {side: Times() for side in match.sides}
    for at, seating in enumerate(match.seatings):
        seats = seated(match, number, seating, makers)
        played, record = play_game(match, number, seats, seating)
        games.append(played)
        records += [record] if match.records else []
        for side, seat in zip(seating, seats, strict=True):
            seat.close()
            times[side].add(Times.of(seat.seconds))
            faults += [Faulty(side, at, seat.fault)] if seat.fault else []
    return Pair(number, tuple(games), tuple(faults), times, tuple(records))


def seated(match: Match, number: int, seating: str, makers: Makers = BOTS) -> list[Seat]:
    """The bots of one game, each made anew for its seat."""
    return [
        Seat(maker(match.bot(side), makers)(_seat_seed(match, number, seat)), match.limits)
        for seat, side in enumerate(seating)
    ]


def play_game(
    match: Match,
    number: int,
    bots: Sequence[Seat],
    seating: str,
    watch: Watch = lambda _view, _event: None,
) -> tuple[Played, str]:
    """One game over the deck of a pair, with a bot for each seat; and its record.

    Who fails leaves the game (O1) and has lost it; with two players that is its end.
    """
    players = tuple(f"Seat {seat + 1}" for seat in range(match.players))
    game = edition(match.game)
    state, deck, start, deals = deal(match, number)
    record = Record(match, seating, deals, start)
    history: list[Moved] = []
    while state.ended is None and len(history) < MOST_MOVES:
        seat = state.turn
        view = View.of(game, players, state, seat, tuple(history))
        move = bots[seat].choose(view, match.budget)
        if move is None:
            state = state.resigned(seat)
            record.resigned(seat)
            continue
        drawn = deck.draw(seat, state.draws(move))
        mixed = state.mixed(move)
        deck.put_back(mixed, dice(match.seed, number, "move", len(history)))
        history.append(Moved(seat, move, state.points(move), drawn))
        watch(view, history[-1])
        record.moved(history[-1], shuffled=bool(mixed))
        state = state.after(move, drawn)
    lost = tuple(seat for seat, bot in enumerate(bots) if bot.fault)
    ended, named = state.ended or STOPPED, seating if match.others else ""
    played = Played(seating.index("a"), state.scores, len(history), ended, lost, named)
    return played, record.text(state)


def deal(match: Match, number: int) -> tuple[AnyState, Deck, Start, list[list[Hand]]]:
    """The hands and the deck of a pair, who starts, and all the deals; dealt again until somebody
    can open (C2)."""
    game, deals = edition(match.game), list[list[Hand]]()
    while True:
        again = len(deals)
        deck = Deck.shuffled(match.players, match.seed, number, "deal", again)
        hands = [Hand(deck.draw(seat, game.hand_size)) for seat in range(match.players)]
        deals.append(hands)
        lot = dice(match.seed, number, "lot", again).randrange(LOTS)
        if start := game.starter(hands, (None,) * match.players, lot):
            return game.start(hands, Bag(deck.left), start.seat), deck, start, deals


def _seat_seed(match: Match, number: int, seat: int) -> int:
    return derived_seed(match.seed, number, "seat", seat)
