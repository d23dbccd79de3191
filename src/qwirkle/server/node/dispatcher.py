"""The dispatcher of commands: one at a time for each table, answered once durable.

Rooms in memory are copies of the log. A command is tried on a copy of the room inside the
transaction that stores its events; the copy takes the room's place only after the commit.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import TypeVar
from weakref import WeakValueDictionary

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from qwirkle.faults import IllegalMove, Refusal
from qwirkle.server.accounts import ratings
from qwirkle.server.domain import commands, handlers, turns
from qwirkle.server.domain.answers import Answer, problem_of
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.node import outages
from qwirkle.server.storage import event_log
from qwirkle.server.storage.database import Collided, StorageFailed, Store
from qwirkle.server.storage.timekeeping import milliseconds

logger = structlog.get_logger()
Result = TypeVar("Result")
Judge = Callable[[Connection, int], Result]
"""Work in a transaction, with the current time for its decisions."""
Act = Callable[[Room, int], Room | None]
"""An action at a table, at a time; it may set up another table."""

LOBBY = ""
"""The table id under which commands that set up tables are stored."""
MOST_ROOMS = 5000
TRIES = 5


class Dispatcher:
    """Carries commands out."""

    def __init__(
        self, store: Store, clock: Callable[[], int] = milliseconds, node: str = ""
    ) -> None:
        self.store = store
        self.clock = clock
        self.node = node
        self.credited: set[str] = set()
        """Tables whose clocks were credited, until their viewers have been notified."""
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.listeners: list[Callable[[Room], None]] = []
        """Called with every room that has changed, at any node, after it is durable."""
        self.authors: list[Callable[[Room], None]] = []
        """Called with the rooms that were changed at this node."""
        self._used: set[str] = set()
        """The tables that were used since unused ones were last forgotten."""
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def room(self, table: str) -> Room:
        """A table as this node knows it."""
        if room := self.rooms.get(table):
            self._use(table)
            return room
        if table not in self._loading:
            load = self._loading[table] = asyncio.ensure_future(self._load(table))
            load.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        """Read a table once for everybody who asks at the same time, as after a restart."""
        room = await self.store.read(lambda connection: event_log.load(connection, table))
        if room is None:
            raise Refused("unknown", "serve.no_table")
        return self._keep(room)

    async def refresh(self, table: str) -> Room:
        """A table with what other nodes have appended."""
        async with self._lock(table):
            known = await self.room(table)
            room = await self.store.read(lambda connection: event_log.catch_up(connection, known))
            if room is not known:
                self._keep(room)
                self._tell(room)
            return room

    async def create(self, command: commands.Create, actor: Actor) -> Answer:
        """Set up a table."""

        def work(connection: Connection, now: int) -> tuple[Answer, list[Room]]:
            if answer := event_log.answered(connection, LOBBY, actor.person, command):
                return answer, []
            room = handlers.create(command, actor, now)
            event_log.append(connection, room, 0)
            answer = Answer(id=command.id, seq=room.seq, table=room.id)
            event_log.keep_answer(connection, LOBBY, actor.person, command, answer)
            return answer, [room]

        try:
            answer, rooms = await self.stored(work)
        except Refusal as reason:
            return Answer(id=command.id, problem=problem_of(reason))
        self._changed(rooms)
        return answer

    async def command(self, table: str, command: commands.AtTable, actor: Actor) -> Answer:
        """Carry out a command; the answer says how it ended."""
        came = time.monotonic()
        try:
            async with self._lock(table):
                known = await self.room(table)

                def work(connection: Connection, now: int) -> tuple[Answer, list[Room]]:
                    waited = round((time.monotonic() - came) * 1000)
                    return _carry_out(connection, known, command, actor, now, waited)

                answer, rooms = await self.stored(work)
                self._changed(rooms)
                return answer
        except Refused as reason:
            return Answer(id=command.id, table=table, problem=problem_of(reason))

    async def act(self, table: str, act: Act) -> Room:
        """Carry out an action that no person has sent."""
        async with self._lock(table):
            known = await self.room(table)

            def work(connection: Connection, now: int) -> list[Room]:
                room = event_log.catch_up(connection, known, lock=True)
                draft = room.copy()
                more = act(draft, now)
                if draft.seq == known.seq:
                    return []
                return _append(connection, draft, room.seq, more)

            rooms = await self.stored(work)
            self._changed(rooms)
            return rooms[0] if rooms else known

    async def add(self, room: Room) -> Room:
        """Store a table that was built elsewhere, such as an imported one."""
        await self.stored(lambda connection, _: event_log.append(connection, room, 0))
        self._changed([room])
        return room

    async def stored(self, work: Judge[Result]) -> Result:
        """Do work that depends on the time. It gets the time only here, after every clock has been
        credited for an outage."""

        def judged(connection: Connection) -> tuple[outages.Moment, Result]:
            moment = outages.moment(connection, self.clock, self.node)
            return moment, work(connection, moment.now)

        moment, result = await self._tried(judged)
        if moment.gap:
            logger.warning("clocks.credited", ms=moment.gap, tables=len(moment.credited))
        self.credited.update(moment.credited)
        return result

    async def _tried(self, work: Callable[[Connection], Result]) -> Result:
        """Do work that is retried if another node was faster."""
        for _ in range(TRIES - 1):
            try:
                return await self.store.write(work)
            except (IntegrityError, Collided):
                await asyncio.sleep(0.01)
        try:
            return await self.store.write(work)
        except (IntegrityError, Collided) as error:
            raise StorageFailed(type(error).__name__) from error

    def _lock(self, table: str) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    def _changed(self, rooms: list[Room]) -> None:
        for room in rooms:
            self._keep(room)
            self._tell(room)
            for author in self.authors:
                author(room)

    def _tell(self, room: Room) -> None:
        for listener in self.listeners:
            listener(room)

    def _keep(self, room: Room) -> Room:
        """Remember a room, unless a newer one is known: a log only grows."""
        known = self.rooms.get(room.id)
        if known and known.seq > room.seq:
            return known
        self.rooms[room.id] = room
        self._use(room.id)
        while len(self.rooms) > MOST_ROOMS:
            self.rooms.popitem(last=False)
        return room

    def _use(self, table: str) -> None:
        self.rooms.move_to_end(table)
        self._used.add(table)

    def forget_unused(self, watched: Collection[str]) -> None:
        """Drop the rooms that nobody has used since the last call and nobody watches: their logs
        are read again when somebody comes. A command holds its room."""
        used, self._used = self._used, set()
        for table in self.rooms.keys() - used - set(watched):
            if table not in self._locks:
                del self.rooms[table]


def _append(connection: Connection, draft: Room, since: int, more: Room | None) -> list[Room]:
    """Store the new events, and the ratings if a game has ended."""
    ratings.settle(connection, draft, since)
    event_log.append(connection, draft, since)
    if more is None:
        return [draft]
    event_log.append(connection, more, 0)
    return [draft, more]


def _carry_out(
    connection: Connection,
    known: Room,
    command: commands.AtTable,
    actor: Actor,
    now: int,
    waited: int,
) -> tuple[Answer, list[Room]]:
    """One transaction: the answer that was given before, or a new one with its events.

    A move that arrived in time, but had to wait here until its clock had run out, is in time.
    """
    table = known.id
    room = event_log.catch_up(connection, known, lock=True)
    if answer := event_log.answered(connection, table, actor.person, command):
        return answer, [room] if room is not known else []
    draft = room.copy()
    if isinstance(command, commands.Move):
        turns.forgive(draft, actor.person, waited, now)
    try:
        more = handlers.decide(draft, command, actor, now)
    except (Refusal, IllegalMove) as reason:
        problem = problem_of(reason, room.seq)
        answer = Answer(id=command.id, seq=room.seq, table=table, problem=problem)
        if problem.code != "conflict":
            event_log.keep_answer(connection, table, actor.person, command, answer)
        return answer, [room] if room is not known else []
    rooms = _append(connection, draft, room.seq, more)
    answer = Answer(id=command.id, seq=draft.seq, table=more.id if more else table)
    event_log.keep_answer(connection, table, actor.person, command, answer)
    return answer, rooms
