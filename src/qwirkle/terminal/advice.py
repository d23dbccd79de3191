"""Good moves for a person who asks, found with that person's own view."""

from __future__ import annotations

from qwirkle.analysis import rank
from qwirkle.terminal.teller import Teller
from qwirkle.views import AnyView

BUDGET = 0.3
"""Seconds of thought for a hint; most need less."""


def hint(view: AnyView, teller: Teller) -> None:
    """Name a good move, what is to be expected of it, and why it is good."""
    best = rank(view, BUDGET, most=1)[0]
    console = teller.console
    console.say("ui.hint.move")
    console.whole(f"  {best.move}")
    teller.game.advised(view, best.move, teller.screen, console)
    for reason in (*best.figures[1:], *best.reasons, best.basis):
        console.line("  " + reason.say(console.lang))


def moves(view: AnyView, teller: Teller) -> None:
    """Say how many moves there are, and name a few of the best."""
    number, best = teller.game.best(view)
    teller.console.say("ui.moves.count", n=number)
    for points, move in best:
        key = f"ui.moves.{teller.words}"
        teller.console.whole("  " + teller.console.text(key, move=str(move), n=points))
