"""A server without its network: people, tables and ratings over a real database."""

from contextlib import asynccontextmanager
from itertools import permutations

from sqlalchemy import delete, insert, select

from qwirkle.server.accounts import ratings as accounts
from qwirkle.server.accounts.counting import OWN_TURNS, own_turns
from qwirkle.server.accounts.people import People
from qwirkle.server.domain import commands, turns
from qwirkle.server.domain.events import Rated
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.node.dispatcher import Dispatcher
from qwirkle.server.storage import migrator
from qwirkle.server.storage.database import SqliteStore
from qwirkle.server.storage.schema import PROJECTIONS, meetings, ratings
from tests.server.nodes import ulid

DAY = 24 * 60 * 60 * 1000
LADDER = "classic-2"


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

    async def move(self, table):
        """The best move of whoever is to move."""
        move = best(await self.dispatcher.room(table))
        await self.dispatcher.act(table, lambda draft, now: turns.move(draft, move, now))

    async def play(self, table, turns_each=OWN_TURNS):
        """Everybody plays so many turns."""
        while min(own_turns(await self.dispatcher.room(table))) < turns_each:
            await self.move(table)

    async def won_by(self, winner, *losers, **options):
        """A game of as many turns as count, after which the others leave."""
        table = await self.table([winner, *losers], **options)
        await self.play(table)
        for loser in losers:
            await self.resign(table, loser)
        return await self.dispatcher.room(table)

    async def own(self, actor):
        return await self.store.read(lambda c: accounts.standings_of(c, actor.person))

    async def ladder(self, name, you=None):
        return await self.store.read(lambda c: accounts.leaderboard(c, name, you))

    async def standing(self, wanted, **known):
        """Let people stand on the ladder of two tiles as after many games, all against all."""
        known = {"deviation": 60.0, "games": 30, **known}
        rows = [
            {
                "person": actor.person,
                "ladder": LADDER,
                "rating": float(rating),
                "volatility": 0.06,
                "updated": self.now,
                "monday": float(rating),
                **known,
            }
            for actor, rating in wanted.items()
        ]
        met = [
            {"ladder": LADDER, "person": one.person, "opponent": other.person, "day": 0, "games": 1}
            for one, other in permutations(wanted, 2)
        ]

        def write(connection):
            for one in wanted:
                mine = ratings.c.person == one.person
                connection.execute(delete(ratings).where(mine))
            connection.execute(insert(ratings), rows)
            if met:
                connection.execute(insert(meetings), met)

        await self.store.write(write)

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


def best(room):
    """The move with the most points; what else there is where no tile fits."""
    game = room.game
    return str(max(game.legal_moves, key=game.state.points))
