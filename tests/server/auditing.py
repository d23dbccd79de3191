"""An auditor: holds a database and the views of a node against what players were told."""

import json
import sqlite3
import tempfile
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from qwirkle.server.domain.events import Chatted, Logged, Moved, decode_event
from qwirkle.server.domain.room import Room
from qwirkle.server.protocol import views
from qwirkle.server.protocol.frames import encode
from qwirkle.server.storage import event_log, migrator
from qwirkle.server.storage.database import sqlite_engine
from qwirkle.server.storage.schema import PROJECTIONS, answers, events

PASSING = ("conflict", "storage", "limit")
"""Refusals that are not kept: the same command may come again and be done."""
MOVES = ("play", "trade", "arrange")
Logs = dict[str, list[Logged]]
Answers = dict[str, dict[str, Any]]


@dataclass
class Sent:
    """A command that somebody sent, and every answer that came back."""

    table: str
    seat: int | None
    body: dict[str, Any]
    answers: list[dict[str, Any]] = field(default_factory=list)

    @property
    def id(self) -> str:
        return str(self.body["id"])

    @property
    def decisive(self):
        """The answers that must stay true for ever."""
        return [a for a in self.answers if a.get("problem", {}).get("code") not in PASSING]


@dataclass
class Tally:
    """What an audit has read."""

    games: int = 0
    events: int = 0
    commands: int = 0
    acknowledged: int = 0

    def __str__(self):
        return (
            f"{self.games} games, {self.events} events, {self.commands} commands, "
            f"{self.acknowledged} of them acknowledged"
        )


@contextmanager
def copied(path):
    """A copy of the database as it is at this moment; the node may go on writing."""
    with tempfile.TemporaryDirectory() as folder:
        twin = Path(folder) / "copy.db"
        _copy(path, twin)
        engine = sqlite_engine(twin)
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()


def _copy(path, twin):
    source, target = sqlite3.connect(path, timeout=30), sqlite3.connect(twin)
    source.backup(target)
    assert target.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    source.close()
    target.close()


def check(connection: Connection, sent: list[Sent]) -> Tally:
    """Hold a database against the commands that were sent and the answers that came."""
    logs, kept = snapshot(connection)
    tally = check_snapshot(logs, kept, sent)
    check_projections(connection)
    return tally


def snapshot(connection: Connection) -> tuple[Logs, Answers]:
    """Every log, and the answer that is kept for each command."""
    logs = read_logs(connection)
    kept: Answers = {}
    for row in connection.execute(select(answers.c.id, answers.c.body)):
        assert row.id not in kept, f"Two answers are kept for {row.id}."
        kept[row.id] = json.loads(row.body)
    return logs, kept


def check_snapshot(logs: Logs, kept: Answers, sent: list[Sent]) -> Tally:
    """Hold logs and kept answers against what was sent; they must be of one moment."""
    for table, entries in logs.items():
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), table
        Room.of(table, entries)
    for command in sent:
        _check_answers(command, kept)
        if "problem" not in kept.get(command.id, {"problem": 1}):
            _check_done(command, kept[command.id], logs[command.table])
    _check_counts(sent, kept, logs)
    decided = sum(bool(command.decisive) for command in sent)
    return Tally(len(logs), sum(map(len, logs.values())), len(sent), decided)


def read_logs(connection: Connection) -> Logs:
    """Every log, straight from the table."""
    logs: Logs = {}
    query = select(events).order_by(events.c.table_id, events.c.seq)
    for table, seq, at, body in connection.execute(query):
        logs.setdefault(table, []).append(Logged(seq, at, decode_event(body)))
    return logs


def _check_answers(command, kept):
    """A retry gets the same answer, and it is the stored one."""
    for answer in command.decisive:
        assert command.id in kept, f"{command.body} was answered {answer}, and that is lost."
        assert answer == kept[command.id], f"{command.body} is kept as {kept[command.id]}."


def _check_done(command, answer, entries):
    """What was done stands in the log, where the answer says, and once."""
    kind, seat = command.body["do"], command.seat
    if kind in MOVES:
        window = entries[command.body["expect"] : answer["seq"]]
        found = [e for e in window if isinstance(e.event, Moved) and e.event.seat == seat]
        assert len(found) == 1, f"{command.body} is {len(found)} times in the log."
    elif kind == "chat":
        said = [e.seq for e in entries if getattr(e.event, "text", None) == command.body["text"]]
        assert said == [answer["seq"]], f"{command.body} is at {said} in the log."


def _check_counts(sent, kept, logs):
    """Nothing is in the log that no kept answer speaks of: no command has worked twice."""
    done: Counter[tuple[str, int | None, str]] = Counter()
    seats = set()
    for command in sent:
        seats.add((command.table, command.seat))
        kind = "move" if command.body["do"] in MOVES else command.body["do"]
        done[command.table, command.seat, kind] += "problem" not in kept.get(
            command.id, {"problem": 1}
        )
    for table, seat in seats:
        happened = Counter(type(e.event) for e in logs[table] if _seat(e.event) == seat)
        assert happened[Moved] == done[table, seat, "move"], (table, seat)
        assert happened[Chatted] == done[table, seat, "chat"], (table, seat)


def _seat(event):
    return getattr(event, "seat", None)


def check_projections(connection: Connection):
    """Everything that follows from the events is what a rebuild makes of them."""
    before = _projected(connection)
    connection.exec_driver_sql("BEGIN")
    migrator.rebuild(connection, lambda *_: None)
    assert _projected(connection) == before
    connection.exec_driver_sql("ROLLBACK")


def _projected(connection):
    return {
        projection.name: sorted(map(repr, connection.execute(select(projection))))
        for projection in PROJECTIONS
    }


async def audit_views(path, people, table):
    """Every seat and a spectator are shown what the log says, at the moment of the view."""
    shown = [await person.view(table) for person in people]
    engine = sqlite_engine(path)
    try:
        with engine.connect() as connection:
            entries = event_log.read_log(connection, table)
    finally:
        engine.dispose()
    for view in shown:
        room = Room.of(table, entries[: view["seq"]])
        person = None if view["you"] is None else room.seat(view["you"]).person
        expected = views.view(room, person, view["now"])
        assert view == json.loads(encode(expected))
    return len(shown)
