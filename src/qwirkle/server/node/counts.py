"""Counting against a limit, with one number per key.

A limit is a bucket that drains evenly. All that is kept for a key is the time at which its bucket
will be empty (this is GCRA, the generic cell rate algorithm): spending moves that moment on, and
what would move it further than the window allows is refused. Every step takes constant time.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

import structlog

logger = structlog.get_logger()
MOST_KEYS = 200_000
"""Keys that a node keeps for one limit; about 30 MB if all of them are in use."""
PATIENCE = 0.05
"""Seconds that a request waits for the broker's count before the node counts by itself."""
PAUSE = 1.0
"""Seconds for which a broker that did not answer is left alone."""
CONNECTIONS = 16
"""Connections to the broker; a request that finds none free in time is counted by the node."""

SCRIPT = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local empty = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local after = empty + ARGV[1]
if after - now > tonumber(ARGV[2]) + 0.001 then
  return {0, string.format('%.3f', empty - now)}
end
redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(after - now))
return {1, string.format('%.3f', after - now)}
"""
"""The same in the broker, by its clock and in milliseconds; a key expires when its bucket is
empty."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate per second; what was not used within the window may be used at once."""

    name: str
    rate: float
    window: float

    def seconds(self, cost: float) -> float:
        """How long the bucket needs for this. More than it can hold counts as a full bucket, so
        that the largest requests remain possible."""
        return min(cost / self.rate, self.window)


class Counts:
    """The counts of one limit at this node.

    No bucket is fuller than the window, so a key that nobody has used for that long is removed.
    The keys are in the order of their last use, including refused ones. Only if there are too many,
    one is removed that still counts: the least recently used one, so never that of a client that
    keeps trying. A client that gains from that could have used a new address just as well.
    """

    def __init__(
        self,
        limit: Limit,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_KEYS,
    ) -> None:
        self.limit = limit
        self._clock = clock
        self._most = most
        self._empty: OrderedDict[str, float] = OrderedDict()
        """When the bucket of each key will be empty."""

    def __len__(self) -> int:
        return len(self._empty)

    def spend(self, who: str, cost: float = 1.0) -> float:
        """Spend this if possible; the seconds to wait otherwise, or 0."""
        if wait := self.wait(who, cost):
            return wait
        self._keep(who, max(self._empty.get(who, 0.0), self._clock()) + self.limit.seconds(cost))
        return 0.0

    def wait(self, who: str, cost: float = 1.0) -> float:
        """The seconds until this could be spent; nothing is spent."""
        now = self._clock()
        empty = max(self._empty.get(who, 0.0), now)
        wait = empty - now + self.limit.seconds(cost) - self.limit.window
        if wait <= 1e-6:
            return 0.0
        self._empty.move_to_end(who)
        return wait

    def learn(self, who: str, ahead: float) -> None:
        """Take over what all the nodes together have counted: the seconds until the bucket is
        empty."""
        self._keep(who, self._clock() + ahead)

    def _keep(self, who: str, empty: float) -> None:
        self._empty[who] = empty
        self._empty.move_to_end(who)
        for oldest in list(islice(self._empty, 2)):  # faster than keys are added, still constant
            if self._empty[oldest] > self._clock() and len(self._empty) <= self._most:
                break
            del self._empty[oldest]


class Together:
    """The counts of all the nodes, in the broker that they share; it may come and go."""

    def __init__(self, url: str) -> None:
        import redis.asyncio

        pool = redis.asyncio.BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=PATIENCE,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
        )
        self._redis = redis.asyncio.Redis.from_pool(pool)
        self._script: Any = self._redis.register_script(SCRIPT)
        self._again = 0.0
        self._away = False

    async def spend(self, limit: Limit, who: str, cost: float) -> tuple[bool, float] | None:
        """Whether it was spent, and the seconds until the bucket is empty; None if the broker does
        not answer at once."""
        import redis

        if time.monotonic() < self._again:
            return None
        span, window = 1000 * limit.seconds(cost), 1000 * limit.window
        try:
            async with asyncio.timeout(PATIENCE):
                key = f"qwirkle:limit:{limit.name}:{who}"
                spent, ahead = await self._script(keys=[key], args=[span, window])
        except (redis.RedisError, OSError, TimeoutError) as error:
            self._lost(error)
            return None
        self._found()
        return bool(spent), float(ahead) / 1000

    async def close(self) -> None:
        await self._redis.aclose()

    def _lost(self, error: Exception) -> None:
        self._again = time.monotonic() + PAUSE
        if not self._away:
            logger.warning("limiter.alone", reason=type(error).__name__)
        self._away = True

    def _found(self) -> None:
        if self._away:
            logger.info("limiter.together")
        self._away = False
