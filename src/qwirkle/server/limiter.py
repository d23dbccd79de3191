"""How much one person, and one address, may ask for."""

from __future__ import annotations

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from qwirkle.server.wire import Refused

WINDOW = 10
"""Seconds over which requests are counted, so that a short burst is no offence."""


class Limiter:
    """Counts, and refuses what is too much."""

    def __init__(self, commands_per_second: int, requests_per_second: int) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._commands = _item(commands_per_second)
        self._requests = _item(requests_per_second)

    def command(self, person: str) -> None:
        self._hit(self._commands, "person", person)

    def request(self, address: str) -> None:
        self._hit(self._requests, "address", address)

    def _hit(self, item: RateLimitItem | None, kind: str, who: str) -> None:
        if item and not self._limiter.hit(item, kind, who):
            raise Refused("limit", "serve.limit")


def _item(per_second: int) -> RateLimitItem | None:
    """No limit where it is 0."""
    return RateLimitItemPerSecond(per_second * WINDOW, WINDOW) if per_second else None
