"""Records of games: for download, to look through, to import, and to prove the shuffle by.

Of a game that goes on everybody gets the record as they may know it (O2), never the seed.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from qwirkle import BadNotation, Board, Game, IllegalMove, Table, Tile, events
from qwirkle.editions import State
from qwirkle.events import Moved, Resigned, Revealed
from qwirkle.locales import say
from qwirkle.notation import BadRecord, write_record
from qwirkle.replay import Replay
from qwirkle.server import log
from qwirkle.server.desk import milliseconds
from qwirkle.server.log import HIDDEN
from qwirkle.server.room import Room
from qwirkle.server.wire import EditionName, Problem, Refused, Untimed, problem_of

if TYPE_CHECKING:
    from qwirkle.server.hosting import Host
    from qwirkle.server.people import Person


class RecordEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a record; it has the words that its kind of line has."""

    type: Literal[
        "opened", "joined", "committed", "added", "shuffled", "dealt", "moved", "resigned",
        "ended", "revealed",
    ]  # fmt: skip
    edition: str | None = None
    seat: int | None = None
    name: str | None = None
    age: int | None = None
    digest: str | None = None
    text: str | None = None
    root: str | None = None
    pieces: list[str] | None = None
    """A piece that is not yours to see is ``?``."""
    move: str | None = None
    points: int | None = None
    drawn: list[str] | None = None
    rule: str | None = None
    winners: list[int] | None = None
    seed: str | None = None


class GameRecord(Struct, frozen=True, kw_only=True):
    """The record of a table, as you may know it."""

    table: str
    over: bool
    imported: bool
    events: list[RecordEvent]


class Step(Struct, frozen=True, kw_only=True):
    """A game after so many moves; the first step is the deal."""

    number: int
    seat: int | None
    """Who moved, or left."""
    move: str | None
    """The move in its notation; ``resign`` where the player left."""
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
    players: list[str]
    rule: str | None
    """The rule by which the game ended; none where everybody agreed to stop."""
    winners: list[int]
    steps: list[Step]


class Verified(Struct, frozen=True, kw_only=True):
    """What the seed of a record proves."""

    proven: bool
    finished: bool
    edition: str | None = None
    players: list[str] = []
    commitment: str | None = None
    shuffles: int = 0
    """How many shuffles follow from the seed."""
    draws: int = 0
    """How many drawn pieces do."""
    line: int | None = None
    """The first line that cannot be, or that the seed does not explain."""
    problem: Problem | None = None
    sentences: list[str]
    """The same for people."""


class ImportedRecord(Struct, frozen=True, kw_only=True):
    """Where an imported game can be looked at."""

    table: str
    proven: bool
    """Whether the seed proves the shuffle; a record without its seed can be imported too."""


def text(room: Room, seat: int | None) -> str:
    """The record of a table as a seat, or a spectator, may know it."""
    return write_record(_seen(room, seat))


def data(room: Room, seat: int | None) -> GameRecord:
    made = [_event(event) for event in _seen(room, seat)]
    return GameRecord(table=room.id, over=room.phase == "over", imported=room.imported, events=made)


def _seen(room: Room, seat: int | None) -> list[events.Event]:
    game = _game(room)
    if room.phase == "over":
        return list(game.events)
    return [event.seen_by(seat) for event in game.events]


def _game(room: Room) -> Game:
    if room.game is None:
        raise Refused("refused", "serve.phase.open")
    return room.game


def _event(event: events.Event) -> RecordEvent:
    words: dict[str, Any] = {
        field.name: _plain(getattr(event, field.name))
        for field in fields(event)
        if field.name != "over"
    }
    return RecordEvent(type=type(event).__name__.lower(), **words)  # type: ignore[arg-type]


def _plain(word: object) -> object:
    match word:
        case Tile():  # which is a number too, by its own account
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
        players=[seat.name for seat in room.seats if seat],
        rule=outcome.rule if outcome else None,
        winners=[game.players.index(name) for name in outcome.winners] if outcome else [],
        steps=_steps(game.copy()),
    )


def _steps(game: Game) -> list[Step]:
    """The positions of a game, found by taking its moves back."""
    made = sum(isinstance(event, Moved | Resigned) for event in game.events)
    steps = []
    for number in range(made, 0, -1):
        after = game.state
        steps.append(_step(number, game.pop(), after))
    return [_step(0, None, game.state), *reversed(steps)]


def _step(number: int, event: Moved | Resigned | None, state: State) -> Step:
    moved = event if isinstance(event, Moved) else None
    lying = state.lying
    captured = getattr(state, "captured", ())
    return Step(
        number=number,
        seat=event.seat if event else None,
        move=str(moved.move) if moved else "resign" if event else None,
        points=moved.points if moved else 0,
        drawn=_codes(moved.drawn) if moved else [],
        board=str(lying).split() if isinstance(lying, Board) else [],
        rows=[_codes(row) for row in lying] if isinstance(lying, Table) else [],
        captured=[[_codes(row) for row in rows] for rows in captured],
        hands=[_codes(hand) for hand in state.hands],
        scores=list(state.scores),
        bag=len(state.bag),
        turn=None if state.ended else state.turn,
    )


def _codes(pieces: Any) -> list[str]:
    return [str(piece) for piece in pieces]


def read(body: bytes, lang: str) -> Replay:
    """The game of a record, or a sentence that names the line which is wrong."""
    try:
        return Replay(_decoded(body))
    except BadRecord as reason:
        raise _refusal(reason, lang) from None


def _decoded(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise BadRecord(1, BadNotation("record.header", header="qwirkle record 1")) from None


def _refusal(error: BadRecord, lang: str) -> Refused:
    illegal = isinstance(error.reason, IllegalMove)
    refused = Refused(
        "rule" if illegal else "bad", "record.line", line=error.line, reason=error.reason.say(lang)
    )
    refused.rule = error.reason.fault.rule if isinstance(error.reason, IllegalMove) else None
    return refused


def verify(body: bytes, lang: str) -> Verified:
    """What ``qwirkle verify`` says of a record."""
    try:
        found = Replay(_decoded(body))
    except BadRecord as reason:
        return _unproven(reason, None, lang)
    if found.doubt:
        return _unproven(found.doubt, found, lang)
    ended = found.game.outcome is not None
    digest = found.game.commitment
    return Verified(
        proven=True,
        finished=ended,
        edition=found.game.edition,
        players=list(found.game.players),
        commitment=digest,
        shuffles=found.proven_shuffles,
        draws=found.proven_draws,
        sentences=[
            say("ui.verify.commitment", lang, digest=digest),
            say("ui.verify.shuffles", lang, n=found.proven_shuffles),
            say("ui.verify.draws", lang, n=found.proven_draws),
            say("ui.verify.proven" if ended else "ui.verify.proven_so_far", lang),
        ],
    )


def _unproven(reason: BadRecord, found: Replay | None, lang: str) -> Verified:
    game = found.game if found else None
    return Verified(
        proven=False,
        finished=game is not None and game.outcome is not None,
        edition=game.edition if game else None,
        players=list(game.players) if game else [],
        commitment=game.commitment if game else None,
        shuffles=found.proven_shuffles if found else 0,
        draws=found.proven_draws if found else 0,
        line=reason.line,
        problem=problem_of(_refusal(reason, lang)).said(lang),
        sentences=[reason.say(lang), say("ui.verify.failed", lang)],
    )


def imported(body: bytes, person: Person, listed: bool, lang: str) -> tuple[Room, bool]:
    """The table of a record of a finished game, and whether its shuffle is proven.

    The same record makes the same table, whoever brings it and however often.
    """
    found = read(body, lang)
    game = found.game
    if game.outcome is None:
        raise Refused("refused", "serve.record.unfinished")
    seed = next(event.seed for event in game.events if isinstance(event, Revealed))
    record, now = game.dump(), milliseconds()
    room = Room(base64.b32encode(hashlib.sha256(record.encode()).digest()[:10]).decode().lower())
    created = log.Created(
        edition="cards" if game.edition == "cards" else "classic",
        seats=len(game.players),
        clock=Untimed(),
        open=listed,
        hints=False,
        commitment=game.commitment,
        host=person.id,
        seed=seed.hex() if seed else "",
    )
    room.happen(created, now)
    room.happen(log.Imported(record), now)
    return room, found.doubt is None


async def bring(host: Host, body: bytes, person: Person, listed: bool, lang: str) -> ImportedRecord:
    """Import a record: a table is stored for it, unless it is there already."""
    room, proven = await asyncio.to_thread(imported, body, person, listed, lang)
    try:
        await host.desk.room(room.id)
    except Refused:
        with suppress(IntegrityError):  # somebody brought the same at the same moment
            await host.desk.add(room)
    return ImportedRecord(table=room.id, proven=proven)
