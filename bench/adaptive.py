"""Whether "about my strength" finds it: ``python -m bench.adaptive --people 40 --games 40``.

People who play like a model (bench/beginners.py), or like a bot, begin where everybody begins, and
each plays one game after the other against the opponent that their rating picks. Told is how many
they win: in the first ten games, in the second ten, and after those.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, stdev

from bench import machine
from bench.beginners import BEGINNERS
from qwirkle import Game
from qwirkle.bots import BOTS, Bot
from qwirkle.bots.adaptive import Met, Rating
from qwirkle.bots.levels import strength
from qwirkle.game import AnyGame

NAMES = ("Ada", "Bo")
PARTS = ((0, 10), (10, 20), (20, 1000))
MAKERS: dict[str, Callable[[int], Bot]] = {**BOTS, **BEGINNERS}
Won = tuple[float, float]
"""The share of a win, and the rating after the game."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="classic")
    parser.add_argument("--models", nargs="+", default=[*BEGINNERS, "greedy"])
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{asked.game}, {asked.people} people, {asked.games} games each; {machine.name()}")
    with ProcessPoolExecutor() as pool:
        for model in asked.models:
            live = partial(career, asked.game, model, asked.games, asked.seed)
            print(f"{model:<9} {report(list(pool.map(live, range(asked.people))))}", flush=True)


def career(edition: str, model: str, games: int, seed: int, person: int) -> list[Won]:
    """What one person wins, game by game."""
    rating, won = Rating(), []
    for number in range(games):
        (opponent,) = rating.opponents(1)
        lead = played(edition, model, opponent, 1_000_000 * seed + 1000 * person + number)
        rating = rating.after(edition, [Met(opponent, lead)])
        won.append((1.0 if lead > 0 else 0.5 if lead == 0 else 0.0, rating.own))
    return won


def played(edition: str, model: str, opponent: int, seed: int) -> int:
    """The lead of the person at the end of a game."""
    game: AnyGame = Game(NAMES, edition, seed=seed)
    players = MAKERS[model](seed), strength(opponent).player(seed)
    while game.turn:
        at = game.state.turn
        game.push(players[at].choose(game.view(NAMES[at])))
    return game.state.scores[0] - game.state.scores[1]


def report(careers: Sequence[Sequence[Won]]) -> str:
    said = []
    for low, high in PARTS:
        means = [fmean(share for share, _ in one[low:high]) for one in careers if one[low:high]]
        if len(means) > 1:
            error = 1.96 * stdev(means) / len(means) ** 0.5
            said.append(f"{100 * fmean(means):.1f} ± {100 * error:.1f} %")
    own = [one[-1][1] for one in careers]
    return f"wins {', then '.join(said)}; rating {fmean(own):.2f} (deviation {stdev(own):.2f})"


if __name__ == "__main__":
    main()
