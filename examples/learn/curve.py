"""The learning curve as a picture, in the style of the arena's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from qwirkle.arena.picture import ABOVE, INK, PAPER, text_at

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 690, 70, 330
TITLE = "Win rate against greedy"
LOW, HIGH, STEP = 40, 80, 10
"""The win rates that the picture shows, in percent."""
BLUE = "#{:02x}{:02x}{:02x}".format(*ABOVE)
FAINT = 'stroke="#d9d9d9"'
DASHED = f'stroke="{INK}" stroke-dasharray="6 4"'


class Point(NamedTuple):
    """A measurement: a win rate with the ends of its 95 % interval."""

    games: int
    """Of self-play before it."""
    seconds: float
    """Of training before it."""
    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        ends = f"95%: {100 * self.low:.1f} to {100 * self.high:.1f}"
        return f"wins {100 * self.rate:.1f}% of the games against greedy ({ends})"


def picture(points: Sequence[Point]) -> str:
    """The curve, with the interval of each measurement."""
    last = points[-1]
    below = f"games of self-play; {last.games:,} took {last.seconds / 60:.0f} minutes"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" font-family="sans-serif" font-size="14" fill="{INK}" role="img"'
        f" aria-label={quoteattr(TITLE)}>",
        f"<title>{escape(TITLE)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{PAPER}"/>',
        text_at(LEFT, 36, TITLE, "start", 'font-size="18" font-weight="bold"'),
        text_at(RIGHT, 36, "with 95% intervals", "end", 'font-size="12"'),
        *_rates(),
        *_games(last.games),
        text_at((LEFT + RIGHT) / 2, HEIGHT - 20, below, "middle"),
        *_measured(points),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _rates() -> Iterable[str]:
    for percent in range(LOW, HIGH + 1, STEP):
        y = _up(percent / 100)
        yield _line(LEFT, y, RIGHT, y, DASHED if percent == 50 else FAINT)
        yield text_at(LEFT - 8, y + 5, f"{percent}%", "end")


def _games(most: int) -> Iterable[str]:
    for part in range(5):
        games = most * part // 4
        yield text_at(_across(games, most), BOTTOM + 22, f"{games:,}", "middle")


def _measured(points: Sequence[Point]) -> Iterable[str]:
    most = points[-1].games
    path = " ".join(f"{_across(at.games, most):g},{_up(at.rate):g}" for at in points)
    yield f'<polyline points="{path}" fill="none" stroke="{BLUE}" stroke-width="2"/>'
    for at in points:
        x = _across(at.games, most)
        yield _line(x, _up(at.low), x, _up(at.high), f'stroke="{BLUE}" stroke-width="2"')
        yield f'<circle cx="{x:g}" cy="{_up(at.rate):g}" r="4" fill="{BLUE}"/>'


def _across(games: int, most: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * games / max(1, most), 1)


def _up(rate: float) -> float:
    """The height of a rate; one that the picture does not show is at its edge."""
    part = (min(max(100 * rate, LOW), HIGH) - LOW) / (HIGH - LOW)
    return round(BOTTOM - (BOTTOM - TOP) * part, 1)


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {style}/>'
