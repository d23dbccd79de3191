"""Who is looking at which table.

A subscription holds nothing but the number of the last event that it has sent: the sender looks
at the log, sends what is new, and waits. A viewer that reads slowly therefore costs no memory, and
one that comes back after a long time is served like any other.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from qwirkle.server.domain.room import Room
from qwirkle.server.protocol.frames import Farewell


@dataclass(eq=False)
class Subscription:
    """One viewer of one table."""

    table: str
    person: str | None
    device: str | None = None
    """The hash of the viewer's token."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    ended: Farewell | None = None
    """Why it ends before the server does."""

    def end(self, why: Farewell) -> None:
        self.ended = why
        self.changed.set()


class Subscriptions:
    """The subscriptions of this node."""

    def __init__(self) -> None:
        self._by_table: dict[str, set[Subscription]] = defaultdict(set)
        self.stopping = False

    @property
    def tables(self) -> list[str]:
        """The tables that somebody looks at."""
        return list(self._by_table)

    @property
    def count(self) -> int:
        return sum(map(len, self._by_table.values()))

    @contextmanager
    def subscribed(
        self, table: str, person: str | None, device: str | None = None
    ) -> Iterator[Subscription]:
        subscription = Subscription(table, person, device)
        self._by_table[table].add(subscription)
        try:
            yield subscription
        finally:
            viewers = self._by_table[table]
            viewers.discard(subscription)
            if not viewers:
                del self._by_table[table]

    def here(self, table: str, person: str) -> bool:
        """Whether somebody looks at a table, from any of their devices."""
        return any(one.person == person for one in self._by_table.get(table, ()))

    def nudge(self, room: Room) -> None:
        for subscription in self._by_table.get(room.id, ()):
            subscription.changed.set()

    def revoke(self, devices: set[str]) -> None:
        """Say goodbye to viewers whose tokens were revoked."""
        for viewers in self._by_table.values():
            for subscription in viewers:
                if subscription.device in devices:
                    subscription.end("revoked")

    def stop(self) -> None:
        """Wake everybody up to say goodbye."""
        self.stopping = True
        for viewers in self._by_table.values():
            for subscription in viewers:
                subscription.changed.set()
