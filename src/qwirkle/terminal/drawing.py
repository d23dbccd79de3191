"""Pictures for a page of a review: pieces, what lies on the table, and the chance to win as lines.
The same symbols serve every picture of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from qwirkle.locales import say
from qwirkle.pictures import CELL, GAP, HIGH, Frame, Picture, definitions, marked, use
from qwirkle.tiles import Tile


def symbols() -> str:
    """Every piece once, to be used by the pictures."""
    return f'<svg width="0" height="0" class="symbols" aria-hidden="true">{definitions()}</svg>'


def piece(tile: Tile, lang: str, cards: bool = False) -> str:
    """One piece as a small picture with its name."""
    box = f"0 0 {CELL} {HIGH if cards else CELL}"
    name = escape(say(f"tile.{tile}", lang))
    return (
        f'<svg class="{"card" if cards else "tile"}" viewBox="{box}" role="img"'
        f' aria-label="{name}">{use(tile, 0, 0, cards)}</svg>'
    )


def pieces(tiles: Iterable[Tile], lang: str, cards: bool = False) -> str:
    return f'<span class="pieces">{"".join(piece(tile, lang, cards) for tile in tiles)}</span>'


def layout(picture: Picture, label: str, beside: Picture) -> str:
    """What lies on the table, as large as in another picture that stands beside it. Its label is
    for those who do not see it."""
    frame = Frame.around(picture, beside)
    box = f"{-GAP} {-GAP} {frame.width + 2 * GAP} {frame.height + 2 * GAP}"
    return (
        f'<svg class="layout{" rows" if picture.cards else ""}" viewBox="{box}" role="img"'
        f' aria-label="{escape(label)}">{marked(picture, frame)}</svg>'
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
