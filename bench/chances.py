"""Whether stated chances to win come true: ``python -m bench.chances [--other OLD.so]``.

Bots play games, and before every turn the engine is asked for advice. The chances that the players
of one round are told should add up to 1, and of the moves with a chance of 30 % three in ten should
win. With another build of the kernel (bench/builds.py says where that comes from) both are asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from types import ModuleType

from bench import machine
from bench.builds import loaded
from bench.luck import NAMES
from qwirkle import Game, native
from qwirkle.analysis import questions
from qwirkle.bots import bot
from qwirkle.game import AnyGame

ENDS = (0.1, 0.25, 0.5, 0.75, 1.01)
Told = tuple[int, float]
"""A seat, and the chance that it was told."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--other", type=Path, help="the compiled module of another build")
    parser.add_argument("--game", default="classic")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--budget", type=int, default=5, help="milliseconds")
    asked = parser.parse_args()
    if native.kernel is None:
        raise SystemExit("The kernel is not there: install a C++ compiler and run make again.")
    print(f"{asked.game}, {asked.games} games of {asked.players}; {machine.name()}")
    builds = {"this build": native.kernel}
    if asked.other:
        builds["the other"] = loaded(asked.other)
    for name, build in builds.items():
        games = [
            told(build, asked.game, asked.players, seed, asked.budget)
            for seed in range(asked.games)
        ]
        print(f"{name:<10} {report(games, asked.players)}")


def told(
    build: ModuleType, edition: str, players: int, seed: int, budget: int
) -> tuple[list[Told], list[float]]:
    """What everybody was told in a game, and how it ended for each seat."""
    game: AnyGame = Game(NAMES[:players], edition, seed=seed)
    player, chances = bot("static", seed), []
    for lines in chapters(game):
        text = f"advise seat={game.state.turn} seed=1 budget={budget} most=1\n{lines}"
        (advice,) = questions.answered(build.ask(text))["moves"]
        if advice["win"]:
            chances.append((game.state.turn, questions.number(advice["win"]["value"])))
        game.push(player.choose(game.view(NAMES[game.state.turn])))
    most = max(game.state.scores)
    winners = [score == most for score in game.state.scores]
    return chances, [won / sum(winners) for won in winners]


def chapters(game: AnyGame) -> Iterator[str]:
    """The game as it is, again and again until it is over."""
    while game.turn:
        *_, (_, lines) = questions.chapters(game)
        yield lines


def report(games: list[tuple[list[Told], list[float]]], players: int) -> str:
    rounds = [
        sum(chance for _, chance in chances[at : at + players])
        for chances, _ in games
        for at in range(0, len(chances) - players + 1, players)
    ]
    pairs = [(chance, shares[seat]) for chances, shares in games for seat, chance in chances]
    table = ", ".join(row(pairs, low, high) for low, high in zip((0.0, *ENDS), ENDS, strict=False))
    missed = sqrt(fmean((chance - share) ** 2 for chance, share in pairs))
    return (
        f"a round adds up to {fmean(rounds):.2f} ± {stdev(rounds):.2f} (one deviation); "
        f"told and won: {table}; error {missed:.3f}"
    )


def row(pairs: list[tuple[float, float]], low: float, high: float) -> str:
    inside = [pair for pair in pairs if low <= pair[0] < high]
    if not inside:
        return "–"
    return f"{100 * fmean(c for c, _ in inside):.0f} % {100 * fmean(s for _, s in inside):.0f} %"


if __name__ == "__main__":
    main()
