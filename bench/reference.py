"""The readable reference alone, next to its targets."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median

from bench.clock import seconds, shown
from qwirkle import Board, Game
from qwirkle.bots import bot
from qwirkle.cards import layout, solver
from qwirkle.cards.table import Table
from qwirkle.classic import movegen
from qwirkle.game import AnyGame
from qwirkle.tiles import Hand

ROUNDS = 5


def main() -> None:
    print(f"{'the reference, in pure Python':<54} {'median':>10} {'p95':>10} {'target':>10}  of")
    for what, target, measure in MEASURES:
        times = min((sorted(measure()) for _ in range(ROUNDS)), key=median)
        p95 = times[int(0.95 * (len(times) - 1))]
        columns = f"{shown(median(times)):>10} {shown(p95):>10} {shown(target):>10}"
        print(f"{what:<54} {columns}  {len(times)}", flush=True)


def games(edition: str, count: int) -> Iterator[AnyGame]:
    """Greedy two-player games, before each turn."""
    greedy = bot("greedy")
    for seed in range(count):
        game = Game(["Ada", "Bo"], edition, seed=seed)
        while game.turn:
            yield game
            game.push(greedy.choose(game.view(game.turn)))


def plays_of_a_turn() -> list[float]:
    """All plays of each turn of greedy games with 30 to 80 tiles on the board."""
    return [
        seconds(partial(_listed, game.board, game.hand))
        for game in games("classic", 5)
        if 30 <= len(game.board) <= 80
    ]


def _listed(board: Board, hand: Hand) -> None:
    list(movegen.plays(board, hand))


def whole_games() -> list[float]:
    """Greedy two-player games from the deal to the end; only a pure process measures them."""
    return [seconds(partial(_played, seed)) for seed in range(5)]


def _played(seed: int) -> None:
    greedy, game = bot("greedy"), Game(["Ada", "Bo"], seed=seed)
    while game.turn:
        game.push(greedy.choose(game.view(game.turn)))


def most_captures() -> list[float]:
    """The best table, laid out with the fewest cards moved, at each turn of card games."""
    return [seconds(partial(_laid_out, game.board, game.hand)) for game in games("cards", 8)]


def _laid_out(table: Table, hand: Hand) -> None:
    outcome = solver.best(solver.counted(table.cards), hand)
    if outcome:
        layout.arrange(table, *outcome)


def version() -> list[float]:
    """The command's first sign of life."""
    command = [sys.executable, "-m", "qwirkle", "--version"]
    return [
        seconds(lambda: subprocess.run(command, check=True, capture_output=True)) for _ in range(5)
    ]


MEASURES = [
    ("tile game: all plays of a mid-game turn", 0.003, plays_of_a_turn),
    ("tile game: a whole greedy game, 2 players", 0.3, whole_games),
    ("card game: most captures, laid out", 0.020, most_captures),
    ("qwirkle --version", 0.150, version),
]

if __name__ == "__main__":
    main()
