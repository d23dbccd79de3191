"""The legal moves of a seat, and the check of a move before it is made."""

from __future__ import annotations

from typing import Any
from weakref import finalize

from msgspec.structs import replace

from qwirkle.editions import edition
from qwirkle.faults import IllegalMove, Refusal
from qwirkle.game import AnyGame
from qwirkle.moves import Move
from qwirkle.server.domain import turns
from qwirkle.server.domain.answers import problem_of
from qwirkle.server.domain.room import Room
from qwirkle.server.protocol.editions import wire
from qwirkle.server.protocol.legal_moves import Checked, LegalMoveList


def legal_moves(room: Room, seat: int | None) -> LegalMoveList:
    """What a seat may do now: nothing, unless it is to move."""
    game = room.game
    if game is None or seat is None or room.turn != seat:
        return LegalMoveList(room.seq, [], 0)
    known = _KNOWN.get(id(game)) or _remembered(game, seat)
    return replace(known, seq=room.seq, trade=0 if turns.must_play(room) else known.trade)


_KNOWN: dict[int, LegalMoveList] = {}
"""Computed once for each position, for all viewers: the game of a room never changes, since every
move is made in a copy. By the identity of the game, for as long as there is one."""


def _remembered(game: AnyGame, seat: int) -> LegalMoveList:
    known = wire(game.edition).legal_moves(game.state.position_of(seat))
    _KNOWN[id(game)] = known
    finalize(game, _KNOWN.pop, id(game), None).atexit = False
    return known


def check(room: Room, seat: int, command_id: str, move: str) -> Checked:
    """The check of a pending move of a seat, as if it were its turn."""
    game = room.game
    if game is None:
        return Checked(id=command_id, problem=None)
    mine = game.view(game.players[seat], history=0)
    try:
        parsed: Any = parse(room, move)
        fault = mine.fault(parsed) or (turns.o3_fault(room, parsed) if room.turn == seat else None)
    except Refusal as reason:
        return Checked(id=command_id, problem=problem_of(reason))
    good = fault is None and room.turn == seat
    said = wire(game.edition)
    return Checked(
        id=command_id,
        problem=problem_of(IllegalMove(fault)) if fault else None,
        points=game.state.points(parsed) if good else 0,
        lines=said.lines_made(mine.board, parsed) if good else [],
        rows=said.row_checks(move, parsed),
    )


def parse(room: Room, move: str) -> Move:
    parsed: Move = edition(room.created.edition).parse_move(move)
    return parsed
