"""How many moves a Python loop over ``Game`` makes in a second of processor time.

The time of the process is measured, so that others on the machine do not count; the best of many
rounds over the same whole games is the figure.
"""

from __future__ import annotations

import time
from random import Random

from qwirkle import Game, native
from qwirkle.moves import Move

GAMES = 4
ROUNDS = 20
NAMES = ("Ada", "Bo")


def chosen(edition: str, seed: int) -> list[Move]:
    """The moves of a whole random game."""
    game, dice = Game(NAMES, edition, seed=seed), Random(seed)
    moves = []
    while game.turn is not None:
        moves.append(game.view(game.turn).position.random_move(dice))
        game.push(moves[-1])
    return moves


def pushes(edition: str) -> float:
    """Moves a second: each judged, counted, drawn for and remembered."""
    games = [chosen(edition, seed) for seed in range(GAMES)]
    best = float("inf")
    for _ in range(ROUNDS):
        fresh = [Game(NAMES, edition, seed=seed) for seed in range(GAMES)]
        start = time.process_time()
        for game, moves in zip(fresh, games, strict=True):
            for move in moves:
                game.push(move)
        best = min(best, time.process_time() - start)
    return sum(map(len, games)) / best


def main() -> None:
    for edition in ("classic", "cards"):
        print(f"{edition}: {pushes(edition):,.0f} pushes/s ({native.VARIANT})")


if __name__ == "__main__":
    main()
