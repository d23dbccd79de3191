"""The best moves of a view, each with what is expected of it, how sure that is, and why."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice

from qwirkle.analysis import intervals, ranking
from qwirkle.analysis.general import analysis
from qwirkle.analysis.intervals import Estimate
from qwirkle.analysis.reasons import Reason, because
from qwirkle.bots.ranked import Ranked
from qwirkle.editions import edition
from qwirkle.faults import BadSetup, IllegalMove
from qwirkle.locales import Figure
from qwirkle.moves import Move
from qwirkle.views import AnyView

ENOUGH = 2
"""Samples without which there is no interval, and so no figure."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and what there is to say about it.

    >>> from qwirkle import Game
    >>> view = Game(["Ada", "Bo"], seed=4).view("Ada")
    >>> best = rank(view, 0.01)[0]
    >>> best.points, best.exact
    (4, False)
    >>> best.why().partition(".")[0]
    'Scores 4 points now, for one line'
    >>> best.why() in best.say()
    True
    """

    move: Move
    points: int
    """What it gives at once: points, or captured rows."""
    margin: Estimate | None
    """Points (or rows) more than the best of the others; None where too little was tried out."""
    win: Estimate | None
    """The chance to win, from 0 to 1; a shared win counts in part."""
    samples: int
    """How many times it was tried out."""
    exact: bool
    """Whether the end of the game was worked out: then nothing is left to chance."""
    reasons: tuple[Reason, ...]
    figures: tuple[Reason, ...]
    """Margin and chance to win with their intervals, to be said; none where there are none."""
    basis: Reason
    """Where the figures come from, or why there are none."""

    def why(self, lang: str = "en") -> str:
        """The reasons, as sentences."""
        return " ".join(reason.say(lang) for reason in self.reasons)

    def say(self, lang: str = "en") -> str:
        """The reasons, and where the figures come from."""
        return f"{self.why(lang)} {self.basis.say(lang)}"


def rank(
    view: AnyView, budget: float | None = None, *, seed: int = 0, most: int = 5
) -> list[Advice]:
    """The best moves of the player to move, best first.

    The order is the search's own. Moves that it dropped early have few samples and wide intervals.
    The same seed, view and budget (in seconds of thought) give the same answer on every machine.

    >>> from qwirkle import Game
    >>> view = Game(["Ada", "Bo"], seed=4).view("Ada")
    >>> [advice.points for advice in rank(view, 0.01, most=3)]
    [4, 4, 4]
    """
    if view.turn is None:
        raise BadSetup("bad.advice.over")
    if view.turn != view.player:
        raise BadSetup("bad.advice.turn", player=view.player, turn=view.turn)
    if budget is not None and not (math.isfinite(budget) and budget >= 0):
        raise BadSetup("ui.bad.budget", text=str(budget))
    found = ranking.searched(view, budget, seed)
    searched = found is not None
    if found is None:
        found = ranking.by_this_turn(view, most)
    return [_advice(view, each, searched) for each in found[: max(most, 0)]]


def explain(view: AnyView, move: str | Move) -> tuple[Reason, ...]:
    """What a legal move gives, what it leaves to the others, and what it keeps.

    >>> from qwirkle import Game
    >>> view = Game(["Ada", "Bo"], seed=4).view("Ada")
    >>> explain(view, "Rx@0,0 Rt@1,0 Ro@2,0 Rc@3,0")[0].say()
    'Scores 4 points now, for one line.'
    """
    if fault := view.fault(move):
        raise IllegalMove(fault)
    read = edition(view.edition).parse_move(move) if isinstance(move, str) else move
    return tuple(analysis(view.edition).reasons(view, read))


def _advice(view: AnyView, ranked: Ranked[Move], searched: bool) -> Advice:
    margin: Estimate | None = None
    win: Estimate | None = None
    samples = ranked.samples
    if ranked.exact:
        margin, win = intervals.exactly(ranked.margin), intervals.exactly(ranked.win)
    elif samples >= ENOUGH:
        margin = intervals.mean(ranked.margin, ranked.margin_error, samples)
        win = intervals.chance(ranked.win, ranked.win_error, samples)
    if margin is None or win is None:
        figures: tuple[Reason, ...] = ()
    else:
        figures = _figures(edition(view.edition).words, margin, win, ranked.exact)
    return Advice(
        move=ranked.move,
        points=view.position.points(ranked.move),
        margin=margin,
        win=win,
        samples=samples,
        exact=ranked.exact,
        reasons=tuple(analysis(view.edition).reasons(view, ranked.move)),
        figures=figures,
        basis=_basis(view, ranked, searched),
    )


def _figures(words: str, margin: Estimate, win: Estimate, exact: bool) -> tuple[Reason, ...]:
    if exact:
        return (
            because(f"advice.end.{words}", value=Figure(margin.value, "+g")),
            because("advice.win.exact", value=percent(win.value)),
        )
    value, low, high = (points(each) for each in (margin.value, margin.low, margin.high))
    chance, least, most = (percent(each) for each in (win.value, win.low, win.high))
    return (
        because(f"advice.margin.{words}", value=value, low=low, high=high),
        because("advice.win", value=chance, low=least, high=most),
    )


def points(margin: float) -> Figure:
    return Figure(margin, "+.2f")


def percent(share: float) -> Figure:
    return Figure(100 * share, ".1f")


def _basis(view: AnyView, ranked: Ranked[Move], searched: bool) -> Reason:
    if ranked.exact:
        return because("advice.basis.exact")
    if not searched:
        return because(f"advice.basis.{edition(view.edition).words}")
    if ranked.samples < ENOUGH:
        only = len(list(islice(view.legal_moves, 2))) == 1
        return because("advice.basis.only" if only else "advice.basis.judged")
    return because("advice.basis.tried", n=ranked.samples)
