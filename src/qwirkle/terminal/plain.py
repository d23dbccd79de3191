"""What a game looks like to an ear: the same pictures as in ``screen.py``, as sentences.

Nothing is drawn, nothing is aligned, and every piece has its name, its code and its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from qwirkle.faults import Cell
from qwirkle.terminal.console import Console
from qwirkle.tiles import Tile


class PlainScreen:
    """Sentences that a screen reader can read from the first to the last."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def grid(self, pieces: Mapping[Cell, Tile], new: Collection[Cell]) -> None:
        self.console.say("ui.plain.board", n=len(pieces))
        for y in sorted({y for _, y in pieces}):
            cells = sorted(cell for cell in pieces if cell[1] == y)
            placed = "; ".join(self._placed(pieces[cell], cell, cell in new) for cell in cells)
            self.console.say("ui.plain.board_row", row=y, pieces=placed)

    def numbered(self, rows: Sequence[Sequence[Tile]], new: Sequence[Tile]) -> None:
        for number, row in enumerate(rows, 1):
            self.console.say("ui.plain.table_row", number=number, pieces=self.pieces(row))
        if rows and new:
            self.console.say("ui.plain.new", pieces=self.pieces(new))

    def hand(self, hand: Iterable[Tile]) -> None:
        self.console.line(self.pieces(hand))

    def unseen(self, unseen: Counter[Tile]) -> None:
        for tile, count in sorted(unseen.items()):
            self.console.line(self.console.text("ui.plain.unseen", tile=tile, code=tile, n=count))

    def facts(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            self.console.line(sentence)

    def pieces(self, pieces: Iterable[Tile]) -> str:
        return ", ".join(map(self._piece, pieces))

    def placements(self, placements: Iterable[tuple[Cell, Tile]], notation: str) -> str:
        return "; ".join(self._placed(tile, cell) for cell, tile in placements)

    def rows(self, rows: Iterable[Sequence[Tile]]) -> str:
        return "; ".join(self.pieces(row) for row in rows)

    def _piece(self, tile: Tile) -> str:
        return self.console.text("ui.plain.piece", tile=tile, code=tile)

    def _placed(self, tile: Tile, cell: Cell, new: bool = False) -> str:
        key = "ui.plain.placed_new" if new else "ui.plain.placed"
        return self.console.text(key, tile=tile, code=tile, cell=cell)
