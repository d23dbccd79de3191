"""The answers of movegen.py, from the kernel where it is there.

The same plays in the same order. A board that the kernel cannot hold, because its lines break the
rules or its tiles lie too far apart, is left to the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from qwirkle import native
from qwirkle.classic import movegen, scoring
from qwirkle.classic.moves import Play
from qwirkle.tiles import Hand, Tile

if TYPE_CHECKING:
    from qwirkle.classic.board import Board

if native.kernel:
    native.kernel.tell_play(Play)


def plays(board: Board, hand: Hand) -> Iterator[Play]:
    """Every distinct legal play once; on an empty board the openings, from 0,0 eastward (T3)."""
    fast = kernel_board(board)
    return iter(fast.plays_with(hand)) if fast else movegen.plays(board, hand)


def scored(board: Board, hand: Hand) -> Iterator[tuple[Play, int]]:
    """The same plays in the same order, each with its points."""
    fast = kernel_board(board)
    if fast:
        bits = kinds(hand)
        return zip(fast.plays(bits), fast.points(bits), strict=True)
    return ((play, scoring.score(board, play).points) for play in movegen.plays(board, hand))


def kernel_board(board: Board) -> Any:
    """The kernel's own copy of a board, made once for each board; False where it has none."""
    if board.fast is None:
        board.fast = _copied(board, native.kernel) if native.kernel else False
    return board.fast


def kinds(hand: Iterable[Tile]) -> int:
    """The different tiles of a hand as the bits of a number."""
    bits = 0
    for tile in hand:
        bits |= 1 << tile
    return bits


def _copied(board: Board, kernel: ModuleType) -> Any:
    try:
        return (board.before and _successor(board)) or kernel.Board(board._tiles)
    except ValueError:
        return False


def _successor(board: Board) -> Any:
    """From the copy of the board before it, which costs less; None where that will not do."""
    (copy, placements), board.before = board.before, None
    try:
        return copy.after(placements)
    except ValueError:  # not a legal play, or too near to the edge of the kernel's board
        return None
