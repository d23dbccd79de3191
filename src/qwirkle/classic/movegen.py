"""Every legal play, in readable Python.

A play begins with one tile on a cell of the frontier and grows along one axis: first backward,
then forward. Backward it never enters another frontier cell, so each play is grown from its first
frontier cell only, and in one order only: no play comes twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from qwirkle.classic.cells import AXES, EAST, SOUTH, moved, opposite
from qwirkle.classic.moves import Play
from qwirkle.faults import Cell
from qwirkle.lines import PARTNERS, largest_sets, narrowed, partners
from qwirkle.tiles import Hand, Tile

if TYPE_CHECKING:
    from qwirkle.classic.board import Board


def plays(board: Board, hand: Hand) -> Iterator[Play]:
    """Every distinct legal play once; on an empty board the openings, from 0,0 eastward (T3)."""
    if not hand:
        return iter(())
    return _Growth(board).plays(hand) if board else openings(hand)


def openings(hand: Hand) -> Iterator[Play]:
    """Each largest set of the hand in each order, as one row."""
    for tiles in largest_sets(hand):
        for order in permutations(tiles):
            yield Play(tuple(((x, 0), tile) for x, tile in enumerate(order)))


class _Line(NamedTuple):
    """A line in the making: what was placed, what still fits, and the empty cell at each end."""

    placed: tuple[tuple[Cell, Tile], ...]
    fit: frozenset[Tile]
    back: Cell
    front: Cell


class _Growth:
    """All plays on one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.frontier = board.frontier()
        self.edge = frozenset(self.frontier)
        self.allowed = cache(self._allowed)

    def plays(self, hand: Hand) -> Iterator[Play]:
        for cell in self.frontier:
            fit = self.allowed(cell, EAST) & self.allowed(cell, SOUTH)
            for tile in _kinds(hand, fit):
                yield Play(((cell, tile),))
                rest = hand.without([tile])
                for axis in AXES:
                    yield from self._grown(self._begun(cell, tile, axis), rest, axis, backward=True)

    def _begun(self, cell: Cell, tile: Tile, axis: Cell) -> _Line:
        """The line along an axis that begins with a first tile, which fits there."""
        cells = self.board.line(cell, axis)
        fit = PARTNERS[tile] & self.allowed(cell, axis)
        return _Line(((cell, tile),), fit, moved(cells[0], opposite(axis)), moved(cells[-1], axis))

    def _grown(self, line: _Line, rest: Hand, axis: Cell, *, backward: bool) -> Iterator[Play]:
        """Every longer play that adds tiles to a line."""
        if line.fit.isdisjoint(rest):
            return
        longer = list(self._forward(line, rest, axis))
        if backward and line.back not in self.edge:
            longer += self._backward(line, rest, axis)
        for tile, grown, still_backward in longer:
            yield Play(grown.placed)
            yield from self._grown(grown, rest.without([tile]), axis, backward=still_backward)

    def _backward(self, line: _Line, rest: Hand, axis: Cell) -> Iterator[tuple[Tile, _Line, bool]]:
        """One more tile behind the line; off the frontier, it touches nothing else."""
        back = moved(line.back, opposite(axis))
        for tile in _kinds(rest, line.fit):
            placed = (*line.placed, (line.back, tile))
            yield tile, line._replace(placed=placed, fit=line.fit & PARTNERS[tile], back=back), True

    def _forward(self, line: _Line, rest: Hand, axis: Cell) -> Iterator[tuple[Tile, _Line, bool]]:
        """One more tile before the line, which may join it with the tiles that lie beyond."""
        cell = line.front
        beyond = self.board.run(cell, axis)
        front = moved(beyond[-1] if beyond else cell, axis)
        for tile in _kinds(rest, line.fit & self.allowed(cell, _across(axis))):
            fit = narrowed(line.fit & PARTNERS[tile], (self.board[near] for near in beyond))
            if fit is not None:
                yield tile, _Line((*line.placed, (cell, tile)), fit, line.back, front), False

    def _allowed(self, cell: Cell, axis: Cell) -> frozenset[Tile]:
        """The tiles that the line along one axis allows on an empty cell.

        A tile can join two runs into one line, so both sides are looked at together.
        """
        return partners(self.board[near] for near in self.board.line(cell, axis) if near != cell)


def _kinds(hand: Iterable[Tile], fit: frozenset[Tile]) -> list[Tile]:
    """The distinct tiles of a hand that fit, in order."""
    return sorted(fit.intersection(hand))


def _across(axis: Cell) -> Cell:
    return SOUTH if axis == EAST else EAST
