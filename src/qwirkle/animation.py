"""A whole game as one picture that moves: an SVG that every browser plays, without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from qwirkle.pictures import (
    CELL,
    GAP,
    Frame,
    Picture,
    Placed,
    definitions,
    felt,
    marked,
    ring,
    sheet,
    text,
    use,
)

ABOVE = 64
"""The room for the scores above the pieces."""
LETTER = 24
"""More than a letter of the scores is wide, on average."""
LAST = 3
"""How many times as long as the others the last scene stays."""

Span = tuple[int, int]
"""From which scene to which, the last one not included."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of a game: what lies, and the words above it."""

    picture: Picture
    caption: str

    def svg(self, label: str = "") -> str:
        """The scene by itself."""
        picture = self.picture
        frame = Frame.around(picture).at_least(LETTER * len(self.caption))
        shapes = [each.tile.shape for each in picture.pieces]
        drawn = definitions(shapes, cards=picture.cards) + felt(frame, picture.cards, ABOVE)
        inside = drawn + _words(self.caption) + marked(picture, frame)
        return sheet(frame, inside, label or self.caption, ABOVE)

    def text(self) -> str:
        """The scene as letters."""
        if not self.picture.cards:
            return f"{self.caption}\n{text(self.picture)}".rstrip()
        rows: dict[int, list[str]] = {}
        for each in self.picture.pieces:
            rows.setdefault(each.y, []).append(str(each.tile))
        lines = (f"{y + 1:2} {' '.join(row)}" for y, row in rows.items())
        return "\n".join([self.caption, *lines])


def animated(scenes: Sequence[Scene], seconds: float, label: str = "") -> str:
    """The scenes one after the other, again and again. What does not play animations shows the
    last one."""
    longest = max(len(scene.caption) for scene in scenes)
    frame = Frame.around(*(scene.picture for scene in scenes)).at_least(LETTER * longest)
    cards = scenes[0].picture.cards
    timing = _Timing(len(scenes), seconds)
    shapes = [each.tile.shape for scene in scenes for each in scene.picture.pieces]
    parts = [definitions(shapes, cards=cards), felt(frame, cards, ABOVE)]
    for at, scene in enumerate(scenes):
        parts.append(_words(scene.caption, *timing.shown([(at, at + 1)])))
    for piece, spans in _spans(scenes).items():
        x, y = (piece.x - frame.left) * CELL, (piece.y - frame.top) * scenes[0].picture.pitch
        more, inside = timing.shown(spans)
        if piece.mark:
            drawn = ring(x, y, scenes[0].picture.tall, piece.mark)
            parts.append(f"<g{more}>{drawn}{inside}</g>")
        else:
            parts.append(use(piece.tile, x, y, cards, inside, more))
    return sheet(frame, "".join(parts), label or scenes[-1].caption, ABOVE)


def _spans(scenes: Sequence[Scene]) -> dict[Placed, list[Span]]:
    """When each piece is to be seen, and when each of the rings around new ones; pieces first."""
    pieces: dict[Placed, list[Span]] = {}
    rings: dict[Placed, list[Span]] = {}
    for at, scene in enumerate(scenes):
        for each in scene.picture.pieces:
            _extend(pieces.setdefault(Placed(each.x, each.y, each.tile), []), at)
            if each.mark:
                _extend(rings.setdefault(each, []), at)
    return {**pieces, **rings}


def _extend(spans: list[Span], at: int) -> None:
    if spans and spans[-1][1] == at:
        spans[-1] = spans[-1][0], at + 1
    else:
        spans.append((at, at + 1))


class _Timing:
    """When the scenes are to be seen."""

    def __init__(self, scenes: int, seconds: float) -> None:
        self.scenes = scenes
        self.total = scenes - 1 + LAST
        self.seconds = seconds * self.total

    def shown(self, spans: Sequence[Span]) -> tuple[str, str]:
        """For something that is to be seen in these scenes only: its attributes, and what is
        inside it."""
        if list(spans) == [(0, self.scenes)]:
            return "", ""
        values = {0.0: "hidden"}
        for first, end in spans:
            values[first / self.total] = "visible"
            if end < self.scenes:
                values[end / self.total] = "hidden"
        now = "visible" if spans[-1][1] == self.scenes else "hidden"
        times = ";".join(f"{time:.5f}".rstrip("0").rstrip(".") for time in values)
        return f' visibility="{now}"', (
            f'<animate attributeName="visibility" calcMode="discrete" dur="{self.seconds:g}s"'
            f' repeatCount="indefinite" values="{";".join(values.values())}" keyTimes="{times}"/>'
        )


def _words(caption: str, more: str = "", inside: str = "") -> str:
    return (
        f'<text x="0" y="{-GAP}" font-family="Nunito,ui-rounded,system-ui,sans-serif"'
        f' font-size="40" font-weight="800" fill="#fff"{more}>{escape(caption)}{inside}</text>'
    )
