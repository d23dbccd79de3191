"""The ladders in the database, as they follow from the ratings in the logs."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, and_, insert, select, update

from qwirkle.server.domain import events
from qwirkle.server.domain.events import Logged
from qwirkle.server.domain.room import Room
from qwirkle.server.storage.schema import ratings


class Standing(Struct, frozen=True):
    """The standing of somebody on a ladder before a game."""

    rating: float
    deviation: float
    volatility: float = 0.0
    games: int = 0
    updated: int | None = None


def standings(connection: Connection, ladder: str, persons: list[str]) -> dict[str, Standing]:
    """The standings of these people; nobody else rates them until the commit."""
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
    }
    connection.execute(insert(ratings), [row])


def keep(connection: Connection, room: Room, entry: Logged, event: events.Rated) -> None:
    """Store the ratings of a game, unless there are newer ones."""
    made = {room.seat(number).person: new for number, new in enumerate(event.seats)}
    known = standings(connection, event.ladder, list(made))
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
