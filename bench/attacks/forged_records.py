"""Records of a finished game, changed and with recomputed line checks.

The shuffle of such a record still follows from its seed. What a server says of it must not be more
than that: names, ages, resignations and the result are bound by its signature alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.server import nodes

from bench.attacks import Check

Lines = list[str]
PATIENCE = 30


def run() -> list[Check]:
    with tempfile.TemporaryDirectory() as folder, nodes.node(Path(folder) / "games.db") as node:
        table = asyncio.run(_game(node.url))
        with httpx.Client(base_url=node.url, timeout=PATIENCE) as http:
            return _attack(http, table)


async def _game(url: str) -> str:
    """A game of two people that was played to its end."""
    async with nodes.players(url, "Ada", "Bo") as people:
        table: str = await nodes.seated(people)
        await asyncio.gather(*(nodes.play_out(one, table, nodes.highest) for one in people))
        return table


def _attack(http: httpx.Client, table: str) -> list[Check]:
    record = http.get(f"/api/tables/{table}/record").text
    lines = [line.rpartition("  #")[0] for line in record.splitlines()]
    true = _verified(http, record)
    checks = [Check("the true record is signed, and is here", _is_own(true), _said(true))]
    for name, forge in FORGERIES.items():
        found = _verified(http, _written(forge(lines)))
        checks.append(Check(f"{name}: not signed by this server", not _is_own(found), _said(found)))
    for name, forge in FORGERIES.items():
        made = http.post("/api/records", content=_written(forge(lines))).json()
        marked = made.get("imported", "refused")
        alone = made.get("table") != table and marked in (True, "refused")
        checks.append(Check(f"{name}: never at the table itself", alone, f"imported: {marked}"))
    return checks


def _verified(http: httpx.Client, record: str) -> Any:
    return http.post("/api/verify", content=record).json()


def _is_own(found: Any) -> bool:
    """Whether the server vouches for it, in any of its words."""
    claims = any("signed by this server" in sentence for sentence in found["sentences"])
    return bool(found["ours"] or found["here"] or claims)


def _said(found: Any) -> str:
    return f"shuffle: {found['shuffle']}, signature: {found['signature']}, ours: {found['ours']}"


def _written(lines: Lines) -> str:
    """A record with checks that fit."""
    return "".join(
        f"{line}  #{hashlib.sha256(f'{at} {line}'.encode()).hexdigest()[:8]}\n"
        for at, line in enumerate(lines, 1)
    )


def _swapped(lines: Lines) -> Lines:
    names = {"seat 1 - Ada": "seat 1 - Bo", "seat 2 - Bo": "seat 2 - Ada"}
    return [names.get(line, line) for line in lines]


def _aged(lines: Lines) -> Lines:
    return [line.replace("seat 1 - Ada", "seat 1 99 Ada") for line in lines]


def _resigned(lines: Lines) -> Lines:
    """The winner resigns before the last move."""
    last = max(at for at, line in enumerate(lines) if line.startswith("move "))
    end = next(at for at, line in enumerate(lines) if line.startswith("end "))
    winner = int(lines[end].split()[2])
    return [*lines[:last], f"resign {winner}", f"end O1 {3 - winner}", *lines[end + 1 :]]


def _elsewhere(lines: Lines) -> Lines:
    word, _, *rest = lines[-2].split()
    return [*lines[:-2], " ".join([word, "b" * 16, *rest]), lines[-1]]


def _unsigned(forge: Callable[[Lines], Lines]) -> Callable[[Lines], Lines]:
    return lambda lines: forge(lines)[:-2]


def _signed_again(forge: Callable[[Lines], Lines]) -> Callable[[Lines], Lines]:
    """With a key of the attacker's own."""

    def forged(lines: Lines) -> Lines:
        secret, kept = Ed25519PrivateKey.generate(), forge(lines)[:-1]
        key = secret.public_key().public_bytes_raw().hex()
        return [*kept, f"signed {key} {secret.sign(_written(kept).encode()).hex()}"]

    return forged


CHANGES = {"swapped names": _swapped, "an added age": _aged, "another winner": _resigned}
FORGERIES: dict[str, Callable[[Lines], Lines]] = (
    CHANGES
    | {"another table": _elsewhere}
    | {f"{name}, unsigned": _unsigned(forge) for name, forge in CHANGES.items()}
    | {f"{name}, signed again": _signed_again(forge) for name, forge in CHANGES.items()}
)
