"""The log in the database: read it, and append to it, within one transaction."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Integer, Text, bindparam, insert, select

from qwirkle.server.domain.answers import Answer
from qwirkle.server.domain.clocks import Times
from qwirkle.server.domain.events import (
    AnyEvent,
    Credited,
    Dealt,
    Logged,
    Moved,
    decode_event,
    encode_event,
)
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.storage import projections
from qwirkle.server.storage.projections import project
from qwirkle.server.storage.schema import answers, events, tables

_encoder = msgspec.json.Encoder(order="deterministic")
_answer = msgspec.json.Decoder(Answer)

# Statements of every command, built once: building them takes longer than running them.
_TABLE = bindparam("table", type_=Text)
_EVENTS = (
    select(events.c.seq, events.c.at, events.c.body)
    .where(events.c.table_id == _TABLE, events.c.seq > bindparam("after", type_=Integer))
    .order_by(events.c.seq)
)
_ALL = select(events.c.body).where(events.c.table_id == _TABLE).order_by(events.c.seq.desc())
_RECENT = _ALL.limit(8)
_LAST = select(tables.c.seq).where(tables.c.table_id == _TABLE)
_LAST_LOCKED = _LAST.with_for_update()
_ANSWERED = select(answers.c.digest, answers.c.body).where(
    answers.c.table_id == _TABLE,
    answers.c.actor == bindparam("actor", type_=Text),
    answers.c.id == bindparam("id", type_=Text),
)
_APPEND = insert(events)
_KEEP = insert(answers)


class Running(NamedTuple):
    """A table with a running clock or absence."""

    table: str
    seq: int
    changed: int
    times: Times | None


def read_log(connection: Connection, table: str, after: int = 0) -> list[Logged]:
    """The events of a table after a number."""
    found = connection.execute(_EVENTS, {"table": table, "after": after})
    seen: dict[str, str] = {}
    return [Logged(seq, at, _shared(decode_event(body), seen)) for seq, at, body in found]


def _shared(event: AnyEvent, seen: dict[str, str]) -> AnyEvent:
    """The event with the hashes of its proofs as they were seen before: most are in many proofs,
    and would be most of what a table takes in memory."""
    if not isinstance(event, Dealt | Moved) or event.draw is None:
        return event

    def same(text: str) -> str:
        return seen.setdefault(text, text)

    proofs = (replace(proof, path=tuple(map(same, proof.path))) for proof in event.draw.proofs)
    draw = replace(event.draw, root=same(event.draw.root), proofs=tuple(proofs))
    return replace(event, draw=draw)


def load(connection: Connection, table: str) -> Room | None:
    entries = read_log(connection, table)
    return Room.of(table, entries) if entries else None


def catch_up(connection: Connection, room: Room, *, lock: bool = False) -> Room:
    """The room with what others have appended; with a lock nobody appends until the commit."""
    last = connection.scalar(_LAST_LOCKED if lock else _LAST, {"table": room.id})
    if last is None or last <= room.seq:
        return room
    room = room.copy()
    room.follow_all(read_log(connection, room.id, room.seq))
    return room


def append(connection: Connection, room: Room, since: int) -> None:
    """Write the events of a room after a number, and what follows from them."""
    rows = [
        {"table_id": room.id, "seq": entry.seq, "at": entry.at, "body": encode_event(entry.event)}
        for entry in room.log[since:]
    ]
    if rows:
        connection.execute(_APPEND, rows)
        project(connection, room, since)


def running(connection: Connection) -> list[Running]:
    """The tables with a running clock or absence; nobody appends until the commit.

    There may be thousands, so their games are not replayed.
    """
    timed = projections.timed_tables(connection)
    return [
        Running(row.table_id, row.seq, row.changed, _last_times(connection, row.table_id))
        for row in timed
    ]


def _last_times(connection: Connection, table: str) -> Times | None:
    """The clocks of a table; usually one of its last events has them."""
    for query in (_RECENT, _ALL):
        for body in connection.scalars(query, {"table": table}):
            times: Times | None = getattr(decode_event(body), "times", None)
            if times is not None:
                return times
    return None


def credit(connection: Connection, given: list[tuple[Running, Credited]], now: int) -> None:
    """Append a credit to each of these tables; the projections are changed as replaying their games
    would change them."""
    rows = [
        {"table_id": one.table, "seq": one.seq + 1, "at": now, "body": encode_event(event)}
        for one, event in given
    ]
    if rows:
        connection.execute(_APPEND, rows)
        projections.move(connection, [(one.table, event.ms) for one, event in given], now)


def digest(command: msgspec.Struct) -> str:
    """A digest of a command: the same id with another digest is another command."""
    return hashlib.sha256(_encoder.encode(command)).hexdigest()


def answered(connection: Connection, table: str, actor: str, command: Any) -> Answer | None:
    """The stored answer to this command, if it was sent before."""
    row = connection.execute(_ANSWERED, {"table": table, "actor": actor, "id": command.id}).first()
    if row is None:
        return None
    if row.digest != digest(command):
        raise Refused("reused", "serve.reused")
    return _answer.decode(row.body)


def keep_answer(
    connection: Connection, table: str, actor: str, command: Any, answer: Answer
) -> None:
    row = {
        "table_id": table,
        "actor": actor,
        "id": command.id,
        "digest": digest(command),
        "body": _encoder.encode(answer).decode(),
    }
    connection.execute(_KEEP, [row])
