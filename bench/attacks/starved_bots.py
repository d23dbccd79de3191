"""Many tables full of the strongest computer players, while somebody else plays the weakest.

Guests set up 150 tables of four with three level-6 players each. At half of them the guest resigns
at once; at the others a program keeps the computer players busy.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.server import nodes
from tests.server.nodes import Player, highest, play_out

from bench.attacks import Check

GUESTS = 5
TABLES = 30
"""Tables of each guest."""
TURNS = 12
"""Turns of the person who plays."""
THOUGHT = 1.0
"""Seconds that they think about each."""
MOST_SECONDS = 3.0
LONGEST = 50.0
"""Seconds for all of these turns, before the attack is called off."""


def run() -> list[Check]:
    with tempfile.TemporaryDirectory() as folder, nodes.node(Path(folder) / "games.db") as node:
        answers, moves = asyncio.run(_attack(node.url))
    slowest = max(answers)
    held = slowest <= MOST_SECONDS and len(answers) >= TURNS
    figures = f"slowest of {len(answers)} answers {slowest:.2f} s, {moves:.0f} moves of all bots"
    return [Check(f"a level-1 player answers within {MOST_SECONDS:.0f} s", held, figures)]


async def _attack(url: str) -> tuple[list[float], float]:
    names = [f"Guest {number}" for number in range(GUESTS)]
    async with nodes.players(url, "Ada", *names) as (ada, *guests):
        table = await ada.create(seats=2, bots=[1])
        busy = [work for made in await asyncio.gather(*map(_besiege, guests)) for work in made]
        try:
            answers = await _play(ada, table)
        finally:
            for work in busy:
                work.cancel()
            await asyncio.gather(*busy, return_exceptions=True)
        return answers, await _bot_moves(ada)


async def _besiege(guest: Player) -> list[asyncio.Task[Any]]:
    """Start the tables of a guest, and leave every other one."""
    busy = []
    for number in range(TABLES):
        table = await guest.create(seats=4, bots=[6, 6, 6])
        await guest.do(table, "start")
        if number % 2:
            await guest.do(table, "resign")
        else:
            busy.append(asyncio.create_task(play_out(guest, table, highest)))
    return busy


async def _play(player: Player, table: str) -> list[float]:
    """Play some turns; the seconds until each answer of the computer player."""
    answers: list[float] = []
    moved = time.monotonic()
    try:
        async with asyncio.timeout(LONGEST), player.socket(table) as socket:
            await player.do(table, "start")
            while len(answers) < TURNS:
                view, offers = await _turn(socket)
                answers.append(time.monotonic() - moved)
                await asyncio.sleep(THOUGHT)
                await socket.send(json.dumps(highest(view, offers)))
                await _answer(socket)
                moved = time.monotonic()
    except TimeoutError:
        answers.append(time.monotonic() - moved)
    return answers


async def _turn(socket: Any) -> tuple[Any, Any]:
    """The table and the offers when it is the player's turn."""
    view: Any = None
    while True:
        message = json.loads(await socket.recv())
        view = message.get("view", view)
        if message["type"] == "offers":
            return view, message


async def _bot_moves(player: Player) -> float:
    """How many moves the computer players have made."""
    lines = (await player.http.get("/metrics")).text.splitlines()
    made = 'qwirkle_bot_moves_total{outcome="made"} '
    return sum(float(line.removeprefix(made)) for line in lines if line.startswith(made))


async def _answer(socket: Any) -> None:
    while json.loads(await socket.recv())["type"] != "answer":
        pass
