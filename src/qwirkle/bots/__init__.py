"""Players made of code. A bot is given a View, what one seat may know, and never a State."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from qwirkle.bots.simple import Greedy, Random
from qwirkle.bots.thinking import Master, Sim, Static
from qwirkle.editions import Move
from qwirkle.faults import BadSetup
from qwirkle.views import View

__all__ = ["BOTS", "Bot", "bot"]


class Bot(Protocol):
    """Somebody who chooses a legal move."""

    name: str

    def choose(self, view: View, budget: float | None = None) -> Move:
        """A legal move for the player of this view, within so many seconds where it can be."""
        ...


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": Random,
    "greedy": Greedy,
    "static": Static,
    "sim": Sim,
    "master": Master,
}
"""Every bot by its name; each is made from a seed and repeats itself with the same seed."""


def bot(name: str, seed: int = 0) -> Bot:
    """The bot of that name.

    >>> bot("greedy").name
    'greedy'
    """
    if name not in BOTS:
        raise BadSetup("ui.bad.bot", text=str(name), known=", ".join(BOTS))
    return BOTS[name](seed)
