"""A whole database as one file that any other database can take in.

The file is gzipped text: a line with what it is, the rows of each table, and a line with their
number and a checksum. It holds what cannot be worked out; the projections are built anew. So it
also moves a server from SQLite to PostgreSQL, or back.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select

from qwirkle.faults import BadSetup
from qwirkle.server import migrating
from qwirkle.server.schema import PROJECTIONS, events, metadata, people

FORMAT = "qwirkle-backup-1"
KEPT = [table for table in metadata.sorted_tables if table not in PROJECTIONS]
"""The tables that a backup holds."""
CHUNK = 1000
LONGEST_LINE = 1 << 26


class Head(msgspec.Struct, tag_field="line", tag="head"):
    """The first line."""

    format: str
    schema: str
    made: int


class Heading(msgspec.Struct, tag_field="line", tag="table"):
    """The line before the rows of a table."""

    table: str
    columns: list[str]


class Tail(msgspec.Struct, tag_field="line", tag="end"):
    """The last line; the checksum is that of everything before it."""

    rows: int
    sha256: str


_encode = msgspec.json.Encoder().encode
_line = msgspec.json.Decoder(Heading | Tail | list[Any])


def dump(connection: Connection, file: BinaryIO, now: int) -> int:
    """Write all that a connection sees; how many rows that is."""
    rows, checksum = 0, hashlib.sha256()
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0, compresslevel=6) as packed:
        for line in _lines(connection, now):
            rows += line.startswith(b"[")
            checksum.update(line)
            packed.write(line)
        packed.write(_encode(Tail(rows, checksum.hexdigest())) + b"\n")
    return rows


def _lines(connection: Connection, now: int) -> Iterator[bytes]:
    schema = migrating.current(connection)
    if schema != migrating.versions()[0]:
        raise BadSetup("ui.data.older")
    yield _encode(Head(FORMAT, schema, now)) + b"\n"
    for table in KEPT:
        heading = Heading(str(table.name), [str(column.name) for column in table.columns])
        yield _encode(heading) + b"\n"
        query = select(table).order_by(*table.primary_key)
        for row in connection.execution_options(yield_per=CHUNK).execute(query):
            yield _encode(tuple(row)) + b"\n"


def check(path: Path) -> Head:
    """Read a backup from its beginning to its end, and say whether it is whole."""
    try:
        return _checked(path)
    except (EOFError, zlib.error, gzip.BadGzipFile, msgspec.MsgspecError, UnicodeDecodeError):
        raise BadSetup("ui.restore.damaged", file=path) from None


def _checked(path: Path) -> Head:
    rows, checksum, tail = 0, hashlib.sha256(), None
    with gzip.open(path) as lines:
        first = lines.readline(LONGEST_LINE)
        head = msgspec.json.decode(first, type=Head)
        checksum.update(first)
        for line in lines:
            if tail is not None:
                raise EOFError
            if line.startswith(b'{"line":"end"'):
                tail = msgspec.json.decode(line, type=Tail)
                continue
            rows += line.startswith(b"[")
            checksum.update(line)
    if head.format != FORMAT or tail != Tail(rows, checksum.hexdigest()):
        raise EOFError
    return head


def load(
    connection: Connection, path: Path, *, force: bool, progress: migrating.Progress
) -> tuple[int, int]:
    """Put a backup into a database, and fold every log; how many tables and events it has."""
    head = check(path)
    if head.schema not in migrating.versions():
        raise BadSetup("ui.data.newer", version=head.schema)
    if not force and not is_empty(connection):
        raise BadSetup("ui.restore.full")
    _clear(connection)
    migrating.upgrade(connection, head.schema)
    with gzip.open(path) as lines:
        lines.readline()
        _fill(connection, map(_line.decode, lines))
    migrating.upgrade(connection)
    games = migrating.rebuild(connection, progress)
    return games, connection.scalar(select(func.count()).select_from(events)) or 0


def is_empty(connection: Connection) -> bool:
    """Whether nothing would be lost."""
    names = set(inspect(connection).get_table_names())
    return not any(
        table.name in names and connection.execute(select(table).limit(1)).first()
        for table in (events, people)
    )


def _clear(connection: Connection) -> None:
    """Remove our tables, and only ours: others may use the same database."""
    names = {*inspect(connection).get_table_names()} & {*metadata.tables, "alembic_version"}
    found = MetaData()
    found.reflect(connection, only=sorted(names))
    found.drop_all(connection)


def _fill(connection: Connection, lines: Iterator[Heading | Tail | list[Any]]) -> None:
    """The tables as they are in the version of the backup, which may be an old one."""
    heading: Heading | None = None
    table: Table | None = None
    while chunk := list(islice(lines, CHUNK)):
        rows: list[dict[str, Any]] = []
        for line in chunk:
            if isinstance(line, list):
                assert heading is not None  # noqa: S101
                rows.append(dict(zip(heading.columns, line, strict=True)))
                continue
            _insert(connection, table, rows)
            rows = []
            if isinstance(line, Heading):
                heading = line
                table = Table(line.table, MetaData(), autoload_with=connection)
        _insert(connection, table, rows)


def _insert(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(insert(table), rows)
