"""Six levels of strength for people, from a child's first games to the best that we have.

The weak ones overlook moves as people do: the harder a move is to find, the likelier. Of those that
they notice they take the one that gives the most. They never play noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from qwirkle import locales
from qwirkle.bots.dice import Dice, turn_seed
from qwirkle.bots.difficulty import Option, easiest, noticed
from qwirkle.bots.knowledge import knowledge
from qwirkle.bots.protocol import Bot
from qwirkle.bots.search import QUICK, Master, Sim, Static
from qwirkle.faults import BadSetup
from qwirkle.moves import Move
from qwirkle.views import AnyView, Chooser


class Overlooking:
    """Takes the best of the moves that it notices; where it notices none, the easiest.

    Its attention, by the number of the level, is the chance to notice a move of one step. The
    choice follows from the seed and the view alone.
    """

    def __init__(self, name: str, level: int, seed: int = 0) -> None:
        self.name = name
        self.level = level
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        known = knowledge(view.edition)
        if forced := known.forced(view):
            return forced
        found = known.options(view)
        chosen = next(self._noticed(view, found), None) or easiest(found)
        return chosen.move if chosen else known.stuck(view)

    def noticed(self, view: AnyView) -> list[Option]:
        """What it sees of this turn, those that give the most first."""
        return list(self._noticed(view, knowledge(view.edition).options(view)))

    def _noticed(self, view: AnyView, found: list[Option]) -> Iterator[Option]:
        attention = knowledge(view.edition).attention[self.level - 1]
        return noticed(found, attention, Dice(turn_seed(self.seed, view)))


class Steady:
    """A bot under another name, that never takes more time than its level is meant to have."""

    def __init__(self, name: str, inner: Chooser, most: float | None = None) -> None:
        self.name = name
        self.inner = inner
        self.most = most

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        given = [seconds for seconds in (budget, self.most) if seconds is not None]
        return self.inner.choose(view, min(given, default=None))


@dataclass(frozen=True, slots=True)
class Level:
    """One of the six: its number, the key of its words, its character, and who plays."""

    number: int
    key: str
    character: str
    """What this player is called at a table, and in records."""
    searcher: Callable[[int], Chooser] | None = None
    most: float | None = None
    """The most seconds for a turn that this level takes, whatever it is given."""

    @property
    def overlooks(self) -> bool:
        """Whether it overlooks moves as people do."""
        return self.searcher is None

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
        if self.searcher is None:
            return Overlooking(self.bot, self.number, seed)
        return Steady(self.bot, self.searcher(seed), self.most)


LEVELS = (
    Level(1, "seedling", "Olo"),
    Level(2, "beginner", "Luka"),
    Level(3, "family", "Kubo"),
    Level(4, "regular", "Dia", searcher=Static),
    Level(5, "expert", "Iks", searcher=Sim, most=QUICK),
    Level(6, "master", "Astra", searcher=Master),
)
"""What the first three notice was set by measuring. From a child of six to the master it is further
than five steps of two games in three, so the first steps are wider: about three games in four
(docs/bots.md)."""
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
