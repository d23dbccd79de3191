"""A page of a stranger whose own name leads to the server, and a device in the network that is
curious about its numbers."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import httpx
import websockets
from tests.server import nodes

from bench.attacks import Check

STRANGERS = (
    "evil.com", "evil.com:8108", "localhost.evil.com", "127.0.0.1.evil.com", "evil.local.com",
    "evil.com.", "2130706433", "ada:secret@localhost", "localhost, evil.com", "",
)  # fmt: skip
FRIENDS = ("127.0.0.1", "[::1]:8108", "localhost:1", "kitchen-table.local:8108")
PATHS = ("/", "/api/me", "/api/tables", "/api/schema", "/metrics", "/s/secret", "/verify")
REFUSED = {400, 403}
"""What is no name at all is refused before anybody looks at it."""
SAYS_SO = (
    {"x-forwarded-for": "10.0.0.7"},
    {"forwarded": "for=127.0.0.1"},
    {"x-real-ip": "127.0.0.1"},
)


def run() -> list[Check]:
    with (
        tempfile.TemporaryDirectory() as folder,
        nodes.node(Path(folder) / "games.db") as node,
    ):
        return asyncio.run(attacked(node.url))


async def attacked(url: str) -> list[Check]:
    async with nodes.players(url, "Ada") as (ada,):
        table = await ada.create()
        read = {await asked(ada.http, path, host) for path in PATHS for host in STRANGERS}
        written = {await created(ada.http, host) for host in STRANGERS}
        friends = {await created(ada.http, host) for host in FRIENDS}
        passed_on = {(await ada.http.get("/metrics", headers=one)).status_code for one in SAYS_SO}
    shaken = await handshake(url, table)
    return [
        Check("a page by another name reads nothing", read <= REFUSED, f"answered with {read}"),
        Check("nor does it act", written <= REFUSED, f"answered with {written}"),
        Check("nor does it open a socket", shaken == 403, f"answered with {shaken}"),
        Check("people by the server's names do", friends == {201}, f"answered with {friends}"),
        Check(
            "no numbers for those behind an unknown proxy",
            passed_on == {403},
            f"answered with {passed_on}",
        ),
    ]


async def asked(http: httpx.AsyncClient, path: str, host: str) -> int:
    return (await http.get(path, headers={"host": host})).status_code


async def created(http: httpx.AsyncClient, host: str) -> int:
    """With an origin that fits the name, as a browser would send it."""
    headers = {"host": host, "origin": f"http://{host}"}
    body = {"do": "create", "id": nodes.ulid()}
    return (await http.post("/api/tables", json=body, headers=headers)).status_code


async def handshake(url: str, table: str) -> int:
    port = httpx.URL(url).port
    where: Any = {"host": "127.0.0.1", "port": port}
    try:
        await websockets.connect(f"ws://evil.com:{port}/api/tables/{table}/socket", **where)
    except websockets.InvalidStatus as refused:
        return refused.response.status_code
    return 101
