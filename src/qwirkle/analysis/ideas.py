"""Different ideas among the best moves, and the one thing to say about each.

The best moves are often one idea in several spellings: the same tiles in another order, or one
tile more at the same place. A player who asks for advice wants to see other possibilities.
"""

from __future__ import annotations

from collections.abc import Iterable

from qwirkle.analysis.advice import Advice
from qwirkle.analysis.general import analysis
from qwirkle.analysis.reasons import Reason
from qwirkle.views import AnyView

TELLING = (
    "advice.out",
    "advice.qwirkle",
    "advice.captures",
    "advice.gift",
    "advice.gifts",
    "advice.five",
    "advice.exchange",
    "advice.pass",
    "advice.trade",
    "advice.keeps.tiles.set",
    "advice.keeps.cards.set",
    "advice.five.none",
    "advice.gift.none",
)
"""What is said of a move when only one thing is: the first of these that applies."""


def different(view: AnyView, advices: Iterable[Advice], most: int) -> list[Advice]:
    """The best moves of which no two are the same idea."""
    alike = analysis(view.edition).alike
    kept: list[Advice] = []
    for advice in advices:
        if len(kept) < most and not any(alike(view, advice.move, one.move) for one in kept):
            kept.append(advice)
    return kept


def most_telling(reasons: tuple[Reason, ...]) -> Reason:
    """The one reason to give where there is room for one."""
    by_key = {reason.key: reason for reason in reasons}
    return next((by_key[key] for key in TELLING if key in by_key), reasons[0])
