"""What a server must survive; ``python -m bench.faults`` does the same for longer."""

import asyncio
import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from qwirkle import native
from tests.server import nodes
from tests.server.chaos import World, fill_window, full_disk, small_disk

pytestmark = [
    pytest.mark.skipif(native.kernel is None, reason="Servers run compiled."),
    pytest.mark.unmeasured,
]
EDITIONS = ["classic", "cards", "classic", "classic"]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A node that several tests share, for none of them ends it."""
    made = World(tmp_path_factory.mktemp("data") / "games.db", seed=6)
    yield made
    made.end()


def run(world, story):
    """A story, and the players gone at its end."""

    async def told():
        try:
            return await asyncio.wait_for(story(), 300)
        finally:
            await world.close()

    return asyncio.run(told())


def test_kills_and_broken_frames_lose_nothing(tmp_path):
    """Killed in the middle, with frames torn, doubled and out of order: each command once."""
    world = World(tmp_path / "games.db", seed=5)

    async def story():
        async with world.games(EDITIONS):
            for _ in range(2):
                await world.progress(25)
                await world.kill()
                await world.audit()
            await world.progress(25)
        return await world.audit()

    try:
        tally = run(world, story)
    finally:
        world.end()
    assert tally.acknowledged > 60
    assert all(world.counts[kind] for kind in ("twice", "swapped", "future", "torn", "cut"))
    assert world.counts["commands sent again"] > 0
    assert world.counts["kills"] == 2


def test_a_client_that_stops_reading_holds_up_nobody(world):
    """Its window is full, its questions pile up on its own side, and the others play on."""

    async def story():
        async with nodes.players(world.url, "Ada", "Bo") as people:
            table = await nodes.seated(people)
            mover = people[(await people[0].view(table))["turn"]]
            before = _memory(world.node)
            question = {"ask": "offers", "id": nodes.ulid()}
            stuck, asked = await fill_window(mover, table, question)
            grown = _memory(world.node) - before
            async with world.games(["classic"]):
                await world.progress(30)
            chat = await people[0].do(table, "chat", phrase="moment")
            stuck.transport.abort()
            return asked, grown, chat, await world.audit()

    asked, grown, chat, _ = run(world, story)
    assert asked > 1000
    assert grown < 20 * 2**20
    assert "problem" not in chat


def _memory(node):
    status = Path(f"/proc/{node.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def test_a_full_disk_refuses_and_then_goes_on(world):
    """Without room every command gets a storage problem and nothing happens; later it does."""

    async def story():
        async with nodes.players(world.url, "Ada", "Bo") as people:
            table = await nodes.seated(people)
            before = await people[0].view(table)
            with full_disk(world.node):
                command = {"do": "chat", "id": nodes.ulid(), "text": "x" * 200}
                refused = await _refused(people[0], table, command)
                ready = await people[0].http.get("/readyz")
                during = await people[0].view(table)
            again = await people[0].http.post(f"/api/tables/{table}/commands", json=command)
            async with world.games(["classic"]):
                await world.progress(20)
            return before, refused, ready, during, again, await world.audit()

    before, refused, ready, during, again, _ = run(world, story)
    assert refused["problem"]["code"] == "storage"
    assert refused["problem"]["message"]
    assert ready.status_code == 503
    assert during["seq"] < again.json()["seq"]
    assert during["board"] == before["board"]
    assert "problem" not in again.json()


async def _refused(player, table, command):
    """Send until there is no room; what was stored before counts as room that was left."""
    address = f"/api/tables/{table}/commands"
    while True:
        answer = await player.http.post(address, json=command)
        if answer.status_code == 503:
            return answer.json()
        command["id"] = nodes.ulid()


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root can mount a disk.")
def test_games_outlive_a_disk_that_fills_up(tmp_path):
    """Players on a tiny disk are held up when it is full, and play on when there is room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        with small_disk(folder, "3m"):
            world = World(folder / "games.db", seed=8, log=folder / "log")
            ballast = folder / "ballast"

            async def story():
                async with world.games(["classic", "cards"]):
                    await world.progress(10)
                    _fill(ballast)
                    await _storage_problem(world)
                    ballast.unlink()
                    await world.progress(10)
                return await world.audit()

            try:
                tally = run(world, story)
            finally:
                world.end()
    except subprocess.CalledProcessError:
        pytest.skip("This root may not mount.")
    assert tally.acknowledged >= 20


def _fill(ballast):
    """Take all the room there is."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass


async def _storage_problem(world):
    while '"storage"' not in json.dumps([sent.answers for sent in world.sent.values()]):
        await asyncio.sleep(0.05)
