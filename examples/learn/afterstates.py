"""What a move leaves behind, in numbers: all that the network is shown.

An afterstate is what a player knows once a move is made and before anything is drawn: the board
with the move on it, the tiles that were kept, and the tiles that are still unseen. The board is
shown by what each kind of tile would score on it alone, which the library says. So the network need
not learn the rules, and it makes no difference where on the board a line lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwirkle.bots.classic.search import position_of
from qwirkle.classic import fast
from qwirkle.classic.board import Board
from qwirkle.classic.moves import Move, Play
from qwirkle.envs.encoding import KINDS, counted
from qwirkle.tiles import TILES, Hand
from qwirkle.views import View

Rows = NDArray[np.int16]
"""Afterstates in numbers, one a row."""
ClassicView = View[Move, Board]

PLANES = ("alone", "unseen", "kept")
"""Numbers of each of the 36 kinds of tiles: the points of one when played alone, how many are
unseen, and how many are kept in the hand."""
FACTS = ("bag", "theirs", "mine", "next")
"""How many tiles are left in the bag, in the hand of the next player and in one's own, and the
points of the best play with the tiles kept."""
SIZE = len(PLANES) * KINDS + len(FACTS)

WIDTH = 24
"""How many moves of a turn are considered: those with the most points."""
SINGLES = tuple(Hand([tile]) for tile in TILES)


class Option(NamedTuple):
    """A move that may be chosen, with its points."""

    move: Move
    points: int


def options(view: ClassicView, width: int = WIDTH) -> list[Option]:
    """The moves with the most points, of equal ones those with the most tiles first; where nothing
    fits, the largest trade or the pass."""
    position = position_of(view)
    found = [Option(move, points) for move, points in position.scored()]
    found.sort(key=lambda option: (-option.points, -len(option.move.tiles)))
    return found[:width] or [Option(max(position.moves(), key=lambda move: len(move.tiles)), 0)]


def rows(view: ClassicView, moves: Sequence[Move]) -> Rows:
    """What each of these moves leaves behind."""
    unseen = [view.unseen[tile] for tile in TILES]
    following = view.players[(view.players.index(view.player) + 1) % len(view.players)]
    theirs = view.hand_sizes[following]
    return np.array([[*_row(view, move, unseen, theirs)] for move in moves], np.int16)


def _row(view: ClassicView, move: Move, unseen: Sequence[int], theirs: int) -> Iterator[int]:
    played = move.tiles if isinstance(move, Play) else ()
    board = view.board.laid(move) if isinstance(move, Play) else view.board
    kept = view.hand.without(move.tiles)
    yield from (most_points(board, hand) for hand in SINGLES)
    yield from unseen
    yield from counted(kept)
    yield from (max(0, view.bag - len(played)), theirs, len(kept), most_points(board, kept))


def most_points(board: Board, hand: Hand) -> int:
    """The points of the best play with these tiles; 0 where none fits."""
    if copy := fast.kernel_board(board):
        return max(copy.points(fast.kinds(hand)), default=0)
    return max((points for _, points in fast.scored(board, hand)), default=0)
