"""What the bots know of one game beyond its rules, found by the name of its edition.

``bots/NAME/`` gives the ``KNOWLEDGE`` of the edition of that name. Where there is no such package,
the general behaviour here works: it needs nothing but legal moves and their points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from qwirkle.bots.difficulty import Attention, Option, Taste
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

    attention = Attention(
        ((0.22, 0.35), (0.35, 0.5), (0.5, 0.62), (0.62, 0.83), (0.83, 1.0)),
    )
    """How much the levels that overlook moves notice, from level 0 on."""

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

    def careful(self, seed: int) -> Chooser:
        """A strong player who does not hand over the sixth piece of a line."""
        return self.judge(seed)

    def searcher(self, name: str, seed: int, budget: float) -> Searcher:
        """The player behind the search bot of that name."""
        return Greedily(self)


class Plain:
    """A move that is as plain as any."""

    least, steps = 0, 0.0

    def __init__(self, move: Move, points: int) -> None:
        self.move = move
        self.points = points

    def fits(self, taste: Taste) -> bool:
        return True

    def appeal(self, taste: Taste) -> int:
        return self.points

    def tie(self, taste: Taste) -> int:
        return 0


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
