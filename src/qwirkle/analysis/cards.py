"""The card game: reasons from its exact solver: captures, gifts, and what stays in the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import nlargest
from itertools import islice

from qwirkle.analysis.general import Analysis
from qwirkle.analysis.reasons import Reason, because, kept
from qwirkle.bots.cards.search import known, position_of
from qwirkle.cards import fast, solver
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.cards.rules import Position, played
from qwirkle.cards.table import Table
from qwirkle.moves import Move
from qwirkle.tiles import TILES, Hand, Tile
from qwirkle.views import AnyView

FEW = 3
"""The most kinds that are named; more are counted."""


class Cards(Analysis):
    searched = True
    worth = 0.1

    def best(self, view: AnyView, most: int) -> list[Move]:
        """By captured rows, then by cards played."""
        position = position_of(view)
        if position.opening:
            return list(islice(position.moves(), most))
        outcomes = fast.some_outcomes(solver.counted(position.table.cards), position.hand)
        best = nlargest(most, outcomes, key=lambda found: (len(found[1]), len(found[0])))
        return [fast.arrange(position.table, *outcome) for outcome in best]

    def is_open(self, view: AnyView) -> bool:
        return is_open(view)

    def reasons(self, view: AnyView, move: Move) -> Iterator[Reason]:
        return reasons(view, position_of(view), move)

    def alike(self, view: AnyView, one: Move, other: Move) -> bool:
        """The same cards, or more of them for as many rows."""
        if not isinstance(one, Arrange) or not isinstance(other, Arrange):
            return type(one) is type(other)
        table = Counter(position_of(view).table.cards)
        cards, others = Counter(one.cards) - table, Counter(other.cards) - table
        same_rows = len(one.captured) == len(other.captured)
        return cards == others or (same_rows and (cards <= others or others <= cards))


ANALYSIS = Cards()


def reasons(view: AnyView, position: Position, move: Move) -> Iterator[Reason]:
    """What a move captures, what it leaves to the next player, and what it keeps."""
    if not isinstance(move, Arrange):
        yield because("advice.exchange" if isinstance(move, Exchange) else "advice.pass")
        return
    cards = played(position.table, move)
    yield because("advice.plays", n=len(cards))
    if move.captured:
        yield because("advice.captures", n=len(move.captured))
    else:
        yield because("advice.captures.none")
    if not is_last(view):
        yield from _gifts(position.table.laid(move), view.unseen)
    if view.bag:  # without a pile this is the last turn
        yield from kept(position.hand.without(cards), "cards")


def _gifts(table: Table, unseen: Counter[Tile]) -> Iterator[Reason]:
    """The rows that the next player could capture with one card."""
    needed = [tile for tile in capturing(table) if unseen[tile]]
    count = sum(unseen[tile] for tile in needed)
    if not needed:
        yield because("advice.gift.none")
    elif len(needed) > FEW:
        yield because("advice.gifts", n=count)
    else:
        yield because("advice.gift", n=count, tiles=needed)


def capturing(table: Table) -> list[Tile]:
    """The cards that would each capture a row on their own, the rest rearranged at will.

    >>> capturing(Table.parse("Ro Rx Rd Rs Rt"))
    [Tile.parse('Rc')]
    """
    lying = solver.counted(table.cards)
    plays = {tile: fast.outcomes(lying, Hand([tile]), most=1) for tile in TILES}
    return [tile for tile, found in plays.items() if any(captured for _, captured in found)]


def is_last(view: AnyView) -> bool:
    """Whether nobody has a turn after this one (C10)."""
    return known(view).waiting == (0,)


def is_open(view: AnyView) -> bool:
    """Whether nothing is left to chance: only last turns are left, and all cards are known."""
    facts = known(view)
    hidden = sum(facts.unseen) - sum(facts.hand_sizes[1:])
    return is_last(view) or (bool(facts.waiting) and len(facts.seats) == 2 and not hidden)
