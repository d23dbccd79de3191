"""Text as the application draws it: sentences with pieces in them, and the marks of pieces."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from qwirkle.faults import Cell
from qwirkle.terminal.console import Console
from qwirkle.terminal.screen import MARK, TILE, DrawnScreen, drawn
from qwirkle.tiles import TILES, Tile

FIRST = 0xE000
"""Where tiles begin among the private letters of Unicode: no name and no sentence has any."""

QUIET = "#cdb99d"
GOLD = "bold #ffd166"
LIT = "bold #2a1a02 on #ffd166"
DIM = "bold #ffd166 on #0f3b37"
GOOD, BAD = "#86dba2", "#ffa3a3"


@dataclass(frozen=True, slots=True)
class Mark:
    """How a piece differs from the others: a sign before it, and the ground on which it lies."""

    sign: str
    style: str


NEW = Mark(MARK, TILE)
LAID = Mark("+", "bold {} on #5c3d00")
PICKED = Mark(">", "bold {} on #2f4f9f")
WRONG = Mark("!", "bold {} on #7a1020")
SIX = Mark("!", "bold {} on #5c3d00")
PLACED = Mark(" ", TILE)


class Sentences(DrawnScreen):
    """Pieces within a sentence, each as one private letter; ``Painter.text`` draws them."""

    def pieces(self, pieces: Iterable[Tile]) -> str:
        return " ".join(chr(FIRST + tile) for tile in pieces)

    def placements(self, placements: Iterable[tuple[Cell, Tile]], notation: str) -> str:
        return self.pieces(tile for _, tile in placements)


class Notes(Console):
    """A console that keeps what it is told, to be shown where there is room."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang, out=io.StringIO())
        self._lines: list[str] = []

    def line(self, text: str | Text = "", style: str = "") -> None:
        self._lines.append(str(text))

    def taken(self, between: str = " ") -> str:
        """Everything that was told since the last time."""
        said = between.join(line for line in self._lines if line)
        self._lines.clear()
        return said


@dataclass(frozen=True, slots=True)
class Painter:
    """Draws pieces with glyphs, or with letters where the terminal has no others."""

    glyphs: bool = True

    def tile(self, tile: Tile, mark: Mark = PLACED) -> Text:
        return drawn(tile, glyphs=self.glyphs, style=mark.style)

    def text(self, sentence: str, style: str = "", *, close: bool = False) -> Text:
        """A sentence with its pieces drawn; ``close`` leaves no space between pieces."""
        made = Text(style=style)
        last = len(TILES)
        for at, letter in enumerate(sentence):
            number = ord(letter) - FIRST
            if 0 <= number < last:
                made.append_text(self.tile(TILES[number]))
            elif not (close and letter == " " and ord(sentence[at - 1]) - FIRST in range(last)):
                made.append(letter)
        return made


def fitted(text: str, width: int) -> str:
    """A text in exactly so many columns, cut with three dots where it is longer."""
    if cell_len(text) > width:
        return set_cell_size(text, max(width - 1, 0)) + "…"
    return set_cell_size(text, width)


def short(name: str, width: int) -> str:
    """A name in so many columns; the number that tells it from another stays."""
    head, _, number = name.rpartition(" ")
    if cell_len(name) <= width or not number.isdecimal():
        return fitted(name, width)
    return f"{fitted(head, width - len(number))}{number}"
