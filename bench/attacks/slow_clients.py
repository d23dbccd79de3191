"""Connections that hold something without end: half a request, an answer that is never read."""

from __future__ import annotations

import asyncio
import socket
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from tests.server import nodes

from bench.attacks import Check

COUNT = 40
PATIENCE = 20
"""Seconds that the server waits for anybody."""
SLACK = 8
HALVES = [
    b"",
    b"GET /api",
    b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-A: ",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
]


def run() -> list[Check]:
    with tempfile.TemporaryDirectory() as folder, nodes.node(Path(folder) / "slow.db") as node:
        table = asyncio.run(busy_table(node.url))
        start = time.monotonic()
        halves = [connect(node.url, HALVES[number % len(HALVES)]) for number in range(COUNT)]
        stream = f"GET /api/tables/{table}/events?views=1 HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        unread = [connect(node.url, stream) for _ in range(COUNT)]
        asyncio.run(chatter(node.url, table))
        seconds = max(0.0, PATIENCE + SLACK - (time.monotonic() - start))
        return [
            closed("half-sent requests are cut off", halves, seconds, ends),
            closed("streams that nobody reads are cut off", unread, 2 * SLACK, is_reset),
        ]


async def busy_table(url: str) -> str:
    """A table with a long log."""
    async with nodes.players(url, "Ada") as (ada,):
        table: str = await ada.create()
        await chat(ada, table, 300)
        return table


async def chatter(url: str, table: str) -> None:
    """More and more happens at the table."""
    async with nodes.players(url, "Bo") as (bo,):
        await bo.do(table, "sit", name="Bo")
        end = time.monotonic() + PATIENCE + 2
        while time.monotonic() < end:
            await chat(bo, table, 20)


async def chat(player: nodes.Player, table: str, count: int) -> None:
    for _ in range(count):
        await player.do(table, "chat", text="x" * 200)


def connect(url: str, sent: bytes) -> socket.socket:
    """A connection that has sent this and reads nothing."""
    parts = urlsplit(url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((parts.hostname, parts.port))
    connection.sendall(sent)
    return connection


def closed(
    promise: str,
    connections: list[socket.socket],
    seconds: float,
    over: Callable[[socket.socket, float], bool],
) -> Check:
    end = time.monotonic() + seconds
    gone = sum(over(one, max(0.05, end - time.monotonic())) for one in connections)
    for one in connections:
        one.close()
    return Check(promise, gone == len(connections), f"{gone} of {len(connections)} within the time")


def ends(connection: socket.socket, seconds: float) -> bool:
    """Whether the server has hung up."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def is_reset(connection: socket.socket, seconds: float) -> bool:
    """Whether the server has hung up without waiting for what it had sent to be read."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            return True
        try:
            connection.sendall(b"x")
        except OSError:
            return True
        time.sleep(0.1)
    return False
