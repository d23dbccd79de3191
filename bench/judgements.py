"""How the moves of each level are judged: ``python -m bench.judgements``, a table for the docs.

The levels play each other, every pair of neighbours and every level against itself, and each game
is reviewed. The thresholds of ``kernel/core/judgement.h`` fit if better levels make fewer mistakes,
and the best one next to none.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from rich.progress import track

from bench import machine
from qwirkle import Game
from qwirkle.analysis import review
from qwirkle.analysis.reviewed import JUDGEMENTS, Judgement, Review
from qwirkle.bots.levels import LEVELS, level
from qwirkle.game import AnyGame

BUDGET = 0.03
"""Of the two best levels' thought, in seconds."""


@dataclass
class Found:
    """What there is to say about one level."""

    judgements: Counter[Judgement] = field(default_factory=Counter)
    accuracy: list[float] = field(default_factory=list)
    lost_points: list[float] = field(default_factory=list)
    lost_win: list[float] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)

    def add(self, reviewed: Review, seat: int) -> None:
        player = reviewed.players[seat]
        choices = [turn for turn in reviewed.turns if turn.seat == seat and turn.is_choice]
        self.judgements.update(turn.judgement for turn in choices)
        self.lost_points += [turn.lost_points.value for turn in choices]
        self.lost_win += [turn.lost_win.value for turn in choices]
        self.luck.append(player.luck.points.value)
        if player.accuracy is not None:
            self.accuracy.append(player.accuracy)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="classic")
    parser.add_argument("--rounds", type=int, default=4, help="games of each couple of levels")
    parser.add_argument(
        "--budget", type=float, default=0.1, help="seconds for each review of a turn"
    )
    parser.add_argument("--games", type=int, default=50, help="games for each measure of luck")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found: defaultdict[int, Found] = defaultdict(Found)
    games = 0
    for _ in range(asked.rounds):
        for couple in track(list(couples()), "Games"):
            game = played(couple, asked.game, asked.seed + games)
            reviewed = review(game, budget=asked.budget, games=asked.games, seed=asked.seed)
            for seat, number in enumerate(couple):
                found[number].add(reviewed, seat)
            games += 1
        print(f"\n{asked.game}: {games} games of two, {asked.budget} s a turn; {machine.name()}\n")
        report(found)


def couples() -> Iterator[tuple[int, int]]:
    """Each level against itself, and against the next one from both seats."""
    numbers = [each.number for each in LEVELS]
    for one in numbers:
        yield one, one
        if one + 1 in numbers:
            yield one, one + 1
            yield one + 1, one


def played(couple: tuple[int, int], edition: str, seed: int) -> AnyGame:
    game = Game(
        [f"Level {number}, seat {seat}" for seat, number in enumerate(couple)], edition, seed=seed
    )
    players = [level(number).player(seed) for number in couple]
    while game.turn is not None:
        game.push(players[game.state.turn].choose(game.view(game.turn), BUDGET))
    return game


def report(found: dict[int, Found]) -> None:
    """A table in Markdown, one level a line; shares are of the moves with a choice."""
    names = [name for name in JUDGEMENTS if name != "forced"]
    print(f"| level | choices | {' | '.join(names)} | accuracy | points lost | chance lost |")
    print("|---|" + "---|" * (len(names) + 4))
    for number, each in sorted(found.items()):
        total = each.judgements.total()
        shares = " | ".join(f"{100 * each.judgements[name] / total:.1f} %" for name in names)
        lost, win = mean(each.lost_points, 2), mean([100 * x for x in each.lost_win], 1)
        print(f"| {number} | {total} | {shares} | {mean(each.accuracy, 1)} | {lost} | {win} % |")
    lucks = [luck for each in found.values() for luck in each.luck]
    print(f"\nluck in points, over {len(lucks)} players: {mean(lucks, 2)}")


def mean(values: list[float], digits: int) -> str:
    """A mean, and half of its 95 % interval."""
    half = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):.{digits}f} ± {half:.{digits}f}"


if __name__ == "__main__":
    main()
