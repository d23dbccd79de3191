"""What a table is told about the ratings before and during its game."""

import asyncio

import pytest

from qwirkle import native
from qwirkle.server.accounts import counting
from qwirkle.server.accounts.outlook import Outlook, outlook
from qwirkle.server.domain import commands, turns
from tests.server.houses import DAY, best, house, rated
from tests.server.nodes import node, players, seated, ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


async def seen(here, table, actor=None):
    """The outlook of somebody at a table, or of a spectator."""
    room, person = await here.dispatcher.room(table), actor and actor.person
    return await here.store.read(lambda c: outlook(c, room, person, here.now))


def test_a_game_that_counts_says_so_all_along(tmp_path):
    """Before anybody else has come, before the start, and during the game."""

    async def game():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            create = commands.Create(id=ulid(), seats=2)
            table = (await here.dispatcher.create(create, ada)).table
            found = [await seen(here, table, ada)]
            await here.do(table, bo, commands.Sit(id=ulid()))
            found += [await seen(here, table, one) for one in (ada, bo, None)]
            for one in (ada, bo):
                await here.do(table, one, commands.Start(id=ulid()))
            await here.play(table)
            found.append(await seen(here, table, bo))
            await here.resign(table, bo)
            return found, await seen(here, table, bo), rated(await here.dispatcher.room(table))

    found, after, events = asyncio.run(game())
    assert found == [Outlook(counts=True)] * 5
    assert (found[0].turns, found[0].games) == (counting.OWN_TURNS, counting.GAMES_A_DAY)
    assert after == Outlook(counts=False, why="over")
    assert len(events) == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"hints": True}, "hints"),
        ({"bots": [1]}, "computer"),
        ({"local": ["Al"]}, "shared"),
        ({}, None),
    ],
)
def test_why_a_table_does_not_count(tmp_path, options, why):
    """It says so before the game: hints, the computer, several players on one device."""

    async def game():
        async with house(tmp_path) as here:
            [ada] = await here.guests("Ada")
            create = commands.Create(id=ulid(), seats=3, **options)
            table = (await here.dispatcher.create(create, ada)).table
            return await seen(here, table, ada)

    assert asyncio.run(game()) == Outlook(counts=why is None, why=why)


def test_a_move_taken_back_is_why(tmp_path):
    """From then on the game says that it no longer counts."""

    async def game():
        async with house(tmp_path) as here:
            people = await here.guests("Ada", "Bo")
            table = await here.table(people)
            room = await here.dispatcher.room(table)
            mover, move = room.turn, best(room)
            await here.dispatcher.act(table, lambda draft, now: turns.move(draft, move, now))
            before = await seen(here, table)
            offer = commands.Offer(id=ulid(), offer="undo")
            number = (await here.do(table, people[mover], offer)).seq
            accept = commands.Accept(id=ulid(), offer=number)
            await here.do(table, people[1 - mover], accept)
            return before, await seen(here, table)

    before, after = asyncio.run(game())
    assert before.counts
    assert after == Outlook(counts=False, why="undone")


def test_a_pair_that_has_played_enough_today_is_named(tmp_path):
    """Also where a third sits with them; tomorrow they can go on."""

    async def games():
        async with house(tmp_path) as here:
            ada, bo, cy = await here.guests("Ada", "Bo", "Cy")
            for _ in range(counting.GAMES_A_DAY):
                await here.won_by(ada, bo, cy)
                here.now -= here.now % DAY
            table = await here.table([cy, bo, ada])
            today = await seen(here, table, cy)
            here.now += DAY
            return today, await seen(here, table, cy)

    today, tomorrow = asyncio.run(games())
    assert (today.counts, today.why) == (False, "pair")
    assert len(today.pair) == 2
    assert set(today.pair) < {"Ada", "Bo", "Cy"}
    assert tomorrow == Outlook(counts=True)


def test_who_is_far_above_the_others_is_told(tmp_path):
    """It counts for the other alone; a spectator is told that it counts."""

    async def games():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            await here.standing({ada: 1700, bo: 1550})
            table = await here.table([ada, bo])
            return [await seen(here, table, one) for one in (ada, bo, None)]

    apart, *counts = asyncio.run(games())
    assert apart == Outlook(counts=False, why="apart")
    assert counts == [Outlook(counts=True)] * 2


def test_it_is_asked_over_the_network(tmp_path):
    """By those who sit there, and by everybody who knows the table."""

    async def asked(url):
        async with players(url, "Ada", "Bo", None) as people:
            table = await seated(people[:2])
            path = f"/api/tables/{table}/outlook"
            missing = await people[0].http.get("/api/tables/qwirkletable2345/outlook")
            return [(await one.http.get(path)).json() for one in people], missing.status_code

    with node(tmp_path / "games.db") as running:
        found, missing = asyncio.run(asked(running.url))
    told = {"counts": True, "why": None, "pair": [], "games": 3, "turns": 5}
    assert found == [told] * 3
    assert missing == 404
