"""What a game looks like to an ear: the same pictures as in ``screen.py``, as sentences.

Nothing is drawn, nothing is aligned, and every piece has its name, its code and its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from qwirkle.cards.moves import Row
from qwirkle.cards.table import Table
from qwirkle.classic.board import Board
from qwirkle.classic.moves import Play
from qwirkle.faults import Cell
from qwirkle.terminal.console import Console
from qwirkle.tiles import Tile


class PlainScreen:
    """Sentences that a screen reader can read from the first to the last."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def board(self, board: Board, new: Collection[Cell]) -> None:
        if not board:
            self.console.say("ui.board.empty")
            return
        self.console.say("ui.plain.board", n=len(board))
        for y in sorted({y for _, y in board}):
            cells = sorted(cell for cell in board if cell[1] == y)
            pieces = "; ".join(self._placed(board[cell], cell, cell in new) for cell in cells)
            self.console.say("ui.plain.board_row", row=y, pieces=pieces)

    def table(self, table: Table, new: Sequence[Tile]) -> None:
        if not table:
            self.console.say("ui.table.empty")
        for number, row in enumerate(table, 1):
            self.console.say("ui.plain.table_row", number=number, pieces=self.pieces(row))
        if table and new:
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

    def placements(self, play: Play) -> str:
        return "; ".join(self._placed(tile, cell) for cell, tile in play.placements)

    def rows(self, rows: Iterable[Row]) -> str:
        return "; ".join(self.pieces(row) for row in rows)

    def _piece(self, tile: Tile) -> str:
        return self.console.text("ui.plain.piece", tile=tile, code=tile)

    def _placed(self, tile: Tile, cell: Cell, new: bool = False) -> str:
        key = "ui.plain.placed_new" if new else "ui.plain.placed"
        return self.console.text(key, tile=tile, code=tile, cell=cell)
