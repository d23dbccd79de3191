"""Ratings: Glicko-2 for games of two, openskill for more players; one ladder for each kind of game.

A game is rated in the transaction that ends it, and the new ratings are an event of its log. The
ladders show the newest of those events: rebuilt from the logs, in any order, they are the same to
the last digit. Which games count, and how far, is in ``counting``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace
from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, Connection, FromClause, and_, func, select

from qwirkle import seats
from qwirkle.bots.names import NOBODY
from qwirkle.editions import EDITIONS
from qwirkle.server.accounts import counting, glicko
from qwirkle.server.domain import events
from qwirkle.server.domain.clocks import DAY
from qwirkle.server.domain.events import NewRating
from qwirkle.server.domain.room import Room
from qwirkle.server.storage import ladders
from qwirkle.server.storage.ladders import Standing
from qwirkle.server.storage.schema import meetings, people, ratings

LADDERS: tuple[str, ...] = tuple(f"{name}-{size}" for name in EDITIONS for size in ("2", "more"))
"""One for games of two and one for games of more, in every edition."""
if TYPE_CHECKING:
    Ladder = str
else:
    Ladder = Literal[LADDERS]

PERIOD = DAY
"""The rating period of Glicko-2, in milliseconds."""
MODEL = PlackettLuce(mu=glicko.AVERAGE, sigma=500.0, beta=250.0, tau=5.0)
"""openskill with its usual proportions, around the same average as the other ladders."""
ENOUGH_OPPONENTS = 3
"""The opponents who are no beginners that somebody on a leaderboard has met."""
MOST_LINES = 100


class OwnRating(Struct, frozen=True, kw_only=True):
    """Your rating on a ladder."""

    ladder: Ladder
    rating: float
    deviation: float
    games: int
    provisional: bool
    """Not on the leaderboard yet: still a beginner, or too few opponents who are none."""


class LadderLine(Struct, frozen=True, kw_only=True):
    """A line of a leaderboard."""

    place: int
    name: str
    face: str
    """How they have chosen to look; empty where they have not."""
    program: bool
    """Whether it is a program with a token of its own."""
    rating: float
    deviation: float
    games: int
    you: bool


def ladder_of(room: Room) -> Ladder:
    return f"{room.created.edition}-{counting.size_of(len(room.seats))}"


def counts(room: Room) -> bool:
    """Whether a game is rated: it counts, and it ended by the rules. A player for whom the computer
    sat in gets the stand-in's result."""
    return room.phase == "over" and room.countable


def ranks(room: Room) -> list[int]:
    """The place of each seat, from 0; equal points share one, and players who left are last."""
    assert room.game is not None  # noqa: S101
    state = room.game.state
    staying = seats.staying(state)
    return [
        sum(state.scores[other] > score for other in staying) if seat in staying else len(staying)
        for seat, score in enumerate(state.scores)
    ]


def settle(connection: Connection, room: Room, since: int) -> None:
    """Rate a game that has ended with one of the events after a number; that adds an event.

    Nobody else rates these people until the commit.
    """
    ended = any(isinstance(entry.event, events.Ended) for entry in room.log[since:])
    if not ended or not counts(room) or not counting.played(room):
        return
    ladder, now = ladder_of(room), room.log[-1].at
    persons = [room.seat(number).person for number in range(len(room.seats))]
    known = ladders.standings(connection, ladder, persons)
    if used_up(connection, ladder, persons, now):
        return
    for person in sorted(set(persons) - set(known)):
        known[person] = newcomer(ladder)
        ladders.enter(connection, ladder, person, known[person], now)
    before = [known[person] for person in persons]
    after = rate(before, ranks(room), now)
    made = tuple(_made(old, new) for old, new in zip(before, after, strict=True))
    if any(made):
        room.happen(events.Rated(ladder, made), now)


def _made(old: Standing, new: Standing) -> NewRating | None:
    """What an event says of a seat; None if the game did not count for it."""
    if new is old:
        return None
    return NewRating(
        before=old.rating,
        rating=new.rating,
        deviation=new.deviation,
        volatility=new.volatility,
        games=new.games,
        monday=new.monday,
    )


def used_up(
    connection: Connection, ladder: Ladder, persons: Sequence[str], now: int
) -> tuple[str, str] | None:
    """Two of these people who have played their rated games of the day against each other."""
    met = ladders.met(connection, ladder, persons, now)
    pairs = sorted(pair for pair, games in met.items() if games >= counting.GAMES_A_DAY)
    return pairs[0] if pairs else None


def rate(before: Sequence[Standing], places: Sequence[int], now: int) -> list[Standing]:
    """The standings after a game with these places; where it does not count, the same object."""
    after = _more(before, places) if len(before) > 2 else _two(before, places, now)
    return [
        replace(
            new,
            rating=counting.within(seat, before, places, new.rating, now),
            games=old.games + 1,
            updated=now,
            monday=counting.on_monday(old, now),
        )
        if counting.counts_for(seat, before, now)
        else old
        for seat, (old, new) in enumerate(zip(before, after, strict=True))
    ]


def _more(before: Sequence[Standing], places: Sequence[int]) -> list[Standing]:
    teams = [[MODEL.rating(mu=one.rating, sigma=one.deviation)] for one in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Standing(team[0].mu, team[0].sigma) for team in after]


def _two(before: Sequence[Standing], places: Sequence[int], now: int) -> list[Standing]:
    first, second = (glicko.Rated(one.rating, one.deviation, one.volatility) for one in before)
    score = 0.5 if places[0] == places[1] else float(places[0] < places[1])
    away = [max(0, now - (one.updated or now)) / PERIOD for one in before]
    after = [
        glicko.after(first, [(glicko.waited(second, away[1]), score)], away[0]),
        glicko.after(second, [(glicko.waited(first, away[0]), 1 - score)], away[1]),
    ]
    return [Standing(new.rating, new.deviation, new.volatility) for new in after]


def newcomer(ladder: str) -> Standing:
    """The standing of a person before their first game on a ladder."""
    if ladder.endswith("-2"):
        return Standing(glicko.AVERAGE, glicko.WIDEST, glicko.USUAL)
    return Standing(MODEL.mu, MODEL.sigma)


def standings_of(connection: Connection, person: str) -> list[OwnRating]:
    """The standings of a person, on every ladder on which they have finished a game."""
    query = select(ratings).where(ratings.c.person == person).order_by(ratings.c.ladder)
    return [
        OwnRating(
            ladder=row.ladder,
            rating=row.rating,
            deviation=row.deviation,
            games=row.games,
            provisional=not connection.scalar(
                select(_listed(row.ladder)).where(
                    ratings.c.person == person, ratings.c.ladder == row.ladder
                )
            ),
        )
        for row in connection.execute(query).all()
    ]


def leaderboard(connection: Connection, ladder: Ladder, you: str | None) -> list[LadderLine]:
    """The best of a ladder: nobody who is a beginner there, or has met beginners only."""
    query = (
        select(ratings, people.c.name, people.c.program, people.c.face)
        .join(people, people.c.person == ratings.c.person)
        .where(ratings.c.ladder == ladder, _listed(ladder))
        .order_by(ratings.c.rating.desc(), ratings.c.person)
        .limit(MOST_LINES)
    )
    return [
        LadderLine(
            place=place,
            name=row.name or NOBODY,
            face=row.face,
            program=row.program,
            rating=row.rating,
            deviation=row.deviation,
            games=row.games,
            you=row.person == you,
        )
        for place, row in enumerate(connection.execute(query), 1)
    ]


def _listed(ladder: Ladder) -> ColumnElement[bool]:
    """Whether a row of the ratings is on the leaderboard."""
    theirs = ratings.alias()
    opponents = (
        select(func.count())
        .select_from(meetings)
        .join(
            theirs,
            and_(theirs.c.person == meetings.c.opponent, theirs.c.ladder == meetings.c.ladder),
        )
        .where(meetings.c.ladder == ladder, meetings.c.person == ratings.c.person)
        .where(_settled(theirs, ladder))
        .scalar_subquery()
    )
    return and_(_settled(ratings, ladder), opponents >= ENOUGH_OPPONENTS)


def _settled(rows: FromClause, ladder: Ladder) -> ColumnElement[bool]:
    """``counting.is_beginner``, the other way round, for the rows of a query."""
    sure = counting.SURE[ladder.partition("-")[2]]
    return and_(rows.c.games >= counting.ENOUGH_GAMES, rows.c.deviation <= sure)
