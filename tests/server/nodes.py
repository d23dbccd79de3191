"""Real nodes in processes of their own, and players over real sockets."""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import websockets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PATIENCE = 60


def ulid():
    return "0" + "".join(secrets.choice(ALPHABET) for _ in range(25))


class Node:
    """A server that was started, and its address."""

    def __init__(self, process, url, log):
        self.process = process
        self.url = url
        self.log = log

    def kill(self):
        self._end(signal.SIGKILL)

    def stop(self):
        """The planned way."""
        self._end(signal.SIGTERM)

    def _end(self, how):
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process.stdout.close()


def start(data, *options, port=0, log=None, client=False):
    """Start a node and wait for its address."""
    pages = [] if client else ["--plain-pages"]
    command = [sys.executable, "-m", "qwirkle", "--lang", "en", "serve", "--data", str(data)]
    command += ["--port", str(port), "--bot-delay", "0,0", "--rate", "0,0", *pages, *options]
    with Path(log or os.devnull).open("a") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    line = process.stdout.readline()
    if "http://" not in line:
        process.kill()
        process.communicate()
        raise AssertionError(f"The server said {line!r}.")
    return Node(process, line.split()[3].rstrip("."), log and Path(log))


@contextmanager
def node(data, *options, **more):
    running = start(data, *options, **more)
    try:
        yield running
    finally:
        running.kill()


class Player:
    """Somebody with a browser's means: a cookie, requests, and a socket."""

    def __init__(self, url, name=None):
        self.url = url
        self.name = name
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)

    async def create(self, **wishes):
        body = {"do": "create", "id": ulid(), "name": self.name, **wishes}
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()["table"]

    async def do(self, table, deed, **words):
        body = {"do": deed, "id": ulid(), **words}
        return (await self.http.post(f"/api/tables/{table}/commands", json=body)).json()

    async def ask(self, table, question, **words):
        body = {"ask": question, "id": ulid(), **words}
        return (await self.http.post(f"/api/tables/{table}/questions", json=body)).json()

    async def view(self, table):
        answer = await self.http.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def socket(self, table, after=0, query="views=1&offers=1"):
        address = self.url.replace("http", "ws", 1)
        token = self.http.cookies.get("qwirkle")
        headers = {"cookie": f"qwirkle={token}"} if token else {}
        return websockets.connect(
            f"{address}/api/tables/{table}/socket?after={after}&{query}",
            additional_headers=headers,
            max_size=None,
        )


@asynccontextmanager
async def players(url, *names):
    """Players who hang up at the end."""
    made = [Player(url, name) for name in names]
    try:
        yield made
    finally:
        await asyncio.gather(*(player.http.aclose() for player in made))


async def seated(people, **wishes):
    """A table at which all these people sit and are ready."""
    host, *others = people
    bots = wishes.pop("bots", [])
    table = await host.create(seats=len(people) + len(bots), bots=bots, **wishes)
    for player in others:
        answer = await player.do(table, "sit", name=player.name)
        assert "problem" not in answer, answer
    for player in people:
        answer = await player.do(table, "start")
        assert "problem" not in answer, answer
    return table


async def play_out(player, table, choose, after=0):
    """Play one seat to the end; returns every message that came."""
    heard = []
    async with player.socket(table, after) as socket:
        view = None
        async for text in socket:
            message = json.loads(text)
            heard.append(message)
            match message["type"]:
                case "view":
                    view = message["view"]
                    if view["phase"] == "over":
                        return heard
                case "offers":
                    await socket.send(json.dumps(choose(view, message)))
                case "answer":
                    assert "problem" not in message["answer"], message
    return heard


def move(view, offers, text):
    return {"do": "play", "id": ulid(), "expect": offers["seq"], "move": text}


def highest(view, offers):
    """The play with the most points; a trade of everything where nothing fits."""
    if offers["moves"]:
        return move(view, offers, max(offers["moves"], key=lambda offer: offer[1])[0])
    tiles = view["hand"][: offers["trade"]]
    return {"do": "trade", "id": ulid(), "expect": offers["seq"], "tiles": tiles}


def arranging(view, offers):
    """The card game: the arrangement that captures the most, worked out from what is seen."""
    from qwirkle import Hand, Table
    from qwirkle.lines import largest_sets

    hand = Hand.parse(" ".join(view["hand"]))
    if offers["moves"]:
        return move(view, offers, offers["moves"][0][0])
    if not view["moves"]:
        return move(view, offers, " ".join(map(str, largest_sets(hand)[0])))
    table = Table.parse(" | ".join(" ".join(row) for row in view["rows"]))
    return move(view, offers, str(table.best(hand)))
