"""Signs of life of the nodes in the database, and the check for free space."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import Connection, delete, func, insert, select, update

from qwirkle.server.storage.database import CREDITING, take_turns
from qwirkle.server.storage.schema import answers, nodes

FILLING = 64 * 1024
"""Bytes to write in the check for free space: more than the largest command writes."""

_LAST = select(func.max(nodes.c.seen))
_DATABASE_TIME = select(
    func.floor(func.extract("epoch", func.clock_timestamp()) * 1000), _LAST.scalar_subquery()
)
_NODES = select(nodes.c.seen).order_by(nodes.c.node).with_for_update()


def last_sign(connection: Connection, clock: Callable[[], int]) -> tuple[int, int | None]:
    """The time, and the last sign of life of any node.

    Nodes that share a PostgreSQL take its time, so that they agree.
    """
    if connection.dialect.name != "postgresql":
        last = connection.scalar(_LAST)
        return clock(), last
    now, last = connection.execute(_DATABASE_TIME).one()
    return int(now), last


def sign(connection: Connection, node: str, now: int) -> None:
    """Leave a sign of life."""
    if not renew(connection, node, now):
        connection.execute(insert(nodes), [{"node": node, "seen": now}])


def renew(connection: Connection, node: str, now: int) -> bool:
    """Renew a sign of life; whether there was one."""
    changed = connection.execute(update(nodes).where(nodes.c.node == node), {"seen": now})
    return bool(changed.rowcount)


def lock(connection: Connection) -> None:
    """No other node leaves a sign of life, or credits an outage, until the commit."""
    take_turns(connection, CREDITING)
    connection.execute(_NODES).all()


def pull_back(connection: Connection, now: int) -> None:
    """Set signs of life in the future to the current time."""
    connection.execute(update(nodes).where(nodes.c.seen > now), {"seen": now})


def probe(connection: Connection) -> None:
    """Write as much as a large command does; a sign of life is small, and may find room on a
    disk on which a move does not."""
    clear_probe(connection)
    filling = secrets.token_hex(FILLING // 2)
    row = {"table_id": "", "actor": "", "id": secrets.token_hex(8), "digest": "", "body": filling}
    connection.execute(insert(answers), [row])


def clear_probe(connection: Connection) -> None:
    """Remove it again; no person has an empty id, so this is nobody's answer."""
    mine = (answers.c.table_id == "") & (answers.c.actor == "")
    connection.execute(delete(answers).where(mine))
