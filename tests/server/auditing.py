"""An auditor: holds a database and the views of a node against what players were told."""

import json
import sqlite3
import tempfile
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, select

from qwirkle.server import ledger, log, migrating, views
from qwirkle.server.log import Logged
from qwirkle.server.room import Room
from qwirkle.server.schema import PROJECTIONS, answers, events
from qwirkle.server.session import encode
from qwirkle.server.store import sqlite_engine

PASSING = ("conflict", "storage", "limit")
"""Refusals that are not kept: the same command may come again and be done."""
MOVES = ("play", "trade", "arrange")


@dataclass
class Sent:
    """A command that somebody sent, and every answer that came back."""

    table: str
    seat: int
    body: dict
    answers: list[dict] = field(default_factory=list)

    @property
    def id(self):
        return self.body["id"]

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


def check(connection, sent):
    """Hold a database against the commands that were sent and the answers that came."""
    logs = read_logs(connection)
    kept = {}
    for row in connection.execute(select(answers.c.id, answers.c.body)):
        assert row.id not in kept, f"Two answers are kept for {row.id}."
        kept[row.id] = json.loads(row.body)
    for game, entries in logs.items():
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), game
        Room.of(game, entries)
    for command in sent:
        _check_answers(command, kept)
        if "problem" not in kept.get(command.id, {"problem": 1}):
            _check_done(command, kept[command.id], logs[command.table])
    _check_counts(sent, kept, logs)
    check_projections(connection)
    decided = sum(bool(command.decisive) for command in sent)
    return Tally(len(logs), sum(map(len, logs.values())), len(sent), decided)


def read_logs(connection):
    """Every log, straight from the table."""
    logs = {}
    query = select(events).order_by(events.c.game, events.c.seq)
    for game, seq, at, body in connection.execute(query):
        logs.setdefault(game, []).append(Logged(seq, at, log.read(body)))
    return logs


def _check_answers(command, kept):
    """Whoever asks twice hears the same, and what was heard is what is kept."""
    for answer in command.decisive:
        assert command.id in kept, f"{command.body} was answered {answer}, and that is lost."
        assert answer == kept[command.id], f"{command.body} is kept as {kept[command.id]}."


def _check_done(command, answer, entries):
    """What was done stands in the log, where the answer says, and once."""
    kind, seat = command.body["do"], command.seat
    if kind in MOVES:
        window = entries[command.body["expect"] : answer["seq"]]
        found = [e for e in window if isinstance(e.event, log.Moved) and e.event.seat == seat]
        assert len(found) == 1, f"{command.body} is {len(found)} times in the log."
    elif kind == "chat":
        said = [e.seq for e in entries if getattr(e.event, "text", None) == command.body["text"]]
        assert said == [answer["seq"]], f"{command.body} is at {said} in the log."


def _check_counts(sent, kept, logs):
    """Nothing stands in the log that no kept answer speaks of: no command has worked twice."""
    done = Counter()
    seats = set()
    for command in sent:
        seats.add((command.table, command.seat))
        kind = "move" if command.body["do"] in MOVES else command.body["do"]
        done[command.table, command.seat, kind] += "problem" not in kept.get(
            command.id, {"problem": 1}
        )
    for table, seat in seats:
        happened = Counter(type(e.event) for e in logs[table] if _seat(e.event) == seat)
        assert happened[log.Moved] == done[table, seat, "move"], (table, seat)
        assert happened[log.Chatted] == done[table, seat, "chat"], (table, seat)


def _seat(event):
    return getattr(event, "seat", None)


def check_projections(connection: Connection):
    """Everything that follows from the events is what a rebuild makes of them."""
    before = _projected(connection)
    connection.exec_driver_sql("BEGIN")
    migrating.rebuild(connection, lambda *_: None)
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
            entries = ledger.read_log(connection, table)
    finally:
        engine.dispose()
    for view in shown:
        room = Room.of(table, entries[: view["seq"]])
        person = None if view["you"] is None else room.seat(view["you"]).person
        expected = views.view(room, person, view["now"])
        assert view == json.loads(encode(expected))
    return len(shown)
