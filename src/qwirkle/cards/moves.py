"""What a player of the card game can do: lay out the whole new table, exchange, or pass."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from qwirkle.faults import BadNotation, text_given
from qwirkle.lines import LONGEST, shared
from qwirkle.moves import Open
from qwirkle.tiles import SHAPES, Shape, Tile, parse_tiles

Row = tuple[Tile, ...]


def in_order(rows: Iterable[Iterable[Tile]]) -> tuple[Row, ...]:
    """Rows as the rulebook advises to lay them: those of one shape, then those of one colour."""
    return tuple(sorted((tuple(sorted(row)) for row in rows), key=_place))


def _place(row: Row) -> tuple[int, int, Row]:
    feature = shared(row)
    if isinstance(feature, Shape) and len(row) > 1:
        return 0, SHAPES.index(feature), row
    return 1, 0, row


def parse_rows(text: str) -> tuple[Row, ...]:
    """Read ``Ro Rx Rd | Rs Bs Gs``; no text is no rows."""
    if not text_given(text).strip():
        return ()
    rows = []
    column = 0
    for part in text.split("|"):
        rows.append(parse_tiles(part, column))
        column += len(part) + 1
        if not rows[-1]:
            raise BadNotation("bad.row", text=text, column=column)
    return tuple(rows)


def write_rows(rows: Iterable[Row]) -> str:
    return " | ".join(" ".join(map(str, row)) for row in rows)


@dataclass(frozen=True, slots=True)
class Arrange(Open):
    """The whole table as it shall lie when the turn ends, and the rows captured in it (C6, C7)."""

    rows: tuple[Row, ...]
    captured: tuple[Row, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", in_order(self.rows))
        object.__setattr__(self, "captured", in_order(self.captured))

    @classmethod
    def parse(cls, text: str) -> Arrange:
        """Read the rows of the new table; each row of six is captured.

        >>> write_rows(Arrange.parse("Ro Rx Rd Rs Rt Rc | Bo Bx Bd").captured)
        'Ro Rx Rd Rs Rt Rc'
        """
        rows = parse_rows(text)
        if not rows:
            raise BadNotation("bad.table", text=text, column=1)
        return cls(
            tuple(row for row in rows if len(row) != LONGEST),
            tuple(row for row in rows if len(row) == LONGEST),
        )

    @property
    def cards(self) -> tuple[Tile, ...]:
        """All the cards of the move, those that stay on the table and those that leave it."""
        return tuple(chain.from_iterable(self.rows + self.captured))

    def __str__(self) -> str:
        return write_rows(self.rows + self.captured)

    def __repr__(self) -> str:
        return f"Arrange.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Exchange(Open):
    """The whole hand for a new one, because nothing can be played; the turn goes on (C9)."""

    is_play: ClassVar[bool] = False

    def __str__(self) -> str:
        return "exchange"

    def __repr__(self) -> str:
        return "Exchange()"


@dataclass(frozen=True, slots=True)
class Pass(Open):
    """Nothing, because nothing can be played and an exchange is not possible either (C9)."""

    is_play: ClassVar[bool] = False

    def __str__(self) -> str:
        return "pass"

    def __repr__(self) -> str:
        return "Pass()"


Move = Arrange | Exchange | Pass


def parse_move(text: str) -> Move:
    """Read a move: the whole new table, or ``exchange``, or ``pass``."""
    match text_given(text).strip():
        case "exchange":
            return Exchange()
        case "pass":
            return Pass()
        case _:
            return Arrange.parse(text)
