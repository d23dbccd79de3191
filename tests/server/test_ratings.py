"""Ratings: what games make of them, and that they follow from the logs."""

import asyncio
import random
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select

from qwirkle import native
from qwirkle.server.accounts import glicko, ratings
from qwirkle.server.accounts.people import People
from qwirkle.server.accounts.ratings import MODEL, rate
from qwirkle.server.domain import commands, limits, turns
from qwirkle.server.domain.events import Rated
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.node.dispatcher import Dispatcher
from qwirkle.server.storage import event_log, migrator, projections
from qwirkle.server.storage.database import SqliteStore
from qwirkle.server.storage.ladders import Standing
from qwirkle.server.storage.schema import PROJECTIONS, events
from tests.server.nodes import ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
DAY = 24 * 60 * 60 * 1000


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
    new = Standing(1500.0, 350.0, 0.06)
    winner, loser = rate([new, new], [0, 1], DAY)
    assert winner.rating - 1500 == pytest.approx(1500 - loser.rating)
    assert winner.rating == pytest.approx(1662.21, abs=0.01)
    assert winner.deviation == loser.deviation < 350
    assert [one.rating for one in rate([new, new], [0, 0], DAY)] == [1500, 1500]
    assert winner.games == loser.games == 1


def test_more_players_are_rated_by_their_places():
    """As openskill does it; those who share a place stay together."""
    new = Standing(MODEL.mu, MODEL.sigma)
    first, shared, also, last = rate([new] * 4, [0, 1, 1, 3], DAY)
    assert first.rating > shared.rating > last.rating
    assert shared.rating == pytest.approx(also.rating)
    assert max(one.deviation for one in (first, shared, also, last)) < MODEL.sigma


class House:
    """A dispatcher on a real database, without the network."""

    def __init__(self, store):
        self.store = store
        self.now = DAY
        self.dispatcher = Dispatcher(store, lambda: self.now)
        self.people = People(store)

    async def guests(self, *names):
        made = [await self.people.newcomer(name) for name in names]
        return [Actor(person.id, person.name) for person, _ in made]

    async def table(self, actors, **options):
        self.now += DAY // 3
        create = commands.Create(
            id=ulid(), seats=len(actors) + len(options.get("bots", [])), **options
        )
        table = (await self.dispatcher.create(create, actors[0])).table
        for actor in actors[1:]:
            await self.do(table, actor, commands.Sit(id=ulid()))
        for actor in actors:
            await self.do(table, actor, commands.Start(id=ulid()))
        return table

    async def do(self, table, actor, command):
        answer = await self.dispatcher.command(table, command, actor)
        assert answer.problem is None, answer
        return answer

    async def resign(self, table, actor):
        return await self.do(table, actor, commands.Resign(id=ulid()))

    async def won_by(self, winner, loser, **options):
        table = await self.table([winner, loser], **options)
        await self.resign(table, loser)
        return await self.dispatcher.room(table)

    async def ladder(self, name, you=None):
        return await self.store.read(lambda c: ratings.leaderboard(c, name, you))

    async def contents(self):
        """Every projection, row by row."""
        return await self.store.read(
            lambda c: {t.name: sorted(map(repr, c.execute(select(t)))) for t in PROJECTIONS}
        )


@asynccontextmanager
async def house(path):
    store = SqliteStore(path / "house.db")
    await migrator.check(store)
    try:
        yield House(store)
    finally:
        await store.close()


def rated(room):
    return [entry.event for entry in room.log if isinstance(entry.event, Rated)]


def test_a_game_is_rated_when_it_ends(tmp_path):
    """The event says what became of each seat; the answer counts it; the ladder shows it."""

    async def games():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            table = await here.table([ada, bo])
            answer = await here.resign(table, ada)
            room = await here.dispatcher.room(table)
            own = await here.store.read(lambda c: ratings.standings_of(c, bo.person))
            return answer, room, await here.ladder("classic-2", bo.person), own

    answer, room, ladder, own = asyncio.run(games())
    [event] = rated(room)
    assert answer.seq == room.seq == room.log[-1].seq
    assert room.log[-1].event is event
    assert event.ladder == "classic-2"
    assert [one.before for one in event.seats] == [1500, 1500]
    assert event.seats[0].rating < 1500 < event.seats[1].rating
    assert [(line.name, line.you, line.rating) for line in ladder] == [
        ("Bo", True, event.seats[1].rating),
        ("Ada", False, event.seats[0].rating),
    ]
    assert [(one.ladder, one.rating, one.games, one.provisional) for one in own] == [
        ("classic-2", event.seats[1].rating, 1, True)
    ]


def best(room):
    """The move with the most points; what else there is where no tile fits."""
    game = room.game
    return str(max(game.legal_moves, key=game.state.points))


def test_a_game_to_its_last_tile_is_rated_by_the_points(tmp_path):
    """Three players, on the ladder of its own; the places follow the scores."""

    async def game():
        async with house(tmp_path) as here:
            table = await here.table(await here.guests("Ada", "Bo", "Cy"))
            while (room := await here.dispatcher.room(table)).phase == "playing":
                move = best(room)
                await here.dispatcher.act(
                    table, lambda draft, now, move=move: turns.move(draft, move, now)
                )
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
            await _spoil(here, table, people, spoiled)
            if (await here.dispatcher.room(table)).phase == "playing":
                await here.resign(table, ada)
                if spoiled == "bot":
                    await here.resign(table, bo)
            room = await here.dispatcher.room(table)
            return room, await here.ladder("classic-2") + await here.ladder("classic-more")

    room, ladders = asyncio.run(game())
    assert room.phase == "over"
    assert rated(room) == ladders == []


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
    for actor in dice.sample(people, len(people) - 1):
        await here.resign(table, actor)


def _rebuild_backwards(connection):
    for projection in PROJECTIONS:
        connection.execute(projection.delete())
    tables = select(events.c.table_id).where(events.c.seq == 1).order_by(events.c.at.desc())
    for table in list(connection.scalars(tables)):
        projections.project(connection, event_log.load(connection, table), 0)


def test_games_that_end_at_the_same_moment_are_all_rated(tmp_path):
    """Each on top of the other."""

    async def games():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            tables = [await here.table([ada, bo]) for _ in range(6)]
            await asyncio.gather(*(here.resign(table, bo) for table in tables))
            rooms = [await here.dispatcher.room(table) for table in tables]
            return [rated(room)[0].seats[0] for room in rooms], await here.ladder("classic-2")

    made, ladder = asyncio.run(games())
    made.sort(key=lambda new: new.games)
    assert [new.games for new in made] == [1, 2, 3, 4, 5, 6]
    assert [new.before for new in made[1:]] == [new.rating for new in made[:-1]]
    assert ladder[0].rating == made[-1].rating
    assert ladder[0].games == 6


def test_newcomers_are_listed_behind(tmp_path):
    """A lucky beginner does not lead; after enough games nobody is provisional."""

    async def games():
        async with house(tmp_path) as here:
            ada, bo, cy = await here.guests("Ada", "Bo", "Cy")
            for number in range(24):
                pair = (ada, bo) if number % 2 else (bo, ada)
                await here.won_by(*pair)
            await here.won_by(cy, ada)
            return await here.ladder("classic-2"), await here.ladder("cards-2")

    ladder, empty = asyncio.run(games())
    assert [(line.place, line.provisional) for line in ladder] == [
        (1, False), (2, False), (3, True),
    ]  # fmt: skip
    assert ladder[2].name == "Cy"
    assert ladder[2].rating > ladder[0].rating
    assert empty == []


def test_a_program_is_rated_and_marked(tmp_path):
    """People see of a seat, after the seats rotate too, and of the ladder that it is a program."""

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
            return room, again, await here.ladder("classic-2")

    room, again, ladder = asyncio.run(game())
    assert [seat.program for seat in room.seats] == [True, False]
    assert [seat.program for seat in again.seats] == [False, True]
    assert [(line.name, line.program) for line in ladder] == [("Deep", True), ("Ada", False)]
