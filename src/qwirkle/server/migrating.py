"""The database's own versions: made new, brought up to date, and its projections built anew.

Alembic is loaded only where there is something to do: a node starts faster without it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, delete, inspect, select, text

from qwirkle.faults import BadSetup
from qwirkle.server import ledger
from qwirkle.server.projections import project
from qwirkle.server.room import LogDisagrees
from qwirkle.server.schema import PROJECTIONS, events
from qwirkle.server.store import MIGRATING, Store, take_turns

FOLDER = Path(__file__).with_name("migrations")
Progress = Callable[[int, int], None]
"""Told how many of how many are done."""


async def check(store: Store) -> None:
    """Bring the database up to date; a fresh one is made."""
    await store.write(upgrade)


def upgrade(connection: Connection, version: str | None = None) -> None:
    """Bring a database to a version; to the newest where none is named."""
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
    """The version of a database; None where it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    return str(row.version_num) if row else None


def versions() -> list[str]:
    """All versions of the database that are known, the newest first: as their files are named."""
    names = (path.stem for path in (FOLDER / "versions").glob("v*_*.py"))
    return sorted((name[1:].partition("_")[0] for name in names), reverse=True)


def rebuild(connection: Connection, progress: Progress) -> int:
    """Build everything that follows from the events anew; how many tables there are."""
    for projection in PROJECTIONS:
        connection.execute(delete(projection))
    query = select(events.c.game).where(events.c.seq == 1).order_by(events.c.at, events.c.game)
    games = list(connection.scalars(query))
    for number, game in enumerate(games, 1):
        try:
            room = ledger.load(connection, game)
        except LogDisagrees as error:
            raise BadSetup("ui.data.disagrees", table=game, reason=str(error)) from error
        assert room is not None  # noqa: S101
        project(connection, room, 0)
        progress(number, len(games))
    return len(games)
