"""Questions of one seat about its own game: nothing happens, and nothing is written down."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from qwirkle import Table
from qwirkle.faults import Refusal
from qwirkle.server import bots, views, wire
from qwirkle.server.bots import Advised, Workers
from qwirkle.server.room import Room
from qwirkle.server.views import Checked, Offered
from qwirkle.server.wire import Problem, Refused, problem_of
from qwirkle.tiles import Hand, parse_tiles
from qwirkle.views import View

MOST_HINTS = 3


class Arranged(Struct, frozen=True, kw_only=True, tag="arranged", tag_field="type"):
    """How the cards can be laid; no rows where they cannot."""

    id: str
    rows: list[list[str]]
    captured: list[list[str]]


class Hinted(Struct, frozen=True, kw_only=True, tag="hinted", tag_field="type"):
    """The best moves, best first."""

    id: str
    moves: list[Advised]


class Unanswered(Struct, frozen=True, kw_only=True, tag="unanswered", tag_field="type"):
    """Why a question has no answer."""

    id: str
    problem: Problem


Reply = Checked | Arranged | Hinted | Offered | Unanswered


async def reply(
    room: Room, seat: int | None, question: wire.AnyQuestion, workers: Workers, lang: str
) -> Reply:
    """The answer to a question, or why there is none."""
    try:
        if seat is None:
            raise Refused("refused", "serve.not_seated")
        if room.game is None or room.phase != "playing":
            raise Refused("refused", f"serve.phase.{room.phase}")
        match question:
            case wire.Check(id=name, move=move):
                return _said(views.check(room, seat, name, move), lang)
            case wire.Arrangement(id=name, cards=cards):
                return arrangement(room, seat, name, cards)
            case wire.Offers(id=name):
                return replace(views.offers(room, seat), id=name)
            case wire.Hint(id=name):
                return Hinted(id=name, moves=await _hints(room, seat, workers, lang))
    except Refusal as reason:
        return Unanswered(id=question.id, problem=problem_of(reason).said(lang))


def _said(checked: Checked, lang: str) -> Checked:
    problem = checked.problem.said(lang) if checked.problem else None
    rows = [
        views.RowCheck(row.row, row.captured, row.problem.said(lang) if row.problem else None)
        for row in checked.rows
    ]
    return replace(checked, problem=problem, rows=rows)


def _view(room: Room, seat: int) -> View:
    assert room.game is not None  # noqa: S101
    return room.game.view(room.game.players[seat])


def arrangement(room: Room, seat: int, name: str, codes: list[str]) -> Arranged:
    """The arrangement that plays just these cards and moves the fewest others."""
    mine = _view(room, seat)
    if not isinstance(mine.board, Table):
        raise Refused("refused", "serve.cards_only")
    cards = parse_tiles(" ".join(codes))
    if missing := Hand(mine.hand).missing(cards):
        raise Refused("refused", "serve.not_in_hand", tiles=missing)
    found = mine.board.laying(cards)
    if found is None:
        return Arranged(id=name, rows=[], captured=[])
    return Arranged(id=name, rows=_codes(found.rows), captured=_codes(found.captured))


def _codes(rows: Any) -> list[list[str]]:
    return [[str(card) for card in row] for row in rows]


async def _hints(room: Room, seat: int, workers: Workers, lang: str) -> list[Advised]:
    if not room.created.hints:
        raise Refused("refused", "serve.no_hints")
    if room.turn != seat:
        raise Refused("refused", "serve.turn", player=_turn_name(room))
    return await workers.run(bots.advise, _view(room, seat), lang, MOST_HINTS)


def _turn_name(room: Room) -> str:
    return "" if room.turn is None else room.seat(room.turn).name
