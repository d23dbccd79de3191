"""The database's own versions: made new, brought up to date, and its projections built anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, select

from qwirkle.server import ledger
from qwirkle.server.projections import project
from qwirkle.server.schema import PROJECTIONS, events
from qwirkle.server.store import MIGRATING, Store, take_turns

FOLDER = Path(__file__).with_name("migrations")


async def check(store: Store) -> None:
    """Bring the database up to date; a fresh one is made."""
    await store.write(upgrade)


def upgrade(connection: Connection) -> None:
    take_turns(connection, MIGRATING)
    if MigrationContext.configure(connection).get_current_revision() == head():
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def head() -> str | None:
    """The newest version of the database."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def rebuild(connection: Connection, progress: Callable[[int, int], None]) -> int:
    """Build everything that follows from the events anew; how many tables there are."""
    for projection in PROJECTIONS:
        connection.execute(delete(projection))
    games = list(connection.scalars(select(events.c.game).where(events.c.seq == 1)))
    for number, game in enumerate(games, 1):
        room = ledger.load(connection, game)
        if room:
            project(connection, room, 0)
        progress(number, len(games))
    return len(games)
