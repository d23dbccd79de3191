"""Both Qwirkle games, complete: the tile game and the card game, exactly as their rulebooks say."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwirkle import analysis
    from qwirkle.cards.table import Table
    from qwirkle.classic.board import Board
    from qwirkle.faults import BadNotation, BadSetup, Fault, IllegalMove
    from qwirkle.game import Game
    from qwirkle.notation import BadRecord
    from qwirkle.tiles import Color, Hand, Shape, Tile
    from qwirkle.views import Outcome, View

__version__ = "0.1.0"

__all__ = [
    "BadNotation",
    "BadRecord",
    "BadSetup",
    "Board",
    "Color",
    "Fault",
    "Game",
    "Hand",
    "IllegalMove",
    "Outcome",
    "Shape",
    "Table",
    "Tile",
    "View",
    "analysis",
]

_HOMES = {
    "qwirkle.cards.table": ("Table",),
    "qwirkle.classic.board": ("Board",),
    "qwirkle.faults": ("BadNotation", "BadSetup", "Fault", "IllegalMove"),
    "qwirkle.game": ("Game",),
    "qwirkle.notation": ("BadRecord",),
    "qwirkle.tiles": ("Color", "Hand", "Shape", "Tile"),
    "qwirkle.views": ("Outcome", "View"),
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for: the command starts faster without them all."""
    if name == "analysis":
        return import_module("qwirkle.analysis")
    for home, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(home), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
