"""What an operator does to a database: migrate, back up, restore."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, func, inspect, make_url, select
from sqlalchemy.exc import DBAPIError

from qwirkle.faults import BadSetup
from qwirkle.locales import say
from qwirkle.server import backups, migrating
from qwirkle.server.desk import milliseconds
from qwirkle.server.options import need_extras
from qwirkle.server.schema import nodes
from qwirkle.server.store import (
    async_url,
    is_postgres,
    postgres_engine,
    postgres_gone,
    sqlite_engine,
)

Result = TypeVar("Result")
Told = Callable[[str], None]
ALIVE = 5000
"""Milliseconds since its last sign of life in which a node is taken to be running."""
PAUSE = 2.0
"""Seconds between two words about the progress."""


def migrate(data: str, told: Told, lang: str, *, rebuild: bool = False) -> int:
    """Bring a database up to date; with ``rebuild`` work its projections out anew."""

    def work(connection: Connection) -> int | None:
        migrating.upgrade(connection)
        if not rebuild:
            return None
        _check_alone(connection)
        return migrating.rebuild(connection, _progress(told, lang))

    count = _write(data, work)
    told(say("ui.migrate.done", lang, version=migrating.versions()[0]))
    if count is not None:
        told(say("ui.migrate.rebuilt", lang, count=count))
    return 0


def backup(data: str, target: str, told: Told, lang: str) -> int:
    """Write everything into a file, while the server runs: all as it was at one moment."""
    if not is_postgres(data) and not Path(data).is_file():
        raise BadSetup("ui.data.missing", file=data)
    path, part = Path(target), Path(f"{target}.part")
    try:
        opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise BadSetup("ui.backup.write", file=target, reason=error.strerror) from None
    try:
        with os.fdopen(opened, "wb") as file:
            rows = _snapshot(data, lambda c: backups.dump(c, file, milliseconds()))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise BadSetup("ui.backup.write", file=target, reason=error.strerror) from None
    finally:
        part.unlink(missing_ok=True)
    told(say("ui.backup.done", lang, file=target, rows=rows))
    return 0


def restore(data: str, source: str, told: Told, lang: str, *, force: bool = False) -> int:
    """Put a backup into a database; nothing is changed unless all of it can be."""
    path = Path(source)
    try:
        backups.check(path)
    except OSError as error:
        raise BadSetup("ui.file.read", file=source, reason=error.strerror) from None

    def work(connection: Connection) -> tuple[int, int]:
        _check_alone(connection)
        return backups.load(connection, path, force=force, progress=_progress(told, lang))

    games, events = _write(data, work)
    told(say("ui.restore.done", lang, count=games, events=events))
    return 0


def prepare(data: str) -> None:
    """Before a node starts: the database can be reached, and is up to date."""
    _write(data, migrating.upgrade)


def shown(data: str) -> str:
    """Where the data is, without a password."""
    return make_url(async_url(data)).render_as_string() if is_postgres(data) else data


def _check_alone(connection: Connection) -> None:
    """Projections and logs cannot be changed under the hands of a server."""
    if not inspect(connection).has_table("nodes"):
        return
    last = connection.scalar(select(func.max(nodes.c.seen)))
    if last and milliseconds() - last < ALIVE:
        raise BadSetup("ui.data.running")


def _progress(told: Told, lang: str) -> migrating.Progress:
    last = time.monotonic()

    def progress(number: int, count: int) -> None:
        nonlocal last
        if time.monotonic() - last > PAUSE:
            last = time.monotonic()
            told(say("ui.data.progress", lang, number=number, count=count))

    return progress


def _write(data: str, work: Callable[[Connection], Result]) -> Result:
    return _run(data, work, "BEGIN IMMEDIATE", "READ COMMITTED")


def _snapshot(data: str, work: Callable[[Connection], Result]) -> Result:
    """Look at everything as it is at one moment; nobody has to wait for that."""
    return _run(data, work, "BEGIN", "REPEATABLE READ")


def _run(data: str, work: Callable[[Connection], Result], begin: str, isolation: str) -> Result:
    need_extras(data)
    if is_postgres(data):
        return asyncio.run(_on_postgres(data, work, isolation))
    engine = sqlite_engine(Path(data))
    try:
        with engine.connect() as connection, connection.begin():
            connection.exec_driver_sql(begin)
            return work(connection)
    except DBAPIError as error:
        raise BadSetup("ui.data.open", where=data, reason=str(error.orig)) from error
    finally:
        engine.dispose()


async def _on_postgres(data: str, work: Callable[[Connection], Result], isolation: str) -> Result:
    engine = postgres_engine(data, patience=0)
    try:
        async with engine.execution_options(isolation_level=isolation).begin() as connection:
            return await connection.run_sync(work)
    except postgres_gone() as error:
        raise BadSetup("ui.data.open", where=shown(data), reason=_reason(error)) from error
    finally:
        await engine.dispose()


def _reason(error: Exception) -> str:
    """The first line: the others repeat the query."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
