"""The results of a ladder as a picture: who wins how often against whom.

A heat map in SVG, written by hand: it needs no library, and has its own background, so it can be
read on a light page and on a dark one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from qwirkle.analysis.intervals import Estimate
from qwirkle.arena.match import Match
from qwirkle.locales import Figure

Rates = Mapping[tuple[str, str], Estimate]
"""The win rate of the first bot against the second."""

CELL, EDGE, FONT = 92, 24, 15
LETTER = 0.67
"""How wide a letter is at most, on average, in sizes of its font."""
BELOW, FAIR, ABOVE = (214, 96, 77), (247, 247, 247), (67, 147, 195)
"""Two colours that can be told apart by everybody, and almost white between them."""
INK, PAPER = "#1b1b1b", "#ffffff"
STEPS = 40


@dataclass(frozen=True, slots=True)
class Words:
    """What is written around the map."""

    title: str
    rows: str
    columns: str
    scale: str
    lang: str = "en"


def ranked(rates: Rates) -> list[str]:
    """The bots, those that win most on average first."""
    names = list(dict.fromkeys(name for pair in rates for name in pair))

    def strength(name: str) -> float:
        won = [rate.value for (one, other), rate in rates.items() if one == name != other]
        return sum(won) / len(won) if won else 0.0

    return sorted(names, key=strength, reverse=True)


def both_ways(match: Match, rate: Estimate) -> dict[tuple[str, str], Estimate]:
    """A match of two seats says how often each of them wins; with more it says it only of one."""
    rates = {(match.a, match.b): rate}
    if match.players == 2 and match.a != match.b:
        rates[match.b, match.a] = Estimate(1 - rate.value, 1 - rate.high, 1 - rate.low)
    return rates


def color(rate: float, fair: float) -> str:
    """Red for nothing, white for the fair share, blue for every game.

    >>> color(0.0, 0.25), color(0.25, 0.25), color(1.0, 0.25)
    ('#d6604d', '#f7f7f7', '#4393c3')
    """
    part = (rate - fair) / (fair if rate < fair else 1 - fair)
    end = BELOW if part < 0 else ABOVE
    mixed = (round(f + (e - f) * min(1.0, abs(part))) for f, e in zip(FAIR, end, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def picture(rates: Rates, fair: float, words: Words) -> str:
    """The heat map."""
    names = ranked(rates)
    side = CELL * len(names)
    left = 2 * EDGE + max(_width(name) for name in names)
    top = 110
    width = max(left + side, EDGE + _width(words.title, 18), left + _width(words.scale, 12)) + EDGE
    height = top + side + 90
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" font-size="{FONT}"'
        f' fill="{INK}" role="img" aria-label={quoteattr(words.title)}>',
        f"<title>{escape(words.title)}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        text_at(EDGE, 36, words.title, "start", 'font-size="18" font-weight="bold"'),
        text_at(left + side / 2, 68, words.columns, "middle"),
        f'<g transform="translate({EDGE} {top + side / 2}) rotate(-90)">'
        f"{text_at(0, 0, words.rows, 'middle')}</g>",
        *_names(names, left, top),
        *_cells(names, rates, fair, lambda column: left + CELL * column, top, words.lang),
        *_scale(left, top + side + 24, fair, words.scale),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _names(names: Sequence[str], left: int, top: int) -> list[str]:
    bold = 'font-weight="bold"'
    return [
        part
        for at, name in enumerate(names)
        for part in (
            text_at(left - 8, top + CELL * (at + 0.5) + 5, name, "end", bold),
            text_at(left + CELL * (at + 0.5), top - 10, name, "middle", _squeezed(name, bold)),
        )
    ]


def _squeezed(name: str, style: str) -> str:
    """A name over a column may not reach into the next."""
    size = min(FONT, FONT * (CELL - 6) / _width(name))
    return f'{style} font-size="{size:.3g}"'


def _width(text: str, size: int = FONT) -> int:
    """Enough room for a text; nobody knows the font with which it will be drawn."""
    return math.ceil(len(text) * LETTER * size)


def _cells(
    names: Sequence[str],
    rates: Rates,
    fair: float,
    across: Callable[[int], int],
    top: int,
    lang: str,
) -> list[str]:
    parts = []
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            x, y, rate = across(column), top + CELL * row, rates.get((one, other))
            fill = color(rate.value, fair) if rate else "#e4e4e4"
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"'
                f' stroke="{PAPER}" stroke-width="2"/>'
            )
            if rate:
                middle = x + CELL / 2
                ends = (rate.value, rate.low, rate.high)
                mean, low, high = (Figure(100 * end, ".1f").say(lang) for end in ends)
                parts.append(text_at(middle, y + 46, mean, "middle", LARGE))
                parts.append(text_at(middle, y + 68, f"{low}–{high}", "middle", 'font-size="13"'))
    return parts


LARGE = 'font-size="20"'


def _scale(x: int, y: int, fair: float, label: str) -> list[str]:
    """A strip of all the colours from 0 to 100, with the fair share marked on it."""
    step = 200 / STEPS
    strip = [
        f'<rect x="{x + step * n:g}" y="{y}" width="{step + 0.5:g}" height="14"'
        f' fill="{color((n + 0.5) / STEPS, fair)}"/>'
        for n in range(STEPS)
    ]
    small = 'font-size="12"'
    ticks = [
        text_at(x + 200 * at, y + 28, f"{100 * at:.0f}", "middle", small) for at in (0.0, fair, 1.0)
    ]
    return [*strip, *ticks, text_at(x, y + 46, label, "start", small)]


def text_at(x: float, y: float, text: str, anchor: str, style: str = "") -> str:
    """A text that begins, ends or has its middle at a point."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {style}>{escape(text)}</text>'
