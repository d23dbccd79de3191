"""What a table is told about the ratings before its game, and while it goes on."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from sqlalchemy import Connection

from qwirkle.server.accounts import counting, ratings
from qwirkle.server.domain.room import Room
from qwirkle.server.storage import ladders

WhyNot = Literal["over", "hints", "undone", "computer", "shared", "pair", "apart"]


class Outlook(Struct, frozen=True, kw_only=True):
    """Whether a game will count for the ratings, as things stand now."""

    counts: bool
    """Whether it will count for you, or, if you have no seat, for anybody."""
    why: WhyNot | None = None
    """Why not: the game is ``over``; ``hints`` are allowed; a move was ``undone``; a ``computer``
    player sits here; somebody has more than one seat (``shared``); two of the players have already
    played the rated games of a ``pair`` today; the others are rated too far below you (``apart``),
    and it counts for them alone."""
    pair: list[str] = []
    """The names of those two."""
    games: int = counting.GAMES_A_DAY
    """How many games of a pair count on a day."""
    turns: int = counting.OWN_TURNS
    """How many turns everybody has to make, or the game will not count after all."""


def outlook(connection: Connection, room: Room, person: str | None, now: int) -> Outlook:
    """What to tell somebody at a table, or a spectator; free seats are taken as if by newcomers."""
    if why := _spoiled(room):
        return Outlook(counts=False, why=why)
    ladder = ratings.ladder_of(room)
    names = {seat.person: seat.name for seat in room.seats if seat}
    if pair := ratings.used_up(connection, ladder, list(names), now):
        return Outlook(counts=False, why="pair", pair=[names[one] for one in pair])
    known = ladders.standings(connection, ladder, list(names), lock=False)
    fresh = ratings.newcomer(ladder)
    seats = [known.get(seat.person, fresh) if seat else fresh for seat in room.seats]
    mine = room.seats_of(person) or range(len(seats))
    counts = any(counting.counts_for(seat, seats, now) for seat in mine)
    return Outlook(counts=counts, why=None if counts else "apart")


def _spoiled(room: Room) -> WhyNot | None:
    """Why a game cannot count, whoever the people are."""
    if room.phase == "over":
        return "over"
    if room.created.hints:
        return "hints"
    if room.undone:
        return "undone"
    seated = [seat for seat in room.seats if seat]
    if not all(seat.is_person for seat in seated):
        return "computer"
    return "shared" if len({seat.person for seat in seated}) < len(seated) else None
