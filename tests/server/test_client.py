"""Bots over a real node: the client of the library, and the example of the docs."""

import json
import runpy
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import pytest

from qwirkle import native
from qwirkle.client import Client, Refused, WrongEdition, best_offer, new_id
from tests.server.nodes import hosted, start

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "online_bot.py"
example = runpy.run_path(str(EXAMPLE))
greedy, join = example["Greedy"]().choose, example["join"]


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_two_bots_play_a_whole_game(server, edition):
    """One sets up the table, the other one joins by its link; both see the same end."""
    host = Client(server.url)
    table = host.create(edition=edition, name="Host")
    host.start(table)
    with ThreadPoolExecutor(2) as pool:
        guest = pool.submit(join, f"{server.url}/t/{table}", "Guest")
        mine = pool.submit(host.play, table, greedy).result()
        theirs = guest.result()
    assert mine["phase"] == theirs["phase"] == "over"
    assert mine["outcome"] == theirs["outcome"] is not None
    assert [seat["name"] for seat in mine["seats"]] == ["Host", "Guest"]
    assert (mine["you"], theirs["you"]) == (0, 1)
    assert host.fair(table)


def test_a_client_notices_a_broken_promise(server):
    """Another seed than the one noted before its text was sent, or another text in its place."""
    client = Client(server.url)
    table = client.create(bots=[1], name="Ada")
    client.start(table)
    client.do(table, "resign")
    assert client.fair(table)
    commitment, text = client.noted[table]
    assert len(bytes.fromhex(text)) == 16
    for other in (("0" * 64, text), (commitment, "other")):
        client.noted[table] = other
        assert not client.fair(table)


def test_a_stream_goes_on_and_a_command_happens_once(tmp_path):
    """The server is killed in the middle of a game, and comes back at the same address."""
    first = start(tmp_path / "games.db")
    port = int(first.url.rpartition(":")[2])
    running = [first]
    client = Client(first.url, patience=30)
    table = client.create(bots=[1], name="Ada")
    client.start(table)
    moves = 0

    def restarting(view, offers):
        nonlocal moves
        moves += 1
        if moves == 3:
            running[-1].kill()
            threading.Timer(0.5, lambda: running.append(again())).start()
        return greedy(view, offers)

    def again():
        return start(tmp_path / "games.db", port=port)

    try:
        view = client.play(table, restarting)
        assert (view["phase"], len(running)) == ("over", 2)
        told = (message for message in client.events(table) if message["type"] == "event")
        numbers = [message["seq"] for message in islice(told, view["seq"])]
        assert numbers == list(range(1, view["seq"] + 1))
    finally:
        for one in running:
            if one.process.poll() is None:
                one.kill()


def test_refusals_are_exceptions_with_reasons(server):
    """The code for the program, the key and the rule, and the sentence."""
    client = Client(server.url)
    table = client.create(bots=[1], name="Ada", hints=True)
    with pytest.raises(Refused, match="not started") as early:
        client.move(table, "pass", 3)
    assert (early.value.code, early.value.key) == ("refused", "serve.phase.open")
    client.start(table)
    with pytest.raises(Refused, match="free seat") as stranger:
        Client(server.url).ask(table, "offers")
    assert stranger.value.key == "serve.not_seated"
    with pytest.raises(Refused) as unknown:
        client.view("a" * 16)
    assert unknown.value.code == "unknown"
    with pytest.raises(Refused) as stream:
        next(client.events("a" * 16))
    assert stream.value.code == "unknown"
    with pytest.raises(Refused) as forged:
        Client(server.url, token="forged").create()  # noqa: S106
    assert forged.value.code == "forbidden"


def test_the_same_command_has_the_same_answer(server):
    """A client that is not sure sends it again."""
    client = Client(server.url)
    table = client.create(bots=[1], name="Ada")
    words = {"do": "chat", "id": new_id(), "phrase": "hello"}
    path = f"/api/tables/{table}/commands"
    assert client._send("POST", path, words) == client._send("POST", path, words)
    assert client.view(table)["seq"] == 4


def test_a_client_keeps_its_token(server):
    """The guest of one client is the player of another with the same token."""
    client = Client(server.url)
    table = client.create(bots=[1], name="Ada")
    assert Client(server.url, client.token).view(table)["you"] == 0
    assert Client(server.url).view(table)["you"] is None


def test_ids_are_ulids_in_the_order_of_time():
    """26 letters of Crockford's alphabet, none twice."""
    ids = [new_id() for _ in range(50)]
    assert len({*ids}) == 50
    assert all(len(one) == 26 and one[0] in "01234567" for one in ids)
    assert ids[0][:8] <= ids[-1][:8]


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_an_illegal_move_does_not_end_the_game(server, edition):
    """The bot gets the reason, and chooses again; in the end a legal move is chosen for it."""
    client = Client(server.url)
    table = client.create(edition=edition, bots=[1], name="Ada")
    client.start(table)
    told, turns = [], []

    def stubborn(view, offers):
        told.append(offers.get("refused"))
        if "refused" not in offers:
            turns.append(offers["seq"])
        return "nonsense" if len(turns) % 2 else "Ro@0,0 Ro@1,0 Ro@2,0 Ro@3,0"

    view = client.play(table, stubborn)
    assert view["phase"] == "over"
    assert len(told) >= 3 * len(turns) > 3
    reasons = {problem["code"] for problem in told if problem}
    assert reasons <= {"bad", "rule"}
    assert reasons
    assert all(problem["message"] for problem in told if problem)


def test_a_bot_says_which_game_it_plays(server):
    """At a table of the other one it gets an error at once, and nothing is played."""

    class TilesOnly:
        editions = ("classic",)

        def choose(self, view, offers):
            raise AssertionError("It must not be asked.")

    client = Client(server.url)
    table = client.create(edition="cards", bots=[1], name="Ada")
    client.start(table)
    with pytest.raises(WrongEdition, match="plays classic, and this table plays cards"):
        client.play(table, TilesOnly())


def test_card_tables_offer_arrangements(server):
    """Legal ones, the most rows first, no more than 64; a bot needs no library for that."""
    client = Client(server.url)
    table = client.create(edition="cards", bots=[1], name="Ada")
    client.start(table)
    seen = []

    def choose(view, offers):
        seen.append(offers)
        for move, rows in offers["moves"][:5]:
            word = client.ask(table, "check", move=move)
            assert (word["problem"], word["points"]) == (None, rows)
        return greedy(view, offers)

    assert client.play(table, choose)["phase"] == "over"
    assert all(0 < len(offers["moves"]) <= 64 for offers in seen)
    rows = [[points for _, points in offers["moves"]] for offers in seen]
    assert all(points == sorted(points, reverse=True) for points in rows)
    assert any(len(points) > 1 for points in rows)
    assert not all(offers.get("complete", True) for offers in seen)


class Moody(BaseHTTPRequestHandler):
    """A server that is too busy now and then: it answers what the script says, and then events."""

    script: ClassVar[list[Any]] = []
    asked: ClassVar[list[Any]] = []

    def do_GET(self):
        self.asked.append((self.path, time.monotonic()))
        step = self.script.pop(0) if self.script else [1]
        if isinstance(step, tuple):
            status, wait = step
            self.send_response(status)
            if wait is not None:
                self.send_header("retry-after", str(wait))
            self.end_headers()
            problem = {"code": "limit", "key": "serve.limit", "message": "Too much."}
            self.wfile.write(json.dumps(problem).encode())
            return
        self.send_response(200)
        self.end_headers()
        for seq in step:
            self.wfile.write(json.dumps({"type": "event", "seq": seq}).encode() + b"\n")

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture
def moody():
    Moody.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Moody) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_a_stream_survives_a_busy_server(moody):
    """It waits as told, and goes on after the last event."""
    Moody.script = [[1, 2], (429, 1), (503, None), (503, 1), [3]]
    told = [event["seq"] for event in islice(Client(moody).events("t"), 3)]
    assert told == [1, 2, 3]
    paths = [path for path, _ in Moody.asked]
    assert [path.partition("after=")[2] for path in paths] == ["0", "2", "2", "2", "2"]
    times = [at for _, at in Moody.asked]
    assert times[2] - times[1] >= 1
    assert times[4] - times[3] >= 1


def test_a_stream_gives_up_in_the_end(moody):
    """With the reason."""
    Moody.script = [(429, 1)] * 50
    with pytest.raises(Refused, match="Too much"):
        next(Client(moody, patience=0.4).events("t"))


def test_a_limit_is_waited_for(tmp_path):
    """A bot that is faster than it may be plays on, as fast as it may."""
    with hosted(tmp_path / "games.db", commands_per_second=2) as running:
        client = Client(running.url)
        table = client.create(bots=[1], name="Ada")
        answers = [client.do(table, "chat", phrase="hello") for _ in range(18)]
    assert len({answer["seq"] for answer in answers}) == 18


def test_a_revoked_token_ends_the_stream(server):
    """It does not go on as a spectator."""
    client = Client(server.url)
    table = client.create(bots=[1], name="Ada")
    devices: Any = client._send("GET", "/api/me/devices")
    stream = client.events(table)
    next(stream)
    client._send("DELETE", f"/api/me/devices/{devices[0]['id']}")
    with pytest.raises(Refused, match="signed out"):
        list(stream)


class Answering(Client):
    """A client whose server says what the script says."""

    def __init__(self, *script):
        super().__init__("http://127.0.0.1:9")
        self.script, self.sent = list(script), []

    def _send(self, method, path, body=None):
        self.sent.append(body)
        answer = self.script.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def problem(code):
    return {"code": code, "key": f"serve.{code}", "message": code, "words": {"n": 0.01}}


def test_a_question_is_asked_again_while_the_server_is_busy():
    """After the time that it names; any other refusal is raised."""
    busy = {"type": "unanswered", "problem": problem("limit")}
    client = Answering(busy, {"type": "offers"})
    assert client.ask("t", "offers") == {"type": "offers"}
    assert [body["ask"] for body in client.sent] == ["offers", "offers"]
    with pytest.raises(Refused, match="forbidden"):
        Answering({"type": "unanswered", "problem": problem("forbidden")}).ask("t", "hint")


@pytest.mark.parametrize(
    ("code", "ends"), [("conflict", False), ("refused", False), ("forbidden", True)]
)
def test_a_move_that_comes_too_late_is_left_alone(code, ends):
    """New offers follow what has happened meanwhile; what cannot be mended is raised."""
    client = Answering(Refused(problem(code)))
    view: Any = {"hand": []}
    message = {"seq": 4, "moves": [("Ro@0,0", 1)], "trade": 0}
    with pytest.raises(Refused) if ends else nullcontext():
        client._turn("t", view, message, best_offer)
    assert [body["move"] for body in client.sent] == ["Ro@0,0"]


def test_where_nothing_fits_the_best_offer_is_a_trade():
    """Of as many tiles as may be traded."""
    view: Any = {"hand": ["Ro", "Rx", "Rd"]}
    offers: Any = {"seq": 4, "moves": [], "trade": 2}
    assert best_offer(view, offers) == "trade Ro Rx"
