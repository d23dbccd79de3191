"""The latest step: one play laid on one board, and what was worked out about it.

A play is judged, counted and made one right after the other, and each of them lays it. Only the
latest step of the process is remembered, so that a board of long ago costs its tiles and no more;
about any other board everything is worked out again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qwirkle.classic.moves import Play

if TYPE_CHECKING:
    from qwirkle.classic.board import Board
    from qwirkle.classic.scoring import Line


@dataclass(slots=True, eq=False)
class Step:
    """A board, a play that was laid on it, and the board after."""

    board: Board
    play: Play
    after: Board
    copy: Any = None
    """The kernel's copy of the first board, once it was asked: see ``classic/fast.py``."""
    after_copy: Any = None
    lines: list[Line] | None = None
    """The lines that the play made, once they were counted."""


_NOTHING = Play(())
_latest: Step | None = None


def about(board: Board) -> Step:
    """The latest step if it began or ended at this board; otherwise one that leads nowhere."""
    global _latest
    step = _latest
    if step is None or (step.after is not board and step.board is not board):
        step = _latest = Step(board, _NOTHING, board)
    return step


def taken(board: Board, play: Play) -> Step:
    """The step from a board by a play: not taken again if it is the latest."""
    global _latest
    step = about(board)
    if step.board is not board or step.play is not play:
        copy = step.after_copy if step.after is board else step.copy
        step = _latest = Step(board, play, board._plus(play), copy)
    return step
