"""Outages and jumps of the time of day, on a clock that the tests move: what the mover has left."""

import asyncio
import shutil
import threading
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select, update

from qwirkle import native
from qwirkle.server.domain import clocks, commands, events, turns
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.node import scheduler
from qwirkle.server.node.dispatcher import Dispatcher
from qwirkle.server.node.outages import AWAY
from qwirkle.server.storage import migrator, projections, schema
from qwirkle.server.storage.database import SqliteStore
from qwirkle.server.storage.timekeeping import JUMP, Clock
from tests.often import often
from tests.server.nodes import ulid
from tests.server.rooms import START

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
ADA, BO = Actor("ada", "Ada"), Actor("bo", "Bo")
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
BEAT = 500


class Server:
    """A dispatcher on a real file, and a time that passes only when the test says so."""

    def __init__(self, store):
        self.store = store
        self.elapsed = 0
        self.wall = START
        self.jumps = []
        self.start()

    def start(self):
        """A new process: it remembers nothing."""
        clock = Clock(lambda: self.wall, lambda: self.elapsed, self.jumps.append)
        self.dispatcher = Dispatcher(self.store, clock, "here")

    async def beat(self):
        await self.dispatcher.stored(lambda c, now: scheduler._seen(c, "here", now, probing=False))

    async def up(self, ms):
        """The server is there, and says so."""
        while ms > 0:
            self.down(min(ms, BEAT))
            ms -= BEAT
            await self.beat()

    def down(self, ms):
        """Nothing can be stored."""
        self.elapsed += ms
        self.wall += ms

    async def table(self, minutes=1):
        create = commands.Create(id=ulid(), clock=clocks.Live(minutes=minutes))
        table = (await self.dispatcher.create(create, ADA)).table
        await self.dispatcher.command(table, commands.Sit(id=ulid()), BO)
        for actor in (ADA, BO):
            await self.dispatcher.command(table, commands.Start(id=ulid()), actor)
        return table

    async def say(self, table):
        """A command that stores something and moves no clock."""
        answer = await self.dispatcher.command(table, commands.Chat(id=ulid(), phrase="wow"), ADA)
        assert answer.problem is None

    async def move(self, table, expect):
        room = await self.dispatcher.room(table)
        text = str(next(iter(room.game.legal_moves)))
        command = commands.Play(id=ulid(), move=text, expect=expect)
        return await self.dispatcher.command(table, command, (ADA, BO)[room.turn])

    async def left(self, table):
        """What the mover has left, after whatever has run out has run out."""
        await self.dispatcher.act(table, turns.tick)
        room = await self.dispatcher.refresh(table)
        assert room.phase == "playing"
        return room.times.deadline - self.dispatcher.clock()

    async def credits(self, table):
        room = await self.dispatcher.refresh(table)
        return [entry.event.ms for entry in room.log if isinstance(entry.event, events.Credited)]


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A database that is up to date, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "games.db"

    async def make():
        store = SqliteStore(path)
        await migrator.check(store)
        await store.close()

    asyncio.run(make())
    return path


def told(empty, story):
    """Tell a story of a server that has just begun to beat."""

    @asynccontextmanager
    async def server():
        with TemporaryDirectory() as folder:
            store = SqliteStore(Path(shutil.copy(empty, folder)))
            try:
                yield Server(store)
            finally:
                await store.close()

    async def run():
        async with server() as made:
            await made.beat()
            return await asyncio.wait_for(story(made), 60)

    return asyncio.run(run())


def test_a_command_before_the_next_beat_costs_nobody_the_credit(empty):
    """After an outage that is longer than the clock, whatever is stored first, at any table."""

    async def story(server):
        tables = [await server.table() for _ in range(3)]
        await server.up(10_000)
        server.down(75_000)
        await server.say(tables[0])
        await server.beat()
        return [await server.left(table) for table in tables]

    assert told(empty, story) == [50_000] * 3


def test_a_move_sent_in_an_outage_is_made_and_costs_its_mover_nothing(empty):
    """It is judged after the credit, and does not have to know of it."""

    async def story(server):
        table = await server.table()
        await server.up(10_000)
        expect = server.dispatcher.rooms[table].seq
        server.down(75_000)
        answer = await server.move(table, expect)
        room = await server.dispatcher.refresh(table)
        return answer, room

    answer, room = told(empty, story)
    assert answer.problem is None
    kinds = [type(entry.event) for entry in room.log]
    assert kinds.index(events.Credited) < kinds.index(events.Moved)
    assert sorted(room.times.left) == [50_000, 60_000]


def test_what_was_stored_after_the_last_beat_is_not_credited_twice(empty):
    """Each table gets the time since the last beat, or since its own last event."""

    async def story(server):
        quiet, busy = await server.table(), await server.table()
        await server.up(1000)
        server.down(400)
        await server.say(busy)
        server.down(20_000)
        await server.beat()
        await server.beat()
        return await server.credits(quiet), await server.credits(busy)

    assert told(empty, story) == ([20_400], [20_000])


def test_a_move_that_waited_for_the_server_came_in_time(empty):
    """It is not left with nothing because the writer was busy when the clock ran out."""

    async def story(server):
        table = await server.table()
        await server.up(59_900)
        busy, gate = threading.Event(), threading.Event()
        held = asyncio.ensure_future(server.store.write(lambda _: busy.set() or gate.wait()))
        await asyncio.to_thread(busy.wait)
        expect = server.dispatcher.rooms[table].seq
        moving = asyncio.ensure_future(server.move(table, expect))
        while not server.store._queue.qsize():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        server.down(500)
        gate.set()
        answer, _ = await moving, await held
        return answer, (await server.dispatcher.refresh(table)).times.left

    answer, left = told(empty, story)
    assert answer.problem is None
    assert min(left) > 0
    assert max(left) == 60_000


def test_a_move_that_came_too_late_stays_too_late(empty):
    """Nobody gets time back who had none left when the move was sent."""

    async def story(server):
        table = await server.table()
        await server.up(60_500)
        answer = await server.move(table, server.dispatcher.rooms[table].seq)
        return answer, (await server.dispatcher.refresh(table)).times.left

    answer, left = told(empty, story)
    assert answer.problem is None
    assert min(left) == 0


def test_a_busy_server_is_not_away(empty):
    """Where the beats wait in a long queue, whatever is stored shows that the server is there."""

    async def story(server):
        one, other = await server.table(30), await server.table(30)
        for _ in range(20):
            server.down(900)
            await server.say(one)
        await server.beat()
        return await server.credits(one), await server.credits(other), await server.left(other)

    assert told(empty, story) == ([], [], 30 * MINUTE - 18_000)


@pytest.mark.parametrize("jump", [HOUR, -HOUR, DAY, -DAY])
def test_a_jump_of_the_time_of_day_moves_deadlines_with_it(empty, jump):
    """Nobody wins or loses time, whether a beat or a command finds it first; once it is noticed."""

    async def story(server):
        table, other = await server.table(), await server.table()
        await server.up(10_000)
        server.wall += jump
        await server.say(table)
        await server.up(5000)
        return await server.left(table), await server.left(other), server.jumps

    assert told(empty, story) == (45_000, 45_000, [jump])


def test_small_corrections_of_the_time_of_day_change_nothing(empty):
    """Within a process, time is counted by the monotonic clock."""

    async def story(server):
        table = await server.table()
        before = server.dispatcher.clock()
        server.wall -= JUMP
        after = server.dispatcher.clock()
        await server.up(10_000)
        return after - before, await server.left(table), server.jumps

    assert told(empty, story) == (0, 50_000, [])


def test_a_start_in_the_future_does_no_lasting_harm(empty):
    """The next start with the right time takes it back; bots and deadlines go by the right time."""

    async def story(server):
        server.wall += DAY
        await server.beat()
        table = await server.table()
        create = commands.Create(id=ulid(), seats=2, bots=[1])
        waiting = (await server.dispatcher.create(create, ADA)).table
        await server.dispatcher.command(waiting, commands.Start(id=ulid()), ADA)
        while turns.bot_to_move(server.dispatcher.rooms[waiting]) is None:
            await server.move(waiting, server.dispatcher.rooms[waiting].seq)
        await server.up(10_000)
        server.wall += 30_000 - DAY
        server.start()
        await server.beat()
        await server.beat()
        now = server.dispatcher.clock()
        bots = await server.store.read(
            lambda c: projections.waiting_bots(c, now - 5000, now + AWAY)
        )
        seen = await server.store.read(lambda c: c.scalar(select(schema.nodes.c.seen)))
        return await server.left(table), await server.credits(table), bots == [waiting], seen - now

    assert told(empty, story) == (50_000, [30_000 - DAY], True, 0)


def test_signs_of_life_ahead_of_time_are_taken_back_for_all_nodes(empty):
    """One that stays ahead would let every later look credit again."""

    async def story(server):
        table = await server.table()
        rows = [{"node": name, "seen": server.wall + HOUR} for name in ("one", "other")]
        await server.store.write(lambda c: c.execute(insert(schema.nodes), rows) and None)
        await server.beat()
        await server.up(3000)
        return await server.credits(table)

    assert len(told(empty, story)) == 1


def test_an_event_ahead_of_time_takes_no_time_from_anybody(empty):
    """As an older version may have left it."""

    async def story(server):
        table = await server.table()
        late = update(schema.tables).values(changed=server.wall + DAY)
        await server.store.write(lambda c: c.execute(late) and None)
        server.down(10_000)
        await server.beat()
        return await server.credits(table)

    assert told(empty, story) == []


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("up"), st.integers(0, 6000)),
        st.tuples(st.just("outage"), st.integers(0, 3 * MINUTE)),
        st.tuples(st.just("sleep"), st.integers(0, HOUR)),
        st.tuples(st.just("restart"), st.integers(0, 3 * MINUTE)),
        st.tuples(st.just("jump"), st.integers(-2 * DAY, 2 * DAY)),
        st.tuples(st.just("say"), st.integers(0, 1)),
        st.tuples(st.just("beat"), st.just(0)),
    ),
    max_size=12,
)


async def step(server, tables, action, ms):
    """What happens; how long the server was up, and whether it was disturbed."""
    match action:
        case "up":
            await server.up(ms)
            return ms, 0
        case "say":
            await server.say(tables[ms])
        case "beat":
            await server.beat()
        case "jump":
            server.wall += ms
        case "sleep":
            server.wall += ms
        case "outage" | "restart":
            server.down(ms)
            if action == "restart":
                server.start()
    return 0, int(action not in ("say", "beat"))


@settings(max_examples=often(40), deadline=None)
@given(STEPS)
def test_only_the_time_in_which_the_server_was_there_counts(empty, steps):
    """Whatever comes in whatever order: nobody loses more than that and the limit of each
    disturbance, nor wins more than that limit."""

    async def story(server):
        tables = [await server.table(30), await server.table(30)]
        up = disturbed = 0
        for action, ms in steps:
            more, disturbance = await step(server, tables, action, ms)
            up, disturbed = up + more, disturbed + disturbance
            if action in ("up", "say", "beat"):
                for table in tables:
                    left = await server.left(table)
                    assert abs(30 * MINUTE - up - left) <= disturbed * AWAY

    told(empty, story)
