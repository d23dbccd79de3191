"""What the computer players say, and when: rarely, and from what everybody has seen.

The browser does the same in ``web/src/table/remarks.ts``; both are held to
``tests/conformance/remarks.json``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Occasion = Literal["first", "own", "yours", "big", "close", "won", "lost", "shared"]

GAP = 8
"""Moves from one remark to the next, at least."""
MOST = 4
"""Remarks in a game, without the one at its end."""
VARIANTS = 2
EARLY = 6
"""Before that many moves there is nothing to compare one with."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that a computer player says after a move; moves are counted from 1."""

    turn: int
    seat: int
    occasion: Occasion
    variant: int


@dataclass(frozen=True, slots=True)
class Made:
    """A move as everybody saw it."""

    seat: int
    points: int
    qwirkles: int
    laid: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Remarkable:
    """From what on a turn is big, in points or in pieces laid; and what is close at the end."""

    by: Literal["points", "laid"]
    big: int
    close: int


@dataclass(frozen=True, slots=True)
class Story:
    """What a game has to say for itself."""

    key: str
    """What chance follows from: a text that belongs to this game alone."""
    bots: Sequence[int | None]
    """The levels of computer players, and None for people."""
    yours: Sequence[int]
    """The seats that the remarks are for."""
    strangers: Sequence[int]
    """The levels that play on this device for the first time."""
    moves: Sequence[Made]
    winners: Sequence[int]
    """None while it goes on, and where somebody left."""
    of: Remarkable

    @property
    def computers(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.bots) if bot is not None]


def remarks_of(story: Story) -> list[Remark]:
    """All remarks of a game so far. What was said does not change when the game goes on."""
    said: list[Remark] = []
    for turn in range(1, len(story.moves) + 1):
        if len(said) >= MOST or (said and turn - said[-1].turn < GAP):
            continue
        if found := _occasion(story, turn):
            said.append(_spoken(story, turn, *found))
    end = _end(story)
    return [*said, _spoken(story, len(story.moves), *end)] if end else said


_Found = tuple[Occasion, Sequence[int]]
"""An occasion, and the seats of those who could speak."""


def _hash(text: str) -> int:
    """A number that follows from a text alone (FNV-1a)."""
    value = 0x811C9DC5
    for sign in text:
        value = (value ^ ord(sign)) * 0x01000193 & 0xFFFFFFFF
    return value >> 8


def _spoken(story: Story, turn: int, occasion: Occasion, seats: Sequence[int]) -> Remark:
    dice = _hash(f"{story.key} {turn} {occasion}")
    return Remark(turn, seats[dice % len(seats)], occasion, dice // 64 % VARIANTS + 1)


def _occasion(story: Story, turn: int) -> _Found | None:
    """What there is to say after a move, if there is something."""
    made = story.moves[:turn]
    seat, level = made[-1].seat, story.bots[made[-1].seat]
    coin = _hash(f"{story.key} {turn}") % 2 == 0
    if not story.computers:
        return None
    if level is not None and _is_first(story, made, level):
        return "first", [seat]
    if close := _close(story, made):
        return "close", close
    if level is not None:
        return ("own", [seat]) if made[-1].qwirkles and coin else None
    if seat not in story.yours:
        return None
    if made[-1].qwirkles:
        return "yours", story.computers
    return ("big", story.computers) if _is_big(story.of, made) else None


def _is_first(story: Story, made: Sequence[Made], level: int) -> bool:
    """The second move of somebody who was never here before: with the first one the browser still
    tells who starts."""
    return level in story.strangers and sum(story.bots[one.seat] == level for one in made) == 2


def _is_big(of: Remarkable, made: Sequence[Made]) -> bool:
    """Larger than all before, and large at all."""
    *before, now = (getattr(one, of.by) for one in made)
    return len(made) > EARLY and now >= max(of.big, *(size + 1 for size in before))


def _close(story: Story, made: Sequence[Made]) -> list[int]:
    """When nothing more is to be drawn: the computer players about level with one of yours."""
    short = [one.drawn < one.laid for one in made]
    if not short[-1] or any(short[:-1]):
        return []

    def score(seat: int) -> int:
        return sum(one.points for one in made if one.seat == seat)

    best = max(map(score, story.yours), default=-story.of.close - 1)
    return [seat for seat in story.computers if abs(score(seat) - best) <= story.of.close]


def _end(story: Story) -> _Found | None:
    """Who has something to say at the end."""
    won = [seat for seat in story.winners if story.bots[seat] is not None]
    yours = any(seat in story.yours for seat in story.winners)
    if won:
        return ("shared" if yours else "won"), won
    return ("lost", story.computers) if yours and story.computers else None
