"""Headers and ids that somebody else writes: Host, Origin, a ULID with a newline behind it."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import httpx
from tests.server import nodes

from bench.attacks import Check
from qwirkle.server.accounts.account import qr

OTHER = "attic.local"
"""A name of the server that anybody in the same network can take, too."""
PUBLIC = "https://qwirkle.example"


def run() -> list[Check]:
    with tempfile.TemporaryDirectory() as folder:
        with nodes.node(Path(folder) / "plain.db") as node:
            checks = asyncio.run(plain(node.url))
        with nodes.node(Path(folder) / "public.db", "--public", PUBLIC) as node:
            checks += asyncio.run(public(node.url))
    return checks


async def plain(url: str) -> list[Check]:
    """A node without a public address."""
    async with nodes.players(url, "Ada") as (ada,):
        table = await ada.create()
        passkey = await ada.http.post("/api/login/options", headers={"host": OTHER})
        scheme = {"origin": url.replace("http", "https")}
        origin = await ada.http.patch("/api/me", json={"name": "Eve"}, headers=scheme)
        body = {"do": "chat", "id": f"{nodes.ulid()}\n", "phrase": "hello"}
        newline = await ada.http.post(f"/api/tables/{table}/commands", json=body)
        link = (await ada.http.post("/api/me/link")).json()["path"]
        pages = [
            await ada.http.get(path) for path in (link, "/api/me", f"/api/tables/{table}", "/")
        ]
    kept = [page.headers.get("cache-control") for page in pages]
    return [
        refused("no passkeys for a name that others can take", passkey, 409),
        refused("a page by another scheme may not write", origin, 403),
        refused("an id with a newline behind it is none", newline, 400),
        Check("nothing personal is stored on the way", {*kept} == {"no-store"}, str(kept)),
    ]


async def public(url: str) -> list[Check]:
    """A node with one."""
    async with httpx.AsyncClient(base_url=url, headers={"host": OTHER}, timeout=60) as client:
        options = (await client.post("/api/me/passkeys/options")).json()["publicKey"]
        site, verifies = options["rp"]["id"], options["authenticatorSelection"]["userVerification"]
        named = await client.patch("/api/me", json={"name": "Ada"})
        token = named.headers.get("set-cookie", "").partition("=")[2].partition(";")[0]
        bearer = {"authorization": f"Bearer {token}"}
        link = (await client.post("/api/me/link", headers=bearer)).json()
    return [
        Check("passkeys belong to the public address", site == "qwirkle.example", site),
        Check("passkeys verify their user", verifies == "required", verifies),
        Check(
            "links lead to the public address",
            link["qr"] == qr(PUBLIC + link["path"]),
            "compared with the code of that address",
        ),
    ]


def refused(promise: str, answer: httpx.Response, status: int) -> Check:
    return Check(promise, answer.status_code == status, f"answered with {answer.status_code}")
