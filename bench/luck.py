"""How sure a review is about luck: ``python -m bench.luck [--other OLD.so]``.

Bots play games, and the luck of each first seat is measured several times, with other dice. The
interval that a review states should be as wide as the measurements lie apart. With another build of
the kernel (bench/builds.py says where that comes from) both measure the same games.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from types import ModuleType

from bench import machine
from bench.builds import loaded
from qwirkle import Game, native
from qwirkle.analysis import questions
from qwirkle.bots import bot
from qwirkle.events import Moved
from qwirkle.game import AnyGame

NAMES = ("Ada", "Bo", "Cy", "Di")
HALF = 1.96
"""Standard errors in half an interval."""
Measured = tuple[float, float]
"""The luck of a game in points, and half of its interval."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--other", type=Path, help="the compiled module of another build")
    parser.add_argument("--game", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--played", type=int, default=4, help="games that are looked at")
    parser.add_argument("--games", type=int, default=4000, help="for each measure of luck")
    parser.add_argument("--times", type=int, default=3, help="how often each is measured")
    asked = parser.parse_args()
    if native.kernel is None:
        raise SystemExit("The kernel is not there: install a C++ compiler and run make again.")
    print(
        f"{asked.game}, {asked.played} games of {asked.players}, {asked.games} games for each "
        f"measure of luck, {asked.times} times; {machine.name()}"
    )
    builds = {"this build": native.kernel}
    if asked.other:
        builds["the other"] = loaded(asked.other)
    played = [greedy_game(asked.game, asked.players, seed) for seed in range(asked.played)]
    for name, build in builds.items():
        start = time.process_time()
        found = [
            [measured(build, game, 1000 * (1 + again), asked.games) for again in range(asked.times)]
            for game in played
        ]
        print(f"{name:<10} {report(found)}, {time.process_time() - start:.0f} s of the processor")


def greedy_game(edition: str, players: int, seed: int) -> AnyGame:
    game = Game(NAMES[:players], edition, seed=seed)
    while game.turn:
        game.push(bot("greedy").choose(game.view(game.turn)))
    return game


def measured(build: ModuleType, game: AnyGame, seed: int, games: int) -> Measured:
    """The luck of the first seat: of the deal, and of everybody's draws."""
    value = variance = 0.0
    for at, (event, lines) in enumerate(questions.chapters(game)):
        if event is None or (isinstance(event, Moved) and event.drawn):
            text = questions.question("luck", lines, seed=seed + at, games=games)
            answer = questions.answered(build.ask(text))
            value += questions.number(answer["points"][0])
            variance += questions.number(answer["points_error"][0]) ** 2
    return value, HALF * sqrt(variance)


def report(found: list[list[Measured]]) -> str:
    stated = fmean(half for game in found for _, half in game)
    apart = HALF * sqrt(fmean(stdev(value for value, _ in game) ** 2 for game in found))
    return f"luck ± {stated:.2f} points as stated, ± {apart:.2f} as measured"


if __name__ == "__main__":
    main()
