"""How much one node on SQLite holds: sockets, games at once, moves a second, and a restart.

    python -m bench.load [--games 500] [--sockets 2000] [--seconds 10] [--only idle,play,store,...]

The node runs in a process of its own; the players of this process share the machine with it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import statistics
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path

import websockets
from sqlalchemy import Connection, insert
from tests.server import nodes

from bench import machine
from qwirkle.server.storage import migrator
from qwirkle.server.storage.database import SqliteStore
from qwirkle.server.storage.schema import events

BACK = 0.5
"""Seconds over which clients that lost their server spread their return."""


class Seat:
    """A player who makes a random legal move whenever there are offers."""

    def __init__(self, player: nodes.Player, table: str) -> None:
        self.player, self.table = player, table
        self.seen = 0
        self.sent: tuple[str, float] | None = None
        self.offers: nodes.Json | None = None
        self.times: list[float] = []
        self.errors: list[object] = []
        self.over = False
        self.socket: websockets.ClientConnection | None = None

    async def connect(self) -> None:
        self.socket = await self.player.socket(self.table, self.seen, "offers=1")

    @property
    def connected(self) -> websockets.ClientConnection:
        assert self.socket is not None, "It has not connected."
        return self.socket

    async def play(self, until: float) -> None:
        """Move until then, and leave the game where it is.

        An answer that came while nobody read, in the turn of another crowd, tells no time.
        """
        self.sent = None
        if self.offers:
            await self._move(self.connected, self.offers)
        while (left := until - time.monotonic()) > 0 and not self.over:
            try:
                text = await asyncio.wait_for(self.connected.recv(), left)
            except TimeoutError:
                return
            await self._hear(self.connected, text, until)

    async def _hear(
        self, socket: websockets.ClientConnection, text: str | bytes, until: float
    ) -> None:
        message = json.loads(text)
        match message["type"]:
            case "event":
                self.errors += [] if message["seq"] == self.seen + 1 else ["gap"]
                self.seen = message["seq"]
                self.over = message["event"]["type"] == "ended"
            case "offers" if message["moves"] or message["trade"]:
                self.offers = message
                if time.monotonic() < until:
                    await self._move(socket, message)
            case "answer":
                answer = message["answer"]
                if "problem" in answer:
                    self.errors.append(answer["problem"])
                elif self.sent and self.sent[0] == answer["id"]:
                    self.times.append(time.perf_counter() - self.sent[1])

    async def _move(self, socket: websockets.ClientConnection, offers: nodes.Json) -> None:
        self.offers = None
        if offers["moves"]:
            body = nodes.move({}, offers, random.choice(offers["moves"])[0])
        else:
            hand = (await self.player.view(self.table))["hand"]
            body = nodes.move({}, offers, f"trade {hand[0]}")
        self.sent = body["id"], time.perf_counter()
        await socket.send(json.dumps(body))


class Crowd:
    """Many games on one node."""

    def __init__(self, node: nodes.Node) -> None:
        self.node = node
        self.people: list[nodes.Player] = []
        self.seats: list[Seat] = []

    async def sit_down(self, games: int) -> None:
        """Set up games of two, some at once."""
        for start in range(0, games, 20):
            await asyncio.gather(*(self._table() for _ in range(start, min(games, start + 20))))

    async def _table(self) -> None:
        people = [nodes.Player(self.node.url, name) for name in ("Ada", "Bo")]
        table = await nodes.seated(people)
        self.people += people
        seats = [Seat(player, table) for player in people]
        for seat in seats:
            await seat.connect()
        self.seats += seats

    async def play(self, seconds: float) -> tuple[float, list[float]]:
        """Everybody plays for so long; the moves a second, and how long each took."""
        known = [len(seat.times) for seat in self.seats]
        start = time.monotonic()
        until = start + seconds
        await asyncio.gather(*(seat.play(until) for seat in self.seats if not seat.over))
        times = [t for seat, n in zip(self.seats, known, strict=True) for t in seat.times[n:]]
        return len(times) / (time.monotonic() - start), times

    @property
    def errors(self) -> list[object]:
        return [error for seat in self.seats for error in seat.errors]

    async def leave(self) -> None:
        for seat in self.seats:
            if seat.socket:
                seat.socket.transport.abort()
        for player in self.people:
            await player.http.aclose()


def memory(node: nodes.Node) -> float:
    """What a node takes, in MiB."""
    status = Path(f"/proc/{node.process.pid}/status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def processor(node: nodes.Node) -> float:
    """Seconds of processor time that a node has used; another program's load does not count."""
    fields = Path(f"/proc/{node.process.pid}/stat").read_text(encoding="utf-8").split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def spread(times: list[float]) -> str:
    """The middle and the slow end, with their ratio."""
    ordered = sorted(times)
    p50, p99 = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    return f"p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms, ratio {p99 / p50:.1f}"


async def idle(folder: Path, options: argparse.Namespace) -> None:
    """Viewers who only watch."""
    with nodes.node(folder / "idle.db") as node:
        async with nodes.players(node.url, "Ada") as (host,):
            table = await host.create()
            before = memory(node)
            sockets: list[websockets.ClientConnection] = []
            viewer = nodes.Player(node.url)
            for start in range(0, options.sockets, 50):
                more = range(start, min(options.sockets, start + 50))
                sockets += await asyncio.gather(*(viewer.socket(table, query="") for _ in more))
            await asyncio.sleep(2)
            after = memory(node)
            each = (after - before) * 1024 / len(sockets)
            print(
                f"{len(sockets)} idle sockets: {after:.0f} MiB in all, {before:.0f} without, "
                f"{each:.0f} KiB a socket",
                flush=True,
            )
            for socket in sockets:
                socket.transport.abort()
            await viewer.http.aclose()


async def play(folder: Path, options: argparse.Namespace) -> None:
    """Many games at once, with commits together and one by one, in turns."""
    sizes = [int(size) for size in options.batches.split(",")]
    running = [nodes.start(folder / f"play{n}.db", "--batch", str(n)) for n in sizes]
    crowds = [Crowd(node) for node in running]
    try:
        for crowd in crowds:
            await crowd.sit_down(options.games)
        rates: list[list[float]] = [[] for _ in sizes]
        times: list[list[float]] = [[] for _ in sizes]
        used = [0.0 for _ in sizes]
        for _ in range(options.rounds):
            for number, crowd in enumerate(crowds):
                before = processor(crowd.node)
                rate, taken = await crowd.play(options.seconds)
                used[number] += processor(crowd.node) - before
                rates[number].append(rate)
                times[number] += taken
        for number, size in enumerate(sizes):
            print(
                f"{options.games} games at once, at most {size} a commit: best "
                f"{max(rates[number]):.0f} moves/s, {spread(times[number])}, {len(times[number])} "
                f"moves, {len(crowds[number].errors)} errors, {memory(running[number]):.0f} MiB, "
                f"{used[number] / len(times[number]) * 1e3:.2f} ms of processor time a move",
                flush=True,
            )
        if len(sizes) == 2:
            ratio = max(rates[0]) / max(rates[1])
            print(f"the whole node, one against the other: {ratio:.1f} times", flush=True)
        assert not any(crowd.errors for crowd in crowds), crowds[0].errors[:3]
    finally:
        for crowd, node in zip(crowds, running, strict=True):
            await crowd.leave()
            node.kill()


async def _appends(path: Path, batch: int, writers: int, seconds: float) -> float:
    """Events a second through the writer alone."""
    store = SqliteStore(path, batch=batch)
    await migrator.check(store)
    end = time.perf_counter() + seconds
    done = 0

    async def write(number: int) -> None:
        nonlocal done
        table, seq = f"{os.urandom(4).hex()}{number}", 0
        while time.perf_counter() < end:
            seq += 1
            row = {"table_id": table, "seq": seq, "at": 0, "body": "x" * 200}
            await store.write(partial(_append, row=row))
            done += 1

    start = time.perf_counter()
    await asyncio.gather(*map(write, range(writers)))
    rate = done / (time.perf_counter() - start)
    await store.close()
    return rate


_APPEND = insert(events)


def _append(connection: Connection, row: dict[str, object]) -> None:
    connection.execute(_APPEND, [row])


async def store(folder: Path, options: argparse.Namespace) -> None:
    """The storage layer alone: 256 writers, committed together and one by one, in turns."""
    best = {256: 0.0, 1: 0.0}
    for _ in range(max(3, options.rounds)):
        for batch in best:
            rate = await _appends(folder / f"store{batch}.db", batch, 256, options.seconds / 3)
            best[batch] = max(best[batch], rate)
    print(
        f"storage alone, synchronous=FULL: {best[256]:.0f} commands/s together, {best[1]:.0f} one "
        f"by one: {best[256] / best[1]:.1f} times",
        flush=True,
    )


async def resume(folder: Path, options: argparse.Namespace) -> None:  # noqa: ARG001
    """A client that was away for 200 events."""
    with nodes.node(folder / "resume.db") as node:
        async with nodes.players(node.url, "Ada") as (player,):
            table = await player.create()
            for _ in range(205):
                await player.do(table, "chat", phrase="hello")
            seq = (await player.view(table))["seq"]
            taken = [await _catch_up(player, table, seq) for _ in range(20)]
    print(
        f"resume over 200 events, with the handshake: median {statistics.median(taken) * 1e3:.0f} "
        f"ms, slowest {max(taken) * 1e3:.0f} ms",
        flush=True,
    )


async def _catch_up(player: nodes.Player, table: str, seq: int) -> float:
    start = time.perf_counter()
    async with player.socket(table, seq - 200, "") as socket:
        async for text in socket:
            if json.loads(text).get("seq") == seq and '"event"' in str(text):
                break
        return time.perf_counter() - start


async def restart(folder: Path, options: argparse.Namespace) -> None:
    """A planned restart with everybody connected; they come back by themselves."""
    data = folder / "restart.db"
    node = nodes.start(data)
    crowd = Crowd(node)
    try:
        await crowd.sit_down(options.clients // 2)
        before = [(await seat.player.view(seat.table))["seq"] for seat in crowd.seats]
        back = asyncio.Queue[float]()
        tasks = [asyncio.create_task(_return(seat, back)) for seat in crowd.seats]
        for _ in tasks:
            await back.get()
        start = time.perf_counter()
        await asyncio.to_thread(node.stop)
        stopped = time.perf_counter() - start
        node = await asyncio.to_thread(nodes.start, data, port=int(node.url.rpartition(":")[2]))
        ready = time.perf_counter() - start
        last = max([await back.get() for _ in tasks]) - start
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        after = [(await seat.player.view(seat.table))["seq"] for seat in crowd.seats]
        lost = sum(new < old for old, new in zip(before, after, strict=True))
        print(
            f"restart with {len(tasks)} clients: stopped after {stopped:.1f} s, up after "
            f"{ready:.1f} s, everybody back after {last:.1f} s, {lost} games lost",
            flush=True,
        )
    finally:
        await crowd.leave()
        node.kill()


async def _return(seat: Seat, back: asyncio.Queue[float]) -> None:
    """Stay connected; tell when the greeting has come."""
    while True:
        try:
            async with seat.player.socket(seat.table, 0, "") as socket:
                await socket.recv()
                back.put_nowait(time.perf_counter())
                async for _ in socket:
                    pass
        except (OSError, websockets.WebSocketException):
            pass
        await asyncio.sleep(random.uniform(0, BACK))


PARTS = {"idle": idle, "play": play, "store": store, "resume": resume, "restart": restart}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--sockets", type=int, default=2000)
    add("--games", type=int, default=500)
    add("--clients", type=int, default=500)
    add("--seconds", type=float, default=10)
    add("--batches", default="256,1")
    add("--rounds", type=int, default=2)
    add("--only", default=",".join(PARTS))
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    load = os.getloadavg()[0]
    print(f"{machine.name()}, commit {commit.stdout.strip()}, load before {load:.1f}", flush=True)
    for name in options.only.split(","):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(PARTS[name](Path(folder), options))


if __name__ == "__main__":
    main()
