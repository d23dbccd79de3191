"""A legal move found with the least work, for a player whose own thinking has failed."""

from __future__ import annotations

from qwirkle.bots.knowledge import knowledge
from qwirkle.moves import Move
from qwirkle.views import AnyView


def some_move(view: AnyView) -> Move:
    """Some legal move."""
    return obvious_move(view) or knowledge(view.edition).some_move(view)


def obvious_move(view: AnyView) -> Move | None:
    """A legal move that needs no search; in the card game there may be none.

    >>> from qwirkle import Game
    >>> game = Game(["Ada", "Bo"], "cards", seed=6)
    >>> str(obvious_move(game.view(game.turn)))
    'Rc Oc Yc Bc'
    """
    return knowledge(view.edition).obvious_move(view)
