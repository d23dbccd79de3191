"""What time it is on a node."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

JUMP = 2000
"""Milliseconds by which the time of day must differ from the monotonic clock to count as a jump."""


def milliseconds() -> int:
    """The machine's time of day: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _elapsed() -> int:
    return time.monotonic_ns() // 1_000_000


class Clock:
    """The time of day, counted on by the monotonic clock: small corrections of the machine's own
    clock change nothing. If that one jumps, or the machine has slept, this one follows."""

    def __init__(
        self,
        wall: Callable[[], int] = milliseconds,
        monotonic: Callable[[], int] = _elapsed,
        jumped: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._wall: Callable[[], int] | None = wall
        self._monotonic = monotonic
        self._jumped = jumped
        self._lock = threading.Lock()
        self._offset = wall() - monotonic()

    def __call__(self) -> int:
        with self._lock:  # the writer asks from a thread of its own
            now = self._monotonic() + self._offset
            ahead = self._wall() - now if self._wall else 0
            if abs(ahead) <= JUMP:
                return now
            self._offset += ahead
        self._jumped(ahead)
        return now + ahead

    def follow(self, now: int) -> None:
        """From now on, use the time of a database that several nodes share."""
        ahead = now - self._monotonic() - self._offset
        self._offset += ahead
        if self._wall is None and abs(ahead) > JUMP:
            self._jumped(ahead)
        self._wall = None
