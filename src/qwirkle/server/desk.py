"""The desk where commands are handed in: one at a time for each table, answered once durable.

Rooms in memory are copies of the log. A command is tried on a copy of the room inside the
transaction that stores its events; the copy takes the room's place only after the commit.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from qwirkle.faults import IllegalMove, Refusal
from qwirkle.server import commands, ledger, wire
from qwirkle.server.commands import Actor
from qwirkle.server.room import Room
from qwirkle.server.store import Collided, StorageFailed, Store
from qwirkle.server.wire import Answer, Refused, problem_of

Result = TypeVar("Result")
Act = Callable[[Room, int], Room | None]
"""Something that happens at a table at a time; it may set up another table."""

LOBBY = ""
"""The table of the commands that set up tables."""
MOST_ROOMS = 5000
TRIES = 5


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Desk:
    """Carries commands out."""

    def __init__(self, store: Store, clock: Callable[[], int] = milliseconds) -> None:
        self.store = store
        self.clock = clock
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.listeners: list[Callable[[Room], None]] = []
        """Told of every room that has changed, here or elsewhere, after it is durable."""
        self.authors: list[Callable[[Room], None]] = []
        """Told of the rooms that were changed here."""
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def room(self, table: str) -> Room:
        """A table as it is known here."""
        if table in self.rooms:
            self.rooms.move_to_end(table)
            return self.rooms[table]
        if table not in self._loading:
            load = self._loading[table] = asyncio.ensure_future(self._load(table))
            load.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        """Read a table once for all who come at the same time, as after a restart."""
        room = await self.store.read(lambda connection: ledger.load(connection, table))
        if room is None:
            raise Refused("unknown", "serve.no_table")
        return self._keep(room)

    async def refresh(self, table: str) -> Room:
        """A table with what other nodes have appended."""
        async with self._lock(table):
            known = await self.room(table)
            room = await self.store.read(lambda connection: ledger.catch_up(connection, known))
            if room is not known:
                self._keep(room)
                self._tell(room)
            return room

    async def create(self, command: wire.Create, actor: Actor) -> Answer:
        """Set up a table."""

        def work(connection: Connection) -> tuple[Answer, list[Room]]:
            if answer := ledger.answered(connection, LOBBY, actor.person, command):
                return answer, []
            room = commands.create(command, actor, self.clock())
            ledger.append(connection, room, 0)
            answer = Answer(id=command.id, seq=room.seq, table=room.id)
            ledger.keep_answer(connection, LOBBY, actor.person, command, answer)
            return answer, [room]

        try:
            answer, rooms = await self._stored(work)
        except Refusal as reason:
            return Answer(id=command.id, problem=problem_of(reason))
        self._changed(rooms)
        return answer

    async def command(self, table: str, command: wire.AtTable, actor: Actor) -> Answer:
        """Carry out a command of somebody; the answer says what became of it."""
        try:
            async with self._lock(table):
                known = await self.room(table)

                def work(connection: Connection) -> tuple[Answer, list[Room]]:
                    return _carry_out(connection, known, command, actor, self.clock())

                answer, rooms = await self._stored(work)
                self._changed(rooms)
                return answer
        except Refused as reason:
            return Answer(id=command.id, table=table, problem=problem_of(reason))

    async def act(self, table: str, act: Act) -> Room:
        """Let something happen at a table that no person has sent."""
        async with self._lock(table):
            known = await self.room(table)

            def work(connection: Connection) -> list[Room]:
                room = ledger.catch_up(connection, known, lock=True)
                draft = room.copy()
                more = act(draft, self.clock())
                if draft.seq == known.seq:
                    return []
                return _append(connection, draft, room.seq, more)

            rooms = await self._stored(work)
            self._changed(rooms)
            return rooms[0] if rooms else known

    async def add(self, room: Room) -> Room:
        """Store a table that came into being elsewhere."""
        await self._stored(lambda connection: ledger.append(connection, room, 0))
        self._changed([room])
        return room

    async def _stored(self, work: Callable[[Connection], Result]) -> Result:
        """Work that is tried again where another node was quicker."""
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
        """Know a room, unless a newer one is known: a log only grows."""
        known = self.rooms.get(room.id)
        if known and known.seq > room.seq:
            return known
        self.rooms[room.id] = room
        self.rooms.move_to_end(room.id)
        while len(self.rooms) > MOST_ROOMS:
            self.rooms.popitem(last=False)
        return room


def _append(connection: Connection, draft: Room, since: int, more: Room | None) -> list[Room]:
    ledger.append(connection, draft, since)
    if more is None:
        return [draft]
    ledger.append(connection, more, 0)
    return [draft, more]


def _carry_out(
    connection: Connection, known: Room, command: wire.AtTable, actor: Actor, now: int
) -> tuple[Answer, list[Room]]:
    """One transaction: the answer that was given before, or a new one with what it changes."""
    table = known.id
    room = ledger.catch_up(connection, known, lock=True)
    if answer := ledger.answered(connection, table, actor.person, command):
        return answer, [room] if room is not known else []
    draft = room.copy()
    try:
        more = commands.decide(draft, command, actor, now)
    except (Refusal, IllegalMove) as reason:
        problem = problem_of(reason, room.seq)
        answer = Answer(id=command.id, seq=room.seq, table=table, problem=problem)
        if problem.code != "conflict":
            ledger.keep_answer(connection, table, actor.person, command, answer)
        return answer, [room] if room is not known else []
    rooms = _append(connection, draft, room.seq, more)
    answer = Answer(id=command.id, seq=draft.seq, table=more.id if more else table)
    ledger.keep_answer(connection, table, actor.person, command, answer)
    return answer, rooms
