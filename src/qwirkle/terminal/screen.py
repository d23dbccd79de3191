"""What a game looks like: tiles with their colours, and coordinates to type.

A tile is drawn as its colour's letter and its shape's glyph, so that colour is never the only
signal. ``plain.py`` has the same pictures in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from rich.text import Text

from qwirkle.faults import Cell
from qwirkle.terminal.console import Console
from qwirkle.terminal.plain import PlainScreen
from qwirkle.tiles import COLORS, SHAPES, Color, Shape, Tile

GLYPHS = {
    Shape.CIRCLE: "●",
    Shape.CROSS: "✕",
    Shape.DIAMOND: "◆",
    Shape.SQUARE: "■",
    Shape.STAR: "★",
    Shape.CLOVER: "♣",
}
TILE = "bold {} on #101010"
"""Tiles are black, as in the box, so that they show on light and on dark terminals."""

HUES = {
    Color.RED: "#ff5555",
    Color.ORANGE: "#ff9f1a",
    Color.YELLOW: "#ffee55",
    Color.GREEN: "#55dd55",
    Color.BLUE: "#5fafff",
    Color.PURPLE: "#d787ff",
}
MARK = "*"
DOT = "·"
FAINT = "dim"


class Screen(Protocol):
    """How the things of a game are shown."""

    def grid(self, pieces: Mapping[Cell, Tile], new: Collection[Cell]) -> None:
        """Pieces on their cells, at least one, with the new ones marked."""

    def numbered(self, rows: Sequence[Sequence[Tile]], new: Sequence[Tile]) -> None:
        """Rows with their numbers, with the new pieces marked."""

    def hand(self, hand: Iterable[Tile]) -> None:
        """Somebody's pieces."""

    def unseen(self, unseen: Counter[Tile]) -> None:
        """How many of each kind are not seen yet."""

    def facts(self, sentences: Sequence[str]) -> None:
        """Some short sentences that belong together."""

    def pieces(self, pieces: Iterable[Tile]) -> str:
        """Pieces within a sentence."""

    def placements(self, placements: Iterable[tuple[Cell, Tile]], notation: str) -> str:
        """Pieces and their cells within a sentence, in words or in notation."""

    def rows(self, rows: Iterable[Sequence[Tile]]) -> str:
        """Rows of pieces within a sentence."""


def screen(console: Console) -> Screen:
    """The way of showing that suits a console."""
    return PlainScreen(console) if console.plain else DrawnScreen(console)


class DrawnScreen:
    """Pictures made of letters, glyphs and colours."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def grid(self, pieces: Mapping[Cell, Tile], new: Collection[Cell]) -> None:
        xs, ys = ([cell[axis] for cell in pieces] for axis in (0, 1))
        labels = range(min(xs) - 1, max(xs) + 2)
        room = _wide(labels)
        margin = max(_wide(range(min(ys) - 1, max(ys) + 2)), 4)
        fitting = max(1, (self.console.width - margin - 1) // room)
        for start in range(0, len(labels), fitting):
            columns = labels[start : start + fitting]
            self._line(" " * margin, (Text(f"{x:>{room}}", FAINT) for x in columns))
            for y in range(min(ys) - 1, max(ys) + 2):
                cells = (self._cell(pieces.get((x, y)), (x, y) in new, room) for x in columns)
                self._line(Text(f"{y:>{margin}}", FAINT), cells)

    def _cell(self, tile: Tile | None, new: bool, room: int) -> Text:
        if tile is None:
            return Text(DOT.rjust(room) if self.console.has_glyphs else ".".rjust(room), FAINT)
        return Text((MARK if new else "").rjust(room - 2)) + self._tile(tile)

    def numbered(self, rows: Sequence[Sequence[Tile]], new: Sequence[Tile]) -> None:
        fresh = list(new)
        for number, row in enumerate(rows, 1):
            cards = []
            for card in row:
                is_new = card in fresh
                if is_new:
                    fresh.remove(card)
                cards.append(Text(MARK.rjust(2) if is_new else "  ") + self._tile(card))
            self._line(Text(f"{number:>4}:", FAINT), cards)

    def hand(self, hand: Iterable[Tile]) -> None:
        hand = list(hand)
        self._line(" " * 5, (Text("  ") + self._tile(tile) for tile in hand))
        self._line(" " * 5, (Text(f"  {tile}", FAINT) for tile in hand))

    def unseen(self, unseen: Counter[Tile]) -> None:
        heads = (Text("  ") + Text(self._shape(shape) + " ", FAINT) for shape in SHAPES)
        self._line(" " * 5, heads)
        for color in COLORS:
            tiles = (Tile.of(color, shape) for shape in SHAPES)
            counts = (Text(f"{unseen[tile] or DOT:>3} ") for tile in tiles)
            self._line(Text(f"   {color} ", HUES[color]), counts)

    def facts(self, sentences: Sequence[str]) -> None:
        """As many to a line as there is room for."""
        line = ""
        for sentence in sentences:
            longer = f"{line}   {sentence}" if line else sentence
            if line and len(longer) > self.console.width:
                self.console.line(line)
                longer = sentence
            line = longer
        self.console.line(line)

    def pieces(self, pieces: Iterable[Tile]) -> str:
        return " ".join(map(str, pieces))

    def placements(self, placements: Iterable[tuple[Cell, Tile]], notation: str) -> str:
        return notation

    def rows(self, rows: Iterable[Sequence[Tile]]) -> str:
        return " | ".join(self.pieces(row) for row in rows)

    def _line(self, head: str | Text, parts: Iterable[Text]) -> None:
        self.console.line(Text.assemble(head, *parts))

    def _tile(self, tile: Tile) -> Text:
        return drawn(tile, glyphs=self.console.has_glyphs)

    def _shape(self, shape: Shape) -> str:
        return sign(shape, glyphs=self.console.has_glyphs)


def drawn(tile: Tile, *, glyphs: bool, style: str = TILE) -> Text:
    """A tile: its colour's letter and its shape's sign, on black or another ground."""
    return Text(tile.color + sign(tile.shape, glyphs=glyphs), style.format(HUES[tile.color]))


def sign(shape: Shape, *, glyphs: bool) -> str:
    return GLYPHS[shape] if glyphs else str(shape)


def _wide(numbers: range) -> int:
    """How many columns a coordinate takes, with a space before it."""
    return max(3, *(len(str(number)) + 1 for number in (numbers[0], numbers[-1])))
