"""Throw out a connected opponent, dodge the rating, pester with offers, answer for others."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

from tests.server.nodes import Player, node, players, seated

from bench.attacks import Check

TRIES = 50
AWAY = 8.0
"""Seconds after which the server has surely noticed that a socket is gone."""


def run() -> list[Check]:
    with tempfile.TemporaryDirectory() as folder, node(Path(folder) / "attack.db") as server:
        return asyncio.run(_attack(server.url))


async def _attack(url: str) -> list[Check]:
    async with players(url, "Ada", "Bo", "Cy", "Eve") as (ada, bo, cy, eve):
        return [
            *await _throw_out(ada, bo),
            await _pester(ada, bo),
            await _answer_for_others(ada, bo, cy, eve),
        ]


async def _throw_out(ada: Player, bo: Player) -> list[Check]:
    """While the opponent is connected, and just after the connection broke."""
    table = await seated([ada, bo])
    async with bo.socket(table) as socket:
        await socket.recv()
        settled = [await _takeover(ada, table, level) for level in range(1, 7)]
        settled += [await _takeover(ada, table, 1) for _ in range(TRIES)]
        there = (await bo.view(table))["you"] == 1
    connected = Check(
        "a connected opponent keeps the seat",
        there and not any(settled),
        f"{sum(settled)} of {len(settled)} takeovers settled",
    )
    await asyncio.sleep(AWAY)
    seat = (await ada.view(table))["seats"][1]
    early = await _takeover(ada, table, 1)
    waits = seat["takeover_from"] is not None
    missed = Check(
        "an absence of seconds is not enough",
        waits and not early,
        f"noticed {waits}, taken {early}",
    )
    aborted = await _problem(ada, table, "offer", offer="abort")
    phase = (await ada.view(table))["phase"]
    stays = Check(
        "nobody stops the game behind the back of the absent",
        aborted is None and phase == "playing",
        f"phase {phase}",
    )
    return [connected, missed, stays]


async def _takeover(player: Player, table: str, level: int) -> bool:
    await player.do(table, "offer", offer="takeover", seat=1, level=level)
    seat = (await player.view(table))["seats"][1]
    return seat["bot"] is not None or seat["stand_in"] is not None


async def _pester(ada: Player, bo: Player) -> Check:
    """The same offer again and again, and withdrawn to be repeated."""
    table = await seated([ada, bo])
    asked = 0
    for number in range(TRIES):
        answer = await ada.do(table, "offer", offer="abort")
        if "problem" in answer:
            continue
        asked += 1
        await (bo if number % 2 else ada).do(table, "decline", offer=answer["seq"])
    return Check("who has declined is not asked again", asked == 1, f"asked {asked} times")


async def _answer_for_others(ada: Player, bo: Player, cy: Player, eve: Player) -> Check:
    """Somebody who has left, and somebody who never sat there."""
    table = await seated([ada, bo, cy])
    await cy.do(table, "resign")
    offer = (await ada.do(table, "offer", offer="abort"))["seq"]
    refused = [
        await _problem(who, table, command, offer=offer)
        for who in (cy, eve)
        for command in ("accept", "decline")
    ]
    waiting = [one["number"] for one in (await bo.view(table))["offers"]]
    held = None not in refused and waiting == [offer]
    return Check("only those who play answer", held, json.dumps(refused))


async def _problem(player: Player, table: str, command: str, **words: Any) -> str | None:
    problem = (await player.do(table, command, **words)).get("problem")
    return problem["key"] if problem else None
