"""What a table keeps in memory, and how it leaves the memory when nobody needs it."""

import asyncio
import random
from contextlib import contextmanager
from itertools import islice

import pytest
from sqlalchemy import create_engine

from qwirkle import native
from qwirkle.server.domain import turns
from qwirkle.server.node import scheduler
from qwirkle.server.node.scheduler import Scheduler
from qwirkle.server.node.settings import Settings
from qwirkle.server.node.subscriptions import Subscriptions
from qwirkle.server.protocol import legality
from qwirkle.server.storage import event_log, schema
from tests.resident import in_its_own_process, kib_each
from tests.server.rooms import Bench, same
from tests.server.test_heartbeat import BO, MINUTE, empty, told
from tests.server.test_pool import until
from tests.server.test_thinking import begun, served

__all__ = ["empty"]  # a fixture
pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
MOST = 250
"""KiB that a table of 30 moves may take."""


def played(number, edition):
    """A table whose legal moves were shown before each of 30 moves."""
    bench, dice = Bench("Ada", "Bo", edition=edition), random.Random(number)
    while bench.room.phase == "playing" and bench.room.game.moves < 30:
        legality.legal_moves(bench.room, bench.room.turn)
        some = list(islice(bench.room.game.legal_moves, 30))
        bench.play(str(dice.choice([move for move in some if move.is_play] or some)))
    return bench.room


def table_of(edition):
    return kib_each(lambda number: played(number, edition), 12)


@contextmanager
def database():
    """An empty one in memory."""
    with create_engine("sqlite://").connect() as connection:
        schema.metadata.create_all(connection)
        yield connection


def loaded(connection, room):
    event_log.append(connection, room, 0)
    again = event_log.load(connection, room.id)
    assert same(again, room)
    connection.rollback()
    return again


def loaded_of(edition):
    with database() as connection:
        return kib_each(lambda number: loaded(connection, played(number, edition)), 12)


def hashes(room):
    """Those of all proofs in a log."""
    draws = [draw for entry in room.log if (draw := getattr(entry.event, "draw", None))]
    return [node for draw in draws for proof in draw.proofs for node in proof.path]


def test_proofs_share_their_hashes():
    """Each is kept once for all proofs of a shuffle, at a table that was played and at one that
    was loaded."""
    room = played(1, "classic")
    with database() as connection:
        again = loaded(connection, room)
    assert hashes(room) == hashes(again) != []
    for found in map(hashes, (room, again)):
        assert len(set(map(id, found))) == len(set(found)) < len(found) / 3


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_table_of_thirty_moves_is_small(edition):
    """One that was played here, and one that was loaded."""
    assert in_its_own_process(f"tests.server.test_memory:table_of('{edition}')") <= MOST
    assert in_its_own_process(f"tests.server.test_memory:loaded_of('{edition}')") <= MOST


def forget(dispatcher, *watched):
    """Twice the time in which a table must be used."""
    for _ in range(2):
        dispatcher.forget_unused(watched)


def test_a_table_that_is_left_alone_leaves_the_memory(empty):
    """Unless somebody watches it; when it is needed it is there again, exactly as it was."""

    async def story(server):
        rooms = server.dispatcher.rooms
        left, watched = await server.table(), await server.table()
        await server.move(left, rooms[left].seq)
        before = rooms[left]
        server.dispatcher.forget_unused([watched])
        assert set(rooms) == {left, watched}
        await server.dispatcher.room(left)
        server.dispatcher.forget_unused([watched])
        assert set(rooms) == {left, watched}
        forget(server.dispatcher, watched)
        assert set(rooms) == {watched}
        again = await server.dispatcher.room(left)
        assert again is not before
        assert same(again, before)
        return await server.move(left, again.seq)

    assert told(empty, story).problem is None


def test_a_command_holds_its_room(empty):
    """However long it takes to be stored; what it has changed is what is kept."""

    async def story(server):
        table = await server.table()
        held, go = asyncio.Event(), asyncio.Event()
        stored = server.dispatcher.stored

        async def slowly(work):
            held.set()
            await go.wait()
            return await stored(work)

        server.dispatcher.stored = slowly
        expect = server.dispatcher.rooms[table].seq
        moving = asyncio.ensure_future(server.move(table, expect))
        await held.wait()
        forget(server.dispatcher)
        assert table in server.dispatcher.rooms
        go.set()
        answer = await moving
        assert server.dispatcher.rooms[table].seq == answer.seq > expect
        forget(server.dispatcher)
        assert table not in server.dispatcher.rooms

    told(empty, story)


def test_a_clock_runs_out_at_a_table_that_is_not_in_memory(empty):
    """What is due is found in the database."""

    async def story(server):
        table = await server.table(minutes=1)
        watching = Scheduler(server.dispatcher, Subscriptions(), None, None, Settings(""))
        forget(server.dispatcher)
        await server.up(MINUTE - 1000)
        await watching._due()
        assert table not in server.dispatcher.rooms
        await server.up(2000)
        await watching._due()
        return server.dispatcher.rooms[table]

    room = told(empty, story)
    assert (room.phase, room.game.state.ended) == ("over", "O1")


def test_an_absence_ends_at_a_table_that_is_not_in_memory(empty):
    """A player who does not come back has left."""

    async def story(server):
        table = await server.table(minutes=9)
        watching = Scheduler(server.dispatcher, Subscriptions(), None, None, Settings(""))
        await server.dispatcher.act(table, lambda room, now: turns.gone_away(room, 1, 5000, now))
        forget(server.dispatcher)
        await server.up(6000)
        await watching._due()
        return server.dispatcher.rooms[table]

    room = told(empty, story)
    assert room.seats_of(BO.person) == [1]
    assert room.gone == {1}


def test_a_computer_player_moves_at_a_table_that_is_not_in_memory(tmp_path):
    """The one whose turn it was when the table was left, also if it was thinking already."""

    async def scene(host, player):
        table = await begun(player, bots=[1])
        await until(lambda: not host.bot_driver.is_thinking(table))
        room = await host.dispatcher.room(table)
        while turns.bot_to_move(room) is None:
            host.dispatcher.authors = []  # nobody tells the driver
            room = await host.dispatcher.act(
                table, lambda r, now: turns.move(r, str(next(iter(r.game.legal_moves))), now)
            )
        forget(host.dispatcher)
        assert table not in host.dispatcher.rooms
        host.dispatcher.authors = [host.bot_driver.watch]
        await host.scheduler._bots(late=0)
        forget(host.dispatcher)
        await until(lambda: not host.bot_driver.is_thinking(table))
        assert (await host.dispatcher.room(table)).seq > room.seq

    served(tmp_path, scene)


async def rooms(player):
    lines = (await player.http.get("/metrics")).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("qwirkle_rooms "))


def test_a_node_gives_tables_back_by_itself(tmp_path, monkeypatch):
    """Those that nobody watches; the metric says so. The last use is when a viewer is missed."""
    assert scheduler.BLINK + 2 * scheduler.REST < 60
    monkeypatch.setattr(scheduler, "REST", 0.01)

    async def scene(host, player):
        watched = await begun(player, seats=2, bots=[1])
        async with player.socket(watched) as socket:
            await socket.recv()
            left = await begun(player, seats=2, bots=[1])
            await until(lambda: left not in host.dispatcher.rooms)
            assert await rooms(player) == 1
        await until(lambda: not host.dispatcher.rooms)
        assert await rooms(player) == 0
        assert (await player.view(left))["table"] == left

    served(tmp_path, scene)
