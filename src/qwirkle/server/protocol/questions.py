"""Questions of one seat about its own game, and the replies to them.

Questions change and store nothing. ``replies`` has the long ones answered by a worker.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.server.domain import limits
from qwirkle.server.domain.answers import Problem
from qwirkle.server.domain.commands import Codes, MoveText, Ulid
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.protocol import legality
from qwirkle.server.protocol.editions import Laid, wire
from qwirkle.server.protocol.legal_moves import Checked, LegalMoveList, RowCheck
from qwirkle.server.protocol.messages import Advised
from qwirkle.tiles import Hand, Tile, parse_tiles
from qwirkle.views import AnyView


class Question(Struct, frozen=True, kw_only=True, tag_field="ask", forbid_unknown_fields=True):
    """A question; it changes and stores nothing."""

    id: Ulid
    cost: ClassVar[int] = 1
    """What it counts for against the limit of its sender."""


class Check(Question, frozen=True, kw_only=True, tag="check"):
    """Whether a pending move is legal; in the card game also which of its rows are."""

    move: MoveText


class Arrangement(Question, frozen=True, kw_only=True, tag="arrangement"):
    """How these cards of your hand can be laid by moving the fewest others."""

    cards: Codes
    cost: ClassVar[int] = 2


class Hint(Question, frozen=True, kw_only=True, tag="hint"):
    """The best moves, if the table allows hints."""

    cost: ClassVar[int] = 5


class ListMoves(Question, frozen=True, kw_only=True, tag="offers"):
    """Every legal move of your seat."""

    cost: ClassVar[int] = 2


AnyQuestion = Check | Arrangement | Hint | ListMoves


class Arranged(Struct, frozen=True, kw_only=True, tag="arranged", tag_field="type"):
    """How the cards can be laid; no rows if they cannot."""

    id: str
    rows: list[list[str]]
    captured: list[list[str]]


class Hinted(Struct, frozen=True, kw_only=True, tag="hinted", tag_field="type"):
    """The best moves, best first."""

    id: str
    moves: list[Advised]


class Unanswered(Struct, frozen=True, kw_only=True, tag="unanswered", tag_field="type"):
    """Why a question was refused."""

    id: str
    problem: Problem


Reply = Checked | Arranged | Hinted | LegalMoveList | Unanswered


def check_asker(room: Room, seat: int | None) -> int:
    """Only players may ask, and only during the game."""
    if seat is None:
        raise Refused("refused", "serve.not_seated")
    if room.game is None or room.phase != "playing":
        raise Refused("refused", f"serve.phase.{room.phase}")
    return seat


def check_hint(room: Room, seat: int) -> None:
    """Hints are for the seat to move, if the table allows them."""
    if not room.created.hints:
        raise Refused("refused", "serve.no_hints")
    if room.turn != seat:
        turn = room.turn
        raise Refused("refused", "serve.turn", player="" if turn is None else room.seat(turn).name)


def view_of(room: Room, seat: int) -> AnyView:
    assert room.game is not None  # noqa: S101
    return room.game.view(room.game.players[seat], history=limits.HISTORY)


def checked(room: Room, seat: int, question: Check, lang: str) -> Checked:
    """The check of a pending move, in a language."""
    found = legality.check(room, seat, question.id, question.move)
    problem = found.problem.said(lang) if found.problem else None
    rows = [
        RowCheck(row.row, row.captured, row.problem.said(lang) if row.problem else None)
        for row in found.rows
    ]
    return replace(found, problem=problem, rows=rows)


def cards_to_lay(room: Room, seat: int, codes: list[str]) -> tuple[str, Any, tuple[Tile, ...]]:
    """The edition, the table and the cards of a question about an arrangement; the cards must be in
    the hand."""
    mine = view_of(room, seat)
    if not wire(mine.edition).arranges:
        raise Refused("refused", "serve.cards_only")
    cards = parse_tiles(" ".join(codes))
    if missing := Hand(mine.hand).missing(cards):
        raise Refused("refused", "serve.not_in_hand", tiles=missing)
    return mine.edition, mine.board, cards


def arranged(name: str, found: Laid) -> Arranged:
    rows, captured = found
    return Arranged(id=name, rows=rows, captured=captured)
