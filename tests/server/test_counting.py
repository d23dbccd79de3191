"""Which games count, for whom and how far: nobody climbs on newcomers, whoever these are."""

import asyncio
import random
from dataclasses import dataclass

import pytest
from sqlalchemy import select

from qwirkle import native
from qwirkle.server.accounts import counting
from qwirkle.server.accounts.counting import APART, GAMES_A_DAY, OWN_TURNS, counts_for, vouches
from qwirkle.server.accounts.ratings import newcomer, rate
from qwirkle.server.domain import commands, limits, turns
from qwirkle.server.domain.events import NewRating, Rated
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.storage import ladders
from qwirkle.server.storage.ladders import Standing
from qwirkle.server.storage.schema import meetings, ratings
from tests.server.houses import DAY, LADDER, house, rated
from tests.server.nodes import ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
MONDAY = counting.FIRST_MONDAY + 100 * counting.WEEK


def known(rating, monday=None, at=MONDAY, **more):
    """Somebody who is no beginner."""
    more = {"deviation": 60.0, "games": 30, **more}
    began = rating if monday is None else monday
    return Standing(float(rating), volatility=0.06, updated=at, monday=float(began), **more)


NEW = newcomer("classic-2")
STRONG_BEGINNER = known(1700, deviation=120.0)


@pytest.mark.parametrize(
    ("one", "vouched"),
    [
        (NEW, 1500),
        (STRONG_BEGINNER, 1500),
        (known(1300, games=4), 1500),
        (known(1600), 1600),
        (known(1300), 1300),
        (known(1600, monday=1520), 1520),  # what was gained this week does not vouch yet
        (known(1520, monday=1600), 1520),
        (known(1600, monday=1520, at=MONDAY - 1), 1600),  # a new week has begun
    ],
)
def test_what_an_opponent_vouches_for(one, vouched):
    """Beginners for the average, others for what they had on Monday or, if that is less, have."""
    assert vouches(one, "2", MONDAY + DAY) == vouched


def test_weeks_begin_on_mondays():
    """At midnight (UTC): the rating with which somebody began the week is kept until the next."""
    one = known(1500, at=MONDAY)
    for at, monday in [(MONDAY + DAY, 1500), (MONDAY + 6 * DAY, 1500), (MONDAY + 7 * DAY, None)]:
        before, (one, _) = one, rate([one, known(1500)], [0, 1], at)
        assert one.monday == (before.rating if monday is None else monday)


@pytest.mark.parametrize(
    ("own", "others", "counted"),
    [
        (known(1600), [known(1530)], True),
        (known(1600), [known(1600 - APART)], False),
        (known(1600), [known(1600 - APART + 1)], True),
        (known(1300), [known(1900)], True),
        (known(1600), [NEW], False),
        (known(1570), [NEW], True),
        (known(1700), [STRONG_BEGINNER], False),
        (known(1700), [known(1700, monday=1500)], False),
        (known(1700), [known(1400), known(1650)], True),
        (known(1700), [known(1400), NEW], False),
        (known(1900, games=3), [NEW], True),  # how beginners find their place
    ],
)
def test_for_whom_a_game_counts(own, others, counted):
    """For beginners, and wherever an opponent is close enough or higher: decided before the game,
    so the same whoever wins; where it does not count nothing changes."""
    before = [own, *others]
    assert counts_for(0, before, MONDAY) is counted
    for places in ([0, *[1] * len(others)], [1, *[0] * len(others)]):
        assert (rate(before, places, MONDAY)[0] is not own) is counted


@pytest.mark.parametrize(
    ("before", "places", "most"),
    [
        ([NEW, NEW], [0, 1], 1500 + APART),
        ([NEW, known(1800)], [0, 1], 1800 + APART),
        ([known(1900, games=3), NEW], [0, 1], 1900),  # no lower either
        ([known(1575), NEW], [0, 1], 1500 + APART),
        ([NEW, NEW, known(1900)], [1, 2, 0], 1500 + APART),  # not above those who won
        ([NEW, NEW, known(1900)], [0, 2, 0], 1900 + APART),
        ([known(1400), known(1900), known(1900)], [2, 0, 0], 1400),
    ],
)
def test_nobody_is_lifted_far_above_those_they_beat(before, places, most):
    """Eighty points above the best of those who did not do better, and not a hundredth more."""
    after = rate(before, places, MONDAY)
    assert after[0].rating <= most
    assert after[0].games == before[0].games + 1


def test_beginners_do_not_sink_among_themselves():
    """They fall as far as they could rise; against others, and once they are known, further."""
    deep = known(1430, deviation=200.0)
    assert rate([NEW, NEW], [1, 0], MONDAY)[0].rating == 1500 - APART
    assert rate([deep, NEW], [1, 0], MONDAY)[0].rating == 1500 - APART
    assert rate([known(1300, games=3), NEW], [1, 0], MONDAY)[0].rating == 1300
    assert rate([deep, known(1450)], [1, 0], MONDAY)[0].rating < 1500 - APART
    assert rate([known(1425, deviation=100.0), NEW], [1, 0], MONDAY)[0].rating < 1500 - APART


@pytest.mark.parametrize("ladder", ["classic-2", "classic-more"])
def test_a_star_of_guests_lifts_nobody_far(ladder):
    """Three hundred guests who lose, one after another: less than a hundred points."""
    one, guests = newcomer(ladder), 1 if ladder.endswith("-2") else 3
    for number in range(300):
        before = [one] + [newcomer(ladder)] * guests
        one = rate(before, [0] + [1] * guests, MONDAY + number * DAY)[0]
    assert one.rating - 1500 <= APART < 100


def test_an_immediate_resignation_is_not_rated(tmp_path):
    """However many there are; nor one a turn too early, nor one after the moves of a stand-in."""

    async def games():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            for turns_each in (0, 1, OWN_TURNS - 1):
                table = await here.table([ada, bo])
                await here.play(table, turns_each)
                await here.resign(table, bo)
                assert rated(await here.dispatcher.room(table)) == []
            table = await here.table([ada, bo])
            await _stand_in(here, table, ada)
            while (stood_in := await here.dispatcher.room(table)).game.moves < 4 * OWN_TURNS:
                await here.move(table)
            await here.resign(table, ada)
            return stood_in, await here.dispatcher.room(table), await here.own(ada)

    stood_in, room, own = asyncio.run(games())
    assert counting.own_turns(stood_in)[1] == 0
    assert rated(room) == own == []


async def _stand_in(here, table, host):
    await here.dispatcher.act(table, lambda draft, now: turns.gone_away(draft, 1, DAY, now))
    here.now += limits.TAKEOVER_AFTER
    await here.do(table, host, commands.Offer(id=ulid(), offer="takeover", seat=1))


def test_turns_count_again_once_a_player_is_back(tmp_path):
    """What the stand-in did is not theirs; what they do afterwards is."""

    async def game():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            table = await here.table([ada, bo])
            await _stand_in(here, table, ada)
            await here.dispatcher.act(table, lambda draft, now: turns.come_back(draft, 1, now))
            await here.play(table)
            return await here.dispatcher.room(table)

    assert min(counting.own_turns(asyncio.run(game()))) == OWN_TURNS


@pytest.mark.parametrize("more", [(), ("Cy",)])
def test_of_a_pair_only_the_first_games_of_a_day_count(tmp_path, more):
    """With a third at the table, too; the next day, and on other ladders, they count again."""

    async def games():
        async with house(tmp_path) as here:
            people = await here.guests("Ada", "Bo", *more)
            found = []
            for _ in range(GAMES_A_DAY + 2):
                found.append(await here.won_by(*people))
                here.now -= DAY // 3  # all on one day
            other = await here.won_by(*people, edition="cards")
            here.now += DAY
            return found, other, await here.won_by(*people)

    found, other, tomorrow = asyncio.run(games())
    assert [len(rated(room)) for room in found] == [1] * GAMES_A_DAY + [0, 0]
    assert len(rated(other)) == len(rated(tomorrow)) == 1


def test_a_game_that_counts_for_nobody_is_no_event(tmp_path):
    """Two who have both risen a lot this week do not vouch for each other."""

    async def game():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            here.now = MONDAY + DAY
            await here.standing({ada: 1700, bo: 1700}, monday=1500.0)
            return await here.won_by(ada, bo)

    assert rated(asyncio.run(game())) == []


def test_a_game_counts_for_the_lower_alone(tmp_path):
    """The event says so of each seat, and the ladder keeps what the higher one had."""

    async def game():
        async with house(tmp_path) as here:
            ada, bo = await here.guests("Ada", "Bo")
            await here.standing({ada: 1700, bo: 1550})
            return await here.won_by(ada, bo), await here.own(ada), await here.own(bo)

    room, [ada], [bo] = asyncio.run(game())
    [event] = rated(room)
    assert event.seats[0] is None
    assert (ada.rating, ada.games) == (1700, 30)
    assert (event.seats[1].before, bo.rating) == (1550, event.seats[1].rating)
    assert bo.games == 31


@dataclass
class Sat:
    """As much of a room as the ladders look at."""

    people: list[str]

    def seat(self, number):
        return Actor(self.people[number], "")


@pytest.mark.parametrize("seed", range(5))
def test_the_ladders_are_the_same_in_any_order(tmp_path, seed):
    """Ratings and meetings follow from what the logs say of each game, not from when it is read;
    also where a game did not count for all."""
    dice = random.Random(seed)
    games, played = [], dict.fromkeys("abcd", 0)
    for number in range(40):
        people = dice.sample("abcd", dice.choice([2, 3]))
        seats = []
        for one in people:
            counted = dice.random() < 0.7
            played[one] += counted
            made = NewRating(
                before=0.0, rating=dice.random(), deviation=1.0, volatility=0.0,
                games=played[one], monday=dice.random(),
            )  # fmt: skip
            seats.append(made if counted else None)
        games.append((Sat(people), number * DAY // 4, Rated(LADDER, tuple(seats))))

    async def contents(here, order):
        def write(connection):
            for table in (ratings, meetings):
                connection.execute(table.delete())
            for room, at, event in order:
                ladders.keep(connection, room, at, event)
            found = [connection.execute(select(table)) for table in (ratings, meetings)]
            return [sorted(map(tuple, rows)) for rows in found]

        return await here.store.write(write)

    async def compared():
        async with house(tmp_path) as here:
            orders = [games, games[::-1], dice.sample(games, len(games))]
            return [await contents(here, order) for order in orders]

    first, *others = asyncio.run(compared())
    assert others == [first, first]
    assert len(first[0]) == 4
    assert max(row[-1] for row in first[1]) > 1


@pytest.mark.parametrize(
    ("opponents", "beginners", "listed"), [(3, 0, True), (2, 5, False), (0, 9, False), (4, 2, True)]
)
def test_who_is_listed(tmp_path, opponents, beginners, listed):
    """Those who have met three opponents that are no beginners; others see their own rating."""

    async def standing():
        async with house(tmp_path) as here:
            ada, *others = await here.guests("Ada", *(f"P{n}" for n in range(opponents)))
            new = await here.guests(*(f"N{n}" for n in range(beginners)))
            await here.standing({ada: 1550, **dict.fromkeys(others, 1500)})
            for one in new:
                await here.won_by(ada, one)
            lines = await here.ladder(LADDER, ada.person)
            return [line for line in lines if line.you], await here.own(ada), lines

    you, [own], lines = asyncio.run(standing())
    assert own.provisional is not listed
    assert [(line.name, line.place, line.rating) for line in you] == (
        [("Ada", 1, own.rating)] if listed else []
    )
    assert not any(line.name.startswith("N") for line in lines)


@pytest.mark.parametrize("known", [{"games": 4}, {"deviation": 111.0}])
def test_beginners_are_not_listed(tmp_path, known):
    """However many they have met: their own page says that the rating is provisional."""

    async def standing():
        async with house(tmp_path) as here:
            people = await here.guests("Ada", "Bo", "Cy", "Di")
            await here.standing(dict.fromkeys(people, 1500), **known)
            return await here.ladder(LADDER), await here.own(people[0])

    lines, [own] = asyncio.run(standing())
    assert lines == []
    assert own.provisional
