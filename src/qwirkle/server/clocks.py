"""Clocks as arithmetic: what is left, and when a turn runs out. Times are milliseconds."""

from __future__ import annotations

from qwirkle.server.log import Times
from qwirkle.server.wire import ClockRule, Days, Live

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND


def first(rule: ClockRule, seats: int, now: int) -> Times | None:
    """The clocks at the start of a game; None where nobody plays by the clock."""
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
