"""The ladders in the database, as they follow from the ratings in the logs: where people stand, and
whom they have met."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from msgspec import Struct
from sqlalchemy import Connection, and_, insert, select, update

from qwirkle.server.domain import events
from qwirkle.server.domain.clocks import DAY
from qwirkle.server.domain.room import Room
from qwirkle.server.storage.schema import meetings, ratings


class Standing(Struct, frozen=True):
    """The standing of somebody on a ladder before a game."""

    rating: float
    deviation: float
    volatility: float = 0.0
    games: int = 0
    updated: int | None = None
    monday: float = 1500.0
    """The rating at the beginning of the week of the last game."""


def standings(
    connection: Connection, ladder: str, persons: Sequence[str], *, lock: bool = True
) -> dict[str, Standing]:
    """The standings of these people; with the lock, nobody else rates them until the commit."""
    query = (
        select(
            ratings.c.person,
            ratings.c.rating,
            ratings.c.deviation,
            ratings.c.volatility,
            ratings.c.games,
            ratings.c.updated,
            ratings.c.monday,
        )
        .where(ratings.c.ladder == ladder, ratings.c.person.in_(persons))
        .order_by(ratings.c.person)  # everybody locks in the same order
    )
    rows = connection.execute(query.with_for_update() if lock else query)
    return {person: Standing(*row) for person, *row in rows}


def enter(connection: Connection, ladder: str, person: str, fresh: Standing, now: int) -> None:
    """Add a person to a ladder. The row keeps others from adding the same person meanwhile: they
    wait for the commit, and try again."""
    row = {
        "person": person,
        "ladder": ladder,
        "rating": fresh.rating,
        "deviation": fresh.deviation,
        "volatility": fresh.volatility,
        "games": 0,
        "updated": now,
        "monday": fresh.monday,
    }
    connection.execute(insert(ratings), [row])


def met(
    connection: Connection, ladder: str, persons: Sequence[str], now: int
) -> dict[tuple[str, str], int]:
    """How many rated games these people have played against each other today (UTC)."""
    query = select(meetings.c.person, meetings.c.opponent, meetings.c.games).where(
        meetings.c.ladder == ladder,
        meetings.c.person.in_(persons),
        meetings.c.opponent.in_(persons),
        meetings.c.day >= now // DAY,
    )
    return {(person, opponent): games for person, opponent, games in connection.execute(query)}


def keep(connection: Connection, room: Room, at: int, event: events.Rated) -> None:
    """Store what a rated game has changed. The order in which the games come does not matter."""
    persons = [room.seat(number).person for number in range(len(event.seats))]
    made = {person: new for person, new in zip(persons, event.seats, strict=True) if new}
    known = standings(connection, event.ladder, list(made))
    for person in sorted(made):
        new = made[person]
        row = {
            "rating": new.rating,
            "deviation": new.deviation,
            "volatility": new.volatility,
            "games": new.games,
            "updated": at,
            "monday": new.monday,
        }
        if person not in known:
            connection.execute(insert(ratings), [{"person": person, "ladder": event.ladder, **row}])
        elif known[person].games < new.games:  # unless there is a newer one
            there = and_(ratings.c.person == person, ratings.c.ladder == event.ladder)
            connection.execute(update(ratings).where(there), row)
    for person, opponent in permutations(sorted(persons), 2):
        _meet(connection, event.ladder, person, opponent, at // DAY)


def _meet(connection: Connection, ladder: str, person: str, opponent: str, day: int) -> None:
    """Count a game of two people; only those of the last day are counted."""
    pair = {"ladder": ladder, "person": person, "opponent": opponent}
    there = and_(*(meetings.c[name] == value for name, value in pair.items()))
    last = connection.execute(select(meetings.c.day).where(there)).scalar()
    if last is None:
        connection.execute(insert(meetings), [pair | {"day": day, "games": 1}])
    elif last == day:
        connection.execute(update(meetings).where(there).values(games=meetings.c.games + 1))
    elif last < day:
        connection.execute(update(meetings).where(there), {"day": day, "games": 1})
