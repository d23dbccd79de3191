"""What a notebook shows of a game: the table, how it stands, and the last moves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from qwirkle.events import Moved, Resigned

SHOWN = 6
"""How many of the last moves are listed."""


def html(
    picture: str, standing: str, players: Sequence[str], events: Sequence[Moved | Resigned]
) -> str:
    """A game as HTML, with what everybody may know: a picture, which is SVG, and texts.

    >>> html("<svg/>", "Bo & Co to move", ["Ada", "Bo & Co"], [Resigned(0)])
    '<div><svg/><p>Bo &amp; Co to move</p><ol start="1"><li>Ada: resign</li></ol></div>'
    """
    first = max(0, len(events) - SHOWN)
    items = "".join(f"<li>{escape(_line(players, event))}</li>" for event in events[first:])
    listed = f'<ol start="{first + 1}">{items}</ol>' if items else ""
    return f"<div>{picture}<p>{escape(standing)}</p>{listed}</div>"


def _line(players: Sequence[str], event: Moved | Resigned) -> str:
    """Who moved, how, and what it gave; of a trade only how many pieces."""
    if isinstance(event, Resigned):
        return f"{players[event.seat]}: resign"
    return f"{players[event.seat]}: {event.move.public} (+{event.points})"
