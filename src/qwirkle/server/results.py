"""Lists of tables, and of games that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import Connection, Row, exists, or_, select

from qwirkle.server import projections
from qwirkle.server.room import Phase, Room
from qwirkle.server.schema import players, tables
from qwirkle.server.wire import ClockRule, EditionName

if TYPE_CHECKING:
    from qwirkle.server.hosting import Host


MOST_RESULTS = 50


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


class ResultPlayer(Struct, frozen=True, kw_only=True):
    """Somebody in the list of results."""

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
    """The rule by which it ended; none where everybody agreed to stop."""
    imported: bool
    players: list[ResultPlayer]


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


async def tables_of(host: Host, person: str, most: int = 50) -> list[TableLine]:
    games = await host.store.read(lambda c: projections.games_of(c, person, most))
    return [line(await host.desk.refresh(game)) for game in games]


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
    if player:
        query = query.where(_with(name=player))
    query = query.order_by(tables.c.ended.desc(), tables.c.game).limit(MOST_RESULTS)
    found = list(connection.execute(query))
    games = [row.game for row in found]
    seated: dict[str, list[ResultPlayer]] = {game: [] for game in games}
    there = select(players).where(players.c.game.in_(games)).order_by(players.c.seat)
    for row in connection.execute(there):
        seated[row.game].append(_player(row, you))
    return [
        ResultLine(
            table=row.game,
            edition=row.edition,
            ended=row.ended,
            rule=row.rule,
            imported=row.imported,
            players=seated[row.game],
        )
        for row in found
    ]


def _with(**wanted: str | None) -> Any:
    """Whether somebody with this name, or this person, sat there."""
    same = [players.c[name] == value for name, value in wanted.items()]
    return exists().where(players.c.game == tables.c.game, *same)


def _player(row: Row[Any], you: str | None) -> ResultPlayer:
    return ResultPlayer(
        name=row.name,
        bot=row.bot,
        program=row.program,
        score=row.score,
        won=row.won,
        left=row.left,
        you=bool(you) and row.person == you,
    )
