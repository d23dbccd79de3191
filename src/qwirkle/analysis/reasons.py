"""Why a move is good or bad: keys and words, to be said in any of our languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from qwirkle import locales
from qwirkle.lines import largest_sets
from qwirkle.tiles import Hand

Kind = Literal["tiles", "cards"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence that is not said yet: its key in ``locales/``, and its words.

    >>> Reason("advice.keeps.tiles.mixed", {"n": 2}).say()
    'Keeps 2 tiles that do not go together.'
    """

    key: str
    words: Mapping[str, object] = field(default_factory=dict, hash=False)

    def say(self, lang: str = "en") -> str:
        """The reason as a sentence in one of the languages."""
        return locales.say(self.key, lang, **self.words)

    def __str__(self) -> str:
        return self.say()


def because(key: str, **words: object) -> Reason:
    return Reason(key, words)


def kept(hand: Hand, kind: Kind) -> Iterator[Reason]:
    """What stays in the hand: how much, what goes together in it, and what it has twice."""
    if not hand:
        yield because(f"advice.keeps.{kind}.none")
        return
    together = largest_sets(hand)[0]
    if len(hand) == 1:
        yield because(f"advice.keeps.{kind}.one", tile=hand[0])
    elif len(together) > 1:
        yield because(f"advice.keeps.{kind}.set", n=len(hand), tiles=together)
    else:
        yield because(f"advice.keeps.{kind}.mixed", n=len(hand))
    twice = tuple(tile for tile in dict.fromkeys(hand) if hand.count(tile) > 1)
    if twice:
        yield because("advice.keeps.twice", tiles=twice)
