"""The database's own versions: created, upgraded, and its projections rebuilt.

Alembic is loaded only if there is something to do: a node starts faster without it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, delete, inspect, select, text

from qwirkle.faults import BadSetup
from qwirkle.server.domain.room import LogDisagrees
from qwirkle.server.storage import event_log
from qwirkle.server.storage.database import MIGRATING, Store, take_turns
from qwirkle.server.storage.projections import project
from qwirkle.server.storage.schema import PROJECTIONS, events

FOLDER = Path(__file__).with_name("migrations")
Progress = Callable[[int, int], None]
"""Called with the number of tables that are done, and of all tables."""


async def check(store: Store) -> None:
    """Bring the database up to date; an empty one is created."""
    await store.write(upgrade)


def upgrade(connection: Connection, version: str | None = None) -> None:
    """Bring a database to a version, by default the newest."""
    take_turns(connection, MIGRATING)
    known, now = versions(), current(connection)
    wanted = version or known[0]
    for one in (now, wanted):
        if one is not None and one not in known:
            raise BadSetup("ui.data.newer", version=one)
    if now != wanted:
        _migrate(connection, wanted)


def _migrate(connection: Connection, version: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def current(connection: Connection) -> str | None:
    """The version of a database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    return str(row.version_num) if row else None


def versions() -> list[str]:
    """All versions of the database that are known, the newest first: as their files are named."""
    names = (path.stem for path in (FOLDER / "versions").glob("v*_*.py"))
    return sorted((name[1:].partition("_")[0] for name in names), reverse=True)


def rebuild(connection: Connection, progress: Progress) -> int:
    """Rebuild everything that follows from the events; returns the number of tables."""
    for projection in PROJECTIONS:
        connection.execute(delete(projection))
    query = (
        select(events.c.table_id).where(events.c.seq == 1).order_by(events.c.at, events.c.table_id)
    )
    tables = list(connection.scalars(query))
    for number, table in enumerate(tables, 1):
        try:
            room = event_log.load(connection, table)
        except LogDisagrees as error:
            raise BadSetup("ui.data.disagrees", table=table, detail=str(error)) from error
        assert room is not None  # noqa: S101
        project(connection, room, 0)
        progress(number, len(tables))
    return len(tables)
