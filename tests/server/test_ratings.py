"""Ratings: what games make of them, and that they follow from the logs."""

import asyncio
import random

import pytest
from sqlalchemy import select

from qwirkle import native
from qwirkle.server.accounts import glicko, ratings
from qwirkle.server.accounts.counting import GAMES_A_DAY
from qwirkle.server.accounts.ratings import MODEL, rate
from qwirkle.server.domain import commands, limits, turns
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.storage import event_log, migrator, projections
from qwirkle.server.storage.ladders import Standing
from qwirkle.server.storage.schema import PROJECTIONS, events
from tests.server.houses import DAY, best, house, rated
from tests.server.nodes import ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


def test_the_worked_example_of_glickmans_paper():
    """1500 with a deviation of 200, after a win and two losses in one period."""
    others = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    games = [(glicko.Rated(rating, deviation), score) for rating, deviation, score in others]
    after = glicko.after(glicko.Rated(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_grows_unsure_with_time():
    """As step 6 of the paper widens it; never further than that of a newcomer."""
    known = glicko.Rated(1600, 50, 0.06)
    assert glicko.waited(known, 1).deviation == pytest.approx(51.07, abs=0.01)
    assert glicko.waited(known, 0) == known
    assert glicko.waited(known, 1e9).deviation == glicko.WIDEST


def test_a_great_surprise_makes_a_rating_volatile():
    """The branch of step 5 in which the result is further off than chance explains."""
    sure = glicko.Rated(1500, 30, 0.06)
    games = [(glicko.Rated(2400, 30), 1.0)] * 5
    assert (
        glicko.after(sure, games).volatility > 0.06 > glicko.after(sure, [(sure, 0.5)]).volatility
    )


def test_two_players_are_rated_against_one_another():
    """The winner gains what the loser of the same standing loses; equals change nothing."""
    known = Standing(1500.0, 60.0, 0.06, games=20, updated=0)
    winner, loser = rate([known, known], [0, 1], DAY)
    assert winner.rating - 1500 == pytest.approx(1500 - loser.rating)
    assert winner.rating == pytest.approx(1509.89, abs=0.01)
    assert winner.deviation == loser.deviation < 61
    assert [one.rating for one in rate([known, known], [0, 0], DAY)] == [1500, 1500]
    assert (winner.games, winner.updated) == (loser.games, loser.updated) == (21, DAY)


def test_more_players_are_rated_by_their_places():
    """As openskill does it; those who share a place stay together."""
    new = Standing(MODEL.mu, MODEL.sigma)
    first, shared, also, last = rate([new] * 4, [0, 1, 1, 3], DAY)
    assert first.rating > shared.rating > last.rating
    assert shared.rating == pytest.approx(also.rating)
    assert max(one.deviation for one in (first, shared, also, last)) < MODEL.sigma


def test_a_game_is_rated_when_it_ends(tmp_path):
    """The event says what became of each seat; the answer counts it; the own page shows it."""

    async def games():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            table = await here.table([ada, bo])
            await here.play(table)
            answer = await here.resign(table, ada)
            return answer, await here.dispatcher.room(table), await here.own(bo)

    answer, room, own = asyncio.run(games())
    [event] = rated(room)
    assert answer.seq == room.seq == room.log[-1].seq
    assert room.log[-1].event is event
    assert event.ladder == "classic-2"
    assert [one.before for one in event.seats] == [1500, 1500]
    assert event.seats[0].rating < 1500 < event.seats[1].rating
    assert [(one.ladder, one.rating, one.games, one.provisional) for one in own] == [
        ("classic-2", event.seats[1].rating, 1, True)
    ]


def test_a_game_to_its_last_tile_is_rated_by_the_points(tmp_path):
    """Three players, on the ladder of its own; the places follow the scores."""

    async def game():
        async with house(tmp_path) as here:
            table = await here.table(await here.guests("Ada", "Bo", "Cy"))
            while (room := await here.dispatcher.room(table)).phase == "playing":
                await here.move(table)
            return room

    room = asyncio.run(game())
    [event] = rated(room)
    assert event.ladder == "classic-more"
    scores = room.game.state.scores
    by_score = sorted(range(3), key=lambda seat: -scores[seat])
    assert [scores[seat] for seat in by_score] != [scores[0]] * 3
    gained = [event.seats[seat].rating for seat in by_score]
    assert gained == sorted(gained, reverse=True)


def test_a_player_who_left_is_last(tmp_path):
    """However many points they had."""

    async def game():
        async with house(tmp_path) as here:
            ada, bo, cy = await here.guests("Ada", "Bo", "Cy")
            table = await here.table([ada, bo, cy])
            room = await here.dispatcher.room(table)
            mover = room.turn
            move = best(room)
            await here.dispatcher.act(table, lambda draft, now: turns.move(draft, move, now))
            await here.resign(table, [ada, bo, cy][mover])
            room = await here.dispatcher.room(table)
            early = ratings.ranks(room)
            return mover, early, room.game.state.scores

    mover, places, scores = asyncio.run(game())
    assert scores[mover] > 0
    assert places == [2 if seat == mover else 0 for seat in range(3)]


@pytest.mark.parametrize("spoiled", ["hints", "bot", "abort", "undo"])
def test_what_does_not_count(tmp_path, spoiled):
    """Help, the computer, an agreed end and moves taken back leave the ratings alone."""

    async def game():
        async with house(tmp_path) as here:
            people = ada, bo = await here.guests("Ada", "Bo")
            bots = [1] if spoiled == "bot" else []
            table = await here.table(people, hints=spoiled == "hints", bots=bots)
            await here.play(table)
            await _spoil(here, table, people, spoiled)
            if (await here.dispatcher.room(table)).phase == "playing":
                await here.resign(table, ada)
                if spoiled == "bot":
                    await here.resign(table, bo)
            room = await here.dispatcher.room(table)
            return room, await here.own(ada) + await here.own(bo)

    room, own = asyncio.run(game())
    assert room.phase == "over"
    assert rated(room) == own == []


async def _spoil(here, table, people, how):
    if how == "undo":
        room = await here.dispatcher.room(table)
        mover, move = people[room.turn], best(room)
        await here.dispatcher.act(table, lambda draft, now: turns.move(draft, move, now))
    else:
        mover = people[0]
    if how in ("abort", "undo"):
        answer = await here.do(table, mover, commands.Offer(id=ulid(), offer=how))
        other = people[1 - people.index(mover)]
        room = await here.dispatcher.room(table)
        if answer.seq in room.offers:
            await here.do(table, other, commands.Accept(id=ulid(), offer=answer.seq))


@pytest.mark.parametrize("leaver", [0, 1])
def test_a_stand_in_plays_for_the_rating_of_its_player(tmp_path, leaver):
    """The game goes on counting, for the absent player too, no matter who leaves it then."""

    async def game():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            table = await here.table([ada, bo])
            await here.play(table)
            await here.dispatcher.act(table, lambda draft, now: turns.gone_away(draft, 1, DAY, now))
            here.now += limits.TAKEOVER_AFTER
            await here.do(table, ada, commands.Offer(id=ulid(), offer="takeover", seat=1))
            assert (await here.dispatcher.room(table)).seat(1).stand_in == 6
            await here.dispatcher.act(
                table, lambda draft, now: turns.leave(draft, leaver, "time", now)
            )
            return rated(await here.dispatcher.room(table))

    (event,) = asyncio.run(game())
    assert event.seats[leaver].rating < 1500 < event.seats[1 - leaver].rating


def test_ratings_follow_from_the_logs(tmp_path):
    """Rebuilt, they are the same to the last digit, and so is everything else that is built; also
    where the games are read in another order than that in which they ended."""
    dice = random.Random(5)

    async def games():
        async with house(tmp_path) as here:
            people = await here.guests("Ada", "Bo", "Cy", "Di")
            waiting = []
            for number in range(40):
                edition = dice.choice(["classic", "cards"])
                some = dice.sample(people, dice.choice([2, 2, 3]))
                waiting.append((await here.table(some, edition=edition), some))
                if number % 3 == 2:
                    dice.shuffle(waiting)
                    while waiting:
                        await _finish(here, *waiting.pop(), dice)
            before = await here.contents()
            await here.store.write(lambda c: migrator.rebuild(c, lambda *_: None))
            after = await here.contents()
            await here.store.write(_rebuild_backwards)
            return before, after, await here.contents()

    before, after, backwards = asyncio.run(games())
    assert len(before["ratings"]) > 10
    assert after == before
    assert backwards == before


async def _finish(here, table, people, dice):
    here.now += dice.randrange(DAY)
    await here.play(table)
    for actor in dice.sample(people, len(people) - 1):
        await here.resign(table, actor)


def _rebuild_backwards(connection):
    for projection in PROJECTIONS:
        connection.execute(projection.delete())
    tables = select(events.c.table_id).where(events.c.seq == 1).order_by(events.c.at.desc())
    for table in list(connection.scalars(tables)):
        projections.project(connection, event_log.load(connection, table), 0)


def test_games_that_end_at_the_same_moment_are_rated_one_after_another(tmp_path):
    """Each on top of the other, and no more of them than count on a day."""

    async def games():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            tables = [await here.table([ada, bo]) for _ in range(GAMES_A_DAY + 2)]
            for table in tables:
                await here.play(table)
            await asyncio.gather(*(here.resign(table, bo) for table in tables))
            rooms = [await here.dispatcher.room(table) for table in tables]
            return [event.seats[0] for room in rooms for event in rated(room)], await here.own(ada)

    made, [own] = asyncio.run(games())
    made.sort(key=lambda new: new.games)
    assert [new.games for new in made] == list(range(1, GAMES_A_DAY + 1))
    assert [new.before for new in made[1:]] == [new.rating for new in made[:-1]]
    assert (own.rating, own.games) == (made[-1].rating, GAMES_A_DAY)


def test_a_program_is_rated_and_marked(tmp_path):
    """People see of a seat, after the seats rotate too, and of the ladder that it is a program; the
    ladder shows how it looks now."""

    async def game():
        async with house(tmp_path) as here:
            [ada] = await here.guests("Ada")
            person, _ = await here.people.newcomer("Deep", program=True)
            deep = Actor(person.id, person.name, program=person.program)
            room = await here.won_by(deep, ada)
            await here.do(room.id, ada, commands.Offer(id=ulid(), offer="rematch"))
            number = (await here.dispatcher.room(room.id)).seq
            answer = await here.do(room.id, deep, commands.Accept(id=ulid(), offer=number))
            again = await here.dispatcher.room(answer.table)
            await here.people.change(person, None, "s12")
            bo, cy, di = await here.guests("Bo", "Cy", "Di")
            await here.standing({deep: 1550, bo: 1530, cy: 1500, di: 1500})
            return room, again, await here.ladder("classic-2", deep.person)

    room, again, ladder = asyncio.run(game())
    assert [seat.program for seat in room.seats] == [True, False]
    assert [seat.program for seat in again.seats] == [False, True]
    assert [(line.name, line.program, line.you, line.face) for line in ladder][:2] == [
        ("Deep", True, True, "s12"), ("Bo", False, False, ""),
    ]  # fmt: skip
