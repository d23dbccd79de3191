"""How much one person, and one address, may ask for, and how many connections they may hold."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from qwirkle.server.domain.refusals import Refused
from qwirkle.server.node.counts import Counts, Limit, Together
from qwirkle.server.node.settings import Settings

WINDOW = 10
"""Seconds over which requests are counted, so that short bursts are allowed."""
NEWCOMERS_AT_ONCE = 60
"""New people at once, such as a class or a club behind one address."""

UNREADABLE = 10
"""The cost of an unreadable frame."""
RECORD_UNIT = 256
"""Bytes of a record that cost as much as one request."""


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """An address without its zone, and where it is one of IPv4 written as IPv6, that one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found


def network(address: str) -> str:
    """The network of an address: with IPv6 everybody has at least 2**64 addresses, which count as
    one."""
    found = parsed(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, 64), strict=False))
    return str(found or address)


class Limiter:
    """Counts, and refuses what is over the limit; 0 is no limit."""

    def __init__(self, settings: Settings, together: Together | None = None) -> None:
        self._commands = _counts("person", settings.commands_per_second, WINDOW)
        self._requests = _counts("address", settings.requests_per_second, WINDOW)
        slow = settings.newcomers_per_minute / 60
        self._newcomers = _counts("newcomer", slow, NEWCOMERS_AT_ONCE / slow if slow else 0)
        self._together = together
        self._held: Counter[str] = Counter()
        self._most_person, self._most_address = settings.sockets

    async def command(self, person: str, cost: float = 1) -> None:
        """A command or a question of a person."""
        await self._spend(self._commands, person, cost)

    async def request(self, address: str, cost: float = 1) -> None:
        """A request or a frame from an address."""
        await self._spend(self._requests, network(address), cost)

    async def record(self, address: str, size: int) -> None:
        """The work of judging a record, which grows with its size."""
        await self.request(address, size / RECORD_UNIT)

    async def newcomer(self, address: str) -> None:
        """A new guest, because many guests would have the limits of many people."""
        await self._spend(self._newcomers, network(address), 1)

    @contextmanager
    def connection(self, address: str, person: str | None) -> Iterator[None]:
        """An open socket or stream, for as long as it is open."""
        keys = [(f"address {network(address)}", self._most_address)]
        if person:
            keys.append((f"person {person}", self._most_person))
        for key, most in keys:
            if most and self._held[key] >= most:
                raise Refused("limit", "serve.sockets", n=most)
        self._held.update(key for key, _ in keys)
        try:
            yield
        finally:
            for key, _ in keys:
                self._held[key] -= 1
                if not self._held[key]:
                    del self._held[key]

    async def close(self) -> None:
        if self._together:
            await self._together.close()

    async def _spend(self, counts: Counts | None, who: str, cost: float) -> None:
        if counts is None:
            return
        if self._together and not counts.wait(who, cost):  # over the limit at this node alone
            answer = await self._together.spend(counts.limit, who, cost)
            if answer:
                spent, ahead = answer
                counts.learn(who, ahead)
                if spent:
                    return
        if wait := counts.spend(who, cost):
            raise Refused("limit", "serve.limit", n=math.ceil(wait))


def _counts(name: str, rate: float, window: float) -> Counts | None:
    return Counts(Limit(name, rate, window)) if rate else None
