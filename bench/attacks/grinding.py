"""Whether a server is left any freedom to choose a shuffle, seen from outside.

A server that knows a player's text before it commits itself can draw seeds until it likes the
order. Here players note what they see and when, in every way in which a game can begin: alone with
the computer, by a link, with one device for all, and by a rematch. In the end the order must be
what the commitment that was seen first and the texts that were sent after it leave as the only one.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server import nodes
from tests.server.nodes import Player

from bench.attacks import Check
from qwirkle import fairness
from qwirkle.bag import Bag

ROUNDS = 5
PROMISES = {
    "committed": "the commitment is out before anybody is asked for a text",
    "sealed": "before the start nobody sees more of a text than its digest",
    "kept": "a text that was given cannot be exchanged for another",
    "complete": "the game begins with exactly the texts that were sent after the commitment",
    "bound": "the revealed seed fits the commitment that was seen first",
    "forced": "seed and texts leave one order, and it is the one that was dealt",
    "named": "the record names those who added a text and those who did not",
    "rematch": "a rematch has a commitment of its own, and texts of its own",
}


@dataclass
class Table:
    """A table, the people at it, and what they noted before they sent anything."""

    id: str
    people: list[Player]
    seats: list[Player | None]
    commitment: str = ""
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def given(self) -> list[str]:
        """The text of each seat; computer players have none."""
        return [self.texts[str(one.name)] if one else "" for one in self.seats]


async def heard(table: Table) -> list[dict[str, Any]]:
    """The events of a table as one of its players gets them, without the hands."""
    path = f"/api/tables/{table.id}/events"
    answer = await table.people[0].http.get(path, params={"follow": "false"})
    messages = map(json.loads, answer.text.splitlines())
    events = [message["event"] for message in messages if message["type"] == "event"]
    return [event for event in events if event["type"] != "dealt"]


async def opened(people: list[Player], **options: Any) -> Table:
    """A table set up by a client that speaks too early, as old ones do."""
    host, *others = people
    early = secrets.token_hex(16)
    count = len(people) + len(options.get("local", ())) + len(options.get("bots", ()))
    table = Table(await host.create(seats=count, entropy=early, **options), people, [])
    for one in others:
        await one.do(table.id, "sit", name=one.name, entropy=early)
    return await looked_at(table)


async def looked_at(table: Table) -> Table:
    """Note the commitment, and who sits where."""
    view = await table.people[0].view(table.id)
    table.commitment = view["commitment"]
    by_name = {one.name: one for one in table.people}
    host = table.people[0]
    table.seats = [
        None if seat["bot"] else by_name.get(seat["name"], host) for seat in view["seats"]
    ]
    return table


async def begin(table: Table, held: Counter[str]) -> None:
    """Everybody sends a text, one after another; what is sent in between is searched for it."""
    before = await heard(table)
    early = {"readied", "started", "shuffled"} & {event["type"] for event in before}
    held["committed"] += before[0]["commitment"] == table.commitment and not early
    sealed = kept = True
    for one in table.people:
        text = table.texts[str(one.name)] = secrets.token_hex(16)
        await one.do(table.id, "start", entropy=text)
        if one is not table.people[-1]:
            events = await heard(table)
            sealed &= text not in str(events) and fairness.entropy_digest(text) in str(events)
        second = await one.do(table.id, "start", entropy=secrets.token_hex(16))
        kept &= "problem" in second
    held["sealed"] += sealed
    held["kept"] += kept


async def finish(table: Table, held: Counter[str]) -> None:
    """Everybody leaves; the order is computed from what was noted, and compared."""
    for one in filter(None, table.seats):  # the last one finds the game over
        await one.do(table.id, "resign")
    events = {event["type"]: event for event in reversed(await heard(table))}
    held["complete"] += events["started"]["entropy"] == table.given
    seed = bytes.fromhex(events["revealed"]["seed"])
    held["bound"] += fairness.commitment(seed) == table.commitment
    order = fairness.Order.shuffled(fairness.game_key(seed, table.given), Bag.full())
    held["forced"] += order.root == events["shuffled"]["root"]
    held["named"] += await _named(table)


async def _named(table: Table) -> bool:
    http = table.people[0].http
    record = (await http.get(f"/api/tables/{table.id}/record")).content
    found = (await http.post("/api/verify", content=record)).json()
    players = dict(zip(found["players"], table.given, strict=True))
    added = [name for name, text in players.items() if text]
    silent = [name for name, text in players.items() if not text]
    return bool(found["shuffle"] and (found["contributors"], found["silent"]) == (added, silent))


async def rematch(table: Table, held: Counter[str]) -> Table:
    """The same people again, at the table that they are sent to."""
    first, *others = table.people
    answer = await first.do(table.id, "offer", offer="rematch")
    for one in others:
        answer = await one.do(table.id, "accept", offer=answer["seq"])
    again = await looked_at(Table(answer["table"], table.people, []))
    events = str(await heard(again))
    old = [text for text in table.texts.values() if text in events]
    held["rematch"] += again.commitment != table.commitment and "started" not in events and not old
    return again


async def attack(url: str, held: Counter[str]) -> int:
    """Begin games in every way; how many there were."""
    games = 0
    async with nodes.players(url, "Ada", "Bo") as people:
        ada = people[:1]
        for _ in range(ROUNDS):
            ways: list[tuple[list[Player], dict[str, Any]]] = [
                (ada, {"bots": [1]}),
                (people, {}),
                (ada, {"local": ["Al", "Amy"]}),
            ]
            for who, options in ways:
                table = await opened(list(who), **options)
                for again in (False, True):
                    table = await rematch(table, held) if again else table
                    await begin(table, held)
                    await finish(table, held)
                    games += 1
    return games


def run() -> list[Check]:
    held: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        nodes.node(Path(folder) / "games.db") as node,
    ):
        games = asyncio.run(attack(node.url, held))
    of = {name: games // 2 if name == "rematch" else games for name in PROMISES}
    return [
        Check(promise, held[name] == of[name], f"{held[name]} of {of[name]} games")
        for name, promise in PROMISES.items()
    ]
