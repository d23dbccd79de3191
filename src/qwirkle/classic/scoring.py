"""What a play is worth, line by line (T13)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwirkle.classic import steps
from qwirkle.classic.cells import AXES
from qwirkle.faults import Cell
from qwirkle.lines import LONGEST
from qwirkle.locales import say
from qwirkle.tiles import Tile

if TYPE_CHECKING:
    from qwirkle.classic.board import Board
    from qwirkle.classic.moves import Play

BONUS = 6
"""What a Qwirkle gives on top of its tiles (T13), and what going out gives (T17)."""


@dataclass(frozen=True, slots=True)
class Line:
    """A run of two or more touching tiles that a play made or added to."""

    cells: tuple[Cell, ...]
    tiles: tuple[Tile, ...]

    @property
    def is_qwirkle(self) -> bool:
        return len(self.tiles) == LONGEST

    @property
    def points(self) -> int:
        return len(self.tiles) + (BONUS if self.is_qwirkle else 0)

    def say(self, lang: str = "en") -> str:
        key = "score.qwirkle" if self.is_qwirkle else "score.line"
        return say(key, lang, tiles=self.tiles, n=self.points)

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.tiles))} = {self.points}"


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a play: its lines, and the bonus for going out (T17)."""

    lines: tuple[Line, ...]
    going_out: int = 0

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines) + self.going_out

    def say(self, lang: str = "en") -> list[str]:
        """One sentence a line, then the bonus, then the sum."""
        sentences = [line.say(lang) for line in self.lines]
        if self.going_out:
            sentences.append(say("score.out", lang, n=self.going_out))
        return [*sentences, say("score.total", lang, n=self.points)]

    def __str__(self) -> str:
        parts = [str(line) for line in self.lines]
        if self.going_out:
            parts.append(f"out = {self.going_out}")
        return "; ".join(parts) or "no line = 0"


def score(board: Board, play: Play) -> Score:
    """The score of a play that is known to be legal."""
    return Score(tuple(lines_made(board, play)))


def lines_made(board: Board, play: Play) -> list[Line]:
    """Every line that holds a tile of this play, each once; a lone tile is no line."""
    step = steps.taken(board, play)
    if step.lines is None:
        step.lines = lines_through(step.after, play.cells)
    return step.lines


def lines_through(board: Board, cells: Collection[Cell]) -> list[Line]:
    """Every line of a board through one of these cells, each once, the longest first."""
    found = dict.fromkeys(
        line for axis in AXES for cell in cells if len(line := board.line(cell, axis)) > 1
    )
    lines = [Line(line, tuple(board[cell] for cell in line)) for line in found]
    return sorted(lines, key=lambda line: -len(line.tiles))
