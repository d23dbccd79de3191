"""Who is connected, as it follows from the log: players go away and come back, and the computer
sits in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qwirkle.server.domain import events

if TYPE_CHECKING:
    from qwirkle.server.domain.events import Logged
    from qwirkle.server.domain.room import Room, Seat

HERE: dict[str, Any] = {"away_since": None, "away_until": None, "stand_in": None}
"""The fields of a seat whose player is connected."""


def taken_over(room: Room, _: Logged, event: events.TakenOver) -> None:
    room.change_seat(event.seat, level=event.level, person="", program=False, **HERE)
    room.offers = {}


def stood_in(room: Room, _: Logged, event: events.StoodIn) -> None:
    """The seat keeps its person, who can come back at any time."""
    room.change_seat(event.seat, stand_in=event.level, away_until=None)
    room.drop_offers("takeover", event.seat)


def away(room: Room, entry: Logged, event: events.Away) -> None:
    """Fewer players are connected now, so open takeover offers are closed; they can be made
    again."""
    absences = room.seat(event.seat).absences + 1
    room.change_seat(event.seat, away_since=entry.at, away_until=event.deadline, absences=absences)
    room.drop_offers("takeover")


def back(room: Room, _: Logged, event: events.Back) -> None:
    room.change_seat(event.seat, **HERE)
    room.drop_offers("takeover", event.seat)


def credited(room: Room, _: Logged, event: events.Credited) -> None:
    room.seats = [_later(seat, event.ms) if seat else None for seat in room.seats]


def _later(seat: Seat, ms: int) -> Seat:
    """Time in which the server was down does not count as absence."""
    since, until = (at if at is None else at + ms for at in (seat.away_since, seat.away_until))
    return replace(seat, away_since=since, away_until=until)
