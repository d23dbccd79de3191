"""Ratings: Glicko-2 where two play, openskill where more do; one ladder for each kind of game.

A game is rated in the transaction that ends it, and what it made of the ratings is an event of its
log. The ratings that the ladders show are the newest of those events: built anew from the logs, in
whatever order they are read, they are the same to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy import Connection, and_, case, insert, select, update

from qwirkle import seats
from qwirkle.server import glicko, log
from qwirkle.server.cleaning import NOBODY
from qwirkle.server.clocks import DAY
from qwirkle.server.log import Logged, NewRating
from qwirkle.server.room import Room
from qwirkle.server.schema import people, ratings

Ladder = Literal["classic-2", "classic-more", "cards-2", "cards-more"]
LADDERS: tuple[Ladder, ...] = Ladder.__args__  # type: ignore[attr-defined]

PERIOD = DAY
"""The rating period of Glicko-2, in milliseconds."""
MODEL = PlackettLuce(mu=glicko.AVERAGE, sigma=500.0, beta=250.0, tau=5.0)
"""openskill with its usual proportions, around the same average as the other ladders."""
ENOUGH_GAMES = 5
SURE = {"2": 110.0, "more": 350.0}
"""The deviation up to which a rating is not provisional: of some dozen games in either system."""
MOST_LINES = 100


class Standing(Struct, frozen=True):
    """Where somebody stands on a ladder before a game."""

    rating: float
    deviation: float
    volatility: float = 0.0
    games: int = 0
    updated: int | None = None


class OwnRating(Struct, frozen=True, kw_only=True):
    """Where you stand on a ladder."""

    ladder: Ladder
    rating: float
    deviation: float
    games: int
    provisional: bool


class LadderLine(Struct, frozen=True, kw_only=True):
    """A line of a leaderboard."""

    place: int
    name: str
    program: bool
    """Whether it is a program that plays through the bot API."""
    rating: float
    deviation: float
    games: int
    provisional: bool
    """Too few games, or too uneven ones, to be sure; listed behind the others."""
    you: bool


def ladder_of(room: Room) -> Ladder:
    more = len(room.seats) > 2
    if room.created.edition == "classic":
        return "classic-more" if more else "classic-2"
    return "cards-more" if more else "cards-2"


def counts(room: Room) -> bool:
    """Whether a game that is over is rated: it ended by the rules, nobody was helped, no move was
    taken back, and every seat was played to the end by somebody of its own."""
    ended = any(isinstance(entry.event, log.Ended) for entry in room.log)
    persons = {seat.person for seat in room.seats if seat and seat.is_person and seat.person}
    spoiled = room.undone or room.imported or room.aborted or room.created.hints
    return ended and not spoiled and len(persons) == len(room.seats) > 1


def ranks(room: Room) -> list[int]:
    """The place of each seat, from 0; equal points share one, and whoever left is last."""
    assert room.game is not None  # noqa: S101
    state = room.game.state
    staying = seats.staying(state)
    return [
        sum(state.scores[other] > score for other in staying) if seat in staying else len(staying)
        for seat, score in enumerate(state.scores)
    ]


def settle(connection: Connection, room: Room) -> None:
    """Rate a game that has just ended; nobody else rates these people until the commit."""
    if not counts(room):
        return
    ladder, now = ladder_of(room), room.log[-1].at
    persons = [room.seat(number).person for number in range(len(room.seats))]
    known = _standings(connection, ladder, persons)
    for person in sorted(set(persons) - set(known)):
        known[person] = _enter(connection, ladder, person, now)
    before = [known[person] for person in persons]
    after = rate(before, ranks(room), now)
    made = tuple(
        NewRating(
            before=old.rating,
            rating=new.rating,
            deviation=new.deviation,
            volatility=new.volatility,
            games=new.games,
        )
        for old, new in zip(before, after, strict=True)
    )
    room.happen(log.Rated(ladder, made), now)


def rate(before: Sequence[Standing], places: Sequence[int], now: int) -> list[Standing]:
    """What a game with these places makes of these standings."""
    if len(before) > 2:
        teams = [[MODEL.rating(mu=one.rating, sigma=one.deviation)] for one in before]
        after = MODEL.rate(teams, ranks=[float(place) for place in places])
        return [
            Standing(team[0].mu, team[0].sigma, 0.0, one.games + 1, now)
            for one, team in zip(before, after, strict=True)
        ]
    first, second = (glicko.Rated(one.rating, one.deviation, one.volatility) for one in before)
    score = 0.5 if places[0] == places[1] else float(places[0] < places[1])
    away = [max(0, now - (one.updated or now)) / PERIOD for one in before]
    pairs = [
        glicko.after(first, [(glicko.waited(second, away[1]), score)], away[0]),
        glicko.after(second, [(glicko.waited(first, away[0]), 1 - score)], away[1]),
    ]
    return [
        Standing(new.rating, new.deviation, new.volatility, one.games + 1, now)
        for one, new in zip(before, pairs, strict=True)
    ]


def _enter(connection: Connection, ladder: str, person: str, now: int) -> Standing:
    """Somebody new on a ladder. The row keeps others from entering the same person meanwhile:
    they wait for the commit, and begin anew."""
    fresh = Standing(MODEL.mu, MODEL.sigma)
    if ladder.endswith("-2"):
        fresh = Standing(glicko.AVERAGE, glicko.WIDEST, glicko.USUAL)
    row = {
        "person": person,
        "ladder": ladder,
        "rating": fresh.rating,
        "deviation": fresh.deviation,
        "volatility": fresh.volatility,
        "games": 0,
        "updated": now,
    }
    connection.execute(insert(ratings), [row])
    return fresh


def _standings(connection: Connection, ladder: str, persons: list[str]) -> dict[str, Standing]:
    query = (
        select(
            ratings.c.person,
            ratings.c.rating,
            ratings.c.deviation,
            ratings.c.volatility,
            ratings.c.games,
            ratings.c.updated,
        )
        .where(ratings.c.ladder == ladder, ratings.c.person.in_(persons))
        .order_by(ratings.c.person)  # everybody locks in the same order
        .with_for_update()
    )
    return {person: Standing(*row) for person, *row in connection.execute(query)}


def keep(connection: Connection, room: Room, entry: Logged, event: log.Rated) -> None:
    """Put a game's ratings on the ladder, where nothing newer is there."""
    made = {room.seat(number).person: new for number, new in enumerate(event.seats)}
    known = _standings(connection, event.ladder, list(made))
    for person in sorted(made):
        new = made[person]
        row = {
            "rating": new.rating,
            "deviation": new.deviation,
            "volatility": new.volatility,
            "games": new.games,
            "updated": entry.at,
        }
        if person not in known:
            connection.execute(insert(ratings), [{"person": person, "ladder": event.ladder, **row}])
        elif known[person].games < new.games:
            there = and_(ratings.c.person == person, ratings.c.ladder == event.ladder)
            connection.execute(update(ratings).where(there), row)


def standings_of(connection: Connection, person: str) -> list[OwnRating]:
    """Where somebody stands, on every ladder on which they have finished a game."""
    query = select(ratings).where(ratings.c.person == person).order_by(ratings.c.ladder)
    return [
        OwnRating(
            ladder=row.ladder,
            rating=row.rating,
            deviation=row.deviation,
            games=row.games,
            provisional=row.games < ENOUGH_GAMES or row.deviation > _sure(row.ladder),
        )
        for row in connection.execute(query)
    ]


def _sure(ladder: str) -> float:
    return SURE[ladder.partition("-")[2]]


def leaderboard(connection: Connection, ladder: Ladder, you: str | None) -> list[LadderLine]:
    """The best of a ladder; those of whom little is known come after the others."""
    sure = and_(ratings.c.games >= ENOUGH_GAMES, ratings.c.deviation <= _sure(ladder))
    provisional = case((sure, 0), else_=1)
    query = (
        select(ratings, people.c.name, people.c.bot, provisional.label("provisional"))
        .join(people, people.c.person == ratings.c.person)
        .where(ratings.c.ladder == ladder)
        .order_by(provisional, ratings.c.rating.desc(), ratings.c.person)
        .limit(MOST_LINES)
    )
    return [
        LadderLine(
            place=place,
            name=row.name or NOBODY,
            program=row.bot,
            rating=row.rating,
            deviation=row.deviation,
            games=row.games,
            provisional=bool(row.provisional),
            you=row.person == you,
        )
        for place, row in enumerate(connection.execute(query), 1)
    ]
