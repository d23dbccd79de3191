"""Plays of the card game that are found with little work."""

from __future__ import annotations

from qwirkle.cards import fast, rules, solver
from qwirkle.cards.moves import Arrange
from qwirkle.cards.rules import Position
from qwirkle.lines import LONGEST


def one_card_more(position: Position) -> Arrange | None:
    """A card from the hand put to a row as it lies."""
    for place, row in enumerate(position.table):
        for card in position.hand:
            longer = (*row, card)
            if rules.row_fault(longer) is None:
                rest = position.table[:place] + position.table[place + 1 :]
                full = len(longer) == LONGEST
                return Arrange(rest, (longer,)) if full else Arrange((*rest, longer))
    return None


def any_play(position: Position) -> Arrange | None:
    """Any play; None is the proof that there is none."""
    outcome = fast.any_play(solver.counted(position.table.cards), position.hand)
    return fast.any_arrangement(position.table, *outcome) if outcome else None
