"""Whether a node can store moves: how it finds out, and what it says meanwhile."""

import asyncio
import threading
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, select

from qwirkle import native
from qwirkle.server.domain import commands
from qwirkle.server.node.node import Node
from qwirkle.server.node.settings import Settings
from qwirkle.server.storage import heartbeat, migrator, schema
from qwirkle.server.storage.database import SqliteStore
from tests.server.nodes import ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


def test_a_probe_leaves_nothing_behind(tmp_path):
    """Not even after one that was interrupted."""

    async def story():
        store = SqliteStore(tmp_path / "games.db")
        await migrator.check(store)
        await store.write(heartbeat.probe)
        await store.write(heartbeat.probe)
        await store.write(heartbeat.clear_probe)
        left = await store.read(lambda c: c.execute(select(schema.answers)).all())
        await store.close()
        return left

    assert asyncio.run(story()) == []


@contextmanager
def no_new_pages(store):
    """A disk that is full for whatever is large: what has its page already can still be stored."""

    most = 1  # it takes as few as there are

    def limit(connection, *_):
        connection.execute(f"PRAGMA max_page_count = {most}")

    event.listen(store._engine, "checkout", limit)
    try:
        yield
    finally:
        most = 2**30


def test_a_disk_with_room_for_beats_alone_leaves_no_sign_of_life(tmp_path):
    """After a command that could not be stored, a beat has to show that the next one could."""

    async def story():
        node = Node(Settings(data=str(tmp_path / "games.db"), sweep=0.01, workers=1))
        await node.start()
        ada = (await node.people.newcomer("Ada"))[0]
        table = (await node.create(commands.Create(id=ulid()), ada)).table
        with no_new_pages(node.store):
            answer = None
            while answer is None or answer.problem is None:
                chat = commands.Chat(id=ulid(), text="x" * 200)
                answer = await node.command(table, chat, ada)
            await more_failures(node.store, 1)  # a beat that was under way could still be stored
            seen = await node.store.read(last_sign)
            await more_failures(node.store, 5)
            ready, later = await node.is_ready(), await node.store.read(last_sign)
        while await node.store.read(last_sign) == later:
            await asyncio.sleep(0.01)
        await node.stop()
        return answer, ready, later - seen

    answer, ready, moved = asyncio.run(asyncio.wait_for(story(), 60))
    assert answer.problem.code == "storage"
    assert (ready, moved) == (False, 0)


async def more_failures(store, count):
    before = store.failures
    while store.failures < before + count:
        await asyncio.sleep(0.01)


def last_sign(connection):
    return connection.scalar(select(schema.nodes.c.seen))


def test_readiness_is_tried_once_however_many_ask(tmp_path):
    """One small write, not one for each; and what does not come soon is a no."""

    async def story():
        node = Node(Settings(data=str(tmp_path / "games.db"), sweep=60, workers=1))
        await node.start()
        while not node.scheduler._beating:  # the only beat for a minute
            await asyncio.sleep(0.01)
        jobs: list[Any] = []
        store: Any = node.store
        store._watch = jobs.append
        ready = await asyncio.gather(*(node.is_ready() for _ in range(100)))
        tried = sum(jobs)
        busy, gate = threading.Event(), threading.Event()
        held = asyncio.ensure_future(node.store.write(lambda _: busy.set() or gate.wait()))
        await asyncio.to_thread(busy.wait)
        node._tried_at = 0
        stuck = await asyncio.gather(*(node.is_ready() for _ in range(100)))
        waiting = store._queue.qsize()
        gate.set()
        await held
        await node.stop()
        return ready, tried, stuck, waiting

    ready, tried, stuck, waiting = asyncio.run(asyncio.wait_for(story(), 60))
    assert ready == [True] * 100
    assert tried == 2  # to write something, and to take it back
    assert stuck == [False] * 100
    assert waiting == 1
