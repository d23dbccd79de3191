"""The board: tiles on cells, without bounds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from qwirkle import pictures
from qwirkle.classic import fast, rules, scoring, steps, validity
from qwirkle.classic.cells import neighbours, opposite
from qwirkle.classic.moves import Play, parse_placements, write_placements
from qwirkle.faults import BadNotation, Cell, Fault, IllegalMove, bad_argument, text_given
from qwirkle.pictures import Picture, Placed
from qwirkle.tiles import Hand, Tile


class Board(Mapping[Cell, Tile]):
    """Which tile is on which cell; never changed, only followed by another board.

    >>> board = Board.parse("Ro@0,0 Rx@1,0")
    >>> board.score("Rs@2,0").points
    3
    """

    __slots__ = ("_tiles",)

    def __init__(self, tiles: Mapping[Cell, Tile] | Iterable[tuple[Cell, Tile]] = ()) -> None:
        self._tiles: dict[Cell, Tile] = _checked(tiles)

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read a listing of ``tile@x,y`` in any order."""
        tiles: dict[Cell, Tile] = {}
        for cell, tile in parse_placements(text_given(text), "bad.placement"):
            if cell in tiles:
                raise BadNotation("bad.cell_twice", cell=cell)
            tiles[cell] = tile
        return cls(tiles)

    def plays(self, hand: str | Iterable[Tile]) -> Iterator[Play]:
        """Every distinct legal play with these tiles once; on an empty board the openings (T3)."""
        return fast.plays(self, Hand.of(hand, "hand"))

    def flaw(self) -> Fault | None:
        """What is wrong with the board itself (T1, T8, T10-T12), or None.

        >>> Board.parse("Ro@0,0 Rx@1,0 Ro@2,0").flaw().rule
        'T11'
        """
        return validity.board_flaw(self)

    def fault(self, play: str | Play) -> Fault | None:
        """What is wrong with a play on this board (T5-T12), or None."""
        return rules.play_fault(self, _read(play))

    def score(self, play: str | Play) -> scoring.Score:
        """The points of a legal play, line by line (T13)."""
        play = _read(play)
        if fault := rules.play_fault(self, play):
            raise IllegalMove(fault)
        return scoring.score(self, play)

    def after(self, play: str | Play) -> Board:
        """The board after a legal play."""
        play = _read(play)
        if fault := rules.play_fault(self, play):
            raise IllegalMove(fault)
        return self.laid(play)

    def laid(self, play: Play) -> Board:
        """The board with these tiles added to it, for callers who judge the play themselves."""
        return steps.taken(self, play).after

    def _plus(self, play: Play) -> Board:
        board = Board()
        board._tiles = self._tiles | dict(play.placements)
        return board

    def picture(self, new: Collection[Cell] = ()) -> Picture:
        """The tiles to be drawn, with new ones marked."""
        return Picture(
            tuple(
                Placed(x, y, tile, "new" if (x, y) in new else "")
                for (x, y), tile in sorted(self._tiles.items())
            )
        )

    def svg(self, label: str = "") -> str:
        """A picture of the board, as SVG text; the label is for those who do not see it."""
        return pictures.svg(self.picture(), label)

    def text(self) -> str:
        """A picture of the board made of letters, with coordinates.

        >>> print(Board.parse("Ro@0,0 Rx@1,0 Bx@1,1").text())
            0  1
         0 Ro Rx
         1  . Bx
        """
        return pictures.text(self.picture())

    _repr_svg_ = svg

    def line(self, cell: Cell, axis: Cell) -> tuple[Cell, ...]:
        """The unbroken run of tiles along an axis through a cell, the cell included."""
        before = self.run(cell, opposite(axis))
        return (*reversed(before), cell, *self.run(cell, axis))

    def run(self, cell: Cell, step: Cell) -> list[Cell]:
        """The occupied cells next to a cell in one direction, up to the first empty one."""
        tiles = self._tiles
        (x, y), (dx, dy) = cell, step
        cells = []
        while (x := x + dx, y := y + dy) in tiles:
            cells.append((x, y))
        return cells

    def frontier(self) -> list[Cell]:
        """The empty cells that touch a tile, side to side."""
        tiles = self._tiles
        return sorted({near for cell in tiles for near in neighbours(cell) if near not in tiles})

    def __getitem__(self, cell: Cell) -> Tile:
        return self._tiles[cell]

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self._tiles))

    def __len__(self) -> int:
        return len(self._tiles)

    def __reduce__(self) -> tuple[type[Board], tuple[dict[Cell, Tile]]]:
        return type(self), (self._tiles,)

    def __hash__(self) -> int:
        return hash(frozenset(self._tiles.items()))

    def __str__(self) -> str:
        return write_placements(sorted(self._tiles.items()))

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"


def _read(play: str | Play) -> Play:
    if isinstance(play, str):
        return Play.parse(play)
    if not isinstance(play, Play):
        raise bad_argument("play", "bad.argument.play", play)
    return play


def _checked(tiles: Mapping[Cell, Tile] | Iterable[tuple[Cell, Tile]]) -> dict[Cell, Tile]:
    """Tiles on cells, as they were given."""
    if isinstance(tiles, Board):
        return dict(tiles._tiles)
    try:
        placed: dict[Cell, Tile] = dict(tiles)
    except (TypeError, ValueError):
        raise bad_argument("tiles", "bad.argument.board", tiles) from None
    for cell, tile in placed.items():
        if not isinstance(tile, Tile) or not _is_cell(cell):
            raise bad_argument("tiles", "bad.argument.board", (cell, tile))
    return placed


def _is_cell(cell: object) -> bool:
    return isinstance(cell, tuple) and list(map(type, cell)) == [int, int]
