"""Outages: time in which no node could have stored a move never counts.

Every transaction that depends on a clock asks here for the time first. If the last sign of life of
any node is too long ago, the server was down or the time of day has jumped: then the running clocks
of all tables are credited first, in the same transaction. Only the database keeps track of it, so
no node, batch or retry can credit twice or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from qwirkle.server.domain import clocks, events
from qwirkle.server.storage import event_log, heartbeat
from qwirkle.server.storage.event_log import Running

AWAY = 2000
"""Milliseconds without a sign of life of any node after which the server counts as down."""
RENEWED = 1000
"""Milliseconds after which any work that is stored is a sign of life: under load the heartbeat
waits in the same queue as everything else, and a busy server is not down."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The time for a transaction, and what had to be credited first."""

    now: int
    gap: int = 0
    """Milliseconds since the last sign of life, if they do not count; negative if the time of day
    went back."""
    credited: tuple[str, ...] = ()


def moment(connection: Connection, clock: Callable[[], int], node: str) -> Moment:
    """The time for this transaction, after all clocks have been credited."""
    now, last = heartbeat.last_sign(connection, clock)
    if last is None or -AWAY <= now - last <= RENEWED:
        return Moment(now)
    if 0 < now - last <= AWAY:
        heartbeat.renew(connection, node, now)
        return Moment(now)
    return _make_good(connection, clock, node)


def _make_good(connection: Connection, clock: Callable[[], int], node: str) -> Moment:
    """Move every running clock by the time that does not count.

    Nodes take turns, and look again when it is theirs: only the first of them finds a gap.
    """
    heartbeat.lock(connection)
    now, last = heartbeat.last_sign(connection, clock)
    if last is None or -AWAY <= now - last <= AWAY:
        return Moment(now)
    running = event_log.running(connection)
    now, _ = heartbeat.last_sign(
        connection, clock
    )  # again, because nobody could move while they were read
    heartbeat.pull_back(connection, now)
    heartbeat.sign(connection, node, now)
    owed = [(table, ms) for table in running if (ms := _owed(table.changed, last, now))]
    credit(connection, owed, now)
    return Moment(now, now - last, tuple(one.table for one, _ in owed))


def _owed(changed: int, last: int, now: int) -> int:
    """A table gets the time since the last sign of life, or since its own last event if that came
    later: until then the server was available to it."""
    ms = now - max(last, changed)
    if ms < 0 < now - last:  # its last event is in the future
        return 0
    return ms


def credit(connection: Connection, owed: list[tuple[Running, int]], now: int) -> None:
    """Give each of these tables its milliseconds."""
    given = [(table, events.Credited(ms, _later(table, ms))) for table, ms in owed]
    event_log.credit(connection, given, now)


def _later(table: Running, ms: int) -> clocks.Times | None:
    return clocks.credited(table.times, ms) if table.times else None
