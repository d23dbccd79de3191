"""What bad input gets: a typed problem with a sentence, and a game that is as it was."""

import asyncio
import json
from typing import Any

import pytest
import websockets
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient
from websockets.typing import Origin

from qwirkle import native
from qwirkle.server.http.app import make_app
from qwirkle.server.node import lobby
from qwirkle.server.node.settings import Settings
from tests.server import nodes

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


class Scene:
    """A node, a game of two that is going on, and a stranger."""

    def __init__(self, url):
        self.url = url
        self.runner = asyncio.Runner()
        self.ada, self.bo, self.stranger = (nodes.Player(url, n) for n in ("Ada", "Bo", "Eve"))
        self.table = self.run(nodes.seated([self.ada, self.bo]))
        turn = self.view(self.ada)["turn"]
        self.mover, self.other = (self.ada, self.bo) if turn == 0 else (self.bo, self.ada)
        # Both stay at the table all the while: to leave it and come back would be in its log.
        self.here = [self.run(self._stay(player)) for player in (self.ada, self.bo)]

    async def _stay(self, player):
        return await player.socket(self.table, 10**6, "views=0")

    def run(self, work):
        return self.runner.run(work)

    def view(self, player=None):
        view = self.run((player or self.ada).view(self.table))
        return {name: value for name, value in view.items() if name != "now"}

    def post(self, body, player=None, table=None, **more):
        """A command by HTTP: text goes as it is, anything else as JSON."""
        content = body if isinstance(body, str | bytes) else json.dumps(body)
        sender = player or self.mover
        address = f"/api/tables/{table or self.table}/commands"
        headers = {"content-type": "application/json", **more.pop("headers", {})}
        return self.run(sender.http.post(address, content=content, headers=headers, **more))

    def say(self, *frames, player=None, query="views=0"):
        """Frames over a socket; the answers to them."""

        async def talk():
            async with (player or self.mover).socket(self.table, 10**6, query) as socket:
                for frame in frames:
                    await socket.send(frame if isinstance(frame, str) else json.dumps(frame))
                heard: list[Any] = []
                while len(heard) < len(frames):
                    message = json.loads(await asyncio.wait_for(socket.recv(), nodes.PATIENCE))
                    heard += [message] if message["type"] in ("answer", "unanswered") else []
            return heard

        return self.run(talk())

    def close(self):
        for socket in self.here:
            self.run(socket.close())
        for player in (self.ada, self.bo, self.stranger):
            self.run(player.http.aclose())
        self.runner.close()


@pytest.fixture(scope="module")
def scene(server):
    made = Scene(server.url)
    yield made
    made.close()


@pytest.fixture
def unchanged(scene):
    """Both players and a spectator see after the test what they saw before."""
    before = [scene.view(player) for player in (scene.ada, scene.bo, scene.stranger)]
    yield
    assert [scene.view(player) for player in (scene.ada, scene.bo, scene.stranger)] == before


def play(seq, move="Ro@0,0", **more):
    return {"do": "play", "id": nodes.ulid(), "expect": seq, "move": move, **more}


def problem_in(answer):
    """The problem of an answer, or the answer where it is nothing but a problem."""
    problem = answer.get("problem", answer)
    assert {"code", "key", "message"} <= set(problem), answer
    assert len(problem["message"]) > 10
    return problem


U = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
UNREADABLE = {
    "an unknown field": {"do": "start", "id": U, "colour": "red"},
    "an unknown command": {"do": "cheat", "id": U},
    "no command": {"id": U},
    "no id": {"do": "start"},
    "an id that is none": {"do": "start", "id": "1"},
    "an id of another type": {"do": "start", "id": 7},
    "a move of another type": {"do": "play", "id": U, "expect": 1, "move": ["Ro@0,0"]},
    "an empty move": {"do": "play", "id": U, "expect": 1, "move": ""},
    "a number below 0": {"do": "start", "id": U, "expect": -1},
    "a broken number": {"do": "start", "id": U, "expect": 1.5},
    "a huge number": {"do": "start", "id": U, "expect": 10**400},
    "a number as text": {"do": "start", "id": U, "expect": "1"},
    "a list": [1, 2, 3],
    "a word": "start",
    "nothing": None,
    "no JSON": "{do: start}",
    "half of it": '{"do": "start", "id": "01ARZ3',
    "an empty message": "",
    "deep nesting": "[" * 1500 + "]" * 1500,
    "deep nesting in a field": '{"do":"chat","id":"'
    + U
    + '","text":'
    + "[" * 900
    + "]" * 900
    + "}",
    "infinity": '{"do": "start", "id": "' + U + '", "expect": 1e999}',
    "half a letter": '{"do": "chat", "id": "' + U + '", "text": "\\ud800"}',
    "a long name": {"do": "sit", "id": U, "name": "n" * 41},
    "a long chat": {"do": "chat", "id": U, "text": "n" * 201},
    "a seat that no table has": {"do": "sit", "id": U, "seat": 4},
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.usefixtures("unchanged")
def test_what_cannot_be_read(scene, body):
    """By HTTP and over the socket alike."""
    text = body if isinstance(body, str) and body != "start" else json.dumps(body)
    answer = scene.post(text)
    assert answer.status_code == 400, answer.text
    assert problem_in(answer.json())["code"] == "bad"
    (heard,) = scene.say(text)
    assert problem_in(heard["answer"])["code"] == "bad"


@pytest.mark.usefixtures("unchanged")
def test_bytes_that_are_no_text(scene):
    """Letters that are no UTF-8 are refused like anything else that is not JSON."""
    answer = scene.post(b'{"do": "chat", "id": "' + U.encode() + b'", "text": "\xff\xfe"}')
    assert answer.status_code == 400
    assert problem_in(answer.json())["code"] == "bad"


@pytest.mark.parametrize("size", [4097, 15_000])
@pytest.mark.usefixtures("unchanged")
def test_too_large_messages(scene, size):
    """A message over 4 KiB gets its sentence, and the connection goes on."""
    body = {"do": "chat", "id": U, "text": "x" * size}
    answer = scene.post(body)
    assert answer.status_code == 413
    assert problem_in(answer.json())["key"] == "serve.frame"
    first, second = scene.say(body, play(0))
    assert problem_in(first["answer"])["key"] == "serve.frame"
    assert problem_in(second["answer"])["code"] == "conflict"


@pytest.mark.usefixtures("unchanged")
def test_giant_messages_end_the_connection(scene):
    """A frame of a megabyte is not even read to its end."""
    with pytest.raises(websockets.ConnectionClosed) as closed:
        scene.say("x" * 1_000_000)
    assert closed.value.rcvd.code == 1009
    assert scene.post("x" * 1_000_000).status_code == 413


@pytest.mark.usefixtures("unchanged")
def test_numbers_that_are_not_the_last(scene):
    """Old and future numbers are a conflict that names the number; without one no move is made."""
    seq = scene.view()["seq"]
    for expect in (0, seq - 1, seq + 1, 999_999):
        for problem in (
            problem_in(scene.post(play(expect)).json()),
            problem_in(scene.say(play(expect))[0]["answer"]),
        ):
            assert (problem["code"], problem["seq"]) == ("conflict", seq)
    missing = play(seq)
    del missing["expect"]
    answer = scene.post(missing)
    assert (answer.status_code, answer.json()["problem"]["key"]) == (400, "serve.expect")


@pytest.mark.usefixtures("unchanged")
def test_other_peoples_seats_and_turns(scene):
    """Strangers, and players out of turn, are refused with the reason."""
    seq = scene.view()["seq"]
    refusals = {
        "serve.turn": scene.post(play(seq), scene.other),
        "serve.not_seated": scene.post(play(seq), scene.stranger),
        "serve.phase.playing": scene.post(
            {"do": "sit", "id": nodes.ulid(), "seat": 0, "name": "Eve"}, scene.stranger
        ),
        "serve.offer.gone": scene.post({"do": "accept", "id": nodes.ulid(), "offer": 1}),
    }
    for key, answer in refusals.items():
        assert answer.status_code == 409
        assert problem_in(answer.json())["key"] == key
    stand = scene.post({"do": "stand", "id": nodes.ulid(), "seat": 0}, scene.other)
    assert problem_in(stand.json())["key"] == "serve.phase.playing"


@pytest.mark.usefixtures("unchanged")
def test_tokens_that_nobody_has(scene):
    """A forged token is refused by HTTP, and over a socket it can only watch."""
    forged = {"authorization": "Bearer nobody-has-this-token"}
    seq = scene.view()["seq"]
    answer = scene.post(play(seq), scene.stranger, headers=forged)
    assert (answer.status_code, answer.json()["key"]) == (403, "serve.token")
    visitor = nodes.Player(scene.url)
    visitor.http.cookies.set("qwirkle", "forged")
    (heard,) = scene.say(play(seq), player=visitor)
    assert problem_in(heard["answer"])["key"] == "serve.no_token"
    scene.run(visitor.http.aclose())


@pytest.mark.parametrize("table", ["aaaaaaaaaaaaaaaa", "AAAA", "..%2f..%2fetc", "a" * 300])
def test_tables_that_are_not_there(scene, table):
    """An unknown table is said to be unknown, whatever its name looks like."""
    answer = scene.post(play(1), table=table)
    assert answer.status_code in (400, 404)
    assert problem_in(answer.json())["code"] in ("unknown", "bad")


@pytest.mark.usefixtures("unchanged")
def test_illegal_moves_name_the_rule(scene):
    """With the tiles and the cells to point at, in the language that is asked for."""
    view = scene.view(scene.mover)
    missing = next(tile for tile in view["unseen"] if tile not in view["hand"])
    answer = scene.post(play(view["seq"], f"{missing}@0,0"))
    problem = problem_in(answer.json())
    assert answer.status_code == 422
    assert (problem["code"], problem["rule"], problem["tiles"]) == ("rule", "T4", [missing])
    tile = view["hand"][0]
    gap = problem_in(scene.post(play(view["seq"], f"{tile}@40,40 {tile}@40,44")).json())
    assert gap["rule"].startswith("T")
    assert "cells" in gap or "tiles" in gap
    nonsense = scene.post(play(view["seq"], "all of them"))
    assert nonsense.status_code in (400, 422)
    assert problem_in(nonsense.json())["key"]


@pytest.mark.parametrize("lang", ["pl", "ro", "uk"])
@pytest.mark.usefixtures("unchanged")
def test_sentences_in_the_readers_language(scene, lang):
    """The header of the browser chooses it, by HTTP; the address does, for a socket."""
    command = play(0)
    english = problem_in(scene.post(command).json())["message"]
    theirs = scene.post(command, headers={"accept-language": f"xx, {lang}-XX;q=0.9, en;q=0.1"})
    spoken = problem_in(theirs.json())["message"]
    assert spoken != english
    (heard,) = scene.say(command, query=f"lang={lang}")
    assert problem_in(heard["answer"])["message"] == spoken


def test_the_same_id_again(scene):
    """The same body gets the same answer; another body under the id is refused."""
    chat = {"do": "chat", "id": nodes.ulid(), "phrase": "hello"}
    first = scene.post(chat).json()
    seq = scene.view()["seq"]
    assert "problem" not in first
    assert scene.post(chat).json() == first == scene.say(chat)[0]["answer"]
    other = scene.post({**chat, "phrase": "bye"})
    assert (other.status_code, problem_in(other.json())["code"]) == (409, "reused")
    assert scene.view()["seq"] == seq
    theirs = scene.post(chat, scene.other).json()
    assert theirs["seq"] == seq + 1


@pytest.mark.usefixtures("unchanged")
def test_pages_of_other_sites(scene):
    """Their requests and sockets are refused."""
    answer = scene.post(play(0), headers={"origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert problem_in(answer.json())

    async def connect():
        address = scene.url.replace("http", "ws", 1)
        async with websockets.connect(
            f"{address}/api/tables/{scene.table}/socket", origin=Origin("https://evil.example")
        ):
            pass

    with pytest.raises(websockets.InvalidStatus) as refused:
        scene.run(connect())
    assert refused.value.response.status_code == 403


DIRTY = {
    "Ada\u202eevil": "Adaevil",
    "A\x00d\x07a": "Ada",
    "Z" + "\u0351" * 30: "Z\u0351\u0351",
    "  two \t\n words  ": "two words",
    "\u200bzero\ufeff": "zero",
}


@pytest.mark.parametrize("name", DIRTY)
def test_names_and_chat_are_cleaned(scene, name):
    """Nobody can hide, turn the line around, or paint over it."""

    async def sit():
        async with nodes.players(scene.url, name) as (player,):
            table = await player.create()
            await player.do(table, "chat", text=name)
            heard = await player.http.get(f"/api/tables/{table}/events?follow=false")
            return await player.view(table), heard.text

    view, heard = scene.run(sit())
    assert view["seats"][0]["name"] == DIRTY[name]
    texts = [json.loads(line).get("event", {}).get("text") for line in heard.splitlines()]
    assert DIRTY[name] in texts


def test_names_of_nothing(scene):
    """A name without a visible letter is none."""
    answer = scene.post({"do": "chat", "id": nodes.ulid(), "text": "\u200b\u202e "})
    assert problem_in(answer.json())["key"] == "serve.chat"
    body = {"do": "create", "id": nodes.ulid(), "name": "\u200b"}
    refused = scene.run(scene.stranger.http.post("/api/tables", json=body))
    assert (refused.status_code, problem_in(refused.json())["key"]) == (400, "serve.name")
    long = {"do": "create", "id": nodes.ulid(), "name": "n" * 10_000}
    assert scene.run(scene.stranger.http.post("/api/tables", json=long)).status_code == 413


def test_finished_games_take_no_moves(scene):
    """After the end a move is refused, and the game stays as it ended."""

    async def end():
        async with nodes.players(scene.url, "Ada", "Bo") as people:
            table = await nodes.seated(people)
            await people[0].do(table, "resign")
            before = await people[1].view(table)
            late = await people[1].do(table, "play", expect=before["seq"], move="Ro@0,0")
            again = await people[0].do(table, "resign")
            return before, late, again, await people[1].view(table)

    before, late, again, after = scene.run(end())
    assert before["phase"] == "over"
    assert problem_in(late)["key"] == problem_in(again)["key"] == "serve.phase.over"
    assert after["seq"] == before["seq"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
COMMANDS = ["create", "sit", "stand", "add-bot", "play", "trade", "arrange", "accept", "decline"]
NEARLY = st.fixed_dictionaries(
    {"do": st.sampled_from(COMMANDS) | JSON, "id": st.just(U) | JSON},
    optional=dict.fromkeys(("expect", "move", "tiles", "rows", "offer", "seat", "name"), JSON),
)


@settings(max_examples=60)
@given(body=NEARLY | JSON)
def test_random_objects_change_nothing(scene, body):
    """Whatever JSON a stranger sends is refused with a sentence, and never breaks the server."""
    before = scene.view()["seq"]
    answer = scene.post(json.dumps(body), scene.stranger)
    assert 400 <= answer.status_code < 500, (body, answer.text)
    problem_in(answer.json())
    assert scene.view()["seq"] == before


def test_too_many_requests(tmp_path):
    """Over the limit everybody has to wait: one person's commands, one address's requests."""
    limits = {"commands_per_second": 1, "requests_per_second": 4}
    with nodes.hosted(tmp_path / "games.db", **limits) as running:

        async def flood():
            async with nodes.players(running.url, "Ada") as (player,):
                table = await player.create()
                chats = [await player.do(table, "chat", phrase="hello") for _ in range(12)]
                address = f"/api/tables/{table}"
                return chats, [await player.http.get(address) for _ in range(200)]

        chats, looks = asyncio.run(flood())
    assert problem_in(chats[-1])["code"] == "limit"
    assert "problem" not in chats[0]
    assert {200, 429} == {look.status_code for look in looks}
    refused = next(look for look in looks if look.status_code == 429)
    assert problem_in(refused.json())["code"] == "limit"
    assert int(refused.headers["retry-after"]) == problem_in(refused.json())["words"]["n"] >= 1


def test_answers_outlive_a_restart(tmp_path):
    """The same command after a crash gets the answer that it got before, refusals too."""
    data = tmp_path / "games.db"

    async def send(url, token, table, bodies):
        async with nodes.players(url, "Ada") as (player,):
            player.http.cookies.set("qwirkle", token)
            address = f"/api/tables/{table}/commands"
            return [(await player.http.post(address, json=body)).json() for body in bodies]

    async def begin(url):
        async with nodes.players(url, "Ada") as (player,):
            return await player.create(), player.http.cookies["qwirkle"]

    chat = {"do": "chat", "id": nodes.ulid(), "phrase": "hello"}
    refused = {"do": "chat", "id": nodes.ulid()}
    with nodes.hosted(data) as running:
        table, token = asyncio.run(begin(running.url))
        first = asyncio.run(send(running.url, token, table, [chat, refused]))
    other = {**chat, "phrase": "bye"}
    with nodes.hosted(data) as running:
        again = asyncio.run(send(running.url, token, table, [chat, refused, other]))
    assert first == again[:2]
    assert again[2]["problem"]["code"] == "reused"


def test_a_fault_of_the_server_is_a_sentence_too(tmp_path, monkeypatch, capsys):
    """With our headers; the log says where it was, and not with which values."""

    async def broken(_host):
        raise KeyError("the hand is Ro Rx")

    monkeypatch.setattr(lobby, "open_tables", broken)
    with TestClient(make_app(Settings(data=str(tmp_path / "games.db"), port=0))) as client:
        answer = client.get("/api/tables", headers={"accept-language": "pl"})
        page = client.get("/api/tables/aaaaaaaaaaaaaaaa")
    assert answer.status_code == 500
    assert answer.json()["code"] == "failed"
    assert "błąd serwera" in answer.json()["message"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert page.status_code == 404
    written = capsys.readouterr()
    assert "KeyError" in written.out + written.err
    assert "Ro Rx" not in written.out + written.err
