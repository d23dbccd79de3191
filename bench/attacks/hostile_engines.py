"""Engines that flood, hang, die or leave something behind, with every host that starts engines.

Each of them keeps to the protocol up to a word and then does its worst (``tests/hostile.py``): in
``engine-check``, in the arena, and at a table of a node, which is killed at the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from tests import hostile
from tests.server import nodes
from tests.server.nodes import Player, highest

from bench.attacks import Check

MOST_MEMORY = 200
"""MiB that a host may grow by."""
MOST_CHECK = 30.0
MOVE, SLACK = 2.0, 5.0
"""Seconds for a move in the arena, and for all that comes with it."""
START = 31.0
"""Seconds for an engine to start, in which it counts for no move."""
MOST_ANSWER = START + 15.0
AGAIN = 3.0
"""Seconds until the computer has moved: at first, and when its engine is known to fail."""
MOST_HEALTH = 1.0
TOGETHER = 3
"""Attacks at once: most of them wait."""
ENGINE = [sys.executable, str(Path(hostile.__file__))]


@dataclass(frozen=True, slots=True)
class Cost:
    """What an engine cost its host."""

    how: str
    seconds: float
    mib: float
    left: bool = False
    """Whether something of it outlived the host."""
    again: float = 0.0
    health: float = 0.0


def run() -> list[Check]:
    checks = _each(partial(_command, _check_words, "ready"))
    arena = _each(partial(_command, _arena_words, "position"))
    tables = [*_each(partial(_node, "position")), _node("hello", "silence")]
    return [
        _within("engine-check ends", checks, MOST_CHECK),
        _within("two games of the arena are lost", arena, 2 * (MOVE + SLACK)),
        _within("a table goes on without the engine", tables, MOST_ANSWER),
        _within("its next turn waits for nobody", tables, AGAIN, of="again"),
        _within("/healthz answers meanwhile", tables, MOST_HEALTH, of="health"),
        _small([*checks, *arena, *tables]),
        _gone([*checks, *arena, *tables]),
    ]


def _each(attack: Callable[[str], Cost]) -> list[Cost]:
    with ThreadPoolExecutor(TOGETHER) as threads:
        return list(threads.map(attack, hostile.WAYS))


def _within(what: str, costs: list[Cost], most: float, of: str = "seconds") -> Check:
    worst = max(costs, key=lambda cost: float(getattr(cost, of)))
    seconds = float(getattr(worst, of))
    said = f"slowest of {len(costs)} {seconds:.1f} s, {worst.how}"
    return Check(f"{what} within {most:g} s", seconds <= most, said)


def _small(costs: list[Cost]) -> Check:
    worst = max(costs, key=lambda cost: cost.mib)
    promise = f"no host grows by more than {MOST_MEMORY} MiB"
    return Check(promise, worst.mib <= MOST_MEMORY, f"most {worst.mib:.0f} MiB, {worst.how}")


def _gone(costs: list[Cost]) -> Check:
    left = [cost.how for cost in costs if cost.left]
    return Check("nothing of an engine outlives its host", not left, " ".join(left) or "nothing")


def _check_words(engine: list[str]) -> list[str]:
    return ["engine-check", *engine]


def _arena_words(engine: list[str]) -> list[str]:
    name = f"cmd:{shlex.join(engine)}"
    limits = ["--pairs", "1", "--jobs", "1", "--move-time", f"{MOVE}s"]
    return ["arena", name, "random", *limits]


def _command(words: Callable[[list[str]], list[str]], word: str, how: str) -> Cost:
    """Run a command to its end."""
    with _watched() as (life, ended):
        asked = words([*ENGINE, how, word, life])
        start = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "qwirkle", *asked],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        return Cost(f"{asked[0]} {how}", seconds, used.ru_maxrss / 1024, not ended())


@contextmanager
def _watched() -> Iterator[tuple[str, Callable[[], bool]]]:
    """What an engine and all that it starts hold open; and whether they are gone."""
    with tempfile.TemporaryDirectory() as folder, closing(hostile.Life(Path(folder))) as life:

        def ended() -> bool:
            with suppress(TimeoutError):
                while life.heard(SLACK):
                    pass
                return True
            return False

        yield life.name, ended


def _node(word: str, how: str) -> Cost:
    """Play against the engine at a node, and kill the node."""
    with _watched() as (life, ended), tempfile.TemporaryDirectory() as folder:
        name = f"6=cmd:{shlex.join([*ENGINE, how, word, life])}"
        options = ("--bot", name, "--bot-budget", "200ms")
        node = nodes.start(Path(folder) / "games.db", *options)
        try:
            first, again, health, grown = asyncio.run(_played(node))
        finally:
            node.kill()
        return Cost(f"table {how} at {word}", first, grown, not ended(), again, health)


async def _played(node: nodes.Node) -> tuple[float, float, float, float]:
    """The seconds until the first and the slowest later move of the computer, and until the
    slowest sign of life; and the MiB by which the node has grown."""
    async with nodes.players(node.url, "Ada") as (ada,):
        table = await ada.create(seats=2, bots=[6])
        looking = asyncio.create_task(_look(node.url))
        before = _peak(node)
        try:
            first, *later = await _answers(ada, table)
        finally:
            looking.cancel()
        slowest: list[float] = []
        with suppress(asyncio.CancelledError):
            slowest = await looking
        return first, max(later), max(slowest or [0.0]), _peak(node) - before


async def _answers(ada: Player, table: str, turns: int = 3) -> list[float]:
    """Play some turns; the seconds until each answer of the computer."""
    answers: list[float] = []
    async with asyncio.timeout(4 * MOST_ANSWER), ada.socket(table) as socket:
        start = time.monotonic()
        await ada.do(table, "start")
        view: Any = None
        moved = 0
        while len(answers) < turns:
            message = json.loads(await socket.recv())
            view = message.get("view", view)
            if message["type"] == "offers":
                if view["moves"] > moved:  # the computer has moved since
                    answers.append(time.monotonic() - start)
                moved = view["moves"] + 1
                start = time.monotonic()
                await socket.send(json.dumps(highest(view, message)))
    return answers


async def _look(url: str) -> list[float]:
    """How long each sign of life took, until this is cancelled."""
    taken: list[float] = []
    async with httpx.AsyncClient(base_url=url, verify=nodes.TRUST) as client:
        with suppress(asyncio.CancelledError):
            while True:
                start = time.monotonic()
                await client.get("/healthz", timeout=60)
                taken.append(time.monotonic() - start)
                await asyncio.sleep(0.1)
    return taken


def _peak(node: nodes.Node) -> float:
    """The most MiB that the node and its workers have ever taken."""
    return sum(map(_peak_of, [Path("/proc", str(node.process.pid)), *node.children]))


def _peak_of(process: Path) -> float:
    with suppress(OSError):
        if found := re.search(r"VmHWM:\s*(\d+)", (process / "status").read_text()):
            return int(found[1]) / 1024
    return 0.0
