"""Lists of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from qwirkle.server import projections
from qwirkle.server.room import Phase, Room
from qwirkle.server.wire import ClockRule, EditionName

if TYPE_CHECKING:
    from qwirkle.server.hosting import Host


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    table: str
    edition: EditionName
    phase: Phase
    clock: ClockRule
    seats: list[str | None]
    """The names of those who sit there."""
    scores: list[int]
    turn: int | None
    changed: int


def line(room: Room) -> TableLine:
    return TableLine(
        table=room.id,
        edition=room.created.edition,
        phase=room.phase,
        clock=room.created.clock,
        seats=[seat.name if seat else None for seat in room.seats],
        scores=list(room.game.state.scores) if room.game else [],
        turn=room.turn,
        changed=room.log[-1].at,
    )


async def open_tables(host: Host) -> list[TableLine]:
    games = await host.store.read(projections.listed)
    return [line(await host.desk.refresh(game)) for game in games]


async def tables_of(host: Host, person: str) -> list[TableLine]:
    games = await host.store.read(lambda c: projections.games_of(c, person))
    return [line(await host.desk.refresh(game)) for game in games]
