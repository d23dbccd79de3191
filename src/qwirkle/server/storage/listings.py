"""Lists of tables, and of games that are over."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, exists, or_, select

from qwirkle.server.domain.clocks import ClockRule
from qwirkle.server.domain.events import EditionName
from qwirkle.server.domain.room import Phase, Room
from qwirkle.server.storage.schema import players, tables

MOST_RESULTS = 50


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    table: str
    edition: EditionName
    phase: Phase
    clock: ClockRule
    seats: list[str | None]
    """The names of the players; null for a free seat."""
    bots: list[int | None]
    """The levels of the computer players among them."""
    faces: list[str]
    """The faces that they have chosen; empty if none, or for a free seat."""
    yours: list[int]
    """Your own seats, in the list of your tables."""
    scores: list[int]
    turn: int | None
    changed: int


class ResultPlayer(Struct, frozen=True, kw_only=True):
    """A player in the list of results."""

    name: str
    bot: int | None
    program: bool
    score: int
    won: bool
    left: bool
    you: bool


class ResultLine(Struct, frozen=True, kw_only=True):
    """A game that is over."""

    table: str
    edition: EditionName
    ended: int
    rule: str | None
    """The rule by which it ended; null if everybody agreed to stop."""
    imported: bool
    players: list[ResultPlayer]


def line(room: Room, person: str | None = None) -> TableLine:
    return TableLine(
        table=room.id,
        edition=room.created.edition,
        phase=room.phase,
        clock=room.created.clock,
        seats=[seat.name if seat else None for seat in room.seats],
        bots=[seat.level if seat else None for seat in room.seats],
        faces=[seat.face if seat else "" for seat in room.seats],
        yours=room.seats_of(person),
        scores=list(room.game.state.scores) if room.game else [],
        turn=room.turn,
        changed=room.log[-1].at,
    )


def finished(
    connection: Connection,
    you: str | None,
    edition: str | None = None,
    player: str | None = None,
    before: int | None = None,
) -> list[ResultLine]:
    """Games that are over, the latest first: those at open tables, and one's own."""
    query = select(tables).where(tables.c.phase == "over", or_(tables.c.open, _with(person=you)))
    if edition:
        query = query.where(tables.c.edition == edition)
    if before is not None:
        query = query.where(tables.c.ended < before)
    if player:  # only games that were played here: in an imported game anybody can have any name
        query = query.where(_with(name=player), tables.c.imported.is_(False))
    query = query.order_by(tables.c.ended.desc(), tables.c.table_id).limit(MOST_RESULTS)
    found = list(connection.execute(query))
    names = [row.table_id for row in found]
    seated: dict[str, list[ResultPlayer]] = {name: [] for name in names}
    there = select(players).where(players.c.table_id.in_(names)).order_by(players.c.seat)
    for row in connection.execute(there):
        seated[row.table_id].append(_player(row, you))
    return [
        ResultLine(
            table=row.table_id,
            edition=row.edition,
            ended=row.ended,
            rule=row.rule,
            imported=row.imported,
            players=seated[row.table_id],
        )
        for row in found
    ]


def _with(**wanted: str | None) -> Any:
    """Whether somebody with this name, or this person, sat there."""
    same = [players.c[name] == value for name, value in wanted.items()]
    return exists().where(players.c.table_id == tables.c.table_id, *same)


def _player(row: Row[Any], you: str | None) -> ResultPlayer:
    return ResultPlayer(
        name=row.name,
        bot=row.level,
        program=row.program,
        score=row.score,
        won=row.won,
        left=row.left,
        you=bool(you) and row.person == you,
    )
