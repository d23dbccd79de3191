"""What the bots know of one game beyond its rules, found by the name of its edition.

``bots/NAME/`` gives the ``KNOWLEDGE`` of the edition of that name. Where there is no such package,
the general behaviour here works: it needs nothing but legal moves and their points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from qwirkle.bots.difficulty import Option
from qwirkle.bots.ranked import Ranked
from qwirkle.editions import part_of
from qwirkle.moves import Move
from qwirkle.tiles import Tile
from qwirkle.views import AnyView, Chooser


class Searcher(Chooser, Protocol):
    """A player of one game who tries moves out, and can say what it expects of them."""

    def ranked(self, view: AnyView, budget: float | None = None) -> Sequence[Ranked[Move]]: ...


class Knowledge:
    """The general behaviour, and what an edition may know better."""

    attention: tuple[float, ...] = (0.5, 0.65, 0.9)
    """How much the weak levels notice, from the first level on: see ``difficulty``."""

    def greedy(self, view: AnyView) -> Move:
        """The move that gives the most in this turn."""
        best: Move = max(view.legal_moves, key=view.position.points)
        return best

    def forced(self, view: AnyView) -> Move | None:
        """The move of a turn in which there is nothing to look for, such as an opening."""
        return None

    def options(self, view: AnyView) -> list[Option]:
        """The plays of this turn that could be noticed."""
        return [Plain(move, view.position.points(move)) for move in view.legal_moves]

    def stuck(self, view: AnyView) -> Move:
        """What is left where nothing can be played."""
        return self.some_move(view)

    def obvious_move(self, view: AnyView) -> Move | None:
        """A legal move that needs no search, if there is one."""
        return self.some_move(view)

    def some_move(self, view: AnyView) -> Move:
        """Some legal move."""
        first: Move = next(iter(view.legal_moves))
        return first

    def laid(self, layout: Any, move: Any) -> tuple[Tile, ...]:
        """The pieces that a move takes from the hand; ``layout`` is the board or table before."""
        return tuple(getattr(move, "tiles", ()))

    def judge(self, seed: int) -> Chooser:
        """A player who judges each move without trying it out."""
        return Greedily(self)

    def searcher(self, name: str, seed: int, budget: float) -> Searcher:
        """The player behind the search bot of that name."""
        return Greedily(self)


class Plain:
    """A move that is noticed by everybody."""

    tie, least, steps = 0, 0, 0.0

    def __init__(self, move: Move, gives: int) -> None:
        self.move = move
        self.gives = gives


class Greedily:
    """The greedy move, of a game that nobody can search."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        return self.knowledge.greedy(view)

    def ranked(self, view: AnyView, budget: float | None = None) -> list[Ranked[Move]]:
        return []


GENERAL = Knowledge()


def knowledge(edition: str) -> Knowledge:
    """What the bots know of the edition of that name."""
    return part_of(edition, "qwirkle.bots", "KNOWLEDGE", GENERAL)
