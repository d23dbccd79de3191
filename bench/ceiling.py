"""How far knowledge of the other hand would go: ``python -m bench.ceiling``.

A cheating ``sim`` sees the other player's hand, searches just as much, and plays greedy. What it
wins more than an honest search is what cannot be known, and what inference could win at most. The
games are pairs with the same shuffle and seats swapped.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from rich.progress import track

from qwirkle import Game, native
from qwirkle.bots import bot
from qwirkle.bots.classic.search import MASTER, SIM, TURNS_A_SECOND, kernel_facts, move_of
from qwirkle.classic.moves import Move
from qwirkle.game import AnyGame

PLAYERS = ("Ada", "Bo")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--budget", type=float, default=0.005, help="seconds")
    options = parser.parse_args()
    for name, settings, cheats in (
        ("sim", SIM, False),
        ("master", MASTER, False),
        ("peeking", SIM, True),
    ):
        searched = {**settings, "turns": options.budget * TURNS_A_SECOND}
        seeds = track(range(options.pairs), name)
        shares, margins = zip(
            *(pair(30_000_000 + seed, searched, cheats) for seed in seeds), strict=True
        )
        wins, margin = interval(shares, 100), interval(margins)
        print(f"{name:<8} against greedy: {wins} % of wins, margin {margin}")


def pair(seed: int, settings: dict[str, float], cheats: bool) -> tuple[float, float]:
    """The share of wins and the margin of the searcher, over both seats."""
    found = [one_game(seed, settings, cheats, seat) for seat in (0, 1)]
    return fmean(share for share, _ in found), fmean(margin for _, margin in found)


def one_game(seed: int, settings: dict[str, float], cheats: bool, seat: int) -> tuple[float, int]:
    game, greedy = Game(PLAYERS, seed=seed), bot("greedy")
    while game.turn:
        if game.turn == PLAYERS[seat]:
            game.push(searched(game, settings, cheats))
        else:
            game.push(greedy.choose(game.view(game.turn)))
    mine, theirs = (game.scores[PLAYERS[one]] for one in (seat, 1 - seat))
    return (mine > theirs) + (mine == theirs) / 2, mine - theirs


def searched(game: AnyGame, settings: dict[str, float], cheats: bool) -> Move:
    kernel: Any = native.kernel
    hands = [list(map(int, hand)) for hand in game.state.hands] if cheats else []
    seed = len(game.events)
    facts = kernel_facts(game.view(str(game.turn)))
    rows, _, _ = kernel.classic_rank(*facts, settings, seed, hands)
    return move_of(*rows[0][0])


def interval(values: Sequence[float], scale: float = 1) -> str:
    return f"{scale * fmean(values):.1f} +- {scale * 1.96 * stdev(values) / sqrt(len(values)):.1f}"


if __name__ == "__main__":
    main()
