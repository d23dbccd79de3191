"""Games on two nodes over PostgreSQL and a broker, of which one after another is killed.

    python -m bench.several_nodes --minutes 8

Players sit at either node, never give up, and send again what was not answered. After each kill the
database is held against every answer that a player got. The first disagreement ends the run.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from tests.server import nodes
from tests.server.auditing import Tally, check_projections, check_snapshot, snapshot
from tests.server.chaos import World
from tests.server.services import running_broker, running_postgres

from bench import machine
from qwirkle.server.storage.database import postgres_engine

EDITIONS = ["classic", "cards", "classic", "cards", "classic", "classic", "cards", "classic"]
ENOUGH = 4
"""Audits read every log there is; more of them would take the time from the games."""


class TwoNodes(World):
    """A world with two nodes; each player comes to either of them."""

    def __init__(self, data: str, broker: str, seed: int) -> None:
        super().__init__(data, seed, options=("--redis", broker))
        self.second = nodes.start(data, *self.options)

    @property
    def url(self) -> str:
        return str(self.random.choice([self.node, self.second]).url)

    async def kill(self) -> None:
        """End one of the nodes in the middle of it, and start it again at the same port."""
        which = self.random.choice(["node", "second"])
        dead = getattr(self, which)
        await asyncio.to_thread(dead.kill)
        self.counts["kills"] += 1
        port = int(dead.url.rpartition(":")[2])
        again = await asyncio.to_thread(nodes.start, self.data, *self.options, port=port)
        setattr(self, which, again)

    async def audit(self, **_: Any) -> Tally:
        """Hold the database, as it is at one moment, against what was answered before."""
        heard = {sent.id: list(sent.answers) for sent in self.sent.values()}
        engine = postgres_engine(str(self.data))
        async with engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            logs, kept = await connection.run_sync(snapshot)
        await engine.dispose()
        sent = [replace(one, answers=heard.get(one.id, [])) for one in self.sent.values()]
        self.counts["audits"] += 1
        return await asyncio.to_thread(check_snapshot, logs, kept, sent)

    async def rebuild(self) -> None:
        """Hold the lists against a rebuild; nobody plays any more."""
        engine = postgres_engine(str(self.data), patience=0)
        async with engine.connect() as connection:
            await connection.run_sync(check_projections)
        await engine.dispose()

    def end(self) -> None:
        super().end()
        if self.second.process.poll() is None:
            self.second.kill()


@contextmanager
def world(seed: int) -> Iterator[TwoNodes]:
    with ExitStack() as stack:
        postgres = stack.enter_context(running_postgres())
        broker = stack.enter_context(running_broker())
        made = TwoNodes(postgres.database(), broker.url, seed)
        stack.callback(made.end)
        yield made


async def suffer(two: TwoNodes, minutes: float) -> None:
    end = time.monotonic() + minutes * 60
    pause = max(10.0, minutes * 60 / (ENOUGH * 4))
    async with two.games(EDITIONS):
        for number in range(1, 1000):
            await asyncio.sleep(min(pause, max(0.0, end - time.monotonic())))
            if time.monotonic() >= end:
                break
            await two.kill()
            if number % 4 == 0:
                print(f"{two.counts['kills']} kills: {await two.audit()}", flush=True)
    print(f"at the end: {await two.audit()}")
    await two.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with world(options.seed) as two:
        asyncio.run(suffer(two, options.minutes))
        two.end()
        asyncio.run(two.rebuild())
    print(machine.name())
    print(", ".join(f"{count} {what}" for what, count in two.counts.items()))


if __name__ == "__main__":
    main()
