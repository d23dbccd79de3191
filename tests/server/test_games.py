"""Whole games over real sockets."""

import asyncio

import pytest

from qwirkle import native
from tests.server.nodes import arranging, highest, play_out, players, seated

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
CHOOSE = {"classic": highest, "cards": arranging}


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_two_people_play_a_whole_game(server, edition):
    """Both see the same numbers without a gap, and the same end."""

    async def game():
        async with players(server.url, "Ada", "Bo") as people:
            table = await seated(people, edition=edition)
            choose = CHOOSE[edition]
            heard = await asyncio.gather(*(play_out(one, table, choose) for one in people))
            views = [await one.view(table) for one in people]
        return heard, views

    heard, (first, second) = asyncio.run(game())
    for messages in heard:
        numbers = [message["seq"] for message in messages if message["type"] == "event"]
        assert numbers == list(range(1, first["seq"] + 1))
    assert first["phase"] == second["phase"] == "over"
    assert first["outcome"] == second["outcome"] is not None
    assert [seat["name"] for seat in first["seats"]] == ["Ada", "Bo"]


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_people_and_bots_play_a_whole_game(server, edition):
    """One person with three computer players."""

    async def game():
        async with players(server.url, "Ada") as people:
            table = await seated(people, edition=edition, bots=[1, 3, 4])
            await play_out(people[0], table, CHOOSE[edition])
            return await people[0].view(table)

    view = asyncio.run(game())
    assert view["phase"] == "over"
    assert [seat["bot"] for seat in view["seats"]] == [None, 1, 3, 4]
