"""Pending offers, as they follow from the log of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwirkle.server.domain import events

if TYPE_CHECKING:
    from qwirkle.server.domain.events import Logged
    from qwirkle.server.domain.room import Room

Wish = tuple[str, int | None]
"""What is offered: a kind of offer, and for a takeover the seat."""
Suggestion = tuple[str, Wish]
"""Who offers what."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A pending offer."""

    event: events.Offered
    accepted: frozenset[int]

    @property
    def wish(self) -> Wish:
        return self.event.offer, self.event.target


def offered(room: Room, entry: Logged, event: events.Offered) -> None:
    room.offers[entry.seq] = Pending(event, frozenset({event.seat}))


def accepted(room: Room, _: Logged, event: events.Accepted) -> None:
    pending = room.offers[event.offer]
    room.offers[event.offer] = replace(pending, accepted=pending.accepted | {event.seat})


def declined(room: Room, _: Logged, event: events.Declined) -> None:
    pending = room.offers.pop(event.offer)
    room.declined |= {(room.seat(pending.event.seat).person, pending.wish)}
