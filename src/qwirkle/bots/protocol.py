"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from qwirkle.views import Chooser


class Bot(Chooser, Protocol):
    """Somebody with a name who chooses a legal move.

    >>> class First:
    ...     name = "first"
    ...     def choose(self, view, budget=None):
    ...         return next(iter(view.legal_moves))
    >>> from qwirkle import Game
    >>> bot: Bot = First()
    >>> str(bot.choose(Game(["Ada", "Bo"], seed=4).view("Ada")))
    'Ro@0,0 Rx@1,0 Rt@2,0 Rc@3,0'
    """

    name: str
