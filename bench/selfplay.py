"""Whole games by the thousand, and how many instructions each takes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.clock import best_of
from qwirkle import kernel

ROUNDS = 300  # short ones: on a shared machine some then meet nobody else

POLICIES = [
    ("tile game, greedy, best play only", "greedy", "classic", 50),
    ("tile game, greedy, every play generated", "greedy-all", "classic", 50),
    ("tile game, random", "random", "classic", 50),
    ("card game, greedy", "greedy", "cards", 50),
]


def main() -> None:
    head = f"{'self-play, 2 players':<54} {'1 thread':>10} {'2 threads':>10} {'ratio':>9}"
    print(f"{head}  instructions")
    for what, policy, game, count in POLICIES:
        works = [
            lambda threads=threads, policy=policy, game=game, count=count: kernel.selfplay(
                count, 2, policy, 1, threads, game=game
            )
            for threads in (1, 2)
        ]
        one, two = (count / time for time in best_of(*works, rounds=ROUNDS))
        row = f"{what:<54} {one:>8,.0f}/s {two:>8,.0f}/s {two / one:>7.2f} x"
        print(f"{row}  {instructions(policy, game)}", flush=True)


def instructions(policy: str, game: str) -> str:
    """Instructions a game, by callgrind: they do not depend on what else the machine is doing."""
    if not shutil.which("valgrind"):
        return "valgrind is not installed"
    few, many = (_collected(policy, game, games) for games in (100, 1100))
    return f"{(many - few) // 1000:,} a game"


def _collected(policy: str, game: str, games: int) -> int:
    code = (
        f"from qwirkle import kernel; kernel.selfplay({games}, 2, '{policy}', 1, 1, game='{game}')"
    )
    with TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        same = {
            **os.environ,
            "PYTHONHASHSEED": "0",
        }  # so that Python itself does the same each time
        subprocess.run(
            [*command, sys.executable, "-c", code], check=True, capture_output=True, env=same
        )
        totals = [line for line in out.read_text().splitlines() if line.startswith("totals:")]
    return int(totals[0].split()[1])
