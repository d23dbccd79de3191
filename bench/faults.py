"""Games under fire for as long as one likes: what a server must survive, at length.

    python -m bench.faults --minutes 10

Kills the server again and again in the middle of play while frames are torn, doubled and swapped,
lets a client stop reading, and takes the room on the disk away; after each of these the file and
the views are audited. The first disagreement ends the run with an error.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.server import nodes
from tests.server.chaos import World, fill_window, full_disk

from bench import machine

EDITIONS = ["classic", "cards", "classic", "classic", "cards", "classic"]


async def suffer(world: World, minutes: float) -> None:
    """Fault after fault until the time is over."""
    end = time.monotonic() + minutes * 60
    faults: list[Callable[[], Awaitable[None]]] = [
        world.kill,
        world.kill,
        lambda: _without_room(world),
        lambda: _stuck(world),
    ]
    async with world.games(EDITIONS):
        while time.monotonic() < end:
            await world.progress(world.random.randrange(5, 60))
            await world.random.choice(faults)()
            tally = await world.audit()
            print(f"{world.counts['kills']} kills: {tally}", flush=True)
    print(f"at the end: {await world.audit()}")


async def _without_room(world: World) -> None:
    with full_disk(world.node):
        await asyncio.sleep(world.random.uniform(0.1, 1))


async def _stuck(world: World) -> None:
    """A client that reads nothing while the others play on."""
    async with nodes.players(world.url, "Stuck", "Other") as people:
        table = await nodes.seated(people)
        question = {"ask": "offers", "id": nodes.ulid()}
        mover = people[(await people[0].view(table))["turn"]]
        stuck, _ = await fill_window(mover, table, question)
        await world.progress(20)
        stuck.transport.abort()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_run(Path(folder), options))


async def _run(folder: Path, options: argparse.Namespace) -> None:
    world = World(folder / "games.db", options.seed)
    try:
        await suffer(world, options.minutes)
    finally:
        await world.close()
        world.end()
    print(machine.name())
    print(", ".join(f"{count} {what}" for what, count in world.counts.items()))


if __name__ == "__main__":
    main()
