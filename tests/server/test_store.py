"""The database as the server uses it."""

import asyncio
import time

import pytest
from sqlalchemy import insert, select

from qwirkle import native
from qwirkle.server import migrating
from qwirkle.server.schema import nodes
from qwirkle.server.store import open_store

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


def test_whoever_stops_waiting_for_a_commit_stops_nobody_else(tmp_path):
    """What was handed in is stored, and the writer goes on with the work of the others."""

    def slowly(connection):
        time.sleep(0.2)
        connection.execute(insert(nodes), [{"node": "n", "seen": 1}])

    async def story():
        store = open_store(str(tmp_path / "games.db"))
        await migrating.check(store)
        waiting = asyncio.create_task(store.write(slowly))
        await asyncio.sleep(0.05)
        waiting.cancel()
        seen = await asyncio.wait_for(store.write(lambda c: c.scalar(select(nodes.c.seen))), 30)
        await store.close()
        return seen

    assert asyncio.run(story()) == 1
