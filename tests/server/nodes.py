"""Real nodes in processes or threads of their own, and players over real sockets."""

import asyncio
import json
import os
import secrets
import signal
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import websockets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PATIENCE = 60
Json = dict[str, Any]
Choose = Callable[[Any, Any], Json]
"""From a view and the offers to a command."""
TRUST = ssl.create_default_context()
"""Made once: a client that makes its own takes longer for it than for a hundred requests."""


def ulid() -> str:
    return "0" + "".join(secrets.choice(ALPHABET) for _ in range(25))


class Node:
    """A server that was started, and its address."""

    def __init__(self, process: subprocess.Popen[str], url: str, log: Path | None) -> None:
        self.process = process
        self.url = url
        self.log = log

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """The planned way."""
        self._end(signal.SIGTERM)

    @property
    def children(self) -> list[Path]:
        """The processes that it has started, where the system tells."""
        found: list[Path] = []
        for listed in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with suppress(OSError):  # the thread has ended
                found += [Path("/proc", child) for child in listed.read_text().split()]
        return found

    def _end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()


def start(
    data: Path | str,
    *options: str,
    port: int = 0,
    log: Path | str | None = None,
    client: bool = False,
    env: Mapping[str, str] | None = None,
    program: str = "qwirkle",
) -> Node:
    """Start a node and wait for its address; it may have more in its environment."""
    pages = [] if client else ["--plain-pages"]
    command = [sys.executable, "-m", program, "--lang", "en", "serve", "--data", str(data)]
    command += ["--port", str(port), "--bot-delay", "0,0", "--rate", "0,0", *pages]
    command += ["--newcomers", "0", "--sockets", "0,0", *options]
    with Path(log or os.devnull).open("a") as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, **(env or {})},
        )
    line = process.stdout.readline() if process.stdout else ""
    address = next((word for word in line.split() if word.startswith("http://")), None)
    if not address:
        process.kill()
        process.communicate()
        raise AssertionError(f"The server said {line!r}.")
    return Node(process, address.rstrip("."), Path(log) if log else None)


@contextmanager
def node(data: Path | str, *options: str, **more: Any) -> Iterator[Node]:
    running = start(data, *options, **more)
    try:
        yield running
    finally:
        running.stop()


OPEN: dict[str, Any] = {
    "bot_delay": (0, 0),
    "commands_per_second": 0,
    "requests_per_second": 0,
    "newcomers_per_minute": 0,
    "sockets": (0, 0),
    "workers": 1,
    "client": False,
    "port": 0,
}


@contextmanager
def hosted(data: Path | str, **options: Any) -> Iterator[Any]:
    """The settings of a server in a thread, which starts sooner than a process and is measured."""
    from qwirkle.server.http import run
    from qwirkle.server.node.settings import Settings
    from qwirkle.server.storage.admin import prepare

    chosen = Settings(str(data), **{**OPEN, **options})
    prepare(chosen.data)
    listening = run._listen(chosen)
    chosen = replace(chosen, port=listening.getsockname()[1])
    ready = Event()
    running = run._Server(run.config_of(chosen), ready.set)
    thread = Thread(target=running.run, args=([listening],))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield chosen
    finally:
        running.should_exit = True
        thread.join()


class Player:
    """Somebody with a browser's means: a cookie, requests, and a socket."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self.url = url
        self.name = name
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=TRUST)

    async def create(self, **options: Any) -> str:
        body = {"do": "create", "id": ulid(), "name": self.name, **options}
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    async def do(self, table: str, command: str, **words: Any) -> Json:
        body = {"do": command, "id": ulid(), **words}
        answer: Json = (await self.http.post(f"/api/tables/{table}/commands", json=body)).json()
        return answer

    async def start(self, table: str) -> Json:
        """Be ready, with a text for the shuffle."""
        return await self.do(table, "start", entropy=secrets.token_hex(16))

    async def ask(self, table: str, question: str, **words: Any) -> Json:
        body = {"ask": question, "id": ulid(), **words}
        reply: Json = (await self.http.post(f"/api/tables/{table}/questions", json=body)).json()
        return reply

    async def view(self, table: str) -> Json:
        answer = await self.http.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        view: Json = answer.json()
        return view

    def socket(
        self, table: str, after: int = 0, query: str = "views=1&offers=1"
    ) -> websockets.connect:
        address = self.url.replace("http", "ws", 1)
        token = self.http.cookies.get("qwirkle")
        headers = {"cookie": f"qwirkle={token}"} if token else {}
        return websockets.connect(
            f"{address}/api/tables/{table}/socket?after={after}&{query}",
            additional_headers=headers,
            max_size=None,
        )


@asynccontextmanager
async def players(url: str, *names: str | None) -> AsyncIterator[list[Player]]:
    """Players who hang up at the end."""
    made = [Player(url, name) for name in names]
    try:
        yield made
    finally:
        await asyncio.gather(*(player.http.aclose() for player in made))


async def seated(people: Sequence[Player], **options: Any) -> str:
    """A table at which all these people sit and are ready."""
    host, *others = people
    bots = options.pop("bots", [])
    table = await host.create(seats=len(people) + len(bots), bots=bots, **options)
    for player in others:
        answer = await player.do(table, "sit", name=player.name)
        assert "problem" not in answer, answer
    for player in people:
        answer = await player.start(table)
        assert "problem" not in answer, answer
    return table


async def play_out(player: Player, table: str, choose: Choose, after: int = 0) -> list[Json]:
    """Play one seat to the end; returns every message that came."""
    heard: list[Json] = []
    async with player.socket(table, after) as socket:
        view: Json | None = None
        async for text in socket:
            message = json.loads(text)
            heard.append(message)
            match message["type"]:
                case "view":
                    view = message["view"]
                    if message["view"]["phase"] == "over":
                        return heard
                case "offers":
                    await socket.send(json.dumps(choose(view, message)))
                case "answer":
                    assert "problem" not in message["answer"], message
    return heard


def move(view: Json, offers: Json, text: str) -> Json:
    return {"do": "play", "id": ulid(), "expect": offers["seq"], "move": text}


def highest(view: Json, offers: Json) -> Json:
    """The play with the most points; a trade of everything where nothing fits."""
    if offers["moves"]:
        return move(view, offers, max(offers["moves"], key=lambda offer: offer[1])[0])
    tiles = view["hand"][: offers["trade"]]
    return {"do": "trade", "id": ulid(), "expect": offers["seq"], "tiles": tiles}


def arranging(view: Json, offers: Json) -> Json:
    """The card game: the arrangement that captures the most, worked out from what is seen."""
    from qwirkle import Hand, Table
    from qwirkle.lines import largest_sets

    hand = Hand.parse(" ".join(view["hand"]))
    if offers["moves"]:
        return move(view, offers, offers["moves"][0][0])
    if not view["moves"]:
        return move(view, offers, " ".join(map(str, largest_sets(hand)[0])))
    table = Table.parse(" | ".join(" ".join(row) for row in view["rows"]))
    return move(view, offers, str(table.best(hand) or "exchange"))
