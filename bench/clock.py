"""Timing that bears a noisy machine: rounds are interleaved, and the best round counts."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def best_of(*works: Callable[[], object], rounds: int = 5) -> list[float]:
    """The shortest time of each work, all of them tried once in every round."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        best = [min(old, seconds(work)) for old, work in zip(best, works, strict=True)]
    return best


def shown(time_taken: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if time_taken >= size:
            return f"{time_taken / size:.2f} {unit}"
    return f"{time_taken * 1e9:.1f} ns"
