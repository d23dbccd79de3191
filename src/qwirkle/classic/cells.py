"""Directions on the board."""

from __future__ import annotations

from qwirkle.faults import Cell

EAST: Cell = (1, 0)
SOUTH: Cell = (0, 1)
AXES = (EAST, SOUTH)


def moved(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def opposite(step: Cell) -> Cell:
    return -step[0], -step[1]


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that touch a cell side to side."""
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)
