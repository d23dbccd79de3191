"""Everybody on one scale: ``python -m bench.ladder --game classic --players 2 --pairs 100``.

From the weakest beginner (bench/beginners.py) to the sixth level, each against the next two of the
list, and all results together as one rating by the model of Bradley and Terry.
"""

from __future__ import annotations

import argparse
import os
from itertools import combinations, pairwise
from pathlib import Path

from bench import machine
from bench.beginners import BEGINNERS
from bench.picture import Rated, scale
from qwirkle.arena import Match, run
from qwirkle.arena.elo import ratings
from qwirkle.arena.runner import Run
from qwirkle.bots import BOTS
from qwirkle.bots.levels import LEVELS

LEVEL = [level.bot for level in LEVELS]
EVERYBODY = ["child-1", LEVEL[0], "child-3", "single", "child-5", "child-12", *LEVEL[1:]]
APART = 2
"""How far apart in the list two of them still play each other: beyond, one wins every game."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--budget", default="50ms", help="of the sixth level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", action="store_true", help="without the beginners")
    parser.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    names = LEVEL if asked.levels else EVERYBODY
    names = [f"{name}@{asked.budget}" if name == LEVEL[-1] else name for name in names]
    print(f"{asked.game}, {asked.players} players, {asked.pairs} pairs; {machine.name()}")
    runs = [
        played(Match(strong, weak, asked.game, asked.players, seed=asked.seed), asked.pairs)
        for (at, weak), (further, strong) in combinations(enumerate(names), 2)
        if further - at <= APART or is_next(weak, strong)
    ]
    found = ratings([(each.match, each.pairs) for each in runs])
    least = found[names[0]].value
    rows = []
    for name in names:
        rated = found[name]
        low, value, high = rated.low - least, rated.value - least, rated.high - least
        rows.append(Rated(name.partition("@")[0], value, low, high, name.startswith("level")))
        print(f"{name:<14} {value:6.0f} ({low:.0f} to {high:.0f})")
    if asked.picture:
        title = f"Elo above the weakest beginner, {asked.players} players"
        asked.picture.write_text(scale(rows, title), encoding="utf-8")


def is_next(weak: str, strong: str) -> bool:
    """Whether these are two levels, one above the other: they always meet."""
    levels = [name.partition("@")[0] for name in (weak, strong)]
    return levels in [list(two) for two in pairwise(LEVEL)]


def played(match: Match, pairs: int) -> Run:
    """A match, told as soon as it is over: how often the stronger one won."""
    found = run(match, pairs=pairs, jobs=os.cpu_count() or 1, makers={**BOTS, **BEGINNERS})
    rate = found.summary.sides["a"].shares.chance()
    print(
        f"  {match.a} against {match.b}: {100 * rate.value:.1f} % "
        f"({100 * rate.low:.1f} to {100 * rate.high:.1f}) of {found.summary.games} games",
        flush=True,
    )
    return found


if __name__ == "__main__":
    main()
