"""Who plays what: the players of a game, its edition, and what they add to the shuffle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from qwirkle import fairness, seats
from qwirkle.bag import Bag
from qwirkle.editions import RULES, AnyState, B, Edition, M, S, edition
from qwirkle.events import Added, Committed, Event, Joined, Opened, Silent
from qwirkle.fairness import Order
from qwirkle.faults import BadSetup, bad_argument
from qwirkle.given import Given

LONGEST_TEXT = 60
"""How long a name or a piece of entropy can be."""

OLDEST = 150


@dataclass(frozen=True, slots=True)
class Setup(Generic[S, M, B]):
    """Who plays what; checked."""

    edition: Edition[S, M, B]
    players: tuple[str, ...]
    ages: tuple[int | None, ...]
    entropy: tuple[str, ...]
    silent: tuple[int, ...]
    """The seats that were asked for entropy and added none."""

    @classmethod
    def of(
        cls,
        players: Sequence[str],
        game: str | Edition[S, M, B],
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str | None] | None = None,
        rules: int = RULES,
    ) -> Setup[S, M, B]:
        names = _checked_names(players)
        if entropy is not None and not isinstance(entropy, Mapping):
            raise bad_argument("entropy", "bad.argument.by_player", entropy)
        asked = dict(entropy or {})
        for stranger in asked.keys() - set(names):
            raise BadSetup("bad.player", text=str(stranger), known=", ".join(names))
        texts = [asked.get(name) for name in names]
        return cls(
            edition(_checked_game(game), rules),
            names,
            _checked_ages(ages, len(names)),
            tuple("" if text is None else _checked_text(text) for text in texts),
            tuple(n for n, name in enumerate(names) if name in asked and asked[name] is None),
        )

    def events(self, commitment: str) -> list[Event]:
        """All before the first shuffle. By the first rules ages were public; now they never are."""
        public = self.ages if self.edition.rules == 1 else (None,) * len(self.players)
        return [
            Opened(self.edition.name, self.edition.rules),
            *map(Joined, range(len(self.players)), self.players, public),
            Committed(commitment),
            *self._contributions(),
        ]

    def _contributions(self) -> Iterator[Event]:
        for seat, text in enumerate(self.entropy):
            if text:
                yield Added(seat, text)
            elif seat in self.silent:
                yield Silent(seat)

    def order(self, seed: bytes, bag: Bag | None = None) -> Order:
        """The first shuffle: of the whole bag, or of what a given position leaves in it."""
        key = fairness.game_key(seed, self.entropy)
        return Order.shuffled(key, Bag.full() if bag is None else bag)

    def begun(self, given: Given) -> S:
        """The state of a position from which a game begins."""
        if self.edition.begun is None:
            raise BadSetup("bad.given.edition", text=self.edition.name)
        return self.edition.begun(given)


AnySetup: TypeAlias = Setup[AnyState, Any, Any]


def _checked_game(game: str | Edition[S, M, B]) -> str:
    if not isinstance(game, str | Edition):
        raise bad_argument("edition", "bad.argument.edition", game)
    return game if isinstance(game, str) else game.name


def _checked_names(players: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(players, Sequence):
        raise bad_argument("players", "bad.argument.players", players)
    if isinstance(players, str) or not seats.FEWEST <= len(players) <= seats.MOST:
        count = 1 if isinstance(players, str) else len(players)
        raise BadSetup("bad.players", n=count)
    names = tuple(_checked_text(name) for name in players)
    for name in names:
        if names.count(name) > 1:
            raise BadSetup("bad.name_twice", text=name)
    return names


def _checked_text(text: str) -> str:
    text = str(text).strip()
    if not text or not text.isprintable() or len(text) > LONGEST_TEXT:
        raise BadSetup("bad.name", text=text, n=LONGEST_TEXT)
    return text


def _checked_ages(ages: Sequence[int | None] | None, players: int) -> tuple[int | None, ...]:
    if ages is None:
        return (None,) * players
    if not isinstance(ages, Sequence) or isinstance(ages, str):
        raise bad_argument("ages", "bad.argument.ages", ages)
    if len(ages) != players:
        raise BadSetup("bad.ages", count=len(ages), players=players)
    for age in ages:
        if age is not None and not (isinstance(age, int) and 0 <= age <= OLDEST):
            raise BadSetup("bad.age", text=str(age), n=OLDEST)
    return tuple(ages)
