"""Clocks as arithmetic: what is left, and when a turn runs out. Times are milliseconds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND


class Untimed(Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """No clock."""


class Live(Struct, frozen=True, tag="live", forbid_unknown_fields=True):
    """Minutes for the whole game, and seconds more for every move."""

    minutes: Annotated[int, Meta(ge=1, le=180)]
    increment: Annotated[int, Meta(ge=0, le=180)] = 0


class Days(Struct, frozen=True, tag="days", forbid_unknown_fields=True):
    """Correspondence: a number of days for every move."""

    days: Annotated[int, Meta(ge=1, le=14)]


ClockRule = Untimed | Live | Days


class Times(Struct, frozen=True):
    """The clocks at one moment: what each seat has left, and when the turn runs out."""

    left: tuple[int, ...]
    """Milliseconds."""
    deadline: int | None = None
    """Milliseconds since 1970, for the seat to move; None while nothing is ticking."""


def first(rule: ClockRule, seats: int, now: int) -> Times | None:
    """The clocks at the start of a game; None for a game without clocks."""
    match rule:
        case Live(minutes=minutes):
            left = minutes * 60 * SECOND
            return Times((left,) * seats, now + left)
        case Days(days=days):
            return Times((days * DAY,) * seats, now + days * DAY)
        case _:
            return None


def turned(rule: ClockRule, times: Times, seat: int, next_seat: int | None, now: int) -> Times:
    """The clocks after a seat has ended its turn; no clock ticks when nobody is next."""
    left = list(times.left)
    if times.deadline is not None:
        left[seat] = max(0, times.deadline - now)
    match rule:
        case Live(increment=increment):
            left[seat] += increment * SECOND
        case Days(days=days):
            left[seat] = days * DAY
        case _:
            pass
    return Times(tuple(left), None if next_seat is None else now + left[next_seat])


def stopped(times: Times, seat: int, now: int) -> Times:
    """The clocks when the turn of a seat is over without a move: the time is spent."""
    if times.deadline is None:
        return times
    left = list(times.left)
    left[seat] = min(left[seat], max(0, times.deadline - now))
    return Times(tuple(left))


def handed(times: Times, seat: int | None, now: int) -> Times:
    """The clocks when the turn goes to a seat without anybody having moved."""
    return Times(times.left, None if seat is None else now + times.left[seat])


def credited(times: Times, ms: int) -> Times:
    """The clocks with some time given back to the seat whose clock is ticking."""
    return Times(times.left, None if times.deadline is None else times.deadline + ms)


def run_out(times: Times, seat: int) -> Times:
    """The clocks when a seat has no time left."""
    left = list(times.left)
    left[seat] = 0
    return Times(tuple(left), None)
