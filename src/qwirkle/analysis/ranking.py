"""The moves to speak of, best first: by search, or by what this turn gives where none can be."""

from __future__ import annotations

from dataclasses import replace
from heapq import nlargest
from itertools import chain, islice

from qwirkle import native
from qwirkle.analysis.card_reasons import is_open
from qwirkle.bots import bot
from qwirkle.bots.ranked import Ranked
from qwirkle.bots.thinking import Master
from qwirkle.cards import fast as cards_fast
from qwirkle.cards import solver
from qwirkle.cards.rules import Position as CardsPosition
from qwirkle.classic import fast as classic_fast
from qwirkle.classic.rules import Position as ClassicPosition
from qwirkle.editions import Move
from qwirkle.views import View

MOST_LOOKS = 20_000
"""Outcomes of the card game that are looked at without search; small plays come first."""


def searched(view: View, budget: float | None, seed: int) -> list[Ranked[Move]] | None:
    """What the master expects of its moves; None where the kernel cannot be asked."""
    if native.kernel is None:
        return None
    try:
        found = Master(seed).ranked(view, budget)
    except ValueError:  # a board that the kernel cannot hold
        return None
    if view.edition == "cards" and is_open(view):
        found = [replace(each, exact=True) for each in found]
    return found or [_unjudged(next(iter(view.legal_moves)))]  # exchange and pass are no choice


def by_this_turn(view: View, most: int) -> list[Ranked[Move]]:
    """The most points, or the most rows, of this turn; the first is the greedy bot's choice."""
    first = bot("greedy").choose(view)
    others = (move for move in _best(view, most) if move != first)
    return [_unjudged(move) for move in islice(chain([first], others), most)]


def _best(view: View, most: int) -> list[Move]:
    position = view.position
    if isinstance(position, ClassicPosition):
        plays = classic_fast.scored(position.board, position.hand)
        found = nlargest(most, plays, key=lambda scored: (scored[1], len(scored[0].tiles)))
        if found:
            return [play for play, _ in found]
    elif isinstance(position, CardsPosition) and not position.opening:
        outcomes = cards_fast.outcomes(solver.counted(position.table.cards), position.hand)
        best = nlargest(
            most, islice(outcomes, MOST_LOOKS), key=lambda found: (len(found[1]), len(found[0]))
        )
        return [cards_fast.arrange(position.table, *outcome) for outcome in best]
    return list(islice(view.legal_moves, most))


def _unjudged(move: Move) -> Ranked[Move]:
    return Ranked(move, 0.0, 0.0, 0.0, 0.0, 0)
