"""Where the log is kept: a SQLite file, or PostgreSQL.

Both run the same functions of a SQLAlchemy connection, so every query is written once. ``write``
returns when what the function wrote is durable. SQLite has one writer thread, which commits the
work of all waiting callers at once, because a disk can only be synchronised so often.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import sqlalchemy
from sqlalchemy import Connection, Engine, event, func, select
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.pool import QueuePool

from qwirkle.faults import BadSetup, Refusal

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

Result = TypeVar("Result")
Work = Callable[[Connection], Result]

READERS = 2
LARGEST_BATCH = 256
BUSY_SECONDS = 10
TURNS, MIGRATING, CREDITING, KEYING = 8108, 1, 2, 3
"""Names of advisory locks: what the nodes of one PostgreSQL do one after another."""


GONE = (DBAPIError, OSError, TimeoutError, sqlalchemy.exc.TimeoutError)
"""Errors of a database that is restarting, full or too busy."""


class StorageFailed(Exception):
    """The database is full, locked or down. Nothing was stored."""


class Collided(Exception):
    """Two transactions conflicted, and the database has rolled this one back."""


COLLISIONS = ("40001", "40P01")
"""What PostgreSQL calls a serialization failure and a deadlock."""


class _HalfDone(Exception):
    """Work failed after it had written something: the batch is repeated with savepoints."""


class Store(Protocol):
    """A database."""

    failures: int
    """How often it could not store something."""

    async def write(self, work: Work[Result]) -> Result:
        """Do some work in a transaction; when this returns, it is durable."""
        ...

    async def read(self, work: Work[Result]) -> Result:
        """Read what is durable."""
        ...

    async def close(self) -> None: ...


class Job:
    """Work that waits for the writer, and the caller that waits for it."""

    def __init__(self, work: Work[Any], answer: asyncio.Future[Any]) -> None:
        self.work = work
        self.answer = answer
        self.result: object = None
        self.error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Do it within the transaction of the batch; with a savepoint, it fails alone."""
        self.error = None
        try:
            with connection.begin_nested():
                self.result = self.work(connection)
        except OperationalError:
            raise
        except Exception as error:
            self.error = error

    def run_plainly(self, connection: Connection, driver: sqlite3.Connection) -> None:
        """The same without a savepoint, which takes as long as the rest of the work.

        A refusal comes before anything is written, and then there is nothing to roll back.
        """
        before = driver.total_changes
        try:
            self.result = self.work(connection)
        except OperationalError:
            raise
        except Exception as error:
            if driver.total_changes != before or not isinstance(error, Refusal):
                raise _HalfDone from error
            self.error = error

    def deliver(self) -> None:
        """Answer the caller, if it still waits."""
        if self.answer.done():
            return
        if self.error is not None:
            self.answer.set_exception(self.error)
        else:
            self.answer.set_result(self.result)


def _deliver(jobs: list[Job]) -> None:
    """Wake the event loop once for all of them, not once for each; a closed loop needs no
    answer."""
    for loop in {job.answer.get_loop() for job in jobs}:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_deliver_here, jobs, loop)


def _deliver_here(jobs: list[Job], loop: asyncio.AbstractEventLoop) -> None:
    for job in jobs:
        if job.answer.get_loop() is loop:
            job.deliver()


class SqliteStore:
    """A SQLite file in WAL mode, synchronised to the disk with every commit."""

    def __init__(
        self, path: Path, *, batch: int = LARGEST_BATCH, watch: Callable[[int], None] | None = None
    ) -> None:
        self.path = path
        self.batch = batch
        self.failures = 0
        self._watch = watch
        self._engine = sqlite_engine(path)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._run, name="writer", daemon=True)
        self._writer.start()

    async def write(self, work: Work[Result]) -> Result:
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._queue.put(Job(work, answer))
        return await answer

    async def read(self, work: Work[Result]) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._look, work)

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self._engine.dispose()

    def _look(self, work: Work[Result]) -> Result:
        try:
            with self._engine.connect() as connection:
                return work(connection)
        except OperationalError as error:
            raise StorageFailed(str(error.orig)) from error

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            jobs = [job]
            while len(jobs) < self.batch:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    self._queue.put(None)
                    break
                jobs.append(more)
            self._commit(jobs)

    def _commit(self, jobs: list[Job]) -> None:
        """One transaction for all; if the database fails, all of them have failed.

        Work whose caller has left is dropped; from here on it can no longer be cancelled.
        """
        jobs = [job for job in jobs if not job.answer.cancelled()]
        if not jobs:
            return
        try:
            with self._engine.connect() as connection:
                try:
                    _do_all(connection, jobs)
                except _HalfDone:
                    _do_each(connection, jobs)
        except Exception as error:
            reason = error.orig if isinstance(error, DBAPIError) and error.orig else error
            self.failures += 1
            for job in jobs:
                job.error = StorageFailed(str(reason))
        else:
            if self._watch:
                self._watch(len(jobs))
        _deliver(jobs)


def _do_all(connection: Connection, jobs: list[Job]) -> None:
    driver: Any = connection.connection.driver_connection
    with connection.begin():
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        for job in jobs:
            job.run_plainly(connection, driver)


def _do_each(connection: Connection, jobs: list[Job]) -> None:
    with connection.begin():
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        for job in jobs:
            job.run(connection)


def sqlite_engine(path: Path) -> Engine:
    """An engine that leaves transactions to us, and syncs what it commits."""
    make_private(path)
    engine = sqlalchemy.create_engine(
        f"sqlite:///{path}",
        poolclass=QueuePool,
        pool_size=READERS + 1,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    return engine


def sqlite_files(path: Path) -> tuple[Path, ...]:
    """A database, and what SQLite makes beside it."""
    return path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))


def make_private(path: Path) -> None:
    """Only the owner may read a database, whatever the umask: it holds the hands of running games.

    SQLite gives the files that it makes beside it the same mode. A failure here shows up when the
    database is opened.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in sqlite_files(path):
        with suppress(OSError):
            if file.is_file():
                file.chmod(0o600)


class PostgresStore:
    """PostgreSQL, through asyncpg."""

    def __init__(self, url: str) -> None:
        self.failures = 0
        self._engine = postgres_engine(url)
        self._gone = postgres_gone()

    async def write(self, work: Work[Result]) -> Result:
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except IntegrityError:
            raise
        except self._gone as error:
            if getattr(getattr(error, "orig", None), "sqlstate", None) in COLLISIONS:
                raise Collided(type(error).__name__) from error
            self.failures += 1
            raise StorageFailed(type(error).__name__) from error

    async def read(self, work: Work[Result]) -> Result:
        try:
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)
        except self._gone as error:
            raise StorageFailed(type(error).__name__) from error

    async def close(self) -> None:
        await self._engine.dispose()


def postgres_engine(url: str, *, patience: int = BUSY_SECONDS) -> AsyncEngine:
    """An engine whose commits are durable, and which waits this many seconds (0: for ever)."""
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(
        async_url(url),
        pool_size=8,
        max_overflow=8,
        pool_pre_ping=True,
        pool_timeout=BUSY_SECONDS,
        connect_args={
            "timeout": BUSY_SECONDS,
            "server_settings": {"statement_timeout": str(patience * 1000)},
        },
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false) "
            "WHERE current_setting('synchronous_commit') = 'off'"
        )
        cursor.close()

    return engine


def postgres_gone() -> tuple[type[Exception], ...]:
    """What PostgreSQL raises while it is down: if it cannot connect, the driver's own errors."""
    import asyncpg

    return (*GONE, asyncpg.PostgresError, asyncpg.InterfaceError)


def take_turns(connection: Connection, turn: int) -> None:
    """Let only one node do this until its transaction ends, for as long as it takes.

    SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sqlalchemy.text("SET LOCAL statement_timeout = 0"))
        connection.execute(select(func.pg_advisory_xact_lock(TURNS, turn)))


def async_url(url: str) -> str:
    """The address with the driver that we use."""
    for prefix in ("postgresql://", "postgres://"):
        if url.startswith(prefix):
            return "postgresql+asyncpg://" + url.removeprefix(prefix)
    return url


def is_postgres(data: str) -> bool:
    return data.startswith(("postgres://", "postgresql://", "postgresql+asyncpg://"))


def need_driver(data: str) -> None:
    """The package without which the database cannot be used."""
    if is_postgres(data):
        need_extra("postgres", "asyncpg")


def need_extra(extra: str, module: str) -> None:
    if importlib.util.find_spec(module) is None:
        raise BadSetup("ui.serve.extra", extra=extra)


def open_store(
    data: str, *, batch: int = LARGEST_BATCH, watch: Callable[[int], None] | None = None
) -> Store:
    """The store at an address: ``postgresql://…``, or the path of a SQLite file."""
    if is_postgres(data):
        return PostgresStore(data)
    return SqliteStore(Path(data), batch=batch, watch=watch)


__all__ = [
    "CREDITING",
    "MIGRATING",
    "Collided",
    "PostgresStore",
    "SqliteStore",
    "StorageFailed",
    "Store",
    "async_url",
    "is_postgres",
    "need_driver",
    "need_extra",
    "open_store",
    "postgres_engine",
    "postgres_gone",
    "sqlite_engine",
    "take_turns",
]
