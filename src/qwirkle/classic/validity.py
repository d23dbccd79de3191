"""Whether tiles lie on a board as they could in a game: set-up boards are checked by this."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qwirkle.classic import rules
from qwirkle.classic.cells import neighbours
from qwirkle.classic.scoring import lines_through
from qwirkle.faults import Cell, Fault
from qwirkle.tiles import COPIES

if TYPE_CHECKING:
    from qwirkle.classic.board import Board


def board_flaw(board: Board) -> Fault | None:
    """What is wrong with a board, the most basic first: too many of a tile (T1), tiles that do not
    touch the others (T8), and lines that cannot be (T12, T10, T11); or None."""
    return _copies_flaw(board) or islands_flaw(board) or lines_flaw(board)


def _copies_flaw(board: Board) -> Fault | None:
    tiles = list(board.values())
    many = next((tile for tile in tiles if tiles.count(tile) > COPIES), None)
    if many is None:
        return None
    return Fault("T1.copies", (many,), tuple(cell for cell in board if board[cell] == many))


def islands_flaw(board: Board) -> Fault | None:
    """T8: from any tile, all others can be reached from side to side."""
    reached = set(_reached(board))
    apart = tuple(cell for cell in board if cell not in reached)
    return Fault("T8.apart", tuple(board[cell] for cell in apart), apart) if apart else None


def _reached(board: Board) -> Iterator[Cell]:
    """The cells that are connected with the first one, itself included."""
    waiting = list(board)[:1]
    seen = set(waiting)
    while waiting:
        cell = waiting.pop()
        yield cell
        found = [near for near in neighbours(cell) if near in board and near not in seen]
        seen.update(found)
        waiting += found


def lines_flaw(board: Board) -> Fault | None:
    """T12, T10 and T11: the first line that breaks the rules."""
    faults = map(rules.line_fault, lines_through(board, list(board)))
    return next((fault for fault in faults if fault), None)
