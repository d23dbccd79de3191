"""How one game looks on the wire, found by the name of its edition.

``protocol/editions/NAME.py`` gives the ``WIRE`` of the edition of that name. If there is no such
module, the general behaviour here is used: everything is sent in its notation.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from qwirkle.editions import AnyState, part_of
from qwirkle.moves import Move
from qwirkle.server.protocol.legal_moves import LegalMove, LegalMoveList, LinePoints, RowCheck
from qwirkle.tiles import Tile

Laid: TypeAlias = tuple[list[list[str]], list[list[str]]]
"""The rows of a table, and those that are captured."""


class Wire:
    """The general behaviour; an edition may override it."""

    arranges = False
    """Whether the question ``arrangement`` makes sense for this edition."""

    def board(self, layout: Any) -> list[str]:
        """The pieces on the table, one by one."""
        return str(layout).split()

    def rows(self, layout: Any) -> list[list[str]]:
        """The rows on the table, in a game that has rows."""
        return []

    def captured(self, state: AnyState) -> list[list[list[str]]]:
        """The captured rows of each player, in a game that has them."""
        return []

    def legal_moves(self, position: Any) -> LegalMoveList:
        """The moves of a position that can be found quickly."""
        moves = [LegalMove(str(move), position.points(move)) for move in position.moves()]
        return LegalMoveList(0, moves, 0)

    def more_moves(self, position: Any) -> tuple[list[tuple[str, int]], bool]:
        """The moves that take longer to find, with their points or rows; and whether these are
        all."""
        return [], True

    def laying(self, layout: Any, cards: tuple[Tile, ...]) -> Laid:
        """How these cards can be laid by moving the fewest others; no rows if they cannot."""
        return [], []

    def lines_made(self, board: Any, move: Move) -> list[LinePoints]:
        """Where the points of a move come from, before it is made."""
        return []

    def lines_on(self, board: Any, move: Move) -> list[LinePoints]:
        """The same, after it was made."""
        return []

    def row_checks(self, text: str, move: Move) -> list[RowCheck]:
        """What the judge says about each row of a move, as it was typed."""
        return []

    def bonus(self, rule: str) -> int:
        """The bonus of the last move, if the game ended by this rule."""
        return 0


GENERAL = Wire()


def wire(edition: str) -> Wire:
    """How the edition of that name looks on the wire."""
    return part_of(edition, "qwirkle.server.protocol.editions", "WIRE", GENERAL)
