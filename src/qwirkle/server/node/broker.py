"""Between the nodes: a nudge that a table has changed, and a question whether somebody is there.

A nudge carries only the id of the table, because every node reads the log itself; a lost nudge
costs time, but no data.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

import structlog

logger = structlog.get_logger()
CHANNEL = "qwirkle:changed"
PAUSE = 1.0
"""Seconds before a lost broker is tried again."""

ANSWERED = 0.5
"""Seconds in which other nodes answer, if they can."""

Nudged = Callable[[str], Coroutine[Any, Any, None]]
Here = Callable[[str, str], bool]
"""Whether somebody looks at a table, at this node."""


class Broker(Protocol):
    """Tells the other nodes."""

    def publish(self, table: str) -> None: ...
    async def elsewhere(self, table: str, person: str) -> bool: ...
    async def run(self, nudged: Nudged, here: Here) -> None: ...
    async def close(self) -> None: ...


class Alone:
    """There are no other nodes."""

    def publish(self, table: str) -> None: ...

    async def elsewhere(self, table: str, person: str) -> bool:
        return False

    async def run(self, nudged: Nudged, here: Here) -> None: ...

    async def close(self) -> None: ...


class RedisBroker:
    """Redis or Valkey, which may come and go."""

    def __init__(self, url: str, node: str) -> None:
        import redis.asyncio

        self._redis = redis.asyncio.Redis.from_url(url, decode_responses=True)
        self._node = node
        self._outbox: asyncio.Queue[str] = asyncio.Queue(1000)
        self._asked: dict[str, asyncio.Event] = {}

    def publish(self, table: str) -> None:
        """Queue a nudge; if it cannot be sent, the sweep of the other nodes finds the change."""
        self._say("changed", table)

    async def elsewhere(self, table: str, person: str) -> bool:
        """Whether another node says that somebody looks at a table there."""
        words = f"{table} {person}"
        answered = self._asked.setdefault(words, asyncio.Event())
        self._say("missing", words)
        with suppress(TimeoutError):
            await asyncio.wait_for(answered.wait(), ANSWERED)
        self._asked.pop(words, None)
        return answered.is_set()

    async def run(self, nudged: Nudged, here: Here) -> None:
        await asyncio.gather(self._send(), self._listen(nudged, here))

    def _say(self, kind: str, words: str) -> None:
        with suppress(asyncio.QueueFull):
            self._outbox.put_nowait(f"{self._node} {kind} {words}")

    async def close(self) -> None:
        await self._redis.aclose()

    async def _send(self) -> None:
        import redis

        while True:
            message = await self._outbox.get()
            try:
                await self._redis.publish(CHANNEL, message)
            except (redis.RedisError, OSError) as error:
                logger.warning("broker.lost", reason=type(error).__name__)
                await asyncio.sleep(PAUSE)

    async def _listen(self, nudged: Nudged, here: Here) -> None:
        import redis

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await self._hear(message["data"].split(), nudged, here)
            except (redis.RedisError, OSError) as error:
                logger.warning("broker.lost", reason=type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def _hear(self, words: list[str], nudged: Nudged, here: Here) -> None:
        match words:
            case [node, *_] if node == self._node:
                return
            case [_, "changed", table]:
                await nudged(table)
            case [_, "missing", table, person] if here(table, person):
                self._say("here", f"{table} {person}")
            case [_, "here", table, person] if asked := self._asked.get(f"{table} {person}"):
                asked.set()


def open_broker(url: str | None, node: str) -> Broker:
    return RedisBroker(url, node) if url else Alone()
