"""What can be asked about many tables at once: worked out from the rooms, and only from them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, case, delete, insert, select, update

from qwirkle.seats import winners
from qwirkle.server import log, play, ratings
from qwirkle.server.room import Room
from qwirkle.server.schema import players, tables


def project(connection: Connection, room: Room, since: int) -> None:
    """Bring the projections of a table up to date with the events after a number."""
    row = _table_row(room)
    if since == 0:
        connection.execute(insert(tables), [row])
    else:
        connection.execute(update(tables).where(tables.c.game == room.id), row)
    if any(isinstance(entry.event, _SEATING) for entry in room.log[since:]):
        connection.execute(delete(players).where(players.c.game == room.id))
        if rows := _player_rows(room):
            connection.execute(insert(players), rows)
    for entry in room.log[since:]:
        if isinstance(entry.event, log.Rated):
            ratings.keep(connection, room, entry, entry.event)


def moved_by(connection: Connection, game: str, seq: int, ms: int, now: int) -> None:
    """What a credit changes: everything is due so many milliseconds later."""
    row = tables.c
    waiting = case((row.bot_turn.is_not(None), now))
    changes = {row.seq: seq, row.changed: now, row.due: row.due + ms, row.bot_turn: waiting}
    connection.execute(update(tables).where(row.game == game).values(changes))


_SEATING = (
    log.Seated | log.Stood | log.TakenOver | log.Resigned | log.Ended | log.Aborted | log.Imported
)
_ENDS = log.Ended | log.Aborted | log.Imported


def _table_row(room: Room) -> dict[str, Any]:
    created, over = room.created, room.phase == "over"
    outcome = room.game.outcome if room.game and over else None
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
        "ended": next(e.at for e in room.log if isinstance(e.event, _ENDS)) if over else None,
        "rule": outcome.rule if outcome else None,
        "imported": room.imported,
        "due": play.due(room),
        "bot_turn": room.log[-1].at if bot_to_move(room) is not None else None,
    }


def bot_to_move(room: Room) -> int | None:
    """The level of the computer player to move, where one is."""
    return None if room.turn is None else room.seat(room.turn).bot


def _player_rows(room: Room) -> list[dict[str, Any]]:
    over = room.game.state if room.game and room.phase == "over" else None
    won = winners(over) if over and over.ended else ()
    return [
        {
            "game": room.id,
            "seat": number,
            "person": seat.person,
            "name": seat.name,
            "bot": seat.bot,
            "program": seat.program,
            "score": over.scores[number] if over else 0,
            "won": number in won,
            "left": room.has_left(number),
        }
        for number, seat in enumerate(room.seats)
        if seat
    ]


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
    """The tables at which a time is running; nobody appends to them until the commit."""
    query = select(tables.c.game).where(tables.c.due.is_not(None)).order_by(tables.c.game)
    return list(connection.scalars(query.with_for_update()))


def last_numbers(connection: Connection, games: list[str]) -> dict[str, int]:
    """The number of the last event of each of these tables."""
    query = select(tables.c.game, tables.c.seq).where(tables.c.game.in_(games))
    return {row.game: row.seq for row in connection.execute(query)}
