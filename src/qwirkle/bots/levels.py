"""Six levels of strength for people, from a child's first games to the best that we have.

The weak ones overlook moves as people do: the harder a move is to find, the likelier. Of those that
they notice they take the one that is most to their taste. They never play noise.

Strength is a continuous setting: ``level-2.35`` is the second level, 35 hundredths of the way to
the third. Below level 1 it is the first one, who sees still less; from level 5 on there are only
whole levels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from qwirkle import locales
from qwirkle.bots.dice import Dice, turn_seed
from qwirkle.bots.difficulty import Option, Taste, easiest, noticed
from qwirkle.bots.knowledge import knowledge
from qwirkle.bots.protocol import Bot
from qwirkle.bots.search import Careful, Master
from qwirkle.faults import BadSetup
from qwirkle.moves import Move
from qwirkle.views import AnyView, Chooser

WHOLE = 100
"""Hundredths of a level."""


class Overlooking:
    """Takes what it likes best of the moves that it notices; where it notices none, the easiest.

    Its attention, by the hundredths of its level, is the chance to notice a plain move. The seed is
    that of a game, and decides the form of the day. The choice follows from it and the view alone.
    """

    def __init__(self, name: str, hundredths: int, taste: Taste, seed: int = 0) -> None:
        self.name = name
        self.hundredths = hundredths
        self.taste = taste
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        known = knowledge(view.edition)
        if forced := known.forced(view):
            return forced
        found = known.options(view)
        chosen = next(self._noticed(view, found), None) or easiest(found)
        return chosen.move if chosen else known.stuck(view)

    def noticed(self, view: AnyView) -> list[Option]:
        """What it sees of this turn, what it wants most first."""
        return list(self._noticed(view, knowledge(view.edition).options(view)))

    def _noticed(self, view: AnyView, found: list[Option]) -> Iterator[Option]:
        form = Dice(self.seed).roll()
        attention = knowledge(view.edition).attention.of(self.hundredths, form)
        return noticed(found, attention, self.taste, Dice(turn_seed(self.seed, view)))


class Named:
    """A bot under another name."""

    def __init__(self, name: str, inner: Chooser) -> None:
        self.name = name
        self.inner = inner

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        return self.inner.choose(view, budget)


@dataclass(frozen=True, slots=True)
class Level:
    """One of the six, or a strength between two: its character, and who plays."""

    number: int
    key: str
    character: str
    """What this player is called at a table, and in records."""
    taste: Taste = Taste.POINTS
    """What it likes in a move, if it overlooks others."""
    searcher: Callable[[int], Chooser] | None = None
    hundredths: int = 0
    """The strength, in hundredths of a level."""

    @property
    def overlooks(self) -> bool:
        """Whether it overlooks moves as people do."""
        return self.searcher is None

    @property
    def bot(self) -> str:
        """The name of this level among the bots."""
        whole, more = divmod(self.hundredths, WHOLE)
        return f"level-{whole}" if whole and not more else f"level-{whole}.{more:02}"

    def __str__(self) -> str:
        return self.bot

    def name(self, lang: str = "en") -> str:
        return locales.say(f"ui.level.name.{self.key}", lang)

    def about(self, lang: str = "en") -> str:
        """Who it is for, in a sentence."""
        return locales.say(f"ui.level.about.{self.key}", lang)

    def player(self, seed: int = 0) -> Bot:
        """A computer player of this level."""
        if self.searcher:
            return Named(self.bot, self.searcher(seed))
        return Overlooking(self.bot, self.hundredths, self.taste, seed)


LEVELS = tuple(
    replace(known, hundredths=known.number * WHOLE)
    for known in (
        Level(1, "seedling", "Olo", Taste.FITTING),
        Level(2, "beginner", "Luka", Taste.LONG),
        Level(3, "family", "Kubo", Taste.POINTS),
        Level(4, "regular", "Dia", Taste.SAVING),
        Level(5, "expert", "Iks", searcher=Careful),
        Level(6, "master", "Astra", searcher=Master),
    )
)
"""How much the first four notice was set by measuring: the steps from 1 to 5 are equally large
(docs/bots.md)."""
DEFAULT = 3
"""The level of a computer player where nobody asks for another."""
SEARCHING = 5
"""The first level that searches: there is nothing between it and the next."""


def level(number: int) -> Level:
    """The level of that number.

    >>> level(1).bot, level(1).name()
    ('level-1', 'First steps')
    """
    for known in LEVELS:
        if known.number == number:
            return known
    raise BadSetup("ui.bad.level", text=str(number), most=len(LEVELS))


def strength(hundredths: int) -> Level:
    """The computer player of a strength in hundredths of a level, from 0 to 600.

    >>> strength(235).bot, strength(235).character, strength(40).character
    ('level-2.35', 'Luka', 'Olo')
    """
    whole, more = divmod(hundredths, WHOLE)
    if not 0 <= whole <= len(LEVELS) or (whole >= SEARCHING and more):
        raise BadSetup("ui.bad.level", text=f"{hundredths}/{WHOLE}", most=len(LEVELS))
    return replace(level(max(1, whole)), hundredths=hundredths)


def named(name: str) -> Level | None:
    """The level between two whole ones that is called so among the bots: ``level-2.35``."""
    found = re.fullmatch(r"level-([0-5])\.([0-9]{2})", name, re.ASCII)
    return strength(int(found[1] + found[2])) if found else None
