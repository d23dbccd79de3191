"""Arrangements of nine cards on a table of ninety, ten times a second, by one guest.

A guest with two local seats plays without capturing until the pile is all but empty, and then asks.
Meanwhile ``/healthz`` is looked at, and somebody else plays the computer.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections import Counter
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
from tests.server import nodes
from tests.server.nodes import Player, highest

from bench.attacks import Check
from qwirkle import Hand, Table
from qwirkle.cards import fast, solver
from qwirkle.cards.moves import Arrange
from qwirkle.lines import largest_sets

CARDS = 84
"""Cards on the table from which on it is asked; the more there are, the dearer it is."""
SECONDS = 20.0
PAUSE = 0.1
THOUGHT = 1.0
"""Seconds between two questions, and of a person who plays."""
MOST_SECONDS = 0.25
MOST_ANSWER = 3.0
MOST_MEMORY = 1600
"""MiB of the node and its workers, one of which may take 1024."""


def run() -> list[Check]:
    with (
        tempfile.TemporaryDirectory() as folder,
        nodes.node(Path(folder) / "games.db", "--rate", "10,60") as node,
    ):
        return asyncio.run(_attack(node))


async def _attack(node: nodes.Node) -> list[Check]:
    async with nodes.players(node.url, "Eve", "Ada") as (eve, ada):
        table, view = await _filled(eve)
        other = await ada.create(seats=2, bots=[1])
        end = time.monotonic() + SECONDS
        asked, health, answers, memory = await asyncio.gather(
            _ask(eve, table, view["hand"], end),
            _look(node.url, end),
            _play(ada, other, end),
            _memory(node, end),
        )
    cards = sum(map(len, view["rows"]))
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(asked.items()))
    return [
        Check(
            f"/healthz answers within {MOST_SECONDS * 1000:.0f} ms",
            health <= MOST_SECONDS,
            f"slowest {health * 1000:.0f} ms; {cards} cards, {kinds}",
        ),
        Check(
            f"a level-1 player answers within {MOST_ANSWER:.0f} s",
            max(answers) <= MOST_ANSWER,
            f"slowest of {len(answers)} {max(answers):.2f} s",
        ),
        Check(
            f"the node and its workers take at most {MOST_MEMORY} MiB",
            memory <= MOST_MEMORY,
            f"peak {memory:.0f} MiB",
        ),
    ]


async def _filled(eve: Player) -> tuple[str, Any]:
    """A table with many cards: where luck does not have it, another."""
    while True:
        table = await eve.create(seats=2, local=["Mallory"], edition="cards")
        await eve.do(table, "start")
        view = await eve.view(table)
        while view["phase"] == "playing" and sum(map(len, view["rows"])) < CARDS:
            move = _without_capture(view)
            if move is None:
                break
            answer = await eve.do(table, "play", expect=view["seq"], move=move)
            if "problem" in answer:  # more than ten commands a second
                await asyncio.sleep(1)
            view = await eve.view(table)
        if sum(map(len, view["rows"])) >= CARDS:
            return table, view


def _without_capture(view: Any) -> str | None:
    """The play of the most cards that leaves no row of six."""
    hand = Hand.parse(" ".join(view["hand"]))
    if not view["moves"]:
        return " ".join(map(str, largest_sets(hand)[0][:5]))
    table = Table.parse(" | ".join(" ".join(row) for row in view["rows"]))
    there = solver.counted(table.cards)
    for size in range(len(hand), 0, -1):
        for cards in combinations(hand, size):
            if fast.is_legal(solver.plus(there, solver.counted(cards))):
                return str(Arrange(fast.any_arrangement(table, cards, ()).rows))
    return None


async def _ask(eve: Player, table: str, hand: list[str], end: float) -> Counter[str]:
    """Ask ten times a second, whatever the answers."""
    asking: set[asyncio.Task[str]] = set()
    while time.monotonic() < end:
        asking.add(asyncio.create_task(_arrangement(eve, table, hand)))
        await asyncio.sleep(PAUSE)
    return Counter(await asyncio.gather(*asking))


async def _arrangement(eve: Player, table: str, hand: list[str]) -> str:
    try:
        answer = await eve.ask(table, "arrangement", cards=hand)
    except httpx.HTTPError:
        return "without an answer"
    problem = answer.get("problem") or answer
    return str(problem.get("key") or answer["type"])


async def _look(url: str, end: float) -> float:
    """The slowest answer to ``/healthz``, in seconds."""
    slowest = 0.0
    async with httpx.AsyncClient(base_url=url, verify=nodes.TRUST, timeout=SECONDS) as client:
        while time.monotonic() < end:
            start = time.monotonic()
            with suppress(httpx.HTTPError):
                await client.get("/healthz")
            slowest = max(slowest, time.monotonic() - start)
            await asyncio.sleep(0.02)
    return slowest


async def _play(ada: Player, table: str, end: float) -> list[float]:
    """The seconds until each answer of the computer player, the last one not waited for."""
    answers: list[float] = []
    moved = time.monotonic()
    try:
        async with asyncio.timeout(end - moved), ada.socket(table) as socket:
            await ada.do(table, "start")
            view: Any = None
            while True:
                message = json.loads(await socket.recv())
                view = message.get("view", view)
                if message["type"] == "offers":
                    answers.append(time.monotonic() - moved)
                    await asyncio.sleep(THOUGHT)
                    moved = time.monotonic()
                    await socket.send(json.dumps(highest(view, message)))
    except (OSError, TimeoutError, httpx.HTTPError):
        answers.append(max(0.0, time.monotonic() - moved))
    return answers


async def _memory(node: nodes.Node, end: float) -> float:
    """The most MiB of the node and its processes together; 0 where the system does not tell."""
    most, own = 0.0, Path("/proc", str(node.process.pid))
    while time.monotonic() < end:
        most = max(most, sum(map(_resident, [own, *node.children])))
        await asyncio.sleep(0.05)
    return most


def _resident(process: Path) -> float:
    with suppress(OSError):
        for line in (process / "status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0
