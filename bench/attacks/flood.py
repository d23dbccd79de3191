"""Floods: half a million addresses, frames without a token, frames that are none, many sockets."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import websockets
from tests.server import nodes

from bench.attacks import Check
from qwirkle.server.node.counts import MOST_KEYS, Counts, Limit

KEYS = 500_000
SECONDS = 8
SOCKETS = 10
DEFAULTS = ("--rate", "10,60", "--sockets", "20,200", "--newcomers", "10")


def run() -> list[Check]:
    checks = [keys()]
    with tempfile.TemporaryDirectory() as folder:
        with nodes.node(Path(folder) / "frames.db", *DEFAULTS) as node:
            checks += asyncio.run(frames(node.url))
        with nodes.node(Path(folder) / "garbage.db", *DEFAULTS) as node:
            checks.append(asyncio.run(garbage(node.url)))
        with nodes.node(Path(folder) / "sockets.db", *DEFAULTS) as node:
            checks.append(asyncio.run(sockets(node.url)))
    return checks


def keys() -> Check:
    """Every request from an address of its own."""
    now = [0.0]
    counts = Counts(Limit("address", 60, 10), lambda: now[0])
    names = [f"192.0.{number >> 8}.{number & 255}" for number in range(KEYS)]
    start = time.process_time()
    for name in names:
        counts.spend(name)
    each = (time.process_time() - start) / KEYS
    full, size = len(counts), sys.getsizeof(counts._empty) + 24 * len(counts)
    start = time.process_time()
    counts.spend("one more")
    last = time.process_time() - start
    now[0] = 20.0
    for _ in range(MOST_KEYS):
        now[0] += 1
        counts.spend("one more")
    held = full <= MOST_KEYS + 1 and each < 50e-6 and last < 0.01 and len(counts) == 1
    told = f"{1e6 * each:.1f} us each, then {1e6 * last:.0f} us; {full} kept, {size / 1e6:.0f} MB"
    return Check(f"{KEYS} addresses cost little time and bounded memory", held, told)


async def frames(url: str) -> list[Check]:
    """Spectators send commands as fast as they can."""
    async with nodes.players(url, "Ada", None) as (ada, nobody):
        table = await ada.create()
        polled = asyncio.create_task(poll(url))
        counted = await asyncio.gather(*(flood(nobody, table) for _ in range(SOCKETS)))
        worst = await stopped(polled)
    answers = sum(counted)
    bound = 600 + 60 * (SECONDS + 5) + SOCKETS * (SECONDS + 5)
    return [
        Check("frames without a token are limited", answers <= bound, f"{answers} answers"),
        Check("others are answered meanwhile", worst < 1.0, f"/healthz took {worst:.2f} s at most"),
    ]


async def flood(player: Any, table: str) -> int:
    answers, end = 0, time.monotonic() + SECONDS

    async def count(socket: Any) -> None:
        nonlocal answers
        async for text in socket:
            answers += json.loads(text)["type"] == "answer"

    with suppress(OSError, websockets.WebSocketException, TimeoutError):
        async with player.socket(table, query="") as socket:
            counting = asyncio.create_task(count(socket))
            while time.monotonic() < end:
                frame = json.dumps({"do": "start", "id": nodes.ulid()})
                await asyncio.wait_for(socket.send(frame), max(0.1, end - time.monotonic()))
            counting.cancel()
    return answers


async def poll(url: str) -> float:
    """The longest that somebody else has waited."""
    worst = 0.0
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        while True:
            start = time.monotonic()
            try:
                await client.get("/healthz")
                await asyncio.sleep(0.05)
            except asyncio.CancelledError:
                return worst
            finally:
                worst = max(worst, time.monotonic() - start - 0.05)


async def stopped(polling: asyncio.Task[float]) -> float:
    polling.cancel()
    return await polling


async def garbage(url: str) -> Check:
    """Rubbish on a socket."""
    async with nodes.players(url, "Ada") as (ada,):
        table = await ada.create()
        heard: list[Any] = []
        async with ada.socket(table, query="") as socket:
            with suppress(websockets.ConnectionClosed):
                for _ in range(200):
                    await socket.send("{rubbish")
            with suppress(websockets.ConnectionClosed):
                async for text in socket:
                    heard += [json.loads(text)]
            code = socket.close_code
    answers = sum(message["type"] == "answer" for message in heard)
    held = code == 1008 and answers <= 5 and heard[-1].get("why") == "unreadable"
    return Check("rubbish closes the socket", held, f"after {answers} frames, code {code}")


async def sockets(url: str) -> Check:
    """As many sockets as the system gives."""
    async with nodes.players(url, "Ada", None) as (ada, nobody):
        table = await ada.create()
        opened = [await nobody.socket(table, query="") for _ in range(300)]
        await asyncio.sleep(2)
        left = sum(socket.close_code is None for socket in opened)
        await asyncio.gather(*(socket.close() for socket in opened))
    return Check("an address holds 200 sockets at most", left <= 200, f"{left} of 300 stayed open")
