"""The work that is done in worker processes: moves, hints and arrangements.

A worker loads this module and what it imports, and no more of the server.
"""

from __future__ import annotations

import time
from typing import Any

from qwirkle.analysis import rank
from qwirkle.analysis.advice import Advice
from qwirkle.analysis.general import analysis
from qwirkle.analysis.ideas import different, most_telling
from qwirkle.bots import bot
from qwirkle.bots.guard import Guarded, Limit
from qwirkle.bots.knowledge import knowledge
from qwirkle.bots.unstuck import some_move
from qwirkle.editions import EDITIONS
from qwirkle.server.domain.answers import plain
from qwirkle.server.protocol.editions import Laid, wire
from qwirkle.server.protocol.messages import Advised
from qwirkle.tiles import Tile
from qwirkle.views import AnyView

PATIENCE = 5.0
"""How many seconds, and how many times its budget, a bot of others may take for a move."""
REST = 300.0
"""Seconds for which a bot of others is not asked again after it has failed, so that nobody else
waits for it."""
LOOKED_THROUGH = 8
"""Moves to rank for each idea that is shown."""
for _find in (analysis, knowledge, wire):  # loaded by name, so do it before anybody waits
    for _name in EDITIONS:
        _find(_name)


def choose(
    view: AnyView, level: int, seed: int, budget: float | None = None
) -> tuple[str, list[str]]:
    """The move of a level, and the failures on the way to it."""
    guarded = Guarded(bot(f"level-{level}", seed))
    move = guarded.choose(view, budget)
    return str(move), [fault.say() for fault in guarded.faults]


_RESTING: dict[str, float] = {}
"""Bots of others that have failed in this process, and when they are asked again."""


def invited(
    view: AnyView, name: str, level: int, seed: int, budget: float | None = None
) -> tuple[str, list[str]]:
    """The move of a bot that the operator named, and the failures on the way to it. The level in
    whose place it plays moves where it fails."""
    if _RESTING.get(name, 0.0) > time.monotonic():
        return choose(view, level, seed, budget)
    guarded = Guarded(
        bot(name, seed), bot(f"level-{level}", seed), limit=Limit(factor=PATIENCE, floor=PATIENCE)
    )
    move = guarded.choose(view, budget)
    if guarded.faults:
        _RESTING[name] = time.monotonic() + REST
    return str(move), [fault.say() for fault in guarded.faults]


def rescue(view: AnyView) -> str:
    """Some legal move."""
    return str(some_move(view))


def advise(view: AnyView, lang: str, most: int, budget: float) -> list[Advised]:
    """The best moves, each a different idea, with what is expected of them and why."""
    found = rank(view, budget, most=most * LOOKED_THROUGH)
    return [_advised(advice, lang) for advice in different(view, found, most)]


def _advised(advice: Advice, lang: str) -> Advised:
    reason = most_telling(advice.reasons)
    return Advised(
        move=str(advice.move),
        points=advice.points,
        margin=advice.margin.value if advice.margin else None,
        win=advice.win.value if advice.win else None,
        why=reason.say(lang),
        key=reason.key,
        words={name: plain(word) for name, word in reason.words.items()},
        details=advice.say(lang),
    )


def lay(edition: str, layout: Any, cards: tuple[Tile, ...]) -> Laid:
    """The arrangement that plays exactly these cards and moves the fewest others."""
    return wire(edition).laying(layout, cards)


def more_moves(edition: str, position: Any) -> tuple[list[tuple[str, int]], bool]:
    """The moves of a position that take longer to find; and whether these are all."""
    return wire(edition).more_moves(position)
