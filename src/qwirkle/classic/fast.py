"""The answers of movegen.py, from the kernel where it is there.

The same plays in the same order. A board that the kernel cannot hold, because its lines break the
rules or its tiles lie too far apart, is left to the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from qwirkle import native
from qwirkle.classic import movegen, scoring, steps
from qwirkle.classic.moves import Play
from qwirkle.classic.steps import Step
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
    """The kernel's own copy of a board, kept while the board is the latest; False where it has
    none."""
    step = steps.about(board)
    if step.after is board:
        if step.after_copy is None:
            step.after_copy = _successor(step) or _copied(board)
        return step.after_copy
    if step.copy is None:
        step.copy = _copied(board)
    return step.copy


def kinds(hand: Iterable[Tile]) -> int:
    """The different tiles of a hand as the bits of a number."""
    bits = 0
    for tile in hand:
        bits |= 1 << tile
    return bits


def _copied(board: Board) -> Any:
    try:
        return native.kernel.Board(board._tiles) if native.kernel else False
    except ValueError:
        return False


def _successor(step: Step) -> Any:
    """From the copy of the board before it, which costs less; None where that will not do."""
    try:
        return step.copy.after(step.play.placements) if step.copy else None
    except ValueError:  # not a legal play, or too near to the edge of the kernel's board
        return None
