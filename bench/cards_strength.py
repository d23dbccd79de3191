"""How strong the card game's players are, in paired games: the same shuffle once for each seat.

``python -m bench.cards_strength --games 400 --players 2 --budget 0.05 --seed 1``

One seat is the first player's, the others are the second's; everybody sits in every seat once.
A shared win counts its share. The interval is that of the shuffles' means.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt

from qwirkle import Game
from qwirkle.bots import bot
from qwirkle.bots.cards.search import TURNS_A_SECOND, CardsMaster, known, position_of
from qwirkle.cards import fast
from qwirkle.game import AnyGame
from qwirkle.moves import Move
from qwirkle.views import AnyView

NAMES = ("Ada", "Bo", "Cy", "Di")
Player = Callable[[AnyGame, AnyView], Move]


@dataclass(frozen=True)
class Played:
    """One shuffle, played once from each seat."""

    share: float
    margin: float
    seconds: float
    turns: int


def player(name: str, budget: float) -> Player:
    if name == "open":
        return partial(open_hands, budget)
    if name == "old":
        return most_captures
    chooser = CardsMaster(1) if name == "master" else bot(name, 1)
    return lambda game, view: chooser.choose(view, budget)  # noqa: ARG005


def open_hands(budget: float, game: AnyGame, view: AnyView) -> Move:
    """A master who sees the other hands: no player, but a ceiling."""
    told = known(view)
    hands = [game.state.hands[view.players.index(name)] for name in told.seats]
    found = told.search(int(budget * TURNS_A_SECOND), 1, hands)
    position = position_of(view)
    return fast.arrange(position.table, *found[0][0]) if found else next(position.moves())


def most_captures(game: AnyGame, view: AnyView) -> Move:  # noqa: ARG001
    """The greedy player without a thought for the next one."""
    position = position_of(view)
    best = None if position.opening else position.table.best(position.hand)
    return best or next(position.moves())


def pair(first: str, second: str, players: int, budget: float, seed: int) -> Played:
    """A shuffle from every seat."""
    ours, theirs = player(first, budget), player(second, budget)
    share = margin = seconds = 0.0
    turns = 0
    for seat in range(players):
        game = Game(NAMES[:players], "cards", seed=seed)
        while game.outcome is None:
            view = game.view(str(game.turn))
            if game.state.turn != seat:
                game.push(theirs(game, view))
                continue
            start = time.perf_counter()
            move = ours(game, view)
            seconds += time.perf_counter() - start
            turns += 1
            game.push(move)
        winners = game.outcome.winners
        share += (NAMES[seat] in winners) / len(winners) / players
        others = [rows for name, rows in game.scores.items() if name != NAMES[seat]]
        margin += (game.scores[NAMES[seat]] - max(others)) / players
    return Played(share, margin, seconds, turns)


def main() -> None:
    args = arguments()
    work = partial(pair, args.first, args.second, args.players, args.budget)
    shuffles = args.games // args.players
    seeds = range(args.seed * 1_000_000, args.seed * 1_000_000 + shuffles)
    print(
        f"{args.first} against {args.second}, {args.players} players, "
        f"{args.budget} s a turn, seed {args.seed}"
    )
    played: list[Played] = []
    with ProcessPoolExecutor(args.processes) as pool:
        for one in pool.map(work, seeds):
            played.append(one)
            if len(played) % 25 == 0 or len(played) == shuffles:
                print(summary(played, args.players), flush=True)


def summary(played: list[Played], players: int) -> str:
    number = len(played)
    mean = sum(one.share for one in played) / number
    variance = sum((one.share - mean) ** 2 for one in played) / max(1, number - 1)
    half = 1.96 * sqrt(variance / number)
    margin = sum(one.margin for one in played) / number
    milliseconds = 1000 * sum(one.seconds for one in played) / sum(one.turns for one in played)
    return (
        f"{number * players:5} games: {100 * mean:.1f} % of the wins, 95 % interval "
        f"{100 * (mean - half):.1f} to {100 * (mean + half):.1f}; {margin:+.2f} rows; "
        f"{milliseconds:.1f} ms a turn"
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = ["master", "greedy", "random", "old", "open"]
    parser.add_argument("--first", default="master", choices=names)
    parser.add_argument("--second", default="greedy", choices=names)
    parser.add_argument("--players", type=int, default=2, choices=[2, 3, 4])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--budget", type=float, default=0.05, help="seconds a turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    main()
