"""What can be asked about many tables at once: worked out from the rooms, and only from them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Text, bindparam, delete, insert, select, update

from qwirkle.server import log, play
from qwirkle.server.room import Room
from qwirkle.server.schema import players, tables

_UPDATE = update(tables).where(tables.c.game == bindparam("this", type_=Text))
"""Made once, as it runs with every command; the row brings the columns to set."""


def project(connection: Connection, room: Room, since: int) -> None:
    """Bring the projections of a table up to date with the events after a number."""
    row = _table_row(room)
    if since == 0:
        connection.execute(insert(tables), [row])
    else:
        connection.execute(_UPDATE, row | {"this": room.id})
    if any(isinstance(entry.event, _SEATING) for entry in room.log[since:]):
        connection.execute(delete(players).where(players.c.game == room.id))
        if rows := _player_rows(room):
            connection.execute(insert(players), rows)


_SEATING = log.Seated | log.Stood | log.TakenOver | log.Resigned | log.Ended | log.Imported


def _table_row(room: Room) -> dict[str, Any]:
    created = room.created
    return {
        "game": room.id,
        "seq": room.seq,
        "edition": created.edition,
        "phase": room.phase,
        "open": created.open,
        "seats": len(room.seats),
        "free": room.seats.count(None),
        "created": room.log[0].at,
        "changed": room.log[-1].at,
        "due": play.due(room),
        "bot_turn": room.log[-1].at if bot_to_move(room) is not None else None,
    }


def bot_to_move(room: Room) -> int | None:
    """The level of the computer player to move, where one is."""
    return None if room.turn is None else room.seat(room.turn).bot


def _player_rows(room: Room) -> list[dict[str, Any]]:
    ended = next((e.event for e in room.log if isinstance(e.event, log.Ended)), None)
    outcome = room.game.outcome if room.game else None
    rows = []
    for number, seat in enumerate(room.seats):
        if seat:
            score = outcome.scores[seat.name] if outcome else 0
            won = seat.name in outcome.winners if outcome else False
            rows.append(
                {
                    "game": room.id,
                    "seat": number,
                    "person": seat.person,
                    "name": seat.name,
                    "bot": seat.bot,
                    "score": ended.scores[number] if ended else score,
                    "won": number in ended.winners if ended else won,
                    "left": room.has_left(number),
                }
            )
    return rows


def listed(connection: Connection, limit: int = 50) -> list[str]:
    """Open tables that wait for players, and open games to watch; the freshest first."""
    query = (
        select(tables.c.game)
        .where(tables.c.open, tables.c.phase != "over")
        .order_by(tables.c.phase, tables.c.changed.desc())
        .limit(limit)
    )
    return list(connection.scalars(query))


def games_of(connection: Connection, person: str, limit: int = 50) -> list[str]:
    """The tables at which somebody sits or sat, the freshest first."""
    query = (
        select(tables.c.game)
        .join(players, players.c.game == tables.c.game)
        .where(players.c.person == person)
        .order_by(tables.c.changed.desc())
        .limit(limit)
    )
    return list(connection.scalars(query))


def due_tables(connection: Connection, now: int, limit: int = 100) -> list[str]:
    query = select(tables.c.game).where(tables.c.due <= now).order_by(tables.c.due).limit(limit)
    return list(connection.scalars(query))


def waiting_bots(connection: Connection, since: int, limit: int = 100) -> list[str]:
    """Tables at which a computer player has been to move since before then."""
    query = (
        select(tables.c.game)
        .where(tables.c.bot_turn <= since)
        .order_by(tables.c.bot_turn)
        .limit(limit)
    )
    return list(connection.scalars(query))


def timed_tables(connection: Connection) -> list[str]:
    return list(connection.scalars(select(tables.c.game).where(tables.c.due.is_not(None))))


def last_numbers(connection: Connection, games: list[str]) -> dict[str, int]:
    """The number of the last event of each of these tables."""
    query = select(tables.c.game, tables.c.seq).where(tables.c.game.in_(games))
    return {row.game: row.seq for row in connection.execute(query)}
