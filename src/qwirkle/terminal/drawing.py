"""Pictures for a page: pieces, what lies on the table, and the chance to win as lines. All of it is
SVG, as text, and the same symbols serve every picture of a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from qwirkle.locales import say
from qwirkle.tiles import Color, Shape, Tile

INKS = {
    Color.RED: "#d12f41",
    Color.ORANGE: "#e57d08",
    Color.YELLOW: "#ffe936",
    Color.GREEN: "#4bd070",
    Color.BLUE: "#529afe",
    Color.PURPLE: "#8f50c8",
}
"""Those of the browser's tiles: to be told apart with every kind of colour vision."""
TILE = (
    '<rect x="1" y="3" width="98" height="96" rx="17" fill="#050506"/>'
    '<rect x="2" y="2" width="96" height="93" rx="16" fill="#29282c" stroke="#5d5a60"'
    ' stroke-width="2"/>'
)
CARD = (
    '<rect x="1" y="1" width="98" height="138" rx="12" fill="#fbf4e4"/>'
    '<rect x="6" y="6" width="88" height="128" rx="8" fill="#1d1c20"/>'
)
INK = (
    '<path d="{}" fill="currentColor" stroke="currentColor" stroke-width="5"'
    ' stroke-linejoin="round"/>'
)
CELL, HIGH, GAP = 100, 140, 22
"""The side of a tile, the height of a card, and the room between two rows of cards."""

Mark = Literal["", "new", "six"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of a picture: its column, its row, and how it is marked."""

    x: int
    y: int
    tile: Tile
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """What lies on the table: tiles on cells, or cards in rows."""

    pieces: tuple[Placed, ...]
    cards: bool = False


def _star(points: int, outer: float, inner: float, turn: float = 0.0) -> str:
    """A path with so many points, around the origin."""
    corners = []
    for at in range(2 * points):
        far, angle = (inner, outer)[at % 2 == 0], math.radians(turn + at * 180 / points)
        corners.append(f"{far * math.sin(angle):.1f} {-far * math.cos(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"


PATHS = {
    Shape.CIRCLE: _circle(0, 0, 29),
    Shape.CROSS: _star(4, 41, 13.5, 45),
    Shape.DIAMOND: "M0-36L32 0L0 36L-32 0Z",
    Shape.SQUARE: "M-25-25H25V25H-25Z",
    Shape.STAR: _star(8, 36, 23),
    Shape.CLOVER: "".join(_circle(x, y, 15.5) for x, y in ((0, -16), (16, 0), (0, 16), (-16, 0)))
    + "M-13-13V13H13V-13Z",
}
"""The shapes, in a square from -50 to 50."""


def symbols() -> str:
    """Every piece once, to be used by the pictures: ``t-`` tiles and ``c-`` cards, by shape. The
    colour is that of the text around them."""
    drawn = []
    for shape, path in PATHS.items():
        ink = INK.format(path)
        drawn.append(
            f'<symbol id="t-{shape}" viewBox="0 0 100 100">{TILE}'
            f'<g transform="translate(50 48)">{ink}</g></symbol>'
            f'<symbol id="c-{shape}" viewBox="0 0 100 140">{CARD}'
            f'<g transform="translate(50 70)">{ink}</g></symbol>'
        )
    return f'<svg width="0" height="0" class="symbols" aria-hidden="true">{"".join(drawn)}</svg>'


def inks() -> str:
    """The colours as a style sheet has them."""
    return "".join(f".{color}{{color:{ink}}}" for color, ink in INKS.items())


def piece(tile: Tile, lang: str, cards: bool = False) -> str:
    """One piece as a small picture with its name."""
    box = f"0 0 {CELL} {HIGH if cards else CELL}"
    name = escape(say(f"tile.{tile}", lang))
    return (
        f'<svg class="{"card" if cards else "tile"} {tile.color}" viewBox="{box}" role="img"'
        f' aria-label="{name}"><use href="#{"c" if cards else "t"}-{tile.shape}"/></svg>'
    )


def pieces(tiles: Iterable[Tile], lang: str, cards: bool = False) -> str:
    return f'<span class="pieces">{"".join(piece(tile, lang, cards) for tile in tiles)}</span>'


def layout(picture: Picture, label: str, beside: Picture) -> str:
    """What lies on the table, as large as in another picture that stands beside it. Its label is
    for those who do not see it."""
    high = HIGH + GAP if picture.cards else CELL
    tall = HIGH if picture.cards else CELL
    both = (*picture.pieces, *beside.pieces)
    xs, ys = [each.x for each in both], [each.y for each in both]
    left, top = min(xs, default=0), min(ys, default=0)
    width = (max(xs, default=0) - left + 1) * CELL
    height = (max(ys, default=0) - top) * high + tall
    kind = "c" if picture.cards else "t"
    parts = []
    for each in picture.pieces:
        x, y = (each.x - left) * CELL, (each.y - top) * high
        parts.append(
            f'<use class="{each.tile.color}" href="#{kind}-{each.tile.shape}" x="{x}" y="{y}"'
            f' width="{CELL}" height="{tall}"/>'
        )
        if each.mark:
            parts.append(
                f'<rect class="{each.mark}" x="{x + 4}" y="{y + 4}" width="{CELL - 8}"'
                f' height="{tall - 8}" rx="15"/>'
            )
    box = f"{-GAP} {-GAP} {width + 2 * GAP} {height + 2 * GAP}"
    return (
        f'<svg class="layout{" rows" if picture.cards else ""}" viewBox="{box}" role="img"'
        f' aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a graph: its name, and points from 0 to 1 in both directions, upwards."""

    name: str
    points: Sequence[tuple[float, float]]


def graph(lines: Sequence[Line], label: str) -> str:
    """Lines in a square that takes any size; what is written at it stands around it."""
    drawn = []
    for at, line in enumerate(lines):
        path = "L".join(f"{1000 * x:.1f} {1000 - 1000 * y:.1f}" for x, y in line.points)
        drawn.append(f'<path class="line s{at}" d="M{path}"/>' if path else "")
    return (
        f'<svg class="lines" viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img"'
        f' aria-label="{escape(label)}"><path class="half" d="M0 500H1000"/>{"".join(drawn)}</svg>'
    )


def swatch(at: int) -> str:
    """The pattern of a line, to be shown beside its name."""
    return (
        f'<svg class="swatch" viewBox="0 0 40 10" aria-hidden="true">'
        f'<path class="line s{at}" d="M0 5H40"/></svg>'
    )
