"""The two tables of a data set: what their columns hold, and how they become Parquet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from qwirkle.arena.journal import replacing
from qwirkle.faults import BadSetup

if TYPE_CHECKING:
    import pyarrow


class Column(NamedTuple):
    """A column: its name, its type (``int8[36]`` is a list of 36), and what it holds."""

    name: str
    kind: str
    about: str


GAMES = (
    Column("game", "int64", "number of the game, from 0"),
    Column("bots", "string[]", "the bot of each seat"),
    Column("hands", "string[]", "what each seat was dealt, in the notation"),
    Column("first", "int8", "the seat that starts"),
    Column("turns", "int16", "number of moves"),
    Column("ended", "string", "the rule by which the game ended, or `stopped` after 1000 moves"),
    Column("final", "int16[4]", "final score of each seat; -1 where nobody sits"),
    Column("shares", "float32[4]", "share of the win of each seat; -1 where nobody sits"),
)
"""One row a game."""

MOVES = (
    Column("game", "int64", "number of the game"),
    Column("turn", "int16", "number of the move in its game, from 0"),
    Column("seat", "int8", "the seat that moves"),
    Column("bot", "string", "the bot in that seat"),
    Column("bag", "int8", "pieces left in the bag or pile"),
    Column("hand", "int8[36]", "its pieces of each kind, `Ro Rx Rd ...` to `... Pt Pc`"),
    Column("unseen", "int8[36]", "pieces of each kind that it cannot see: bag and other hands"),
    Column("scores", "int16[4]", "score of each seat before the move; -1 where nobody sits"),
    Column("move", "string", "the move, in the notation"),
    Column("points", "int16", "points or captured rows that the move gives"),
    Column("drawn", "string", "pieces drawn after the move"),
    Column("final", "int16[4]", "final score of each seat"),
    Column("share", "float32", "its share of the win: 1 alone, 1/n of n winners, 0 if lost"),
)
"""One row a move, with what its player knew before it."""

TABLES = {"games": GAMES, "moves": MOVES}


def check_extra() -> None:
    """Refuse to begin without the packages that write Parquet."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadSetup("ui.bad.extra", extra="parquet") from None


def table(name: str, rows: Sequence[Mapping[str, object]]) -> pyarrow.Table:
    """Rows as an Arrow table, with the columns of that name."""
    import pyarrow as pa

    schema = pa.schema([(column.name, _type(column.kind)) for column in TABLES[name]])
    return pa.Table.from_pylist(rows, schema)


def write(name: str, parts: Sequence[pyarrow.Table]) -> None:
    """Tables, one after the other, as one file; the same tables give the same bytes."""
    import pyarrow as pa
    from pyarrow import parquet

    with replacing(name) as file:
        parquet.write_table(pa.concat_tables(list(parts)), file, compression="zstd")


def _type(kind: str) -> Any:
    """The Arrow type of a column."""
    import pyarrow as pa

    item, size = re.fullmatch(r"(\w+)(?:\[(\d*)\])?", kind).groups()  # type: ignore[union-attr]
    plain = getattr(pa, item)()
    return plain if size is None else pa.list_(plain, int(size or -1))
