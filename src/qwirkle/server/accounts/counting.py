"""Which games count for a rating, for whom, and how far: so that nobody climbs on newcomers.

A rating is only as good as the people it was made against. Everybody can bring as many guests as
they like, so nobody is lifted further above others than these can vouch for. Whether a game counts
is decided by what was known before it, never by how it ended.
"""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.server.accounts.glicko import AVERAGE
from qwirkle.server.domain import events
from qwirkle.server.domain.clocks import DAY
from qwirkle.server.domain.room import Room
from qwirkle.server.storage.ladders import Standing

OWN_TURNS = 5
"""The turns that each person has to make; the shortest card game of four has seven."""
GAMES_A_DAY = 3
"""The games of a pair that count on one ladder and day (UTC)."""
APART = 80.0
"""How far above the others a game can lift somebody, and from where on it no longer counts."""
ENOUGH_GAMES = 5
SURE = {"2": 110.0, "more": 350.0}
"""The deviation up to which nobody is a beginner: of some dozen games in either system."""
WEEK = 7 * DAY
FIRST_MONDAY = 4 * DAY
"""The first one of 1970."""


def size_of(seats: int) -> str:
    return "more" if seats > 2 else "2"


def own_turns(room: Room) -> list[int]:
    """The turns that the person of each seat has made; those of a stand-in are not theirs."""
    made, stood_in = [0] * len(room.seats), set[int]()
    for entry in room.log:
        event = entry.event
        if isinstance(event, events.StoodIn):
            stood_in.add(event.seat)
        elif isinstance(event, events.Back):
            stood_in.discard(event.seat)
        elif isinstance(event, events.Moved) and event.seat not in stood_in:
            made[event.seat] += 1
    return made


def played(room: Room) -> bool:
    """Whether everybody has played, rather than sat there and left."""
    return min(own_turns(room)) >= OWN_TURNS


def is_beginner(one: Standing, size: str) -> bool:
    return one.games < ENOUGH_GAMES or one.deviation > SURE[size]


def on_monday(one: Standing, now: int) -> float:
    """The rating with which somebody began this week (UTC)."""
    this_week = one.updated is not None and _week(one.updated) >= _week(now)
    return one.monday if this_week else one.rating


def _week(at: int) -> int:
    return (at - FIRST_MONDAY) // WEEK


def vouches(one: Standing, size: str, now: int) -> float:
    """The rating that somebody stands for as an opponent: what they gained this week does not
    vouch for others yet."""
    return AVERAGE if is_beginner(one, size) else min(one.rating, on_monday(one, now))


def counts_for(seat: int, before: Sequence[Standing], now: int) -> bool:
    """Whether a game counts for a seat: always for beginners, otherwise if an opponent is close
    enough, or higher."""
    own, size = before[seat], size_of(len(before))
    if is_beginner(own, size):
        return True
    others = (vouches(one, size, now) for other, one in enumerate(before) if other != seat)
    return max(others) > own.rating - APART


def within(
    seat: int, before: Sequence[Standing], places: Sequence[int], wanted: float, now: int
) -> float:
    """The rating that a game may give: at most so far above the best of those it did not lose to.

    Beginners know little of each other, so they do not fall further among themselves than they
    could rise: otherwise a ladder would sink with each newcomer.
    """
    own, size = before[seat], size_of(len(before))
    others = [(one, places[other]) for other, one in enumerate(before) if other != seat]
    below = [vouches(one, size, now) for one, place in others if place >= places[seat]]
    above = [one for one, place in others if place <= places[seat]]
    risen = min(wanted, max(own.rating, max(below) + APART)) if below else min(wanted, own.rating)
    if all(is_beginner(one, size) for one in (own, *above)):
        return max(risen, min(own.rating, AVERAGE - APART))
    return risen
