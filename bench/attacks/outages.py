"""Outages and jumps of the time of day that once took time from the mover, or the game.

A full disk with a command stored right after it, once for longer than the whole clock; a suspended
process with the move waiting in its socket; PostgreSQL down under two nodes; and a time of day that
jumps by an hour. Each has nodes of its own, and a clock of one minute, the shortest that there is.
The time that the mover has left is compared with the time in which the server was available.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.server import nodes
from tests.server.chaos import full_disk
from tests.server.faketime import FakeTime, library
from tests.server.services import Postgres, postgres_programs, running_postgres

from bench.attacks import Check

PAUSE = 8.0
WHOLE_CLOCK = 65.0
"""Seconds; longer than the mover has for the whole game."""
MINUTE = 60_000
LIMIT = 2000
"""Milliseconds of one disturbance that may count, as promised."""

Disturb = Callable[[Any, Any, str], Awaitable[float]]
"""Does something to a node with a game of two players, and says for how many seconds nothing
could be stored."""


def fill_the_disk(seconds: float) -> Disturb:
    """No room; the first command after it used to take the credit from all tables."""

    async def disturb(node: Any, people: Any, table: str) -> float:
        with full_disk(node):
            while "problem" not in await people[0].do(table, "chat", text="x" * 200):
                pass
            start = time.monotonic()
            await asyncio.sleep(seconds)
            took = time.monotonic() - start
        answer = await people[0].do(table, "chat", phrase="moment")
        assert "problem" not in answer, answer
        return took

    return disturb


async def suspend(node: Any, people: Any, table: str) -> float:
    """With a command that waits in the socket."""
    os.kill(node.process.pid, signal.SIGSTOP)
    start = time.monotonic()
    waiting = asyncio.ensure_future(people[0].do(table, "chat", phrase="moment"))
    await asyncio.sleep(PAUSE)
    took = time.monotonic() - start
    os.kill(node.process.pid, signal.SIGCONT)
    await waiting
    return took


def stop_postgres(service: Postgres) -> Disturb:
    """The database of both nodes is down; a command is tried until it is there again."""

    async def disturb(_: Any, people: Any, table: str) -> float:
        try:
            service.stop()
            start = time.monotonic()
            await asyncio.sleep(PAUSE)
            took = time.monotonic() - start
        finally:
            service.start()  # in this thread: it ends with the one that started it
        while "problem" in await people[0].do(table, "chat", phrase="moment"):
            await asyncio.sleep(0.05)
        return took

    return disturb


def jump(faked: FakeTime, seconds: int) -> Disturb:
    async def disturb(_: Any, people: Any, table: str) -> float:
        faked.set(seconds)
        await people[0].do(table, "chat", phrase="moment")
        await asyncio.sleep(1)
        return 0.0

    return disturb


async def game(served: Sequence[Any], disturb: Disturb) -> tuple[float, float]:
    """Milliseconds that the mover has left after it, and that the mover should have."""
    node, other = served[0], served[-1]
    async with nodes.players(node.url, "Ada") as ada, nodes.players(other.url, "Bo") as bo:
        people = [*ada, *bo]
        start = time.monotonic()
        table = await nodes.seated(people, clock={"type": "live", "minutes": 1})
        out = await disturb(node, people, table)
        view = await people[0].view(table)
        up = (time.monotonic() - start - out) * 1000
        if view["phase"] != "playing":
            return 0, MINUTE - up
        return view["times"]["deadline"] - view["now"], MINUTE - up


def attack(name: str, disturb: Disturb, folder: Path, env: dict[str, str] | None = None) -> Check:
    with nodes.node(folder / f"{name.replace(' ', '-')}.db", env=env) as node:
        return compared(name, *asyncio.run(game([node], disturb)))


def attack_postgres() -> Check:
    name = f"PostgreSQL down for {PAUSE:.0f} s"
    if postgres_programs() is None:
        return Check(name, False, "PostgreSQL is not installed: apt-get install postgresql")
    with running_postgres() as service:
        data = service.database()
        with nodes.node(data) as one, nodes.node(data) as other:
            return compared(name, *asyncio.run(game([one, other], stop_postgres(service))))


def compared(name: str, left: float, due: float) -> Check:
    return Check(
        f"{name}: only the time in which the server was there counts",
        due - LIMIT <= left <= MINUTE,
        f"{left / 1000:.1f} s left of 60, {due / 1000:.1f} s or more were due",
    )


def run() -> list[Check]:
    with TemporaryDirectory(prefix="qwirkle-attack-") as name:
        folder = Path(name)
        checks = [
            attack(f"full disk for {seconds:.0f} s", fill_the_disk(seconds), folder)
            for seconds in (PAUSE, WHOLE_CLOCK)
        ]
        checks += [attack(f"suspended for {PAUSE:.0f} s", suspend, folder), attack_postgres()]
        if library() is None:
            missing = "libfaketime is not installed: apt-get install faketime"
            return [*checks, Check("the time of day jumps by an hour", False, missing)]
        for seconds in (3600, -3600):
            faked = FakeTime(folder)
            jumped = attack(f"jump by {seconds} s", jump(faked, seconds), folder, faked.environment)
            checks.append(jumped)
        return checks
