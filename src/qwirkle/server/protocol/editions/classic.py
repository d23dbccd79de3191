"""The tile game over the network."""

from __future__ import annotations

from qwirkle.classic import scoring
from qwirkle.classic.board import Board
from qwirkle.classic.moves import Play
from qwirkle.classic.rules import Position
from qwirkle.moves import Move
from qwirkle.server.protocol.editions import Wire
from qwirkle.server.protocol.legal_moves import LegalMove, LegalMoveList, LinePoints


class Classic(Wire):
    def legal_moves(self, position: Position) -> LegalMoveList:
        """Every play; for trades, only how many tiles they may have."""
        moves = [LegalMove(str(move), points) for move, points in position.scored()]
        return LegalMoveList(0, moves, position.most_traded)

    def lines_made(self, board: Board, move: Move) -> list[LinePoints]:
        made = scoring.lines_made(board, move) if isinstance(move, Play) else ()
        return [_line(line) for line in made]

    def lines_on(self, board: Board, move: Move) -> list[LinePoints]:
        made = scoring.lines_through(board, move.cells) if isinstance(move, Play) else ()
        return [_line(line) for line in made]

    def bonus(self, rule: str) -> int:
        """For going out (T17)."""
        return scoring.BONUS if rule == "T17" else 0


WIRE = Classic()


def _line(line: scoring.Line) -> LinePoints:
    return LinePoints(list(line.cells), line.points, line.is_qwirkle)
