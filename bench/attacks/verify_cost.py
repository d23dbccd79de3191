"""The largest records to verify, again and again, while others want an answer."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

import httpx
from tests.server import nodes

from bench.attacks import Check
from bench.attacks.flood import DEFAULTS, poll, stopped
from qwirkle import Game
from qwirkle.server.http.request import MOST_RECORD

SECONDS = 15
AT_ONCE = 8
TRADES = 1900


def run() -> list[Check]:
    record = long_record()
    with (
        tempfile.TemporaryDirectory() as folder,
        nodes.node(Path(folder) / "verify.db", *DEFAULTS) as node,
    ):
        return asyncio.run(attack(node.url, record))


def long_record() -> bytes:
    """A game in which everybody only trades: it costs the judge the most for its size."""
    game = Game(["Ada", "Bo"], seed=1)
    game.push(next(iter(game.legal_moves)))
    for _ in range(TRADES):
        assert game.turn is not None
        game.push("trade " + " ".join(map(str, game.view(game.turn).hand)))
    return game.dump().encode()[:MOST_RECORD]


async def attack(url: str, record: bytes) -> list[Check]:
    polled = asyncio.create_task(poll(url))
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        huge = await client.post("/api/verify", content=b"x" * 258_000)
        start = time.monotonic()
        counts = await asyncio.gather(*(send(client, record) for _ in range(AT_ONCE)))
        judged, refused = (sum(column) for column in zip(*counts, strict=True))
        lasted = time.monotonic() - start
        real = await client.post("/api/verify", content=b"qwirkle record 1\n")
    worst = await stopped(polled)
    bound = (600 + 60 * lasted) / (len(record) / 256) + 1
    told = f"{judged} of {judged + refused} in {lasted:.0f} s, {len(record) / 1000:.0f} kB each"
    return [
        Check("records over the size are refused", huge.status_code == 413, str(huge.status_code)),
        Check("an address has few large records judged", 1 <= judged <= bound, told),
        Check("others are answered meanwhile", worst < 1.0, f"/healthz took {worst:.2f} s at most"),
        Check("and it can go on later", real.status_code in (200, 429), str(real.status_code)),
    ]


async def send(client: httpx.AsyncClient, record: bytes) -> tuple[int, int]:
    judged = refused = 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        answer = await client.post("/api/verify", content=record)
        judged += answer.status_code == 200
        refused += answer.status_code == 429
        await asyncio.sleep(0.05)
    return judged, refused
