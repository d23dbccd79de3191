"""Both Qwirkle games, complete: the tile game and the card game, exactly as their rulebooks say."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwirkle import analysis as analysis
    from qwirkle import bots as bots
    from qwirkle import kernel as kernel
    from qwirkle import notation as notation
    from qwirkle.cards.rules import CardPosition as CardPosition
    from qwirkle.cards.table import Table as Table
    from qwirkle.classic.board import Board as Board
    from qwirkle.classic.rules import Position as Position
    from qwirkle.faults import BadArgument as BadArgument
    from qwirkle.faults import BadNotation as BadNotation
    from qwirkle.faults import BadSetup as BadSetup
    from qwirkle.faults import Fault as Fault
    from qwirkle.faults import IllegalMove as IllegalMove
    from qwirkle.game import Game as Game
    from qwirkle.notation import BadRecord as BadRecord
    from qwirkle.tiles import Color as Color
    from qwirkle.tiles import Hand as Hand
    from qwirkle.tiles import Shape as Shape
    from qwirkle.tiles import Tile as Tile
    from qwirkle.views import Outcome as Outcome
    from qwirkle.views import View as View

__version__ = "0.1.0"

_HOMES = {
    "BadArgument": "qwirkle.faults",
    "BadNotation": "qwirkle.faults",
    "BadRecord": "qwirkle.notation",
    "BadSetup": "qwirkle.faults",
    "Board": "qwirkle.classic.board",
    "CardPosition": "qwirkle.cards.rules",
    "Color": "qwirkle.tiles",
    "Fault": "qwirkle.faults",
    "Game": "qwirkle.game",
    "Hand": "qwirkle.tiles",
    "IllegalMove": "qwirkle.faults",
    "Outcome": "qwirkle.views",
    "Position": "qwirkle.classic.rules",
    "Shape": "qwirkle.tiles",
    "Table": "qwirkle.cards.table",
    "Tile": "qwirkle.tiles",
    "View": "qwirkle.views",
    "analysis": "qwirkle.analysis",
    "bots": "qwirkle.bots",
    "kernel": "qwirkle.kernel",
    "notation": "qwirkle.notation",
}
"""The public names, and the module that each comes from or is."""

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    """Load a public name when it is first used, so that the command starts quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(_HOMES[name])
    is_module = module.__name__ == f"{__name__}.{name}"
    value = globals()[name] = module if is_module else getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
