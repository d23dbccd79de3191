"""What an operator does to a database: migrate, back up, restore."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, inspect, make_url
from sqlalchemy.exc import DBAPIError

from qwirkle.faults import BadSetup
from qwirkle.locales import say
from qwirkle.server.protocol import receipts
from qwirkle.server.storage import backups, heartbeat, keys, migrator
from qwirkle.server.storage.database import (
    async_url,
    is_postgres,
    need_driver,
    postgres_engine,
    postgres_gone,
    sqlite_engine,
    sqlite_files,
)
from qwirkle.server.storage.timekeeping import milliseconds

Result = TypeVar("Result")
Report = Callable[[str], None]
ALIVE = 5000
"""Milliseconds since its last sign of life for which a node counts as running."""
PAUSE = 2.0
"""Seconds between two reports of the progress."""


def migrate(data: str, report: Report, lang: str, *, rebuild: bool = False) -> int:
    """Bring a database up to date; with ``rebuild``, rebuild its projections."""

    def work(connection: Connection) -> int | None:
        migrator.upgrade(connection)
        if not rebuild:
            return None
        _check_alone(connection)
        return migrator.rebuild(connection, _progress(report, lang))

    count = _write(data, work)
    report(say("ui.migrate.done", lang, version=migrator.versions()[0]))
    if count is not None:
        report(say("ui.migrate.rebuilt", lang, count=count))
    return 0


def backup(data: str, target: str, report: Report, lang: str) -> int:
    """Write a snapshot of everything into a file, even while the server runs."""
    _check_there(data)
    path, part = Path(target), Path(f"{target}.part")
    try:
        opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise BadSetup("ui.backup.write", file=target, detail=error.strerror) from None
    try:
        with os.fdopen(opened, "wb") as file:
            if part.is_file():  # an existing one may be readable by others
                part.chmod(0o600)
            rows = _snapshot(data, lambda c: backups.dump(c, file, milliseconds()))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise BadSetup("ui.backup.write", file=target, detail=error.strerror) from None
    finally:
        part.unlink(missing_ok=True)
    report(say("ui.backup.done", lang, file=target, rows=rows))
    return 0


def restore(data: str, source: str, report: Report, lang: str, *, force: bool = False) -> int:
    """Put a backup into a database; nothing is changed unless all of it can be."""
    path = Path(source)
    try:
        backups.check(path)
    except OSError as error:
        raise BadSetup("ui.file.read", file=source, detail=error.strerror) from None

    def work(connection: Connection) -> tuple[int, int]:
        _check_alone(connection)
        return backups.load(connection, path, force=force, progress=_progress(report, lang))

    tables, events = _write(data, work)
    report(say("ui.restore.done", lang, count=tables, events=events))
    return 0


def key(data: str, report: Report, lang: str, *, replace: bool = False) -> int:
    """Show the key of the server, or make a new one, which is used from the next start on."""
    _check_there(data)

    def work(connection: Connection) -> receipts.ServerKey:
        migrator.upgrade(connection)
        if not replace:
            return keys.look(connection, milliseconds())
        _check_alone(connection)
        return keys.replace(connection, milliseconds())

    found = _write(data, work)
    report(say("ui.key.shown", lang, public=found.key))
    for old in found.earlier:
        report(say("ui.key.earlier", lang, public=old))
    return 0


def prepare(data: str) -> None:
    """Before a node starts: check that the database can be reached and has room, and migrate it."""

    def work(connection: Connection) -> None:
        migrator.upgrade(connection)
        heartbeat.probe(connection)

    _write(data, work)
    _write(data, heartbeat.clear_probe)


def shown(data: str) -> str:
    """Where the data is, without a password."""
    return make_url(async_url(data)).render_as_string() if is_postgres(data) else data


def _check_there(data: str) -> None:
    """Do not create a database because of a mistyped name."""
    if not is_postgres(data) and not Path(data).is_file():
        raise BadSetup("ui.data.missing", file=data)


def _check_alone(connection: Connection) -> None:
    """Refuse to change projections and logs while a server is running."""
    if not inspect(connection).has_table("nodes"):
        return
    now, last = heartbeat.last_sign(connection, milliseconds)
    if last is not None and abs(now - last) < ALIVE:  # one that is far ahead is a mistake
        raise BadSetup("ui.data.running")


def _progress(report: Report, lang: str) -> migrator.Progress:
    last = time.monotonic()

    def progress(number: int, count: int) -> None:
        nonlocal last
        if time.monotonic() - last > PAUSE:
            last = time.monotonic()
            report(say("ui.data.progress", lang, number=number, count=count))

    return progress


def _write(data: str, work: Callable[[Connection], Result]) -> Result:
    return _run(data, work, "BEGIN IMMEDIATE", "READ COMMITTED")


def _snapshot(data: str, work: Callable[[Connection], Result]) -> Result:
    """Read a snapshot of everything, without blocking anybody."""
    return _run(data, work, "BEGIN", "REPEATABLE READ")


def _run(data: str, work: Callable[[Connection], Result], begin: str, isolation: str) -> Result:
    need_driver(data)
    if is_postgres(data):
        return asyncio.run(_on_postgres(data, work, isolation))
    path = Path(data)
    done = path.exists()  # what was there before stays, whatever happens
    engine = sqlite_engine(path)
    try:
        with engine.connect() as connection, connection.begin():
            connection.exec_driver_sql(begin)
            result = work(connection)
        done = True
        return result
    except (DBAPIError, sqlite3.Error) as error:
        raise _unusable(data, getattr(error, "orig", None) or error) from error
    finally:
        engine.dispose()
        if not done:
            for file in sqlite_files(path):
                file.unlink(missing_ok=True)


def _unusable(data: str, error: BaseException) -> BadSetup:
    """Why a SQLite file cannot be used, and what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the other bits say where it was raised
    match code:
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return BadSetup("ui.data.full", where=data)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
            return BadSetup("ui.data.forbidden", where=data)
        case _:
            return BadSetup("ui.data.open", where=data, detail=str(error))


async def _on_postgres(data: str, work: Callable[[Connection], Result], isolation: str) -> Result:
    engine = postgres_engine(data, patience=0)
    try:
        async with engine.execution_options(isolation_level=isolation).begin() as connection:
            return await connection.run_sync(work)
    except postgres_gone() as error:
        raise BadSetup("ui.data.open", where=shown(data), detail=_reason(error)) from error
    finally:
        await engine.dispose()


def _reason(error: Exception) -> str:
    """The first line: the others repeat the query."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
