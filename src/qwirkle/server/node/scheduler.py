"""What happens by itself: clocks run out, absent players are noticed, missed changes are found.

Deadlines are data: the scheduler looks into the database for what is due. It keeps no list that a
restart could lose, and any node can do the work of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog
from sqlalchemy import Connection, delete, func, select

from qwirkle.server.domain import turns
from qwirkle.server.domain.clocks import DAY, Live
from qwirkle.server.domain.room import Room
from qwirkle.server.node import outages
from qwirkle.server.node.bot_driver import BotDriver
from qwirkle.server.node.broker import Broker
from qwirkle.server.node.dispatcher import Dispatcher
from qwirkle.server.node.settings import Settings
from qwirkle.server.node.subscriptions import Subscriptions
from qwirkle.server.storage import heartbeat, projections
from qwirkle.server.storage.database import Collided, StorageFailed, is_postgres
from qwirkle.server.storage.schema import nodes, tables
from qwirkle.server.storage.timekeeping import Clock

logger = structlog.get_logger()
BLINK = 5.0
"""Seconds without a connection before a player counts as away."""
RETURN = 60.0
"""Seconds after a restart before those who did not come back count as away."""
GONE = 10_000
"""Milliseconds since its last sign of life after which a node counts as gone."""
AT_ONCE = 200
"""Tables that are checked for missing players at the same time."""
REST = 25.0
"""Seconds without use after which a table leaves the memory, or up to twice as many."""
LATE_BOT = 5000
"""Milliseconds after which any node moves for a computer player of another one."""


class Scheduler:
    """Watches clocks, absences and computer players at all tables."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        subscriptions: Subscriptions,
        broker: Broker,
        bot_driver: BotDriver,
        settings: Settings,
    ) -> None:
        self.dispatcher = dispatcher
        self.subscriptions = subscriptions
        self.broker = broker
        self.bot_driver = bot_driver
        self.settings = settings
        self._alive: set[str] = set()
        self._beating = False
        """Whether the last sign of life could be stored."""
        self._proven = 0
        """The failures of the store after which it has shown that there is room again."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def wake(self) -> None:
        """Before anything else: credit the clocks for a stop."""
        await self._beat()
        await self.dispatcher.store.write(_forget_the_old)
        self._later(RETURN, self._miss_the_lost)
        if self._alive == {self.settings.node}:
            self._later(0, partial(self._bots, late=0))

    async def run(self) -> None:
        """Check periodically; signs of life do not wait for slow checks."""
        await asyncio.gather(self._live(), self._look_around(), self._forget())

    async def _live(self) -> None:
        """Leave signs of life until the node stops: from then on it takes no moves."""
        while not self.subscriptions.stopping:
            self._beating = await _forgiving(self._beat)
            await asyncio.sleep(self.settings.sweep)
        self._beating = False

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            if self._beating:  # otherwise no move could be stored either
                await _forgiving(self._due)
            for look in (self._tell_credited, self._lost, self._bots):
                await _forgiving(look)

    async def _forget(self) -> None:
        """Give back the memory of tables that are left alone. What is due there is found in the
        database."""
        while True:
            await asyncio.sleep(REST)
            self.dispatcher.forget_unused(self.subscriptions.tables)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def watch(self, room: Room) -> None:
        """A player who counts as away is connected to this node."""
        for number in room.people:
            seat = room.seat(number)
            if seat.absent and self.subscriptions.here(room.id, seat.person):
                self._later(0, partial(self._back, room.id, number))

    def came(self, table: str, person: str) -> None:
        if (room := self.dispatcher.rooms.get(table)) and room.seat_of(person) is not None:
            self.watch(room)

    def left(self, table: str, person: str) -> None:
        """A connection is lost; perhaps it is back in a moment."""
        self._later(BLINK, lambda: self.miss(table, person))

    async def _back(self, table: str, seat: int) -> None:
        await self.dispatcher.act(table, lambda room, now: turns.come_back(room, seat, now))

    async def miss(self, table: str, person: str) -> None:
        """Mark a player as away, unless they are connected to any node."""
        if self.subscriptions.stopping or self.subscriptions.here(table, person):
            return
        room = await self.dispatcher.room(table)
        seat = room.seat_of(person)
        if seat is not None and turns.waits_for(room, seat):
            if await self.broker.elsewhere(table, person):
                return
            grace = self._grace(room)
            await self.dispatcher.act(table, lambda r, now: turns.gone_away(r, seat, grace, now))

    def _grace(self, room: Room) -> int:
        live = isinstance(room.created.clock, Live)
        seconds = self.settings.absence_live if live else self.settings.absence_untimed
        return seconds * 1000

    async def _miss_the_lost(self) -> None:
        """After a node is gone: find its players who have not come back to any other node."""
        query = select(tables.c.table_id).where(tables.c.phase == "playing")
        names = await self.dispatcher.store.read(lambda c: list(c.scalars(query)))
        for start in range(0, len(names), AT_ONCE):
            await asyncio.gather(*map(self._miss_at, names[start : start + AT_ONCE]))

    async def _miss_at(self, table: str) -> None:
        room = await self.dispatcher.room(table)
        for seat in room.people:
            await self.miss(table, room.seat(seat).person)

    async def _beat(self) -> None:
        """Leave a sign of life, and look for other nodes.

        After a failure it first has to show that there is room for a move again.
        """
        failures = self.dispatcher.store.failures
        probing = failures != self._proven
        now, alive = await self.dispatcher.stored(
            lambda c, now: _seen(c, self.settings.node, now, probing=probing)
        )
        if probing:
            self._proven = failures
            await self.dispatcher.store.write(heartbeat.clear_probe)
        if is_postgres(self.settings.data) and isinstance(self.dispatcher.clock, Clock):
            self.dispatcher.clock.follow(now)
        if self._alive - alive:
            self._later(RETURN, self._miss_the_lost)
        self._alive = alive

    async def _tell_credited(self) -> None:
        while self.dispatcher.credited:
            table = self.dispatcher.credited.pop()
            if table in self.dispatcher.rooms:
                await self.dispatcher.refresh(table)

    async def _due(self) -> None:
        now = self.dispatcher.clock()
        for table in await self.dispatcher.store.read(lambda c: projections.due_tables(c, now)):
            await self.dispatcher.act(table, turns.tick)

    async def _lost(self) -> None:
        """Find what other nodes have stored without a nudge arriving here."""
        watched = self.subscriptions.tables
        if not watched:
            return
        last = await self.dispatcher.store.read(lambda c: projections.last_numbers(c, watched))
        for table, seq in last.items():
            known = self.dispatcher.rooms.get(table)
            if known is None or known.seq < seq:
                await self.dispatcher.refresh(table)

    async def _bots(self, late: int = LATE_BOT) -> None:
        now = self.dispatcher.clock()
        since, ahead = now - late, now + outages.AWAY
        waiting = await self.dispatcher.store.read(
            lambda c: projections.waiting_bots(c, since, ahead)
        )
        for table in waiting:
            if not self.bot_driver.is_thinking(table):
                self.bot_driver.watch(await self.dispatcher.refresh(table))

    def _later(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            await _forgiving(work)

        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _forgiving(work: Callable[[], Awaitable[None]]) -> bool:
    """Whether a check succeeded; one that failed is repeated in the next round."""
    try:
        await work()
    except (StorageFailed, Collided) as error:
        logger.warning("keeper.storage", reason=str(error))
    except Exception as error:
        logger.error("keeper.failed", reason=type(error).__name__, exc_info=True)
    else:
        return True
    return False


def _seen(connection: Connection, node: str, now: int, *, probing: bool) -> tuple[int, set[str]]:
    """Leave a sign of life; returns its time, and the running nodes."""
    if probing:
        heartbeat.probe(connection)
    heartbeat.sign(connection, node, now)
    return now, set(connection.scalars(select(nodes.c.node).where(nodes.c.seen > now - GONE)))


def _forget_the_old(connection: Connection) -> None:
    """Nodes that are long gone; the last sign of life stays."""
    newest = connection.scalar(select(func.max(nodes.c.seen))) or 0
    connection.execute(delete(nodes).where(nodes.c.seen < newest - DAY))
