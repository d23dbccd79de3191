"""Who is looking at which table.

A subscription holds nothing but the number of the last event that it has sent: whoever sends looks
at the log, sends what is new, and waits. A viewer that reads slowly therefore costs no memory, and
one that comes back after a long time is served like any other.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from qwirkle.server.room import Room


@dataclass(eq=False)
class Subscription:
    """One viewer of one table."""

    table: str
    person: str | None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
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
    def subscribed(self, table: str, person: str | None) -> Iterator[Subscription]:
        subscription = Subscription(table, person)
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

    def stop(self) -> None:
        """Wake everybody up to say goodbye."""
        self.stopping = True
        for viewers in self._by_table.values():
            for subscription in viewers:
                subscription.changed.set()
