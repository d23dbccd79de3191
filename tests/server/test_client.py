"""Bots over a real node: the client of the library, and the example of the docs."""

import runpy
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from qwirkle import native
from qwirkle.client import Client, Refused, new_id
from tests.server.nodes import node, start

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "online_bot.py"
example = runpy.run_path(str(EXAMPLE))
greedy, join = example["greedy"], example["join"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with node(tmp_path_factory.mktemp("data") / "games.db") as running:
        yield running


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
    with pytest.raises(Refused, match="not begun") as early:
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
