"""How hard a play of the card game is to find.

One step for each

- card from the hand beyond the first,
- card of the table that goes to another row,
- captured row beyond the first.
"""

from __future__ import annotations

import math
from functools import cached_property

from qwirkle.bots.cards import greedy
from qwirkle.bots.difficulty import Option, Taste
from qwirkle.cards import fast, solver
from qwirkle.cards.layout import cards_moved
from qwirkle.cards.moves import Arrange
from qwirkle.cards.rules import Position
from qwirkle.cards.solver import Counts, TurnOutcome
from qwirkle.cards.table import Table
from qwirkle.tiles import TILES
from qwirkle.views import AnyView

MOST_LAID_OUT = 128
"""The most outcomes that are laid out in one turn. Ordinary tables need a few."""
FEW = 2
"""The most cards of a play that is laid because it fits; none on the table moves for it."""
MOST_CARDS = 10
"""More than any play has: fewer gifts come before more cards."""
LARGE = 60
"""A table of more cards is so much to look at that patience ends after a quarter of that."""


class Laid:
    """An outcome of a turn of the card game, laid out so that the fewest cards move."""

    def __init__(self, table: Table, outcome: TurnOutcome, offers: _Offers, looks: _Looks) -> None:
        self.table = table
        self.outcome = outcome
        self.offers = offers
        self.looks = looks
        played, captured = outcome
        self.rows = len(captured)
        self.cards = len(played)
        self.least = len(played) - 1 + max(0, len(captured) - 1)

    def fits(self, taste: Taste) -> bool:
        return taste is not Taste.FITTING or (self.cards <= FEW and self.steps == self.least)

    def appeal(self, taste: Taste) -> int:
        return self.rows

    def tie(self, taste: Taste) -> int:
        if taste is Taste.SAVING:
            return self.cards - MOST_CARDS * self.offers.after(self.outcome)
        return self.cards if taste is Taste.LONG else 0

    @cached_property
    def move(self) -> Arrange:
        return fast.arrange(self.table, *self.outcome)

    @cached_property
    def steps(self) -> float:
        if not self.looks.another():
            return math.inf
        return self.least + cards_moved(self.table, self.move)


class _Looks:
    """Patience to lay cards out in the mind; what comes after that is not found at all."""

    def __init__(self, table: Table) -> None:
        self.left = MOST_LAID_OUT if len(table.cards) <= LARGE else MOST_LAID_OUT // 4

    def another(self) -> bool:
        self.left -= 1
        return self.left >= 0


class _Offers:
    """What tables offer to the next player; that depends only on which kinds lie there."""

    def __init__(self, view: AnyView, table: Counts) -> None:
        unseen = tuple(view.unseen[tile] for tile in TILES)
        self.gifts = greedy.Gifts(unseen, greedy.next_hand(view))
        self.table = table
        self.known: dict[tuple[bool, ...], int] = {}

    def after(self, outcome: TurnOutcome) -> int:
        played, captured = outcome
        left = solver.minus(solver.plus(self.table, solver.counted(played)), captured)
        kinds = tuple(map(bool, left))
        if kinds not in self.known:
            self.known[kinds] = self.gifts.of(kinds)
        return self.known[kinds]


def options(view: AnyView, position: Position) -> list[Option]:
    """The outcomes of this turn to choose from."""
    table = solver.counted(position.table.cards)
    offers = _Offers(view, table)
    looks = _Looks(position.table)
    outcomes = fast.some_outcomes(table, position.hand)
    return [Laid(position.table, outcome, offers, looks) for outcome in outcomes]
