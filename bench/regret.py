"""What the bots' moves cost: ``python -m bench.regret`` prints both tables of docs/bots.md.

Frozen positions: each bot's choice against the best of 64 candidates, all of them rolled out deeply
by the same search (six turns ahead, many worlds). Ends: two-player positions with an empty bag, out
of games of ``static``; where the search solves them, each bot's choice against the exact best.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev

from rich.progress import track

from bench import positions
from qwirkle import Game
from qwirkle.bots import Bot, bot
from qwirkle.bots.classic.search import MASTER, ClassicSearch
from qwirkle.moves import Move
from qwirkle.views import AnyView

BOTS = ("greedy", "static", "sim", "master")
BUDGET = 0.05
DEEP = {"candidates": 64, "evaluated_plays": 256, "ahead": 6, "clear": 0, "trust": 0}
SECOND = {**MASTER, "compare": 1, "candidates": 32, "endgame_nodes": 1_000_000}
"""The work of about a second for an end."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=292)
    parser.add_argument("--turns", type=int, default=1_000_000)
    parser.add_argument("--ends", type=int, default=200)
    options = parser.parse_args()
    players = [bot(name, 1) for name in BOTS]
    frozen = positions.read()[: options.positions]
    report("frozen positions", rolled_out(frozen, players, options.turns))
    if not options.ends:
        return
    ends, solved, seconds = [], 0, []
    for view in track(list(empty_bags(options.ends)), "Ends"):
        start = time.perf_counter()
        exact = worths(view, SECOND)
        seconds.append(time.perf_counter() - start)
        if exact:
            solved += 1
            ends.append(regrets(view, players, exact))
    print(f"\nends solved: {solved} of {len(seconds)}, {fmean(seconds):.2f} s on average")
    report("solved ends", ends)


def rolled_out(views: list[AnyView], players: list[Bot], turns: int) -> list[list[float]]:
    settings: dict[str, float] = {**DEEP, "turns": turns}
    return [regrets(v, players, worths(v, settings) or {}) for v in track(views, "Positions")]


def worths(view: AnyView, settings: dict[str, float]) -> dict[Move, float] | None:
    """The margin of each candidate; None where an end was not solved."""
    search = ClassicSearch("deep", settings, seed=99)
    ranked = search.ranked(view)
    if view.bag == 0 and not ranked[0].exact:
        return None
    return {one.move: one.margin for one in ranked}


def regrets(view: AnyView, players: list[Bot], worth: dict[Move, float]) -> list[float]:
    """The points that each choice loses; one that was no candidate loses as much as the worst."""
    best, worst = max(worth.values()), min(worth.values())
    return [best - worth.get(player.choose(view, BUDGET), worst) for player in players]


def empty_bags(number: int) -> Iterator[AnyView]:
    """Positions with an empty bag, at most one of each player and game."""
    static, found = bot("static"), 0
    for seed in range(20_000_000, 20_000_000 + 10 * number):
        game = Game(["Ada", "Bo"], seed=seed)
        seen = set()
        while game.turn and found < number:
            view = game.view(game.turn)
            if view.bag == 0 and game.turn not in seen:
                seen.add(game.turn)
                found += 1
                yield view
            game.push(static.choose(view))


def report(what: str, rows: list[list[float]]) -> None:
    print(f"\n{what}: {len(rows)}; points lost a move\n")
    for name, column in zip(BOTS, zip(*rows, strict=True), strict=True):
        error = 1.96 * stdev(column) / sqrt(len(column))
        share = fmean(value < 1e-9 for value in column)
        print(f"{name:<8} {fmean(column):6.2f} +- {error:.2f}   best move in {share:.0%}")


if __name__ == "__main__":
    main()
