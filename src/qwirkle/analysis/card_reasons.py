"""Reasons in the card game, from its exact solver: captures, gifts, and what stays in the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from qwirkle.analysis.reasons import Reason, because, kept
from qwirkle.bots.cards_master import known
from qwirkle.cards import fast, solver
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.cards.rules import Position, played
from qwirkle.cards.table import Table
from qwirkle.editions import Move
from qwirkle.tiles import TILES, Hand, Tile
from qwirkle.views import View

FEW = 3
"""So many kinds are named; more are counted."""


def reasons(view: View, position: Position, move: Move) -> Iterator[Reason]:
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
        yield from _gifts(position.table.after(move), view.unseen)
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
    outcomes = ((tile, fast.best(lying, Hand([tile]))) for tile in TILES)
    return [tile for tile, outcome in outcomes if outcome and outcome[1]]


def is_last(view: View) -> bool:
    """Whether nobody has a turn after this one (C10)."""
    return known(view).waiting == (0,)


def is_open(view: View) -> bool:
    """Whether nothing is left to chance: only last turns are left, and all cards are known."""
    facts = known(view)
    hidden = sum(facts.unseen) - sum(facts.hand_sizes[1:])
    return is_last(view) or (bool(facts.waiting) and len(facts.seats) == 2 and not hidden)
