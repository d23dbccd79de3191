"""Timing that bears a noisy machine: rounds are short and interleaved, and the best counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

Item = TypeVar("Item")


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


def best_sums(
    items: Sequence[Item], slow: Callable[[Item], object], quick: Callable[[Item], object]
) -> tuple[float, float]:
    """The same for works on many items: the shortest time on each item, summed up.

    The quick work is tried more often: it takes so little that one interruption would show.
    """
    best_slow = best_quick = [float("inf")] * len(items)
    for _ in range(6):
        best_slow = [
            min(old, seconds(partial(slow, item)))
            for old, item in zip(best_slow, items, strict=True)
        ]
        for _ in range(10):
            best_quick = [
                min(old, seconds(partial(quick, item)))
                for old, item in zip(best_quick, items, strict=True)
            ]
    return sum(best_slow), sum(best_quick)


def shown(time_taken: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if time_taken >= size:
            return f"{time_taken / size:.2f} {unit}"
    return f"{time_taken * 1e9:.1f} ns"
