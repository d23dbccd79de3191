"""Messages about moves: the legal ones, and the check of a single one."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.server.domain.answers import Problem


class LinePoints(Struct, frozen=True):
    """A line that a play makes or adds to."""

    cells: list[tuple[int, int]]
    points: int
    qwirkle: bool


class LegalMove(Struct, frozen=True, array_like=True):
    """A legal move, and its points."""

    move: str
    points: int


class LegalMoveList(Struct, frozen=True, tag="offers", tag_field="type", omit_defaults=True):
    """The legal moves of the seat to move. The card game can have very many arrangements: the
    answer to the question ``offers`` has some of them, those that capture the most first."""

    seq: int
    moves: list[LegalMove]
    trade: int
    """How many tiles may be traded at most."""
    id: str = ""
    """The id of the question, if there was one."""
    complete: bool = True
    """Whether these are all; in the card game: whether they include each set of cards that can be
    played."""


class RowCheck(Struct, frozen=True):
    """Whether a row is legal, and if not, why."""

    row: list[str]
    captured: bool
    problem: Problem | None


class Checked(Struct, frozen=True, kw_only=True, tag="checked", tag_field="type"):
    """The check of a pending move."""

    id: str
    problem: Problem | None
    points: int = 0
    lines: list[LinePoints] = []
    rows: list[RowCheck] = []
