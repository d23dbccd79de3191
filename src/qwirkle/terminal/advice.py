"""Good moves for a person who asks, found with that person's own view."""

from __future__ import annotations

from heapq import nlargest

from qwirkle.analysis import rank
from qwirkle.cards import layout, solver
from qwirkle.cards.moves import Arrange
from qwirkle.cards.rules import Position as CardsPosition
from qwirkle.cards.rules import played
from qwirkle.cards.table import Table
from qwirkle.classic.moves import Play
from qwirkle.editions import Move, State
from qwirkle.terminal.teller import Teller
from qwirkle.views import View

FEW = 5
BUDGET = 0.3
"""Seconds of thought for a hint; most need less."""


def hint(view: View, teller: Teller) -> None:
    """Name a good move, what is to be expected of it, and why it is good."""
    best = rank(view, BUDGET, most=1)[0]
    move, console = best.move, teller.console
    console.say("ui.hint.move")
    console.whole(f"  {move}")
    if isinstance(move, Play) and console.plain:
        console.line(teller.screen.placements(move))
    elif isinstance(move, Arrange) and isinstance(view.board, Table):
        cards = teller.screen.pieces(played(view.board, move))
        console.say("ui.hint.cards", pieces=cards, n=len(move.captured))
    for reason in (*best.figures[1:], *best.reasons, best.basis):
        console.line("  " + reason.say(console.lang))


def moves(view: View, state: State, teller: Teller) -> None:
    """Say how many moves there are, and name a few of the best."""
    count, best = _best(view, state)
    teller.console.say("ui.moves.count", n=count)
    for points, move in best:
        key = f"ui.moves.{view.edition}"
        teller.console.whole("  " + teller.console.text(key, move=str(move), n=points))


def _best(view: View, state: State) -> tuple[int, list[tuple[int, Move]]]:
    position = view.position
    if isinstance(position, CardsPosition) and not position.opening:
        found = _best_outcomes(position)
        if found[0]:
            return found
    moves = list(view.legal_moves)
    best = nlargest(FEW, moves, key=state.points)
    return len(moves), [(state.points(move), move) for move in best]


def _best_outcomes(position: CardsPosition) -> tuple[int, list[tuple[int, Move]]]:
    """All outcomes counted, and only the best of them laid out: that takes the most time."""
    table = position.table
    outcomes = list(solver.outcomes(solver.counted(table.cards), position.hand))
    best = nlargest(FEW, outcomes, key=lambda outcome: (len(outcome[1]), len(outcome[0])))
    return len(outcomes), [(len(taken), layout.arrange(table, new, taken)) for new, taken in best]
