"""Searches the traffic of whole games for what nobody may know before their end (O2).

    python -m bench.secrecy --minutes 5

Every seat and a spectator write down each byte that a real node sends them. When a game is over and
its secrets are public, the bytes from before its end are searched for the seed, for the salts and
the pieces of others, and for the tokens and names of people inside the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.server import nodes
from tests.server.worlds import codes

from bench import machine

CHOOSE = {"classic": nodes.highest, "cards": nodes.arranging}
TABLES = [("classic", 2), ("cards", 2), ("classic", 4), ("cards", 3)]


async def listen(player: nodes.Player, table: str, heard: list[str], choose: Any = None) -> None:
    """Write down what a viewer is sent up to the last view of the running game; a seat also plays.

    What comes after that view is the burst that ends the game, in which nothing is secret.
    """
    view: dict[str, Any] = {}
    running = 0
    async with player.socket(table) as socket:
        async for text in socket:
            heard.append(str(text))
            message = json.loads(text)
            if message["type"] == "view":
                view = message["view"]
                if view["phase"] == "over":
                    del heard[running:]
                    return
                running = len(heard)
            if choose and message["type"] == "offers":
                await socket.send(json.dumps(choose(view, message)))


async def game(
    url: str, edition: str, people: int
) -> tuple[list[list[str]], list[nodes.Json], set[str]]:
    """What each viewer got, the log after the end, and the tokens of the players."""
    names = [f"P{number}" for number in range(people)]
    async with nodes.players(url, *names, None) as (*seats, spectator):
        table = await nodes.seated(seats, edition=edition, open=True)
        heard: list[list[str]] = [[] for _ in range(people + 1)]
        async with asyncio.TaskGroup() as tasks:
            for seat, player in enumerate(seats):
                tasks.create_task(listen(player, table, heard[seat], CHOOSE[edition]))
            tasks.create_task(listen(spectator, table, heard[people]))
        end = await spectator.http.get(f"/api/tables/{table}/events?follow=false")
        told = [json.loads(line) for line in end.text.splitlines()]
        events = [line["event"] for line in told if line["type"] == "event"]
        return heard, events, {player.http.cookies["qwirkle"] for player in seats}


def secrets(events: list[nodes.Json], seat: int) -> tuple[set[str], set[str]]:
    """Texts, and runs of pieces, that a viewer may not have seen before the end."""
    texts = {event["seed"] for event in events if event["type"] == "revealed"}
    runs: set[str] = set()
    own: set[str] = set()
    for event in events:
        salts = {proof["salt"] for proof in event.get("draw", {}).get("proofs", [])}
        if event.get("seat") == seat:
            own |= salts
            continue
        texts |= salts
        if event["type"] == "dealt":
            runs.add(" ".join(event["pieces"]))
    return texts - own, runs


def leaks(heard: list[str], texts: set[str], runs: set[str]) -> list[str]:
    found = []
    for text in heard:
        found += [secret for secret in texts if secret in text]
        listed = codes(text)
        found += [run for run in runs if run in listed]
    return found


async def search(server: nodes.Node, data: Path, minutes: float) -> Counter[str]:
    counts: Counter[str] = Counter()
    end, number = time.monotonic() + minutes * 60, 0
    while time.monotonic() < end:
        edition, people = TABLES[number % len(TABLES)]
        heard, events, tokens = await game(server.url, edition, people)
        number += 1
        with closing(sqlite3.connect(data)) as connection:
            inside = {row[0] for row in connection.execute("SELECT person FROM people")}
        for seat, texts in enumerate(heard):
            hidden, runs = secrets(events, seat)
            assert leaks([json.dumps(events)], hidden, runs), "The search finds nothing at all."
            found = leaks(texts, hidden | inside | tokens, runs)
            assert not found, f"Game {number}, viewer {seat}: {found[:3]}"
            counts["bytes"] += sum(map(len, texts))
            counts["messages"] += len(texts)
            counts["secrets"] += len(hidden) + len(runs)
        counts["games"] += 1
        if number % 10 == 0:
            print(f"{number} games, {counts['bytes'] / 1e6:.1f} MB, no secret found", flush=True)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "games.db"
        with nodes.node(data) as server:
            counts = asyncio.run(search(server, data, options.minutes))
    print(machine.name())
    print(
        f"{counts['games']} games, {counts['messages']} messages, {counts['bytes'] / 1e6:.1f} MB "
        f"searched for {counts['secrets']} secrets; none was found"
    )


if __name__ == "__main__":
    main()
