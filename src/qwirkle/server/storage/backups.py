"""A whole database as one file that can be restored into any other database.

The file is gzipped text: a header line, the rows of each table, and a line with their number and a
checksum. It has no projections; they are rebuilt. So it also moves a server from SQLite to
PostgreSQL, or back.
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
from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, literal, select

from qwirkle.faults import BadSetup
from qwirkle.server.storage import migrator
from qwirkle.server.storage.schema import PROJECTIONS, events, metadata, people

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
    """Write everything that a connection sees; returns the number of rows."""
    rows, checksum = 0, hashlib.sha256()
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0, compresslevel=6) as packed:
        for line in _lines(connection, now):
            rows += line.startswith(b"[")
            checksum.update(line)
            packed.write(line)
        packed.write(_encode(Tail(rows, checksum.hexdigest())) + b"\n")
    return rows


def _lines(connection: Connection, now: int) -> Iterator[bytes]:
    schema = migrator.current(connection)
    if schema != migrator.versions()[0]:
        raise BadSetup("ui.data.older")
    yield _encode(Head(FORMAT, schema, now)) + b"\n"
    for table in KEPT:
        heading = Heading(str(table.name), [str(column.name) for column in table.columns])
        yield _encode(heading) + b"\n"
        query = select(table).order_by(*table.primary_key)
        for row in connection.execution_options(yield_per=CHUNK).execute(query):
            yield _encode(tuple(row)) + b"\n"


def check(path: Path) -> Head:
    """Read a backup from beginning to end, and refuse a damaged one."""
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
    connection: Connection, path: Path, *, force: bool, progress: migrator.Progress
) -> tuple[int, int]:
    """Restore a backup, and replay every log; returns the numbers of tables and events."""
    head = check(path)
    if head.schema not in migrator.versions():
        raise BadSetup("ui.data.newer", version=head.schema)
    if not force and not is_empty(connection):
        raise BadSetup("ui.restore.full")
    _clear(connection)
    migrator.upgrade(connection, head.schema)
    with gzip.open(path) as lines:
        lines.readline()
        _fill(connection, map(_line.decode, lines))
    migrator.upgrade(connection)
    tables = migrator.rebuild(connection, progress)
    return tables, connection.scalar(select(func.count()).select_from(events)) or 0


def is_empty(connection: Connection) -> bool:
    """Whether a restore would overwrite nothing."""
    names = set(inspect(connection).get_table_names())
    rows = (select(literal(1)).select_from(t).limit(1) for t in (events, people) if t.name in names)
    return not any(
        connection.execute(row).first() for row in rows
    )  # the columns depend on the version


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
