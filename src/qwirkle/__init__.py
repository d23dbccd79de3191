"""Both Qwirkle games, complete: the tile game and the card game, exactly as their rulebooks say."""

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
]
