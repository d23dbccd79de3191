"""Set up table after table, play a while at each, and leave them all: to use up the memory."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.server import nodes
from tests.server.nodes import Player, arranging, highest

from bench.attacks import Check

FIRST = 40
"""Tables before the first look: what the node needs for itself does not count."""
RETURNED = 60.0
"""Seconds after which a node that has started looks once at every game, for those who are away."""
TABLES = 400
MOVES = 30
AT_ONCE = 100
"""Views that are asked for at the same time."""
MOST = 250
"""KiB that a table may take."""
LEFT = 60.0
"""Seconds after which a table that was left is out of the memory."""
MORE = 0.5
"""How much more the node may take when they are all loaded again; if nothing had been freed, it
would be as much again."""
SLACK = 5.0
"""Seconds that the look itself may take on a busy machine."""
CHOOSE = {"classic": highest, "cards": arranging}


def run() -> list[Check]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "games.db"
        with nodes.node(data) as server:
            return asyncio.run(_attack(server))


async def _attack(server: nodes.Node) -> list[Check]:
    async with nodes.players(server.url, "Ada") as (ada,):
        await ada.create()  # the first request says who she is from then on
        editions = cycle(CHOOSE)
        await _fill(ada, editions, FIRST)
        await asyncio.sleep(RETURNED)
        empty = _resident(server)
        tables = await _fill(ada, editions, TABLES)
        before = await _views(ada, tables)
        full, kept = _resident(server), await _rooms(ada)
        took = await _left(ada)
        alone, rooms = _resident(server), await _rooms(ada)
        same = before == await _views(ada, tables)
        again = _resident(server)
    return [
        Check(
            f"a table of {MOVES} moves takes at most {MOST} KiB",
            full - empty <= MOST * TABLES and kept >= TABLES,
            f"{(full - empty) / TABLES:.0f} KiB, {kept} tables in memory",
        ),
        Check(
            "tables that are left leave the memory within a minute",
            rooms == 0 and took <= LEFT + SLACK,
            f"{rooms} of {kept} left after {took:.0f} s, {(alone - empty) / TABLES:.0f} KiB each",
        ),
        Check(
            "their memory is used again",
            again - full <= (full - empty) * MORE,
            f"{(again - full) / TABLES:.0f} KiB more for each that is there again",
        ),
        Check("they are there again as they were", same, f"{len(before)} views compared"),
    ]


async def _fill(ada: Player, editions: Iterator[str], count: int) -> list[str]:
    """Play at many tables at once, and hang up at none before the last is done."""
    done = asyncio.Barrier(count)
    chosen = [next(editions) for _ in range(count)]
    return await asyncio.gather(*(_play(ada, edition, done) for edition in chosen))


async def _play(ada: Player, edition: str, done: asyncio.Barrier) -> str:
    """Play both seats of a table."""
    table = await ada.create(seats=2, local=["Al"], edition=edition)
    await ada.do(table, "start")
    view: Any = {"moves": 0, "phase": "playing"}
    async with ada.socket(table) as socket:
        while view["moves"] < MOVES and view["phase"] == "playing":
            message = json.loads(await socket.recv())
            view = message.get("view", view)
            if message["type"] == "offers":
                await socket.send(json.dumps(CHOOSE[edition](view, message)))
            assert "problem" not in message.get("answer", {}), message
        await done.wait()
    return table


async def _views(ada: Player, tables: list[str]) -> list[Any]:
    """Every table as it is, but for the time at which it was asked for."""
    views = []
    for start in range(0, len(tables), AT_ONCE):
        views += await asyncio.gather(*map(ada.view, tables[start : start + AT_ONCE]))
    return [{**view, "now": 0} for view in views]


async def _left(ada: Player) -> float:
    """Leave the tables alone; the seconds until the last is out of the memory."""
    start = time.monotonic()
    while await _rooms(ada) and time.monotonic() - start < LEFT + SLACK:
        await asyncio.sleep(1)
    return time.monotonic() - start


async def _rooms(ada: Player) -> int:
    """How many tables the node has in memory."""
    lines = (await ada.http.get("/metrics")).text.splitlines()
    return next(int(float(line.split()[1])) for line in lines if line.startswith("qwirkle_rooms "))


def _resident(server: nodes.Node) -> float:
    """The memory of the node, in KiB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in status if line.startswith("VmRSS:"))
