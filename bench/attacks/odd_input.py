"""What nobody would type by chance: a million processes, a backup of nothing, a board as wide as a
country, a name that only looks like another one."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.server import nodes

from bench.attacks import Check

ODD = (
    ("--workers", "1000000"), ("--workers", "-3"), ("--port", "99999"), ("--port", "-1"),
    ("--data", ""), ("--rate", "1e999,1"), ("--redis", "ftp://"), ("--bot-budget", "-1s"),
)  # fmt: skip
WIDE = "import qwirkle; b = qwirkle.Board.parse('Ro@0,0 Rx@99999,99999'); b.text(); b.svg()"
SOON, SMALL = 10.0, 200
"""Seconds and MB that a refusal or a picture may cost, the start of Python included."""
CYRILLIC = "\N{CYRILLIC CAPITAL LETTER A}da"


def run() -> list[Check]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        refusals = [ended("-m", "qwirkle", "serve", *words) for words in ODD]
        drawn = ended("-c", WIDE)
        (folder / "nothing").write_text("no backup")
        new = folder / "new.db"
        restored = ended("-m", "qwirkle", "restore", "--data", str(new), str(folder / "nothing"))
        with nodes.node(folder / "games.db") as node:
            names = asyncio.run(names_of_two(node.url))
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    slowest = max(seconds for _, seconds in refusals)
    codes = {code for code, _ in refusals}
    return [
        Check("an odd option is refused", codes == {2}, f"exit codes {codes}"),
        Check("before anything starts", slowest < SOON, f"{slowest:.1f} s"),
        Check(
            "a picture grows with its tiles",
            drawn[0] == 0 and drawn[1] < SOON and memory < SMALL,
            f"{drawn[1]:.1f} s, {memory} MB",
        ),
        Check(
            "a failed restore leaves nothing behind",
            restored[0] == 2 and not new.exists(),
            f"exit code {restored[0]}",
        ),
        Check("names that look alike differ", names[1] == f"{CYRILLIC} 2", " / ".join(names)),
    ]


def ended(*words: str) -> tuple[int, float]:
    """The exit code of a program of ours, and how long it took."""
    start = time.monotonic()
    done = subprocess.run([sys.executable, *words], capture_output=True, timeout=60)
    return done.returncode, time.monotonic() - start


async def names_of_two(url: str) -> list[str]:
    """What two people are called who sit down at one table as Ada, one of them with a strange A."""
    async with nodes.players(url, "Ada", CYRILLIC) as people:
        view = await people[0].view(await nodes.seated(people))
    return [seat["name"] for seat in view["seats"] if seat]
