"""A new table: as a command describes it, or as a rematch."""

from __future__ import annotations

from qwirkle import fairness
from qwirkle.editions import RULES
from qwirkle.server.domain import commands, events
from qwirkle.server.domain.ids import table_id
from qwirkle.server.domain.room import Room, Seat


def opened(
    wanted: commands.Create | events.Created, host: str, now: int, previous: str = ""
) -> Room:
    """An empty table, committed to a new secret seed before anybody can add entropy."""
    room = Room(table_id())
    seed = fairness.new_seed()
    created = events.Created(
        edition=wanted.edition,
        seats=wanted.seats,
        clock=wanted.clock,
        open=wanted.open,
        hints=wanted.hints,
        commitment=fairness.commitment(seed),
        rules=RULES,
        previous=previous,
        host=host,
        seed=seed.hex(),
    )
    room.happen(created, now)
    return room


def rematch(room: Room, now: int) -> Room:
    """The same players at a new table, each one seat further, with a new seed. It begins when all
    of them have come and, knowing its commitment, have sent their texts."""
    again = opened(room.created, room.created.host, now, previous=room.id)
    for number, seat in enumerate(room.seats[-1:] + room.seats[:-1]):
        if seat:
            again.happen(_seated_again(number, seat), now)
    room.happen(events.Rematched(again.id), now)
    return again


def _seated_again(number: int, seat: Seat) -> events.Seated:
    return events.Seated(
        seat=number,
        name=seat.name,
        years=seat.age,
        bot=seat.level,
        program=seat.program,
        person=seat.person,
        face=seat.face,
    )
