"""Between the nodes: a nudge that a table has changed. It carries no more than its name, because
every node reads the log itself; a nudge that is lost costs time, never truth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

import structlog

logger = structlog.get_logger()
CHANNEL = "qwirkle:changed"
PAUSE = 1.0
"""Seconds before a broker that is gone is tried again."""

Nudged = Callable[[str], Coroutine[Any, Any, None]]


class Broker(Protocol):
    """Tells the other nodes."""

    def publish(self, table: str) -> None: ...
    async def run(self, nudged: Nudged) -> None: ...
    async def close(self) -> None: ...


class Alone:
    """There are no other nodes."""

    def publish(self, table: str) -> None: ...

    async def run(self, nudged: Nudged) -> None: ...

    async def close(self) -> None: ...


class RedisBroker:
    """Redis or Valkey, which may come and go."""

    def __init__(self, url: str, node: str) -> None:
        import redis.asyncio

        self._redis = redis.asyncio.Redis.from_url(url, decode_responses=True)
        self._node = node
        self._outbox: asyncio.Queue[str] = asyncio.Queue(1000)

    def publish(self, table: str) -> None:
        """Leave a nudge; where nobody takes it away, the sweep of the other nodes must do."""
        with suppress(asyncio.QueueFull):
            self._outbox.put_nowait(table)

    async def run(self, nudged: Nudged) -> None:
        await asyncio.gather(self._send(), self._listen(nudged))

    async def close(self) -> None:
        await self._redis.aclose()

    async def _send(self) -> None:
        import redis

        while True:
            table = await self._outbox.get()
            try:
                await self._redis.publish(CHANNEL, f"{self._node} {table}")
            except redis.RedisError as error:
                logger.warning("broker.lost", reason=type(error).__name__)
                await asyncio.sleep(PAUSE)

    async def _listen(self, nudged: Nudged) -> None:
        import redis

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await self._hear(message["data"], nudged)
            except (redis.RedisError, OSError) as error:
                logger.warning("broker.lost", reason=type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def _hear(self, text: str, nudged: Nudged) -> None:
        node, _, table = text.partition(" ")
        if node != self._node:
            await nudged(table)


def open_broker(url: str | None, node: str) -> Broker:
    return RedisBroker(url, node) if url else Alone()
