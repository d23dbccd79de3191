"""Six levels of strength for people, from a child's first games to the best that we have.

The weak ones overlook moves as people do: the harder a move is to find, the likelier. Of those that
they notice they take the one that gives the most. They never play noise.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qwirkle import locales
from qwirkle.bots import findable
from qwirkle.bots.findable import Option
from qwirkle.bots.thinking import QUICK, Master, Player, Sim, Static
from qwirkle.editions import Move
from qwirkle.faults import BadSetup
from qwirkle.views import View

if TYPE_CHECKING:
    from qwirkle.bots import Bot


class Overlooking:
    """Takes the best of the moves that it notices; where it notices none, the easiest.

    The eye, by edition, is a number from 0 to 1: the chance to notice a move of one step. The
    choice follows from the seed and the view alone.
    """

    def __init__(self, name: str, eyes: Mapping[str, float], seed: int = 0) -> None:
        self.name = name
        self.eyes = eyes
        self.seed = seed

    def choose(self, view: View, budget: float | None = None) -> Move:  # noqa: ARG002
        if findable.opening(view):
            return next(iter(view.legal_moves))
        found = findable.options(view)
        chosen = next(self._noticed(view, found), None) or findable.easiest(found)
        return chosen.move if chosen else findable.stuck(view)

    def noticed(self, view: View) -> list[Option]:
        """What it sees of this turn, those that give the most first."""
        return list(self._noticed(view, findable.options(view)))

    def _noticed(self, view: View, found: list[Option]) -> Iterator[Option]:
        dice = random.Random(f"{self.seed} {len(view.history)} {view.board} / {view.hand}")
        return findable.noticed(found, self.eyes[view.edition], dice)


class Steady:
    """A bot under another name, that never takes more time than its level is meant to have."""

    def __init__(self, name: str, inner: Player, most: float | None = None) -> None:
        self.name = name
        self.inner = inner
        self.most = most

    def choose(self, view: View, budget: float | None = None) -> Move:
        given = [seconds for seconds in (budget, self.most) if seconds is not None]
        return self.inner.choose(view, min(given, default=None))


@dataclass(frozen=True, slots=True)
class Level:
    """One of the six: its number, the key of its words, and who plays."""

    number: int
    key: str
    eyes: Mapping[str, float] = field(default_factory=dict)
    """How sharp the eyes of a weak level are, by edition."""
    thinker: Callable[[int], Player] | None = None
    most: float | None = None
    """The most seconds for a turn that this level takes, whatever it is given."""

    @property
    def bot(self) -> str:
        """The name of this level among the bots."""
        return f"level-{self.number}"

    def __str__(self) -> str:
        return self.bot

    def name(self, lang: str = "en") -> str:
        return locales.say(f"ui.level.name.{self.key}", lang)

    def about(self, lang: str = "en") -> str:
        """Who it is for, in a sentence."""
        return locales.say(f"ui.level.about.{self.key}", lang)

    def player(self, seed: int = 0) -> Bot:
        """A computer player of this level."""
        if self.thinker is None:
            return Overlooking(self.bot, self.eyes, seed)
        return Steady(self.bot, self.thinker(seed), self.most)


LEVELS = (
    Level(1, "seedling", {"classic": 0.50, "cards": 0.48}),
    Level(2, "beginner", {"classic": 0.66, "cards": 0.64}),
    Level(3, "family", {"classic": 0.86, "cards": 0.90}),
    Level(4, "regular", thinker=Static),
    Level(5, "expert", thinker=Sim, most=QUICK),
    Level(6, "master", thinker=Master),
)
"""The eyes were set by measuring. From a child of six to the master it is further than five steps
of two games in three, so the first steps are wider: about three games in four (docs/bots.md)."""
DEFAULT = 3
"""The level of a computer player where nobody asks for another."""


def level(number: int) -> Level:
    """The level of that number.

    >>> level(1).bot, level(1).name()
    ('level-1', 'First steps')
    """
    for known in LEVELS:
        if known.number == number:
            return known
    raise BadSetup("ui.bad.level", text=str(number), most=len(LEVELS))
