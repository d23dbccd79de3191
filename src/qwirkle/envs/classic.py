"""The tile game in numbers: a tile, a cell, a tile, a cell, done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from qwirkle.classic.board import Board
from qwirkle.classic.moves import Move, Play, Trade
from qwirkle.classic.state import HAND_SIZE
from qwirkle.envs.encoding import KINDS, Listed, counted, seen_by_all
from qwirkle.faults import Cell
from qwirkle.tiles import Tile
from qwirkle.views import View

SIDE = 40
"""The window has that many rows and columns. It follows the board, which has no bounds."""
CELLS = SIDE * SIDE
TAKE = CELLS
"""The first of 36 actions that take a tile of the hand, to put it on the cell that follows."""
ASIDE = TAKE + KINDS
"""The first of 36 actions that set a tile aside, to trade it."""
DONE = ASIDE + KINDS
"""The move is complete; with nothing placed nor set aside, it is a pass."""


@dataclass(frozen=True)
class Window:
    """The cells that have an action, with the board in their middle."""

    left: int
    top: int

    @classmethod
    def around(cls, board: Board) -> Window:
        columns, rows = ([cell[axis] for cell in board] or [0] for axis in (0, 1))
        return cls(_begin(columns), _begin(rows))

    def action(self, cell: Cell) -> int | None:
        """The action that puts a tile on a cell; None beyond the window."""
        column, row = cell[0] - self.left, cell[1] - self.top
        inside = 0 <= column < SIDE and 0 <= row < SIDE
        return row * SIDE + column if inside else None


def _begin(taken: list[int]) -> int:
    low, high = min(taken), max(taken)
    return low - (SIDE - (high - low + 1)) // 2


def written(move: Move, window: Window) -> tuple[int, ...] | None:
    """A move in actions: placements from west to east, or from north to south; traded tiles by
    their number. None for a play that reaches beyond the window."""
    if isinstance(move, Trade):
        return *(ASIDE + tile for tile in move.tiles), DONE
    actions: list[int] = []
    for cell, tile in move.placements if isinstance(move, Play) else ():
        at = window.action(cell)
        if at is None:
            return None
        actions += TAKE + tile, at
    return *actions, DONE


@dataclass(frozen=True)
class Start:
    """The beginning of a turn; what was worked out for it serves all that follows."""

    view: View[Move, Board]

    @cached_property
    def window(self) -> Window:
        return Window.around(self.view.board)

    @cached_property
    def listed(self) -> Listed[Move]:
        return Listed({actions: move for actions, move in self._written if actions})

    @property
    def beyond(self) -> int:
        return sum(actions is None for actions, _ in self._written)

    @cached_property
    def _written(self) -> list[tuple[tuple[int, ...] | None, Move]]:
        return [(written(move, self.window), move) for move in self.view.legal_moves]


@dataclass(frozen=True)
class TileTurn:
    """A turn of the tile game in the making."""

    start: Start
    actions: tuple[int, ...] = ()

    @property
    def view(self) -> View[Move, Board]:
        return self.start.view

    @property
    def move(self) -> Move | None:
        return self.start.listed.moves.get(self.actions) if DONE in self.actions else None

    def legal(self) -> list[int]:
        return self.start.listed.legal(self.actions)

    def after(self, action: int) -> TileTurn:
        return replace(self, actions=(*self.actions, action))

    @property
    def beyond(self) -> int:
        return self.start.beyond

    def parts(self) -> Mapping[str, Iterable[int]]:
        """Tiles that were placed or set aside are no longer in the hand."""
        taken, aside, placed = self._chosen()
        used = [*aside, *(tile for _, tile in placed)] + ([] if taken is None else [taken])
        return {
            "board": self._board(placed),
            "hand": counted(self.view.hand.without(used)),
            "taken": counted([] if taken is None else [taken]),
            "aside": counted(aside),
            "unseen": [self.view.unseen[Tile(kind)] for kind in range(KINDS)],
            **seen_by_all(self.view),
        }

    def _chosen(self) -> tuple[Tile | None, list[Tile], list[tuple[int, Tile]]]:
        """The tile that has no cell yet, those set aside, and those placed, by their actions."""
        taken: Tile | None = None
        aside, placed = [], []
        for action in self.actions:
            if action < TAKE and taken is not None:
                placed.append((action, taken))
                taken = None
            elif TAKE <= action < ASIDE:
                taken = Tile(action - TAKE)
            elif ASIDE <= action < DONE:
                aside.append(Tile(action - ASIDE))
        return taken, aside, placed

    def _board(self, placed: Iterable[tuple[int, Tile]]) -> list[int]:
        cells = [0] * CELLS
        for cell, tile in self.view.board.items():
            at = self.start.window.action(cell)
            if at is not None:
                cells[at] = 1 + tile
        for at, tile in placed:
            cells[at] = 1 + KINDS + tile
        return cells


class TileEncoding:
    """The tile game."""

    actions = DONE + 1
    longest = 2 * HAND_SIZE + 1  # a tile and a cell for each of the hand, and done
    batch = "ClassicEnvs"

    def parts(self, players: int) -> Mapping[str, tuple[int, ...]]:
        return {
            "board": (SIDE, SIDE),
            "hand": (KINDS,),
            "taken": (KINDS,),
            "aside": (KINDS,),
            "unseen": (KINDS,),
            "scores": (players,),
            "hand_sizes": (players,),
            "bag": (1,),
        }

    def begin(self, view: View[Move, Board]) -> TileTurn:
        return TileTurn(Start(view))

    def encode(self, view: View[Move, Board], move: Move) -> tuple[int, ...] | None:
        return written(move, Window.around(view.board))


ENCODING = TileEncoding()
