"""Queries about many tables at once: derived from the rooms, and only from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, Connection, Text, bindparam, case, delete, insert, select, update

from qwirkle.seats import winners
from qwirkle.server.domain import events, turns
from qwirkle.server.domain.room import Room
from qwirkle.server.storage import ladders
from qwirkle.server.storage.schema import players, tables

_UPDATE = update(tables).where(tables.c.table_id == bindparam("this", type_=Text))
"""Built once, as it runs with every command; the row has the columns to set."""

_NOW = bindparam("now", type_=BigInteger)
_MOVE = _UPDATE.values(
    seq=tables.c.seq + 1,
    changed=_NOW,
    due=tables.c.due + bindparam("ms", type_=BigInteger),
    bot_turn=case((tables.c.bot_turn.is_not(None), _NOW)),
)


def project(connection: Connection, room: Room, since: int) -> None:
    """Bring the projections of a table up to date with the events after a number."""
    row = _table_row(room)
    if since == 0:
        connection.execute(insert(tables), [row])
    else:
        connection.execute(_UPDATE, row | {"this": room.id})
    if any(isinstance(entry.event, _SEATING) for entry in room.log[since:]):
        connection.execute(delete(players).where(players.c.table_id == room.id))
        if rows := _player_rows(room):
            connection.execute(insert(players), rows)
    for entry in room.log[since:]:
        if isinstance(entry.event, events.Rated):
            ladders.keep(connection, room, entry.at, entry.event)


def move(connection: Connection, given: list[tuple[str, int]], now: int) -> None:
    """Apply credits: everything at a table is due that many milliseconds later."""
    rows = [{"this": table, "ms": ms, "now": now} for table, ms in given]
    connection.execute(_MOVE, rows)


_SEATING = (
    events.Seated
    | events.Stood
    | events.TakenOver
    | events.Resigned
    | events.Ended
    | events.Aborted
    | events.Imported
)


def _table_row(room: Room) -> dict[str, Any]:
    created, over = room.created, room.phase == "over"
    outcome = room.game.outcome if room.game and over else None
    return {
        "table_id": room.id,
        "seq": room.seq,
        "edition": created.edition,
        "phase": room.phase,
        "open": created.open,
        "seats": len(room.seats),
        "free": room.seats.count(None),
        "created": room.log[0].at,
        "changed": room.log[-1].at,
        "ended": room.ended,
        "rule": outcome.rule if outcome else None,
        "imported": room.imported,
        "due": turns.due(room),
        "bot_turn": room.log[-1].at if turns.bot_to_move(room) is not None else None,
    }


def _player_rows(room: Room) -> list[dict[str, Any]]:
    over = room.game.state if room.game and room.phase == "over" else None
    won = winners(over) if over and over.ended else ()
    return [
        {
            "table_id": room.id,
            "seat": number,
            "person": seat.person,
            "name": seat.name,
            "level": seat.level,
            "program": seat.program,
            "score": over.scores[number] if over else 0,
            "won": number in won,
            "left": room.has_left(number),
        }
        for number, seat in enumerate(room.seats)
        if seat
    ]


def listed(connection: Connection, limit: int = 50) -> list[str]:
    """Open tables that wait for players, and open games to watch; the latest first."""
    query = (
        select(tables.c.table_id)
        .where(tables.c.open, tables.c.phase != "over")
        .order_by(tables.c.phase, tables.c.changed.desc())
        .limit(limit)
    )
    return list(connection.scalars(query))


def tables_of(connection: Connection, person: str, limit: int = 50) -> list[str]:
    """The tables at which a person sits or sat, the latest first."""
    query = (
        select(tables.c.table_id)
        .join(players, players.c.table_id == tables.c.table_id)
        .where(players.c.person == person)
        .order_by(tables.c.changed.desc())
        .limit(limit)
    )
    return list(connection.scalars(query))


def due_tables(connection: Connection, now: int, limit: int = 100) -> list[str]:
    query = select(tables.c.table_id).where(tables.c.due <= now).order_by(tables.c.due).limit(limit)
    return list(connection.scalars(query))


def waiting_bots(connection: Connection, since: int, ahead: int, limit: int = 1000) -> list[str]:
    """Tables at which a computer player has been to move since before ``since``, or since a time
    after ``ahead``, as when the time of day went back. The limit is high, so that tables that wait
    for a worker of this node do not hide the others."""
    query = (
        select(tables.c.table_id)
        .where((tables.c.bot_turn <= since) | (tables.c.bot_turn > ahead))
        .order_by(tables.c.bot_turn)
        .limit(limit)
    )
    return list(connection.scalars(query))


def timed_tables(connection: Connection) -> Sequence[Any]:
    """The tables with a running clock or absence, with number and time of their last events; nobody
    appends to them until the commit."""
    row = tables.c
    query = select(row.table_id, row.seq, row.changed).where(row.due.is_not(None))
    return connection.execute(query.order_by(row.table_id).with_for_update()).all()


def last_numbers(connection: Connection, names: list[str]) -> dict[str, int]:
    """The number of the last event of each of these tables."""
    query = select(tables.c.table_id, tables.c.seq).where(tables.c.table_id.in_(names))
    return {row.table_id: row.seq for row in connection.execute(query)}
