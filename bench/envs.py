"""Random steps in the environments, by the thousand and one by one."""

from __future__ import annotations

import io
import os
from contextlib import redirect_stdout

from pettingzoo.test import performance_benchmark

from bench import machine
from bench.clock import best_of
from qwirkle import native
from qwirkle.envs import Batch, QwirkleAEC

GAMES = 1024
STEPS = 20
ROUNDS = 100  # short ones: on a shared machine some then meet nobody else
WARM_UP = 300  # so that the games are spread over all stages


def main() -> None:
    print(f"{machine.name()}; kernel: {native.VARIANT}; {load()} at the beginning")
    head = f"{GAMES} games of 2 players, masks and observations"
    print(f"{head:<54} {'1 thread':>13} {'2 threads':>13} {'ratio':>8}")
    for edition, what in (("classic", "tile game"), ("cards", "card game")):
        batches = [Batch(GAMES, edition, threads=threads) for threads in (1, 2)]
        for batch in batches:
            stepped(batch, WARM_UP)
        works = [lambda batch=batch: stepped(batch, STEPS) for batch in batches]
        one, two = (GAMES * STEPS / time for time in best_of(*works, rounds=ROUNDS))
        line = f"{what}, {per_game(batches[0])}"
        print(f"{line:<54} {one:>11,.0f}/s {two:>11,.0f}/s {two / one:>6.2f} x", flush=True)
    for edition, what in (("classic", "tile game"), ("cards", "card game")):
        print(f"{what}, PettingZoo's benchmark of one game: {pettingzoo(edition)}")
    print(beyond())
    print(f"{load()} at the end")


def stepped(batch: Batch, steps: int) -> int:
    """Random actions in all games; how many games ended."""
    over = 0
    for _ in range(steps):
        batch.step(batch.sample())
        over += int(batch.terminated.sum() + batch.truncated.sum())
    return over


def per_game(batch: Batch, steps: int = 1000) -> str:
    ended = stepped(batch, steps)
    return f"{GAMES * steps / ended:,.0f} steps a game"


def beyond(steps: int = 4000) -> str:
    """How often a player had plays for which the window of the tile game has no room."""
    batch = Batch(GAMES, "classic", threads=2, seed=1)
    games = met = cut = 0
    for _ in range(steps):
        batch.step(batch.sample())
        games += int(batch.terminated.sum())
        met += int((batch.beyond > 0).sum())
        cut += int(batch.truncated.sum())
    share = f"{met:,} of {GAMES * steps:,} steps of {games:,} games"
    return f"plays beyond the window: in {share}; {cut} games were cut off"


def pettingzoo(edition: str) -> str:
    said = io.StringIO()
    with redirect_stdout(said):
        performance_benchmark(QwirkleAEC(edition))
    return f"{float(said.getvalue().splitlines()[1].split()[0]):,.0f} steps/s"


def load() -> str:
    return f"a load of {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


if __name__ == "__main__":
    main()
