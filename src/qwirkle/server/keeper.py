"""What happens without anybody asking: clocks run out, the absent are missed, the lost is found.

Deadlines are data: the keeper looks into the database for what is due. It has no list of its own
that a restart could lose, and any node can do the work of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog
from sqlalchemy import Connection, func, insert, select, update

from qwirkle.server import commands, play, projections
from qwirkle.server.bots import BotDriver
from qwirkle.server.desk import Desk
from qwirkle.server.hub import Hub
from qwirkle.server.room import Room
from qwirkle.server.schema import nodes, tables
from qwirkle.server.settings import Settings
from qwirkle.server.store import StorageFailed
from qwirkle.server.wire import Live

logger = structlog.get_logger()
BLINK = 5.0
"""Seconds without a connection before a player counts as away."""
RETURN = 60.0
"""Seconds after a restart before those who did not come back count as away."""
SHORTEST_STOP = 2000
"""Milliseconds of absence of the whole server that are worth a credit."""
LATE_BOT = 5000
"""Milliseconds after which any node moves for a computer player of another one."""


class Keeper:
    """Looks after the tables."""

    def __init__(self, desk: Desk, hub: Hub, bots: BotDriver, settings: Settings) -> None:
        self.desk = desk
        self.hub = hub
        self.bots = bots
        self.settings = settings
        self._tasks: set[asyncio.Task[None]] = set()

    async def wake(self) -> None:
        """Before anything else: give the clocks back what a stop has cost."""
        store, now = self.desk.store, self.desk.clock()
        last = await store.read(lambda c: c.scalar(select(func.max(nodes.c.seen))))
        stopped = now - last if last else 0
        if stopped > SHORTEST_STOP:
            for table in await store.read(projections.timed_tables):
                await self.desk.act(table, lambda room, at: commands.credit(room, stopped, at))
        await self._beat()
        self._later(RETURN, self._miss_the_lost)

    async def run(self) -> None:
        """Look around again and again."""
        while True:
            await asyncio.sleep(self.settings.sweep)
            for look in (self._beat, self._due, self._lost, self._bots):
                await _forgiving(look)

    async def close(self) -> None:
        """Leave the time of the stop behind, so that the clocks can be credited."""
        for task in self._tasks:
            task.cancel()
        await _forgiving(self._beat)

    def watch(self, room: Room) -> None:
        """Somebody is said to be away who is here, at this node."""
        for number in room.people:
            seat = room.seat(number)
            if seat.away_until is not None and self.hub.here(room.id, seat.person):
                self._later(0, partial(self._back, room.id, number))

    def came(self, table: str, person: str) -> None:
        if (room := self.desk.rooms.get(table)) and room.seat_of(person) is not None:
            self.watch(room)

    def left(self, table: str, person: str) -> None:
        """A connection is gone; perhaps it is back in a moment."""
        self._later(BLINK, lambda: self._missed(table, person))

    async def _back(self, table: str, seat: int) -> None:
        await self.desk.act(table, lambda room, now: play.come_back(room, seat, now))

    async def _missed(self, table: str, person: str) -> None:
        if self.hub.stopping or self.hub.here(table, person):
            return
        room = await self.desk.room(table)
        seat = room.seat_of(person)
        if seat is not None and play.waits_for(room, seat):
            grace = self._grace(room)
            await self.desk.act(table, lambda r, now: play.gone_away(r, seat, grace, now))

    def _grace(self, room: Room) -> int:
        live = isinstance(room.created.clock, Live)
        seconds = self.settings.absence_live if live else self.settings.absence_untimed
        return seconds * 1000

    async def _miss_the_lost(self) -> None:
        query = select(tables.c.game).where(tables.c.phase == "playing")
        for table in await self.desk.store.read(lambda c: list(c.scalars(query))):
            room = await self.desk.room(table)
            for seat in room.people:
                await self._missed(table, room.seat(seat).person)

    async def _beat(self) -> None:
        node, now = self.settings.node, self.desk.clock()
        await self.desk.store.write(lambda connection: _seen(connection, node, now))

    async def _due(self) -> None:
        now = self.desk.clock()
        for table in await self.desk.store.read(lambda c: projections.due_tables(c, now)):
            await self.desk.act(table, play.tick)

    async def _lost(self) -> None:
        """Find what other nodes have stored and no nudge has told."""
        watched = self.hub.tables
        if not watched:
            return
        last = await self.desk.store.read(lambda c: projections.last_numbers(c, watched))
        for table, seq in last.items():
            known = self.desk.rooms.get(table)
            if known is None or known.seq < seq:
                await self.desk.refresh(table)

    async def _bots(self) -> None:
        since = self.desk.clock() - LATE_BOT
        for table in await self.desk.store.read(lambda c: projections.waiting_bots(c, since)):
            self.bots.watch(await self.desk.refresh(table))

    def _later(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            await _forgiving(work)

        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _forgiving(work: Callable[[], Awaitable[None]]) -> None:
    """A look that failed is done again at the next round."""
    try:
        await work()
    except StorageFailed as error:
        logger.warning("keeper.storage", reason=str(error))
    except Exception as error:
        logger.error("keeper.failed", reason=type(error).__name__, exc_info=True)


def _seen(connection: Connection, node: str, now: int) -> None:
    changed = connection.execute(update(nodes).where(nodes.c.node == node), {"seen": now})
    if not changed.rowcount:
        connection.execute(insert(nodes), [{"node": node, "seen": now}])
