"""The moves to speak of, best first: by search, or by what this turn gives where none can be."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice

from qwirkle import native
from qwirkle.analysis.general import analysis
from qwirkle.bots import bot
from qwirkle.bots.ranked import Ranked
from qwirkle.bots.search import Master
from qwirkle.moves import Move
from qwirkle.views import AnyView


def searched(view: AnyView, budget: float | None, seed: int) -> list[Ranked[Move]] | None:
    """What the master expects of its moves; None where the kernel cannot be asked."""
    game = analysis(view.edition)
    if native.kernel is None or not game.searched:
        return None
    try:
        found = Master(seed).ranked(view, budget)
    except ValueError:  # a board that the kernel cannot hold
        return None
    if game.is_open(view):
        found = [replace(each, exact=True) for each in found]
    return found or [_unjudged(next(iter(view.legal_moves)))]  # exchange and pass are no choice


def by_this_turn(view: AnyView, most: int) -> list[Ranked[Move]]:
    """The most points, or the most rows, of this turn; the first is the greedy bot's choice."""
    first = bot("greedy").choose(view)
    others = (move for move in analysis(view.edition).best(view, most) if move != first)
    return [_unjudged(move) for move in islice(chain([first], others), most)]


def _unjudged(move: Move) -> Ranked[Move]:
    return Ranked(move, 0.0, 0.0, 0.0, 0.0, 0)
