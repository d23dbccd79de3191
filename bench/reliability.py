"""Whether the chances that ``master`` states come true: ``python -m bench.reliability``.

Before each of its turns ``master`` says how likely it is to win, and it is written down who won.
The playouts assume a greedy opponent, so the opponents here are others as well. The picture is a
reliability diagram: a point on the diagonal is a chance that was true.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from rich.progress import track

from bench import machine
from bench.picture import Points, Series, diagram
from bench.variants import parsed
from qwirkle import Game
from qwirkle.bots import bot, parse_budget
from qwirkle.bots.classic.search import MASTER, ClassicSearch
from qwirkle.game import AnyGame

NAMES = ("Ada", "Bo")
BAGS = ((0, 0), (1, 6), (7, 12), (13, 30), (31, 108))
"""Tiles in the bag, from and to."""
TENTHS = [n / 10 for n in range(11)]


@dataclass(frozen=True, slots=True)
class Told:
    """A chance that was stated, how many tiles the bag had, and the share of the win."""

    game: int
    bag: int
    chance: float
    share: float

    @property
    def excess(self) -> float:
        return self.chance - self.share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", nargs="+", default=["greedy", "static", "sim", "level-4"])
    parser.add_argument("--games", type=int, default=100, help="games against each")
    parser.add_argument("--budget", type=parse_budget, default=0.05, help="such as 50ms")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--change", default="", help="of the settings, such as weighed=0")
    parser.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    print(f"master with {asked.budget} s a turn, {asked.games} games each; {machine.name()}")
    series = []
    with ProcessPoolExecutor() as pool:
        for other in asked.against:
            play = partial(told, other, asked.budget, asked.change, asked.seed)
            games = track(pool.map(play, range(asked.games)), other, total=asked.games)
            found = [each for game in games for each in game]
            print(report(other, found), flush=True)
            series.append(Series(other, points(found)))
    if asked.picture:
        asked.picture.write_text(diagram(series, "stated chance to win", "won"), encoding="utf-8")


def told(other: str, budget: float, change: str, seed: int, number: int) -> list[Told]:
    """All that was stated in one game."""
    game: AnyGame = Game(NAMES, "classic", seed=seed * 1_000_000 + number // 2)
    mine = number % 2
    settings = {**MASTER, **dict(parsed(change))}
    master = ClassicSearch("master", settings, number, budget)
    opponent, stated = bot(other, number), []
    while game.turn:
        view = game.view(NAMES[game.state.turn])
        if game.state.turn != mine:
            game.push(opponent.choose(view))
            continue
        best = master.best(view)
        if view.history:
            stated.append((view.bag, best.win))
        game.push(best.move)
    ours, theirs = game.state.scores[mine], game.state.scores[1 - mine]
    share = 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0
    return [Told(number, bag, chance, share) for bag, chance in stated]


def report(other: str, found: Sequence[Told]) -> str:
    won = fmean({each.game: each.share for each in found}.values())
    rows = [
        f"{other}: won {100 * won:.1f} %; {len(found)} turns, stated less won {too_high(found)}"
    ]
    for low, high in BAGS:
        inside = [each for each in found if low <= each.bag <= high]
        if inside:
            rows.append(
                f"  {low:>3}-{high:<3} in the bag: {too_high(inside)} ({len(inside)} turns)"
            )
    return "\n".join(rows)


def too_high(found: Iterable[Told]) -> str:
    """By how much the chances were too high, in percent; turns of a game depend on each other."""
    games: dict[int, list[float]] = {}
    for each in found:
        games.setdefault(each.game, []).append(100 * each.excess)
    means = [fmean(excesses) for excesses in games.values()]
    error = 1.96 * stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0
    return f"{fmean(means):+.1f} ± {error:.1f} %"


def points(found: Sequence[Told]) -> Points:
    """The mean stated chance and the share of wins, in tenths of the stated chance."""
    binned = []
    for low, high in pairwise(TENTHS):
        inside = [t for t in found if low <= t.chance < high or (high == 1 and t.chance == 1)]
        if len(inside) >= 20:
            shares = [each.share for each in inside]
            apart = len({each.game for each in inside})
            error = 1.96 * stdev(shares) / sqrt(apart)
            binned.append((fmean(t.chance for t in inside), fmean(shares), error))
    return binned


if __name__ == "__main__":
    main()
