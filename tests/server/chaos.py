"""Games under fire: players who never give up, and what is done to them and to their server.

A player sends every command under an id of its own, remembers each answer, and sends the same
again when the connection is lost. ``tests/server/test_faults.py`` runs this for seconds,
``python -m bench.faults`` for as long as one likes.
"""

import asyncio
import json
import random
import resource
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.frames import Frame, Opcode

from tests.server import nodes
from tests.server.auditing import Sent, Tally, audit_views, check, copied

LOST = (OSError, EOFError, TimeoutError, httpx.TransportError, websockets.WebSocketException)
CHOOSE = {"classic": nodes.highest, "cards": nodes.arranging}
MISCHIEF = ("none", "none", "none", "twice", "swapped", "future", "torn", "cut")


class Stubborn:
    """One seat of one game, played to the end whatever happens."""

    def __init__(
        self, world: "World", player: nodes.Player, table: str, choose: nodes.Choose
    ) -> None:
        self.world, self.player, self.table, self.choose = world, player, table, choose
        self.seat: int | None = None
        self.random = random.Random(world.random.random())
        self.seen = 0
        self.view: nodes.Json = {}
        self.offers: nodes.Json | None = None
        self.waiting: dict[str, Sent] = {}
        """Commands without a final answer, by id."""
        self.over = False

    async def play(self):
        while not self.over and not self.world.stopped:
            with suppress(*LOST):
                async with self.player.socket(self.table, self.seen) as socket:
                    await self._converse(socket)
            if not self.over:
                self.world.counts["connections lost"] += 1
                await asyncio.sleep(self.random.uniform(0.05, 0.5))

    async def _converse(self, socket):
        await self._all_again(socket)
        async for text in socket:
            await self._hear(socket, json.loads(text))
            if (self.over and not self.waiting) or self.world.stopped:
                return

    async def _all_again(self, socket):
        for command in list(self.waiting.values()):
            await self._again(socket, command)

    async def _again(self, socket, command):
        """The same command with the same id: by the new connection, or by a request."""
        self.world.counts["commands sent again"] += 1
        if self.random.random() < 0.5:
            await socket.send(json.dumps(command.body))
            return
        address = f"/api/tables/{self.table}/commands"
        while command.id in self.waiting:
            answer = await self.player.http.post(address, json=command.body)
            self._answered(answer.json())
            await asyncio.sleep(0.05)

    async def _hear(self, socket, message):
        match message["type"]:
            case "hello":
                self.seat = message["you"]
            case "event":
                assert message["seq"] == self.seen + 1, (message, self.seen)
                self.seen = message["seq"]
            case "view":
                self.view = message["view"]
                self.over = self.view["phase"] == "over"
            case "offers":
                self.offers = message
            case "answer" if self._answered(message["answer"]) == "storage":
                await asyncio.sleep(0.05)
                await self._all_again(socket)
        if self.offers and not self._is_moving:
            offers, self.offers = self.offers, None
            await self._move(socket, self._choice(offers))

    @property
    def _is_moving(self):
        return any(command.body["do"] != "chat" for command in self.waiting.values())

    def _choice(self, offers):
        """A move; one of three may also have enough."""
        if len(self.view["seats"]) > 2 and self.random.random() < 0.04:
            return {"do": "resign", "id": nodes.ulid(), "expect": offers["seq"]}
        return self.choose(self.view, offers)

    def _answered(self, answer):
        """Remember an answer; only what nobody could decide is asked again."""
        command = self.world.sent[answer["id"]]
        code = answer.get("problem", {}).get("code")
        if code is None and not command.decisive:
            self.world.counts["moves"] += 1
        command.answers.append(answer)
        if code not in ("storage", "limit"):
            self.waiting.pop(answer["id"], None)
        return code

    def _command(self, body):
        command = Sent(self.table, self.seat, body)
        self.world.sent[command.id] = command
        return command

    async def _move(self, socket, body):
        command = self._command(body)
        self.waiting[command.id] = command
        mischief = self.random.choice(MISCHIEF)
        self.world.counts[mischief] += 1
        frame = json.dumps(body)
        match mischief:
            case "twice":
                _write(socket, frame, frame)
            case "swapped":
                _write(socket, json.dumps(self._chat().body), frame)
            case "future":
                later = self._command({**body, "id": nodes.ulid(), "expect": body["expect"] + 9})
                _write(socket, json.dumps(later.body), frame)
            case "torn":
                raw = _raw(frame)
                _push(socket, raw[: self.random.randrange(1, len(raw))])
                await _abort(socket)
            case "cut":
                _write(socket, frame)
                await _abort(socket)
            case _:
                await socket.send(frame)

    def _chat(self):
        """Something to say that is in the log once at most: its own id."""
        body = {"do": "chat", "id": nodes.ulid(), "expect": self.seen}
        command = self._command({**body, "text": body["id"]})
        self.waiting[command.id] = command
        return command


def _raw(text):
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


def _write(socket, *texts):
    """Frames in one piece, so that they arrive together and in this order."""
    _push(socket, b"".join(map(_raw, texts)))


def _push(socket, data):
    """Bytes as they are; a connection that the server has ended is lost like any other."""
    try:
        socket.transport.write(data)
    except RuntimeError:
        raise ConnectionResetError from None


async def _abort(socket):
    """Cut the line once the kernel has what was written."""
    await asyncio.sleep(0)
    socket.transport.abort()


class World:
    """A node, its file, and the games on it."""

    def __init__(
        self, data: Path | str, seed: int = 0, log: Path | None = None, options: Sequence[str] = ()
    ) -> None:
        self.data, self.log, self.options = data, log, options
        self.random = random.Random(seed)
        self.sent: dict[str, Sent] = {}
        self.counts = {"connections lost": 0, "commands sent again": 0, "moves": 0, "games": 0}
        self.counts |= dict.fromkeys([*MISCHIEF, "kills", "audits", "views"], 0)
        self.stopped = False
        self.people: dict[str, list[nodes.Player]] = {}
        """The players of each table."""
        self.node = nodes.start(data, *options, log=log)
        self.port = int(self.node.url.rpartition(":")[2])

    @property
    def url(self) -> str:
        return self.node.url

    @asynccontextmanager
    async def games(self, editions: Sequence[str]) -> AsyncIterator[None]:
        """Games, one after the other in each place, as long as this lasts."""
        self.stopped = False
        async with asyncio.TaskGroup() as tasks:
            places = [
                tasks.create_task(self._games(number, edition))
                for number, edition in enumerate(editions)
            ]
            yield
            self.stopped = True
            for place in places:
                place.cancel()

    async def _games(self, number: int, edition: str) -> None:
        names = [f"P{number}{letter}" for letter in "abc"[: 2 + number % 2]]
        bots = [1] if number % 4 == 3 else []
        while not self.stopped:
            people = [nodes.Player(self.url, name) for name in names]
            try:
                table = await self._table(people, edition=edition, bots=bots)
            except (*LOST, KeyError, ValueError, AssertionError):
                await asyncio.sleep(0.1)  # the server went away before the game had begun
                continue
            await self._game(table, people, edition)

    async def _table(self, people: list[nodes.Player], **options: Any) -> str:
        """A table for these people, who stay; where it came to none they hang up."""
        async with AsyncExitStack() as leaving:
            for player in people:
                leaving.push_async_callback(player.http.aclose)
            table = await nodes.seated(people, **options)
            leaving.pop_all()
        self.people[table] = people
        return table

    async def _game(self, table: str, people: list[nodes.Player], edition: str) -> None:
        stubborn = [Stubborn(self, player, table, CHOOSE[edition]) for player in people]
        try:
            async with asyncio.TaskGroup() as tasks:
                for one in stubborn:
                    tasks.create_task(one.play())
        except ExceptionGroup as group:
            raise RuntimeError(f"A player of {table} gave up.") from group
        self.counts["games"] += not self.stopped

    async def progress(self, moves: int) -> None:
        """Wait until a number of further commands have been acknowledged, and then for no whole
        one."""
        aim = self.counts["moves"] + moves
        while self.counts["moves"] < aim:
            await asyncio.sleep(0.01)
        await asyncio.sleep(self.random.uniform(0, 0.03))

    async def kill(self) -> None:
        """End the server in the middle of it, look at the file, and start it again."""
        await asyncio.to_thread(self.node.kill)
        self.counts["kills"] += 1
        await self.audit(views=False)
        self.node = await asyncio.to_thread(
            nodes.start, self.data, *self.options, port=self.port, log=self.log
        )

    async def audit(self, *, views: bool = True, most: int = 12) -> Tally:
        """Check the file, and what the node shows of the newest tables."""
        heard = {sent.id: list(sent.answers) for sent in self.sent.values()}
        with copied(self.data) as connection:
            sent = [replace(s, answers=heard.get(s.id, [])) for s in self.sent.values()]
            tally = check(connection, sent)
        self.counts["audits"] += 1
        if views:
            for table in list(self.people)[-most:]:
                async with nodes.players(self.url, None) as (spectator,):
                    viewers = [*self.people[table], spectator]
                    self.counts["views"] += await audit_views(self.data, viewers, table)
        return tally

    async def close(self) -> None:
        """Let the players go."""
        self.stopped = True
        for people in self.people.values():
            for player in people:
                await player.http.aclose()
        self.people = {}

    def end(self) -> None:
        self.stopped = True
        if self.node.process.poll() is None:
            self.node.kill()


@contextmanager
def full_disk(node: nodes.Node) -> Iterator[None]:
    """No room: whatever the node writes beyond the first pages of a file fails."""
    free = resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (32 * 1024, free[1]))
    try:
        yield
    finally:
        resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, free)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own for a folder; only root can have one."""
    mount, umount = str(shutil.which("mount")), str(shutil.which("umount"))
    subprocess.run([mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run([umount, "--lazy", folder], check=True)


async def fill_window(player: nodes.Player, table: str, frame: nodes.Json) -> Any:
    """A client that asks and asks, and reads nothing: until nothing goes through any more.

    It ends earlier where the server has lost its patience and closed the connection.
    """
    socket = await player.socket(table, query="views=1&offers=1")
    socket.transport.pause_reading()
    sent = 0
    raw = _raw(json.dumps(frame))
    while not socket.transport.is_closing():
        if socket.transport.get_write_buffer_size() > 256 * 1024:
            break
        socket.transport.write(raw * 200)
        sent += 200
        await asyncio.sleep(0.005)
    return socket, sent
