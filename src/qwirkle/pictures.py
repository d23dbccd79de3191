"""Pictures as SVG text, in the drawing language of the browser: dark tiles with an inlaid shape,
cards with a light edge, felt below them. Boards, tables and games draw themselves with this, and so
does the page of a review."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
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
FELT = {False: "#2b7c74", True: "#85334a"}
"""Teal for tiles, plum for cards."""
GOLD = "#ffc53d"
CELL, HIGH, GAP = 100, 140, 22
"""The side of a tile, the height of a card, and the room between two rows of cards."""
SCALE = 0.48
"""Pixels for each unit, where nobody says how large a picture shall be."""
WIDEST_GAP = 8
"""Empty columns or rows between two parts of a board that are drawn; more are cut out."""
CUT = "…"
"""Where they were."""

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

    @property
    def tall(self) -> int:
        """The height of a piece."""
        return HIGH if self.cards else CELL

    @property
    def pitch(self) -> int:
        """From one row to the next."""
        return HIGH + GAP if self.cards else CELL


@dataclass(frozen=True, slots=True)
class Frame:
    """The cells that a picture shows, in units of the drawing."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def around(cls, *pictures: Picture) -> Frame:
        """As much as all of these pictures need."""
        pieces = [each for picture in pictures for each in picture.pieces]
        xs, ys = [each.x for each in pieces], [each.y for each in pieces]
        left, top = min(xs, default=0), min(ys, default=0)
        width = (max(xs, default=0) - left + 1) * CELL
        height = (max(ys, default=0) - top) * pictures[0].pitch + pictures[0].tall
        return cls(left, top, width, height)

    def at_least(self, width: int) -> Frame:
        """The same, with room for words that are so wide."""
        return replace(self, width=max(width, self.width))


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


def _gradient(name: str, end: str, *stops: tuple[float, str, float]) -> str:
    colors = "".join(
        f'<stop offset="{at}" stop-color="{color}" stop-opacity="{seen}"/>'
        for at, color, seen in stops
    )
    return f'<linearGradient id="q-{name}" x1="0" y1="0" {end}>{colors}</linearGradient>'


LIGHT = "".join(
    (
        _gradient(
            "face", 'x2=".25" y2="1"', (0, "#3a383e", 1), (0.5, "#27262a", 1), (1, "#1c1b1e", 1)
        ),
        _gradient(
            "side", 'x2="0" y2="1"', (0.86, "#0a090b", 1), (0.95, "#37302b", 1), (1, "#0b0a0b", 1)
        ),
        _gradient("rim", 'x2="0" y2="1"', (0, "#fff", 0.42), (0.3, "#fff", 0.1), (1, "#fff", 0.05)),
        _gradient(
            "sheen", 'x2=".6" y2="1"', (0, "#fff", 0.26), (0.45, "#fff", 0), (1, "#000", 0.14)
        ),
        _gradient("edge", 'x2="0" y2="1"', (0, "#fffdf7", 1), (1, "#eadfc9", 1)),
    )
)
"""The lamp above the table, as it falls on pieces."""
TILE = (
    '<rect x="2" y="5" width="96" height="93" rx="15" fill="url(#q-side)"/>'
    '<rect x="2" y="1" width="96" height="91" rx="15" fill="url(#q-face)"/>'
    '<rect x="3" y="2" width="94" height="89" rx="14" fill="none" stroke="url(#q-rim)"'
    ' stroke-width="2"/>'
)
INLAY = (
    '<g transform="translate(50 46.5)" stroke-linejoin="round">'
    '<path d="{0}" transform="translate(0 2)" fill="none" stroke="#fff" stroke-opacity=".2"'
    ' stroke-width="7"/><path d="{0}" transform="translate(0 -1)" fill="none" stroke="#000"'
    ' stroke-opacity=".72" stroke-width="8"/><path d="{0}" fill="currentColor"'
    ' stroke="currentColor" stroke-width="5"/><path d="{0}" fill="url(#q-sheen)"/></g>'
)
CARD = (
    '<rect x="1" y="1" width="98" height="138" rx="12" fill="url(#q-edge)" stroke="#000"'
    ' stroke-opacity=".35"/><rect x="6" y="6" width="88" height="128" rx="8" fill="#1d1c20"/>'
)
PRINT = (
    '<g fill="currentColor" stroke="currentColor" stroke-linejoin="round">'
    '<path d="{0}" transform="translate(50 70) scale(1.02)" stroke-width="5"/>'
    '<path d="{0}" transform="translate(19 20) scale(.22)" stroke-width="2"/>'
    '<path d="{0}" transform="translate(81 120) scale(.22)" stroke-width="2"/></g>'
    '<path d="{0}" transform="translate(50 70) scale(1.02)" fill="url(#q-sheen)"/>'
)


def definitions(shapes: Iterable[Shape] = tuple(Shape), *, cards: bool | None = None) -> str:
    """The symbols that pictures use, once for all of them: ``q-t-`` tiles and ``q-c-`` cards, by
    shape; both, or only those of one game. Their ink is the colour of the text around them."""
    drawn = []
    for shape in dict.fromkeys(shapes):
        if cards is not True:
            ink = TILE + INLAY.format(PATHS[shape])
            drawn.append(f'<symbol id="q-t-{shape}" viewBox="0 0 100 100">{ink}</symbol>')
        if cards is not False:
            ink = CARD + PRINT.format(PATHS[shape])
            drawn.append(f'<symbol id="q-c-{shape}" viewBox="0 0 100 140">{ink}</symbol>')
    return f"<defs>{LIGHT}{''.join(drawn)}</defs>"


def use(tile: Tile, x: int, y: int, cards: bool = False, inside: str = "", more: str = "") -> str:
    """One piece within a picture."""
    kind, tall = ("c", HIGH) if cards else ("t", CELL)
    return (
        f'<use href="#q-{kind}-{tile.shape}" x="{x}" y="{y}" width="{CELL}" height="{tall}"'
        f' color="{INKS[tile.color]}"{more}>{inside}</use>'
    )


def marked(picture: Picture, frame: Frame) -> str:
    """The pieces of a picture, with rings around the marked ones."""
    parts = []
    for each in picture.pieces:
        x, y = (each.x - frame.left) * CELL, (each.y - frame.top) * picture.pitch
        parts.append(use(each.tile, x, y, picture.cards))
        if each.mark:
            parts.append(ring(x, y, picture.tall, each.mark))
    return "".join(parts)


def ring(x: int, y: int, tall: int, mark: Mark) -> str:
    """Around a new piece; dashed around one of a row of six."""
    dashes = ' stroke-dasharray="14 8"' if mark == "six" else ""
    return (
        f'<rect class="{mark}" x="{x + 4}" y="{y + 4}" width="{CELL - 8}" height="{tall - 8}"'
        f' rx="15" fill="none" stroke="{GOLD}" stroke-width="8"{dashes}/>'
    )


def svg(picture: Picture, label: str, lang: str = "en") -> str:
    """A picture of its own, on felt. Its label is for those who do not see it."""
    named = label or ", ".join(say(f"tile.{each.tile}", lang) for each in picture.pieces)
    shapes = [each.tile.shape for each in picture.pieces]
    columns, rows = axis(each.x for each in picture.pieces), axis(each.y for each in picture.pieces)
    x_of, y_of = ({at: n for n, at in enumerate(shown)} for shown in (columns, rows))
    near = replace(
        picture,
        pieces=tuple(replace(each, x=x_of[each.x], y=y_of[each.y]) for each in picture.pieces),
    )
    frame = Frame.around(near)
    inside = definitions(shapes, cards=picture.cards) + felt(frame, picture.cards)
    seams = [_seam(n * CELL, 0, f"v{frame.height}") for n, x in enumerate(columns) if x is None]
    seams += [_seam(0, n * near.pitch, f"h{frame.width}") for n, y in enumerate(rows) if y is None]
    return sheet(frame, inside + marked(near, frame) + "".join(seams), named)


def _seam(x: int, y: int, way: str) -> str:
    """A row of dots where something was cut out."""
    half = CELL // 2
    start = f"M{x + half} {y}" if way[0] == "v" else f"M{x} {y + half}"
    return (
        f'<path class="cut" d="{start}{way}" stroke="#fff" stroke-opacity=".5" stroke-width="10"'
        ' stroke-linecap="round" stroke-dasharray="0 25"/>'
    )


def felt(frame: Frame, cards: bool, above: int = 0) -> str:
    """The cloth below the pieces."""
    return (
        f'<rect x="{-GAP}" y="{-GAP - above}" width="{frame.width + 2 * GAP}"'
        f' height="{frame.height + 2 * GAP + above}" rx="24" fill="{FELT[cards]}"/>'
    )


def sheet(frame: Frame, inside: str, label: str, above: int = 0) -> str:
    """The whole text of a picture, with room above the pieces where there is something to say."""
    width, height = frame.width + 2 * GAP, frame.height + 2 * GAP + above
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SCALE * width:.0f}"'
        f' height="{SCALE * height:.0f}" viewBox="{-GAP} {-GAP - above} {width} {height}"'
        f' role="img" aria-label="{escape(label)}">{inside}</svg>'
    )


def with_hand(picture: Picture, hand: Sequence[Tile], label: str) -> str:
    """A picture with somebody's pieces below it, after some room."""
    frame = Frame.around(picture)
    below = frame.top + (frame.height - picture.tall) // picture.pitch + 2 if picture.pieces else 0
    held = tuple(Placed(frame.left + x, below, tile) for x, tile in enumerate(hand))
    return svg(Picture(picture.pieces + held, picture.cards), label)


def axis(values: Iterable[int]) -> list[int | None]:
    """The columns or rows of a picture; None where a wide gap was cut out, so that a picture grows
    with its pieces and not with the way between them."""
    held = sorted(set(values))
    if not held:
        return []
    shown: list[int | None] = [held[0]]
    for one, other in pairwise(held):
        shown += range(one + 1, other) if other - one <= WIDEST_GAP + 1 else [None]
        shown.append(other)
    return shown


def label(at: int | None) -> str:
    """What stands beside a row or above a column."""
    return CUT if at is None else str(at)


def text(picture: Picture) -> str:
    """Tiles on cells as letters, with coordinates; nothing where nothing lies."""
    if not picture.pieces:
        return ""
    there = {(each.x, each.y): str(each.tile) for each in picture.pieces}
    columns, rows = axis(x for x, _ in there), axis(y for _, y in there)
    wide = max(2, *(len(label(x)) for x in columns))
    high = max(2, *(len(label(y)) for y in rows))

    def cell(x: int | None, y: int | None) -> str:
        if x is None or y is None:
            return CUT
        return there.get((x, y), ".")

    lines = [" " * high + "".join(f" {label(x):>{wide}}" for x in columns)]
    for y in rows:
        cells = "".join(f" {cell(x, y):>{wide}}" for x in columns)
        lines.append(f"{label(y):>{high}}{cells}")
    return "\n".join(lines)
