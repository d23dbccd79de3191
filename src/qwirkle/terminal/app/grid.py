"""The table: pieces on cells, seen through a window that follows the cursor.

The board of the tile game has coordinates at its edges. The rows of the card game have numbers
before them and remarks behind them. Both are drawn alike: a piece takes two columns, and between
two pieces there is one for marks and for the brackets of the cursor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from qwirkle.faults import Cell
from qwirkle.pictures import Picture
from qwirkle.terminal.app.paint import (
    DIM,
    GOLD,
    LIT,
    NEW,
    PICKED,
    PLACED,
    QUIET,
    SIX,
    Mark,
    Painter,
)
from qwirkle.terminal.screen import DOT
from qwirkle.tiles import Tile

WIDE = 3
"""Columns from one piece to the next."""
MARGIN = 4
"""Columns before the first."""
NEAR = 1
"""How many cells around the cursor stay in sight."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What lies, and what is to be seen of it."""

    pieces: Mapping[Cell, Tile] = field(default_factory=dict)
    marks: Mapping[Cell, Mark] = field(default_factory=dict)
    lit: Mapping[Cell, str] = field(default_factory=dict)
    """Empty cells that something fits on, each with a short text: what it gives there."""
    cursor: Cell | None = None
    remarks: Mapping[int, Text] = field(default_factory=dict)
    """What is said behind rows."""
    in_rows: bool = False
    """Whether it is rows, counted from 1, and not a board with coordinates."""

    @classmethod
    def of(cls, picture: Picture, new: Mark = NEW) -> Spread:
        """A picture of the library, drawn with letters."""
        marks = {"new": new, "six": SIX}
        return cls(
            {(one.x, one.y): one.tile for one in picture.pieces},
            {(one.x, one.y): marks[one.mark] for one in picture.pieces if one.mark},
            in_rows=picture.cards,
        )

    def bounds(self) -> tuple[Cell, Cell]:
        """The first and the last cell that something lies on."""
        cells = list(self.pieces) or [(0, 0)]
        xs, ys = ([cell[axis] for cell in cells] for axis in (0, 1))
        return (min(xs), min(ys)), (max(xs), max(ys))


class Grid(Widget):
    """A window on what lies."""

    class Pressed(Message):
        """Somebody clicked on a cell; beyond the pieces of a row it is the row that is meant."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, painter: Painter) -> None:
        super().__init__(id="grid")
        self.painter = painter
        self.spread = Spread()
        self.origin: Cell = (0, 0)
        """The cell in the upper left corner of the window."""
        self._room: Cell = (1, 1)
        """How many columns and rows of cells there is room for."""
        self._begun = False

    def show(self, spread: Spread, focus: Cell | None = None) -> None:
        """Draw something else; the window moves only where the cursor, or what else is in focus,
        would be out of sight."""
        self.spread = spread
        if not self._begun and spread.pieces:
            self._begun = True
            self._center()
        self._follow(focus or spread.cursor)
        self.refresh()

    def pan(self, dx: int, dy: int) -> None:
        """Move the window, but never so far that nothing is to be seen in it."""
        (left, top), (right, bottom) = self.spread.bounds()
        columns, rows = self._room
        x, y = self.origin[0] + dx, self.origin[1] + dy
        if self.spread.in_rows:
            self.origin = (0, max(0, min(y, bottom)))
        else:
            self.origin = (
                max(left - columns + 1, min(x, right)),
                max(top - rows + 1, min(y, bottom)),
            )
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """What was in the middle stays there."""
        head = 0 if self.spread.in_rows else 1
        room = max(1, (event.size.width - MARGIN - 1) // WIDE), max(1, event.size.height - head)
        if not self.spread.in_rows:
            x, y = (self.origin[axis] - (room[axis] - self._room[axis]) // 2 for axis in (0, 1))
            self.origin = (x, y)
        self._room = room
        self._follow(self.spread.cursor)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        head = 0 if self.spread.in_rows else 1
        if event.y >= head:
            x = max(event.x - MARGIN, 0) // WIDE + self.origin[0]
            self.post_message(self.Pressed((x, event.y - head + self.origin[1])))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.pan(2 if event.shift else 0, 0 if event.shift else 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.pan(-2 if event.shift else 0, 0 if event.shift else -1)

    def render(self) -> Text:
        columns, rows = self._room
        x, y = self.origin
        lines = [] if self.spread.in_rows else [self._head(range(x, x + columns))]
        lines += [self._line(row, range(x, x + columns)) for row in range(y, y + rows)]
        return Text("\n", no_wrap=True, overflow="crop").join(lines)

    def _center(self) -> None:
        if not self.spread.in_rows:
            (left, top), (right, bottom) = self.spread.bounds()
            columns, rows = self._room
            self.origin = ((left + right + 1 - columns) // 2, (top + bottom + 1 - rows) // 2)

    def _follow(self, cell: Cell | None) -> None:
        if cell is None:
            return
        near = 0 if self.spread.in_rows else NEAR
        x, y = (_within(self.origin[n], cell[n], self._room[n], near) for n in (0, 1))
        self.origin = (0 if self.spread.in_rows else x, y)

    def _head(self, columns: range) -> Text:
        """The columns' coordinates; of those that would touch one another, every second."""
        labels = (str(x) if len(str(x)) < WIDE or x % 2 == 0 else "" for x in columns)
        return Text(" " * MARGIN + "".join(label.rjust(WIDE) for label in labels), QUIET)

    def _line(self, y: int, columns: range) -> Text:
        line = Text(self._label(y).rjust(MARGIN), QUIET)
        for x in columns:
            if self.spread.in_rows and x > self._last(y):
                break
            line.append(*self._before((x, y)))
            line.append_text(self._cell((x, y)))
        if self.spread.cursor == (columns[-1], y):
            line.append("]", GOLD)
        if remark := self.spread.remarks.get(y):
            line.append_text(remark)
        return line

    def _label(self, y: int) -> str:
        if not self.spread.in_rows:
            return str(y)
        return str(y + 1) if (0, y) in self.spread.pieces else ""

    def _last(self, y: int) -> int:
        """The last place of a row that is drawn: the one behind its pieces."""
        return sum(cell[1] == y for cell in self.spread.pieces)

    def _before(self, cell: Cell) -> tuple[str, str]:
        """What stands before a cell: a bracket of the cursor, or a mark."""
        cursor = self.spread.cursor
        if cell == cursor:
            return "»" if self.spread.marks.get(cell) is PICKED else "[", GOLD
        if cursor == (cell[0] - 1, cell[1]):
            return "]", GOLD
        mark = self.spread.marks.get(cell, PLACED)
        return mark.sign, GOLD if mark is not PLACED else ""

    def _cell(self, cell: Cell) -> Text:
        tile = self.spread.pieces.get(cell)
        if tile is not None:
            return self.painter.tile(tile, self.spread.marks.get(cell, PLACED))
        if cell in self.spread.lit:
            text = self.spread.lit[cell]
            return Text(text.rjust(2), LIT if text.isdecimal() else DIM)
        dot = DOT if self.painter.glyphs else "."
        return Text("  " if self.spread.in_rows else f" {dot}", QUIET)


def _within(origin: int, cell: int, room: int, near: int) -> int:
    """The origin of a window, moved as little as possible so that a cell is well inside."""
    near = min(near, (room - 1) // 2)
    return max(min(origin, cell - near), cell + near - room + 1)
