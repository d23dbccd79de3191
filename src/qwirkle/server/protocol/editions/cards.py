"""The card game over the network."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, islice

from qwirkle.cards.moves import Arrange, Exchange, Pass, parse_rows
from qwirkle.cards.rules import Position, row_fault
from qwirkle.cards.table import Table
from qwirkle.editions import AnyState
from qwirkle.faults import IllegalMove
from qwirkle.lines import LONGEST
from qwirkle.moves import Move
from qwirkle.server.domain.answers import problem_of
from qwirkle.server.protocol.editions import Laid, Wire
from qwirkle.server.protocol.legal_moves import LegalMove, LegalMoveList, RowCheck
from qwirkle.tiles import Hand, Tile

MOST_ARRANGEMENTS = 64
"""Arrangements that are sent at once."""
MOST_CARDS = 3
"""Every set of up to this many cards from the hand is tried; of the larger ones, the best play."""


class Cards(Wire):
    arranges = True

    def board(self, layout: Table) -> list[str]:
        return []

    def rows(self, layout: Table) -> list[list[str]]:
        return [_codes(row) for row in layout]

    def captured(self, state: AnyState) -> list[list[list[str]]]:
        return [[_codes(row) for row in rows] for rows in state.captured]

    def legal_moves(self, position: Position) -> LegalMoveList:
        """The moves without an arrangement: exchange or pass, if legal."""
        others = [move for move in (Exchange(), Pass()) if position.fault(move) is None]
        moves = [LegalMove(str(move), 0) for move in others]
        return LegalMoveList(0, moves, 0, complete=bool(moves))

    def more_moves(self, position: Position) -> tuple[list[tuple[str, int]], bool]:
        return arrangements(position)

    def laying(self, layout: Table, cards: tuple[Tile, ...]) -> Laid:
        found = layout.laying(cards)
        if found is None:
            return [], []
        return [_codes(row) for row in found.rows], [_codes(row) for row in found.captured]

    def row_checks(self, text: str, move: Move) -> list[RowCheck]:
        return [_row(row) for row in parse_rows(text)] if isinstance(move, Arrange) else []


WIRE = Cards()


def arrangements(position: Position) -> tuple[list[tuple[str, int]], bool]:
    """Moves of the card game with the rows that they capture, the most first; and whether every
    set of cards that can be played is among them."""
    if position.opening:
        moves = [move for move in position.moves() if isinstance(move, Arrange)]
        return [(str(move), len(move.captured)) for move in moves], True
    table, hand = position.table, position.hand
    best = table.best(hand)
    sizes = range(1, 1 + min(MOST_CARDS, len(hand)))
    sets = {Hand(cards) for size in sizes for cards in combinations(hand, size)}
    laid = (table.laying(cards) for cards in sorted(sets, key=lambda cards: (len(cards), cards)))
    found = {str(move): move for move in (best, *laid) if move}
    ranked = sorted(found.values(), key=lambda move: (-len(move.captured), len(move.cards)))
    sent = [(str(move), len(move.captured)) for move in islice(ranked, MOST_ARRANGEMENTS)]
    return sent, len(hand) <= MOST_CARDS and len(found) <= MOST_ARRANGEMENTS


def _row(row: tuple[Tile, ...]) -> RowCheck:
    fault = row_fault(row)
    problem = problem_of(IllegalMove(fault)) if fault else None
    return RowCheck(_codes(row), len(row) == LONGEST, problem)


def _codes(cards: Iterable[Tile]) -> list[str]:
    return [str(card) for card in cards]
