"""What happens without anybody asking: clocks run out, the absent are missed, the lost is found.

Deadlines are data: the keeper looks into the database for what is due. It has no list of its own
that a restart could lose, and any node can do the work of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog
from sqlalchemy import Connection, delete, func, insert, select, update

from qwirkle.server import ledger, play, projections
from qwirkle.server.bots import BotDriver
from qwirkle.server.broker import Broker
from qwirkle.server.clocks import DAY
from qwirkle.server.desk import Desk
from qwirkle.server.hub import Hub
from qwirkle.server.room import Room
from qwirkle.server.schema import nodes, tables
from qwirkle.server.settings import Settings
from qwirkle.server.store import CREDITING, Collided, StorageFailed, take_turns
from qwirkle.server.wire import Live

logger = structlog.get_logger()
BLINK = 5.0
"""Seconds without a connection before a player counts as away."""
RETURN = 60.0
"""Seconds after a restart before those who did not come back count as away."""
SHORTEST_STOP = 2000
"""Milliseconds of absence of the whole server that are worth a credit."""
STALL = 10_000
"""Milliseconds without storing anything, as when the database is away, that are credited too."""
AT_ONCE = 200
"""Tables at which those who are missing are looked for at the same time."""
LATE_BOT = 5000
"""Milliseconds after which any node moves for a computer player of another one."""


class Keeper:
    """Looks after the tables."""

    def __init__(
        self, desk: Desk, hub: Hub, broker: Broker, bots: BotDriver, settings: Settings
    ) -> None:
        self.desk = desk
        self.hub = hub
        self.broker = broker
        self.bots = bots
        self.settings = settings
        self._alive: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def wake(self) -> None:
        """Before anything else: give the clocks back what a stop has cost."""
        await self._beat(SHORTEST_STOP)
        await self.desk.store.write(_forget_the_old)
        self._later(RETURN, self._miss_the_lost)
        if self._alive == {self.settings.node}:
            self._later(0, partial(self._bots, late=0))

    async def run(self) -> None:
        """Look around again and again; no clock runs out before a stop has been credited."""
        while True:
            await asyncio.sleep(self.settings.sweep)
            now = self.desk.clock()  # before the sign of life: a pause after it is credited first
            if await _forgiving(self._beat):
                await _forgiving(partial(self._due, now))
            for look in (self._lost, self._bots):
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
        self._later(BLINK, lambda: self.miss(table, person))

    async def _back(self, table: str, seat: int) -> None:
        await self.desk.act(table, lambda room, now: play.come_back(room, seat, now))

    async def miss(self, table: str, person: str) -> None:
        """Say that somebody is away, unless they are here or at another node."""
        if self.hub.stopping or self.hub.here(table, person):
            return
        room = await self.desk.room(table)
        seat = room.seat_of(person)
        if seat is not None and play.waits_for(room, seat):
            if await self.broker.elsewhere(table, person):
                return
            grace = self._grace(room)
            await self.desk.act(table, lambda r, now: play.gone_away(r, seat, grace, now))

    def _grace(self, room: Room) -> int:
        live = isinstance(room.created.clock, Live)
        seconds = self.settings.absence_live if live else self.settings.absence_untimed
        return seconds * 1000

    async def _miss_the_lost(self) -> None:
        """After a node is gone: find those who were there and have not come back to any other."""
        query = select(tables.c.game).where(tables.c.phase == "playing")
        games = await self.desk.store.read(lambda c: list(c.scalars(query)))
        for start in range(0, len(games), AT_ONCE):
            await asyncio.gather(*map(self._miss_at, games[start : start + AT_ONCE]))

    async def _miss_at(self, table: str) -> None:
        room = await self.desk.room(table)
        for seat in room.people:
            await self.miss(table, room.seat(seat).person)

    async def _beat(self, stop: int = STALL) -> None:
        """Say that this node is there; where none was for so long, the clocks get it back."""
        node, clock = self.settings.node, self.desk.clock
        credited, alive = await self.desk.store.write(lambda c: _seen(c, node, clock(), stop))
        if self._alive - alive:
            self._later(RETURN, self._miss_the_lost)
        self._alive = alive
        for table in credited:
            if table in self.desk.rooms:
                await self.desk.refresh(table)

    async def _due(self, now: int) -> None:
        for table in await self.desk.store.read(lambda c: projections.due_tables(c, now)):
            await self.desk.act(table, lambda room, _: play.tick(room, now))

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

    async def _bots(self, late: int = LATE_BOT) -> None:
        since = self.desk.clock() - late
        for table in await self.desk.store.read(lambda c: projections.waiting_bots(c, since)):
            self.bots.watch(await self.desk.refresh(table))

    def _later(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            await _forgiving(work)

        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _forgiving(work: Callable[[], Awaitable[None]]) -> bool:
    """Whether it went well; a look that failed is done again at the next round."""
    try:
        await work()
    except (StorageFailed, Collided) as error:
        logger.warning("keeper.storage", reason=str(error))
    except Exception as error:
        logger.error("keeper.failed", reason=type(error).__name__, exc_info=True)
    else:
        return True
    return False


def _seen(connection: Connection, node: str, now: int, stop: int) -> tuple[list[str], set[str]]:
    """Leave a sign of life; the tables that were credited, since there was none for long, and
    the nodes that are there.

    All in one transaction: of nodes that start at once only one credits, and no clock can run
    out at another one meanwhile.
    """
    take_turns(connection, CREDITING)
    last = connection.scalar(select(func.max(nodes.c.seen)))
    credited = _credit(connection, last, now, stop) if last and now - last > stop else []
    changed = connection.execute(update(nodes).where(nodes.c.node == node), {"seen": now})
    if not changed.rowcount:
        connection.execute(insert(nodes), [{"node": node, "seen": now}])
    alive = connection.scalars(select(nodes.c.node).where(nodes.c.seen > now - STALL))
    return credited, set(alive)


def _credit(connection: Connection, last: int, now: int, stop: int) -> list[str]:
    """Give the clocks back the time since the last sign of life, or the last event after it."""
    ms = now - max(last, connection.scalar(select(func.max(tables.c.changed))) or 0)
    if ms <= stop:
        return []
    credited = projections.timed_tables(connection)
    for table in credited:
        ledger.credit(connection, table, ms, now)
    return credited


def _forget_the_old(connection: Connection) -> None:
    """Nodes that are long gone; the last sign of life stays."""
    newest = connection.scalar(select(func.max(nodes.c.seen))) or 0
    connection.execute(delete(nodes).where(nodes.c.seen < newest - DAY))
