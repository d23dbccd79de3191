"""The log in the database: read it, and append to it, within one transaction."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from qwirkle.server import clocks, log, ratings
from qwirkle.server.log import Logged
from qwirkle.server.projections import moved_by, project
from qwirkle.server.room import Room
from qwirkle.server.schema import answers, events, tables
from qwirkle.server.wire import Answer, Refused

_encoder = msgspec.json.Encoder(order="deterministic")
_answer = msgspec.json.Decoder(Answer)


def read_log(connection: Connection, game: str, after: int = 0) -> list[Logged]:
    """The events of a table after a number."""
    query = (
        select(events.c.seq, events.c.at, events.c.body)
        .where(events.c.game == game, events.c.seq > after)
        .order_by(events.c.seq)
    )
    return [Logged(seq, at, log.read(body)) for seq, at, body in connection.execute(query)]


def load(connection: Connection, game: str) -> Room | None:
    entries = read_log(connection, game)
    return Room.of(game, entries) if entries else None


def catch_up(connection: Connection, room: Room, *, lock: bool = False) -> Room:
    """The room with what others have appended; with a lock nobody appends until the commit."""
    query = select(tables.c.seq).where(tables.c.game == room.id)
    last = connection.scalar(query.with_for_update() if lock else query)
    if last is None or last <= room.seq:
        return room
    room = room.copy()
    for entry in read_log(connection, room.id, room.seq):
        room.follow(entry)
    return room


def append(connection: Connection, room: Room, since: int) -> None:
    """Write the events of a room after a number, and what follows from them.

    A game that has ended is rated first, which is one more event.
    """
    if any(isinstance(entry.event, log.Ended) for entry in room.log[since:]):
        ratings.settle(connection, room)
    rows = [
        {"game": room.id, "seq": entry.seq, "at": entry.at, "body": log.stored(entry.event)}
        for entry in room.log[since:]
    ]
    if rows:
        connection.execute(insert(events), rows)
        project(connection, room, since)


def credit(connection: Connection, game: str, ms: int, now: int) -> None:
    """Give the clocks of a table some time back.

    There may be hundreds of tables to credit before a node can serve, so that their games are not
    followed for it; what the projections say is moved as following them would move it.
    """
    entries = read_log(connection, game)
    known = (getattr(entry.event, "times", None) for entry in reversed(entries))
    times = next((one for one in known if one is not None), None)
    event = log.Credited(ms, clocks.credited(times, ms) if times else None)
    seq = len(entries) + 1
    row = {"game": game, "seq": seq, "at": now, "body": log.stored(event)}
    connection.execute(insert(events), [row])
    moved_by(connection, game, seq, ms, now)


def digest(command: msgspec.Struct) -> str:
    """What a command says, in short: the same id with another digest is another command."""
    return hashlib.sha256(_encoder.encode(command)).hexdigest()


def answered(connection: Connection, game: str, actor: str, command: Any) -> Answer | None:
    """The answer that this command got before, if it was sent before."""
    query = select(answers.c.digest, answers.c.body).where(
        answers.c.game == game, answers.c.actor == actor, answers.c.id == command.id
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    if row.digest != digest(command):
        raise Refused("reused", "serve.reused")
    return _answer.decode(row.body)


def keep_answer(
    connection: Connection, game: str, actor: str, command: Any, answer: Answer
) -> None:
    row = {
        "game": game,
        "actor": actor,
        "id": command.id,
        "digest": digest(command),
        "body": _encoder.encode(answer).decode(),
    }
    connection.execute(insert(answers), [row])
