"""Records of games, as text and as JSON, and replays.

During a game everybody gets the record as they may know it (O2), never the seed.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Raw, Struct

from qwirkle import Tile, events
from qwirkle.editions import AnyState
from qwirkle.events import Moved, Played, Resigned, Signed
from qwirkle.game import AnyGame
from qwirkle.notation import extended, read_record, write_record
from qwirkle.server.domain.events import HIDDEN, EditionName, Imported, Starter, start
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.protocol.editions import Wire, wire
from qwirkle.server.protocol.receipts import Signer

Form = Literal["text", "json"]


class RecordEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a record; which fields it has depends on its type."""

    type: Literal[
        "opened", "joined", "committed", "added", "silent", "shuffled", "dealt", "starts",
        "moved", "resigned", "ended", "revealed", "played", "signed",
    ]  # fmt: skip
    edition: str | None = None
    rules: int | None = None
    seat: int | None = None
    name: str | None = None
    age: int | None = None
    digest: str | None = None
    text: str | None = None
    root: str | None = None
    why: str | None = None
    among: list[int] | None = None
    pieces: list[str] | None = None
    """A piece that is not yours to see is ``?``."""
    move: str | None = None
    points: int | None = None
    drawn: list[str] | None = None
    rule: str | None = None
    winners: list[int] | None = None
    seed: str | None = None
    table: str | None = None
    seq: int | None = None
    head: str | None = None
    key: str | None = None
    signature: str | None = None


class GameRecord(Struct, frozen=True, kw_only=True):
    """The record of a table, as you may know it."""

    table: str
    over: bool
    imported: bool
    events: list[RecordEvent]


class Step(Struct, frozen=True, kw_only=True):
    """A game after a number of moves; the first step is the deal."""

    number: int
    seat: int | None
    """Who moved, or left."""
    move: str | None
    """The move in its notation; ``resign`` if the player left."""
    points: int
    drawn: list[str]
    board: list[str]
    rows: list[list[str]]
    captured: list[list[list[str]]]
    hands: list[list[str]]
    scores: list[int]
    bag: int
    turn: int | None


class ReplayView(Struct, frozen=True, kw_only=True):
    """A finished game from the deal to the end."""

    table: str
    edition: EditionName
    imported: bool
    """Whether the game was imported from a record, and not played here."""
    players: list[str]
    bots: list[int | None] = []
    """The levels of the computer players among them."""
    faces: list[str] = []
    """The faces that they have chosen; empty if none."""
    rule: str | None
    """The rule by which the game ended; null if everybody agreed to stop."""
    winners: list[int]
    start: Starter | None
    """Who started, and why; missing only in replays that a device has stored earlier."""
    steps: list[Step]


class Draft(NamedTuple):
    """A record without the signature of the server.

    Writing it repeats every shuffle of the game, so a worker process does that; the key of the
    server stays in the process that answers requests.
    """

    table: str
    over: bool
    imported: bool
    signed: bool
    """Whether the server signs it: a game that was played here to its end."""
    text: str
    events: list[bytes]
    """The same as JSON, one object per line of the record; empty unless it was asked for."""


class _EncodedRecord(Struct, frozen=True, kw_only=True):
    """A ``GameRecord`` whose events are encoded already."""

    table: str
    over: bool
    imported: bool
    events: list[Raw]


def draft(room: Room, seat: int | None, form: Form) -> Draft:
    """The record of a table as a seat, or a spectator, may know it; an imported one as it came."""
    signed = not room.imported and room.phase == "over" and room.sealed is not None
    lines = _lines(room, seat)
    return Draft(
        table=room.id,
        over=room.phase == "over",
        imported=room.imported,
        signed=signed,
        text=write_record(lines),
        events=[_encoded(line) for line in lines] if form == "json" else [],
    )


def text(draft: Draft, signer: Signer) -> str:
    """The whole record as text."""
    return extended(draft.text, _signature(draft, signer)) if draft.signed else draft.text


def data(draft: Draft, signer: Signer) -> bytes:
    """The whole record as JSON: a ``GameRecord``."""
    last = [_encoded(_signature(draft, signer))] if draft.signed else []
    made = _EncodedRecord(
        table=draft.table,
        over=draft.over,
        imported=draft.imported,
        events=[Raw(event) for event in (*draft.events, *last)],
    )
    return msgspec.json.encode(made)


def is_record_of(room: Room, record: str) -> bool:
    """Whether a signed record is that of a table, line by line, except for the signature."""
    if room.sealed is None or room.imported:
        return False
    return write_record(_lines(room, None)).splitlines() == record.splitlines()[:-1]


def _lines(room: Room, seat: int | None) -> list[events.Event]:
    game = _game(room)
    if room.imported:
        return [event for _, event in read_record(_brought(room))]
    if room.phase != "over" or room.sealed is None:
        return [event.seen_by(seat) for event in game.events]
    seq, head = room.sealed
    return [*game.events, Played(room.id, seq, head.hex())]


def _signature(draft: Draft, signer: Signer) -> Signed:
    return Signed(signer.public.key, signer.sign(draft.text.encode()))


def _brought(room: Room) -> str:
    """The record of an imported game."""
    return next(e.event.record for e in room.log if isinstance(e.event, Imported))


def _game(room: Room) -> AnyGame:
    if room.game is None:
        raise Refused("refused", "serve.phase.open")
    return room.game


def _encoded(event: events.Event) -> bytes:
    return msgspec.json.encode(_event(event))


def _event(event: events.Event) -> RecordEvent:
    words: dict[str, Any] = {
        field.name: _plain(getattr(event, field.name))
        for field in fields(event)
        if field.name != "over"
    }
    return RecordEvent(type=type(event).__name__.lower(), **words)  # type: ignore[arg-type]


def _plain(word: object) -> object:
    match word:
        case Tile():  # a subclass of int
            return str(word)
        case None | str() | int():
            return word
        case bytes():
            return word.hex()
        case tuple():
            return [HIDDEN if part is None else _plain(part) for part in word]
        case _:
            return str(word)


def replay(room: Room) -> ReplayView:
    """A game that is over, position by position."""
    game = _game(room)
    if room.phase != "over":
        raise Refused("refused", "serve.phase.playing")
    outcome = game.outcome
    return ReplayView(
        table=room.id,
        edition=room.created.edition,
        imported=room.imported,
        players=[seat.name for seat in room.seats if seat],
        bots=[seat.level for seat in room.seats if seat],
        faces=[seat.face for seat in room.seats if seat],
        rule=outcome.rule if outcome else None,
        winners=[game.players.index(name) for name in outcome.winners] if outcome else [],
        start=start(game),
        steps=_steps(game.copy()),
    )


def encoded_replay(room: Room) -> bytes:
    return msgspec.json.encode(replay(room))


def _steps(game: AnyGame) -> list[Step]:
    """The positions of a game, found by taking its moves back."""
    said = wire(game.edition)
    made = sum(isinstance(event, Moved | Resigned) for event in game.events)
    steps = []
    for number in range(made, 0, -1):
        after = game.state
        steps.append(_step(said, number, game.pop(), after))
    return [_step(said, 0, None, game.state), *reversed(steps)]


def _step(said: Wire, number: int, event: Moved | Resigned | None, state: AnyState) -> Step:
    moved = event if isinstance(event, Moved) else None
    return Step(
        number=number,
        seat=event.seat if event else None,
        move=str(moved.move) if moved else "resign" if event else None,
        points=moved.points if moved else 0,
        drawn=_codes(moved.drawn) if moved else [],
        board=said.board(state.layout),
        rows=said.rows(state.layout),
        captured=said.captured(state),
        hands=[_codes(hand) for hand in state.hands],
        scores=list(state.scores),
        bag=len(state.bag),
        turn=None if state.ended else state.turn,
    )


def _codes(pieces: Any) -> list[str]:
    return [str(piece) for piece in pieces]
