"""What goes together: one colour with different shapes, or one shape with different colours.

The tile game's lines and the card game's rows obey this one idea.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from qwirkle.tiles import COLORS, SHAPES, TILES, Color, Shape, Tile

LONGEST = 6
"""A line of six is complete: a Qwirkle."""

ANY: frozenset[Tile] = frozenset(TILES)

COLOR_LINES: tuple[frozenset[Tile], ...] = tuple(
    frozenset(Tile.of(color, shape) for shape in SHAPES) for color in COLORS
)
SHAPE_LINES: tuple[frozenset[Tile], ...] = tuple(
    frozenset(Tile.of(color, shape) for color in COLORS) for shape in SHAPES
)
FULL_LINES = COLOR_LINES + SHAPE_LINES
"""The twelve Qwirkles: six by colour, then six by shape."""

PARTNERS: tuple[frozenset[Tile], ...] = tuple(
    frozenset((COLOR_LINES[tile // 6] | SHAPE_LINES[tile % 6]) - {tile}) for tile in TILES
)
"""For each tile, the ten others that share its colour or its shape."""


def narrowed(fit: frozenset[Tile], tiles: Iterable[Tile]) -> frozenset[Tile] | None:
    """What still fits a line when these tiles join it; None where they do not fit it themselves.

    Two tiles go together when they share a colour or a shape and are not alike. Three tiles of
    which every two go together always share the *same* feature, so looking at pairs is enough.
    """
    for tile in tiles:
        if tile not in fit:
            return None
        fit = fit & PARTNERS[tile]
    return fit


def partners(tiles: Iterable[Tile]) -> frozenset[Tile]:
    """The tiles that could join these in one line; none where these are no line themselves."""
    return narrowed(ANY, tiles) or frozenset()


def shared(tiles: Iterable[Tile]) -> Color | Shape | None:
    """The one colour, or the one shape, that all of these tiles have; None where there is none."""
    numbers = set(tiles)
    colors = {number // 6 for number in numbers}
    if len(colors) == 1:
        return COLORS[colors.pop()]
    shapes = {number % 6 for number in numbers}
    return SHAPES[shapes.pop()] if len(shapes) == 1 else None


def alike(tiles: Iterable[Tile]) -> Tile | None:
    """The first tile that occurs twice, or None."""
    tiles = tuple(tiles)
    if len(set(tiles)) == len(tiles):
        return None
    return next(tile for at, tile in enumerate(tiles) if tile in tiles[:at])


def largest_sets(tiles: Iterable[Tile]) -> list[tuple[Tile, ...]]:
    """The largest sets without duplicates, all one colour or all one shape (T2, C2).

    Every tile alone is a set of one.

    >>> from qwirkle.tiles import Hand
    >>> [" ".join(map(str, tiles)) for tiles in largest_sets(Hand.parse("Ro Rx Bo Bo Yd"))]
    ['Ro Rx', 'Ro Bo']
    """
    kinds = frozenset(tiles)
    sets = [tuple(sorted(kinds & line)) for line in FULL_LINES]
    size = max(map(len, sets))
    return list(dict.fromkeys(tiles for tiles in sets if len(tiles) == size))


def subsets(tiles: Iterable[Tile], most: int) -> Iterator[tuple[Tile, ...]]:
    """Every distinct way to take 1 to ``most`` of these tiles, fewest first."""
    tiles = sorted(tiles)
    for size in range(1, min(most, len(tiles)) + 1):
        yield from sorted(set(combinations(tiles, size)))
