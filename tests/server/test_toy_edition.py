"""A third game is hosted by a server that has no word about it."""

import asyncio
from typing import Any

import pytest

from qwirkle import Game, native
from qwirkle.client import Client, WrongEdition, best_offer
from qwirkle.editions import EDITIONS, register
from tests.server.nodes import highest, node, play_out, players, seated
from tests.toy import TOY

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    data = tmp_path_factory.mktemp("data") / "toy.db"
    with node(data, program="tests.server.toy_node") as running:
        yield running


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """The toy is one of the games here, too, so that its records can be read."""
    monkeypatch.setattr("qwirkle.editions.EDITIONS", dict(EDITIONS))
    return register(TOY)


def test_people_and_bots_play_it_over_the_network(server):
    """With computer players, checks, hints, a record and a replay."""

    async def game():
        async with players(server.url, "Ada") as (ada,):
            table = await seated([ada], edition="toy", bots=[1, 4, 6], hints=True)
            asked: list[Any] = []

            def choose(view, offers):
                if not asked:
                    asked.append((view, offers["moves"]))
                return highest(view, offers)

            await play_out(ada, table, choose)
            found = [await ada.http.get(f"/api/tables/{table}{part}") for part in PARTS]
            return await ada.view(table), asked[0], found

    view, (first, moves), (record, replay) = asyncio.run(game())
    assert (view["edition"], view["phase"], view["outcome"]["rule"]) == ("toy", "over", "T17")
    assert {move for move, _ in moves} == {f"lay {tile}" for tile in first["hand"]}
    assert len(view["board"]) == len(replay.json()["steps"]) - 1
    loaded = Game.load(record.text)
    assert list(loaded.scores.values()) == [seat["score"] for seat in view["seats"]]
    assert str(loaded.board).split() == view["board"]


PARTS = ("/record", "/replay")


def test_the_client_plays_it_without_knowing_it(server):
    """A function plays any game; a player that lists its games keeps to them."""

    class Listed:
        choose = staticmethod(best_offer)

        def __init__(self, *editions):
            self.editions = editions

    client = Client(server.url)
    table = client.create(edition="toy", bots=[1], name="Ada")
    client.start(table)
    with pytest.raises(WrongEdition, match="plays classic and cards, and this table plays toy"):
        client.play(table, Listed("classic", "cards"))
    assert client.play(table, best_offer)["phase"] == "over"

    table = client.create(edition="toy", bots=[1], name="Ada")
    client.start(table)
    assert client.play(table, Listed("toy"))["outcome"]["rule"] == "T17"


def test_questions_about_it_are_answered(server):
    """A move is checked, moves are offered, and hints are in plain words."""

    async def game():
        async with players(server.url, "Ada", "Bo") as people:
            table = await seated(people, edition="toy", hints=True)
            view = await people[0].view(table)
            mover = people[view["turn"]]
            offers = await mover.ask(table, "offers")
            move = offers["moves"][0][0]
            checks = [await mover.ask(table, "check", move=text) for text in (move, "pass")]
            hint = await mover.ask(table, "hint")
            laid = await mover.ask(table, "arrangement", cards=["Ro"])
            return offers, checks, hint, laid

    offers, (good, bad), hint, laid = asyncio.run(game())
    assert "complete" not in offers  # so they are all
    assert (good["problem"], bad["problem"]["code"]) == (None, "bad")
    assert hint["moves"][0]["why"] == "Scores no points now."
    assert laid["problem"]["key"] == "serve.cards_only"


def test_its_ladder_is_its_own(server):
    """Results of the toy are not mixed with those of the other games."""

    async def asked(ladder):
        async with players(server.url, "Ada") as (ada,):
            return (await ada.http.get(f"/api/leaderboards/{ladder}")).status_code

    assert asyncio.run(asked("toy-2")) == 200
    assert asyncio.run(asked("unheard-of-2")) in (400, 404)
