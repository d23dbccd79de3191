"""Keep a table going for ever, by trades, talk and undo, and make it slow for everybody."""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server.nodes import Player, node, players, ulid

from bench.attacks import Check

ROWS = 8
"""Rows of trades, each as long as it may be."""
FEWEST_TRADES = 1000
"""Trades of the longest game that can be played."""
READERS = 4
"""Requests for its record at the same time, again and again."""
SECONDS = 8.0
SLOWEST = 500.0
"""Milliseconds within which ``/healthz`` answers meanwhile; on an idle machine it takes a few."""
MOST = 4000
"""Commands of a kind after which the attack gives up."""
FLAT = 5.0
"""How much more than at first a command may take at the end, in milliseconds."""
LOAD = 1000.0
"""Milliseconds in which the table is there again after a restart."""
RESTARTS = 3
"""Loads, of which the quickest counts: the others waited for other work of the machine."""


@dataclass
class Pest:
    """Somebody with two seats at one device, who needs nobody's word for anything."""

    player: Player
    table: str
    socket: Any
    took: list[float] = field(default_factory=list)

    async def do(self, command: str, **words: Any) -> dict[str, Any]:
        body = {"do": command, "id": ulid(), **words}
        start = time.perf_counter()
        await self.socket.send(json.dumps(body))
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "answer" and message["answer"]["id"] == body["id"]:
                self.took.append((time.perf_counter() - start) * 1000)
                answer: dict[str, Any] = message["answer"]
                return answer
        raise ConnectionError("The server hung up.")

    async def trade(self) -> dict[str, Any]:
        view = await self.player.view(self.table)
        return await self.do("play", expect=view["seq"], move=f"trade {view['hand'][0]}")

    async def first_play(self) -> str:
        """Play the first move that is legal, and say what it was."""
        offers = await self.player.ask(self.table, "offers")
        return await self._play(offers["seq"], offers["moves"][0][0])

    async def shortest_play(self) -> str:
        """The same with the fewest tiles, so that the bag lasts."""
        offers = await self.player.ask(self.table, "offers")
        moves = [move for move, _ in offers["moves"]]
        return await self._play(offers["seq"], min(moves, key=lambda move: len(move.split())))

    async def _play(self, seq: int, move: str) -> str:
        await self.do("play", expect=seq, move=move)
        return move


def run() -> list[Check]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "attack.db"
        with node(data) as server:
            checks, table = asyncio.run(_attack(server.url))
            checks.append(asyncio.run(_records(server.url)))
        loads = []
        for _ in range(RESTARTS):
            with node(data) as server:
                loads.append(asyncio.run(_load(server.url, table)))
    return [*checks, min(loads, key=lambda load: load[0])[1]]


async def _attack(url: str) -> tuple[list[Check], str]:
    async with players(url, "Ada") as (ada,):
        table = await ada.create(seats=2, local=["Al"])
        await ada.do(table, "start")
        async with ada.socket(table, query="views=0") as socket:
            pest = Pest(ada, table, socket)
            checks = [await _trades(pest), await _talk(pest), await _undo(pest)]
            return [*checks, await _flat(pest)], table


async def _trades(pest: Pest) -> Check:
    """Nothing but trades, until the rules want a play."""
    await pest.first_play()
    rows = []
    for _ in range(ROWS):
        count = 0
        while "problem" not in (answer := await pest.trade()) and count < MOST:
            count += 1
        rows.append((count, answer.get("problem", {}).get("rule")))
        await pest.first_play()
    held = all(rule == "O3" and count <= 12 for count, rule in rows)
    return Check("trades in a row end", held, f"after {max(count for count, _ in rows)} (O3)")


async def _talk(pest: Pest) -> Check:
    for _ in range(MOST):
        if "problem" in (answer := await pest.do("chat", phrase="wow")):
            return Check("talk ends", True, f"after {answer['seq']} events: {_key(answer)}")
    return Check("talk ends", False, f"{MOST} times")


async def _undo(pest: Pest) -> Check:
    """Two moves and back again: the player to move takes back both."""
    moves = [await pest.first_play() for _ in range(2)]
    answer = await pest.do("offer", offer="undo")
    for _ in range(MOST):
        if "problem" in answer:
            words = f"after {answer['seq']} events: {_key(answer)}"
            return Check("loops of undo end", _key(answer) == "serve.long", words)
        for move in moves:
            answer = await pest.do("play", expect=answer["seq"], move=move)
        answer = await pest.do("offer", offer="undo")
    return Check("loops of undo end", False, f"{MOST} times")


async def _flat(pest: Pest) -> Check:
    """The game itself goes on, as quickly as at first."""
    early = statistics.median(pest.took[2:12])
    pest.took.clear()
    for _ in range(10):
        assert "problem" not in await pest.trade()
    late = statistics.median(pest.took)
    return Check("a command stays quick", late < early + FLAT, f"{early:.1f} to {late:.1f} ms")


async def _records(url: str) -> Check:
    """The record of the longest game, for several readers at once, while others are served."""
    async with players(url, "Eve", *READERS * ["Reader"]) as (eve, *readers):
        table = await eve.create(seats=2, local=["Al"])
        await eve.do(table, "start")
        async with eve.socket(table, query="views=0") as socket:
            trades = await _longest(Pest(eve, table, socket))
        end = time.monotonic() + SECONDS
        slowest, *read = await asyncio.gather(
            _look(eve, end), *(_read(reader, table, end) for reader in readers)
        )
    return Check(
        "the record of the longest game holds nobody up",
        trades >= FEWEST_TRADES and sum(read) > 0 and slowest < SLOWEST,
        f"{trades} trades, {sum(read)} records, /healthz within {slowest:.0f} ms",
    )


async def _longest(pest: Pest) -> int:
    """Play single tiles with as many trades before each as there may be; the number of trades."""
    trades = 0
    await pest.shortest_play()
    while True:
        while "problem" not in (answer := await pest.trade()):
            trades += 1
        if _key(answer) != "O3":  # the bag is empty
            await pest.do("resign")
            return trades
        await pest.shortest_play()


async def _look(eve: Player, end: float) -> float:
    """The slowest answer to ``/healthz``, in milliseconds."""
    took = [0.0]
    while time.monotonic() < end:
        start = time.perf_counter()
        await eve.http.get("/healthz")
        took.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(0.01)
    return max(took)


async def _read(reader: Player, table: str, end: float) -> int:
    """How many records one reader got; the others were refused."""
    count = 0
    while time.monotonic() < end:
        for path in (f"/api/tables/{table}/record", f"/verify?table={table}"):
            count += (await reader.http.get(path)).is_success
    return count


async def _load(url: str, table: str) -> tuple[float, Check]:
    async with players(url, "Eve") as (eve,):
        await eve.view(await eve.create())  # a node that has just started is slow with the first
        start = time.perf_counter()
        view = await eve.view(table)
        took = (time.perf_counter() - start) * 1000
        sent = await _sent(eve, table, view["seq"])
    words = f"{view['seq']} events, {took:.0f} ms"
    promise = "the table is loaded quickly, and sent without a gap"
    return took, Check(promise, sent and took < LOAD, words)


async def _sent(eve: Player, table: str, last: int) -> bool:
    """Whether a newcomer hears of every event once, and then how the table is."""
    heard = []
    async with asyncio.timeout(20), eve.socket(table, query="views=1") as socket:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "view":
                break
            heard.append(message.get("seq"))
    return heard[1:] == list(range(1, last + 1))


def _key(answer: dict[str, Any]) -> str:
    return str(answer["problem"]["key"])
