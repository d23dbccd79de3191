"""Pictures of measurements for the docs, as SVG: readable on a light page and on a dark one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float, float]]
"""Two shares from 0 to 1, and half the interval of the second."""

INK, QUIET, PAPER = "#1b1b1b", "#8a8a8a", "#ffffff"
COLORS = ("#2166ac", "#d6604d", "#1b7837", "#762a83", "#b35806")
SIDE, LEFT, TOP = 360, 64, 24
FONT = "font-family='system-ui, sans-serif' font-size='13'"


@dataclass(frozen=True, slots=True)
class Series:
    """Points with a name."""

    name: str
    points: Points


@dataclass(frozen=True, slots=True)
class Rated:
    """Somebody on a scale, with the interval of the rating; who is marked stands out."""

    name: str
    rating: float
    low: float
    high: float
    marked: bool = False


def diagram(series: Iterable[Series], across: str, up: str) -> str:
    """A reliability diagram: what was stated, and what came true."""
    drawn = [_line(0, 0, 1, 1, QUIET, "stroke-dasharray='4 4'")]
    for tenth in range(0, 11, 2):
        share = tenth / 10
        drawn.append(_text(_x(share), TOP + SIDE + 18, f"{10 * tenth} %", "middle"))
        drawn.append(_text(LEFT - 8, _y(share) + 4, f"{10 * tenth} %", "end"))
        drawn.append(_line(share, 0, share, 1, "#e4e4e4") + _line(0, share, 1, share, "#e4e4e4"))
    for at, (one, color) in enumerate(zip(series, COLORS, strict=False)):
        drawn += _series(one, color, at)
    drawn.append(_text(LEFT + SIDE / 2, TOP + SIDE + 40, across, "middle"))
    drawn.append(_text(LEFT, TOP - 8, up, "end"))
    return _page(LEFT + SIDE + 120, TOP + SIDE + 56, drawn)


def _series(series: Series, color: str, at: int) -> list[str]:
    path = " ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y, _ in series.points)
    drawn = [f"<polyline points='{path}' fill='none' stroke='{color}' stroke-width='2'/>"]
    for x, y, error in series.points:
        drawn.append(_line(x, max(0.0, y - error), x, min(1.0, y + error), color))
        drawn.append(f"<circle cx='{_x(x):.1f}' cy='{_y(y):.1f}' r='4' fill='{color}'/>")
    top = TOP + 14 + 22 * at
    drawn.append(f"<circle cx='{LEFT + SIDE + 18}' cy='{top}' r='5' fill='{color}'/>")
    return [*drawn, _text(LEFT + SIDE + 30, top + 4, series.name)]


def scale(rows: Sequence[Rated], title: str) -> str:
    """Everybody on one line of ratings, the weakest first, with intervals."""
    low = min(row.low for row in rows)
    span = (max(row.high for row in rows) - low) or 1.0
    left, step, width = 120, 26, 480
    drawn = [_text(left, TOP, title)]
    for at, row in enumerate(rows):
        y = TOP + 26 + step * at
        color = COLORS[0] if row.marked else QUIET
        x1, x, x2 = (left + width * (v - low) / span for v in (row.low, row.rating, row.high))
        drawn.append(_text(left - 12, y + 4, row.name, "end"))
        drawn.append(f"<path d='M{x1:.1f} {y}H{x2:.1f}' stroke='{color}' stroke-width='3'/>")
        drawn.append(f"<circle cx='{x:.1f}' cy='{y}' r='5' fill='{color}'/>")
        drawn.append(_text(max(x, x2) + 10, y + 4, f"{row.rating:.0f}"))
    return _page(left + width + 70, TOP + 26 + step * len(rows), drawn)


def _x(share: float) -> float:
    return LEFT + SIDE * share


def _y(share: float) -> float:
    return TOP + SIDE * (1 - share)


def _line(x1: float, y1: float, x2: float, y2: float, color: str, more: str = "") -> str:
    ends = f"x1='{_x(x1):.1f}' y1='{_y(y1):.1f}' x2='{_x(x2):.1f}' y2='{_y(y2):.1f}'"
    return f"<line {ends} stroke='{color}' {more}/>"


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{INK}' {FONT}"
    return f"<text {place}>{escape(text)}</text>"


def _page(width: float, height: float, drawn: Iterable[str]) -> str:
    size = f"width='{width:.0f}' height='{height:.0f}' viewBox='0 0 {width:.0f} {height:.0f}'"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img'>"
    paper = f"<rect width='100%' height='100%' rx='8' fill='{PAPER}'/>"
    return "\n".join([head, paper, *drawn, "</svg>", ""])
