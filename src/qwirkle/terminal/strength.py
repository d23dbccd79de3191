"""Opponents of about one's own strength: where the person at this terminal stands, kept beside
their games, and what a finished game says about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from qwirkle.bots.adaptive import Met, Rating
from qwirkle.bots.levels import LEVELS
from qwirkle.bots.names import spoken
from qwirkle.events import Added
from qwirkle.game import AnyGame
from qwirkle.locales import say
from qwirkle.terminal.kept import Kept

_LEVEL = re.compile(r"level ([0-9])\.([0-9]{2})")
NEAR = 0.2
"""Levels: nearer than this to one of the six, one is about as strong."""
NOTICED = 5
"""Hundredths of a level by which opponents must differ for anybody to notice."""


class Standing:
    """Where somebody stands in one game."""

    def __init__(self, where: Path, edition: str) -> None:
        self.edition = edition
        self._kept = Kept(where, "strength", edition)

    @property
    def rating(self) -> Rating:
        facts = self._kept.facts()
        return Rating(float(facts["own"]), int(facts["games"])) if facts else Rating()

    def after(self, met: Sequence[Met]) -> Rating:
        """Note what a game says, and where one stands now."""
        rating = self.rating.after(self.edition, met)
        self._kept.keep({"own": rating.own, "games": rating.games})
        return rating


def text_of(strength: int) -> str:
    """What a computer player between two levels adds to the shuffle: its level is nowhere else in
    a record."""
    return f"level {strength / 100:.2f}"


def strengths_in(game: AnyGame, people: Sequence[str]) -> dict[str, int]:
    """The computer players that were matched to somebody, with their strengths in hundredths."""
    texts = {event.seat: event.text for event in game.events if isinstance(event, Added)}
    found = {player: _LEVEL.fullmatch(texts.get(n, "")) for n, player in enumerate(game.players)}
    return {
        player: int(level[1] + level[2])
        for player, level in found.items()
        if level and player not in people
    }


def met(game: AnyGame, person: str, strengths: Mapping[str, int]) -> list[Met]:
    """The opponents at the end of a game; who left has lost, whatever the scores."""
    scores, left = game.scores, game.players.index(person) in game.state.gone
    return [
        Met(strength, None if left else scores[person] - scores[player])
        for player, strength in strengths.items()
    ]


def told(before: Sequence[int], after: Rating, lang: str) -> str:
    """Where one stands after a game, and how the next opponents will be: never as a number."""
    more = (sum(after.opponents(len(before))) - sum(before)) / len(before)
    way = "up" if more >= NOTICED else "down" if more <= -NOTICED else "same"
    return f"{standing(after.own, lang)} {say(f'web.strength.{way}', lang)}"


def standing(own: float, lang: str) -> str:
    """Where somebody stands among the computer players, in words."""
    names = [spoken(level.character, lang) for level in LEVELS]
    nearest = int(own + 0.5)
    if nearest >= 1 and abs(own - nearest) <= NEAR:
        return say("web.strength.like", lang, player=names[nearest - 1])
    if own < 1:
        return say("web.strength.before", lang, player=names[0])
    lower = min(int(own), len(names) - 1)
    return say("web.strength.between", lang, lower=names[lower - 1], higher=names[lower])
