"""Print one table: what is measured, the median, the best, and the target."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

from bench import machine
from qwirkle import Game
from qwirkle.classic import scoring
from qwirkle.classic.moves import Play
from qwirkle.editions import Move

ROUNDS = 5


def main() -> None:
    print(f"Pure Python on {machine.name()}; {ROUNDS} rounds, the best round counts.\n")
    print(f"{'what':<54} {'median':>9} {'p95':>9} {'target':>9}  of")
    for what, target, measure in MEASURES:
        print(f"{what:<54} ", end="", flush=True)
        times = min((sorted(measure()) for _ in range(ROUNDS)), key=median)
        p95 = times[int(0.95 * (len(times) - 1))]
        print(f"{shown(median(times)):>9} {shown(p95):>9} {shown(target):>9}  {len(times)}")


def shown(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def greedy(game: Game) -> Move:
    """The play with the most points, else any move."""
    board, best, most = game.state.board, None, -1
    for move in game.legal_moves:
        points = scoring.score(board, move).points if isinstance(move, Play) else 0
        if points > most:
            best, most = move, points
    assert best is not None
    return best


def grabbing(game: Game) -> Move:
    """The table that captures the most rows, else any move."""
    best = None if game.state.opening else game.board.best(game.hand)
    return best or next(iter(game.legal_moves))


def games(edition: str, count: int) -> Iterator[Game]:
    for seed in range(count):
        yield Game(["Ada", "Bo"], edition, seed=seed)


def plays_of_a_turn() -> list[float]:
    """All plays of each turn of greedy games with 30 to 80 tiles on the board."""
    times = []
    for game in games("classic", 5):
        while game.turn:
            if 30 <= len(game.board) <= 80:
                board, hand = game.board, game.hand
                times.append(timed(lambda board=board, hand=hand: list(board.plays(hand))))
            game.push(greedy(game))
    return times


def whole_games() -> list[float]:
    """Greedy two-player games from the deal to the end."""

    def play(game: Game) -> None:
        while game.turn:
            game.push(greedy(game))

    return [timed(lambda game=game: play(game)) for game in games("classic", 5)]


def most_captures() -> list[float]:
    """The best table, laid out with the fewest cards moved, at each turn of card games."""
    times = []
    for game in games("cards", 8):
        while game.turn:
            table, hand = game.board, game.hand
            times.append(timed(lambda table=table, hand=hand: table.best(hand)))
            game.push(grabbing(game))
    return times


def version() -> list[float]:
    """The command's first sign of life."""
    command = [sys.executable, "-m", "qwirkle", "--version"]
    return [
        timed(lambda: subprocess.run(command, check=True, capture_output=True)) for _ in range(5)
    ]


MEASURES = [
    ("tile game: all plays of a mid-game turn", 0.003, plays_of_a_turn),
    ("tile game: a whole greedy game, 2 players", 0.3, whole_games),
    ("card game: most captures, laid out", 0.020, most_captures),
    ("qwirkle --version", 0.150, version),
]

if __name__ == "__main__":
    main()
