"""The writer of the SQLite file: many commits in one, and each work for itself."""

import asyncio
import threading

import pytest
from sqlalchemy import insert, select

from qwirkle import native
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.storage import migrator
from qwirkle.server.storage.database import SqliteStore, StorageFailed
from qwirkle.server.storage.schema import nodes

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


def adding(name, error=None):
    """Work that writes a row, and may fail after it."""

    def work(connection):
        connection.execute(insert(nodes), [{"node": name, "seen": 1}])
        if error:
            raise error
        return name

    return work


async def together(store, works):
    """Work that waits while the writer is held up, and then goes into one batch."""
    busy, gate = threading.Event(), threading.Event()

    def hold(_):
        busy.set()
        gate.wait()

    held = asyncio.ensure_future(store.write(hold))
    await asyncio.to_thread(busy.wait)
    waiting = [asyncio.ensure_future(store.write(work)) for work in works]
    await asyncio.sleep(0)
    gate.set()
    await held
    return await asyncio.gather(*waiting, return_exceptions=True)


def refusing(_):
    raise Refused("bad", "serve.name")


@pytest.mark.parametrize("batch", [1, 256])
def test_work_that_fails_takes_only_its_own_rows_back(tmp_path, batch):
    """Those who were committed with it keep theirs, whether it wrote before it failed or not."""

    async def story():
        sizes: list[int] = []
        store = SqliteStore(tmp_path / "a.db", batch=batch, watch=sizes.append)
        await migrator.check(store)
        works = [adding("a"), refusing, adding("b", Refused("bad", "serve.name")), adding("c")]
        works += [adding("a"), adding("d", ValueError())]
        done = await together(store, works)
        kept = await store.read(lambda c: sorted(c.scalars(select(nodes.c.node))))
        await store.close()
        return done, kept, sizes

    done, kept, sizes = asyncio.run(story())
    assert kept == ["a", "c"]
    assert [type(one).__name__ for one in done] == [
        "str", "Refused", "Refused", "str", "IntegrityError", "ValueError",
    ]  # fmt: skip
    assert max(sizes) <= batch


def test_a_failing_database_fails_everybody_and_says_so(tmp_path):
    """Nothing of the batch is stored, and the next one works again."""

    async def story():
        store = SqliteStore(tmp_path / "a.db")
        await migrator.check(store)
        broken = "INSERT INTO nowhere VALUES (1)"
        works = [adding("a"), lambda c: c.exec_driver_sql(broken), adding("b")]
        done = await together(store, works)
        again = await store.write(adding("a"))
        kept = await store.read(lambda c: list(c.scalars(select(nodes.c.node))))
        await store.close()
        return done, again, kept

    done, again, kept = asyncio.run(story())
    assert all(isinstance(one, StorageFailed) for one in done)
    assert (again, kept) == ("a", ["a"])


def test_a_viewer_who_hangs_up_stops_nobody(tmp_path):
    """Work that is called off, before it began or in the middle, leaves the writer at work."""

    async def story():
        store = SqliteStore(tmp_path / "a.db")
        await migrator.check(store)
        busy, gate = threading.Event(), threading.Event()

        def hold(connection):
            busy.set()
            gate.wait()
            return adding("begun")(connection)

        begun = asyncio.ensure_future(store.write(hold))
        await asyncio.to_thread(busy.wait)
        waiting = asyncio.ensure_future(store.write(adding("waiting")))
        await asyncio.sleep(0)
        begun.cancel()
        waiting.cancel()
        await asyncio.gather(begun, waiting, return_exceptions=True)
        gate.set()
        await store.write(adding("later"))
        kept = await store.read(lambda c: sorted(c.scalars(select(nodes.c.node))))
        await store.close()
        return kept

    assert asyncio.run(asyncio.wait_for(story(), 60)) == ["begun", "later"]
