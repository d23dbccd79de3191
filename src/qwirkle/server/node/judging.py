"""Records: those of tables are written, and those from outside verified and imported, in a worker.

``qwirkle.verdict`` says what a record proves. A record of this server is also compared with its
table.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from qwirkle import BadNotation, IllegalMove
from qwirkle.bots.names import speaker
from qwirkle.events import Revealed
from qwirkle.locales import say
from qwirkle.notation import HEADER, VERSION, BadRecord
from qwirkle.replay import Replay
from qwirkle.server.domain import events
from qwirkle.server.domain.answers import Problem, problem_of
from qwirkle.server.domain.clocks import Untimed
from qwirkle.server.domain.ids import imported_id
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.node.fair_queue import Lane
from qwirkle.server.node.pool import Job, Result
from qwirkle.server.protocol import records
from qwirkle.server.storage.timekeeping import milliseconds
from qwirkle.verdict import Verdict, unreadable

if TYPE_CHECKING:
    from qwirkle.server.accounts.people import Person
    from qwirkle.server.node.node import Node


SHORT = 32 * 1024
"""Bytes of a record, or of a log, that is quick work; a finished game of four has 10 kB."""
SHORT_SECONDS = 4.0
LONG_SECONDS = 10.0
"""Deadlines for work on a record."""
LOGGED = 100
"""Bytes that an event counts for in the size of a log."""


class Verified(Struct, frozen=True, kw_only=True):
    """What a record proves, item by item."""

    rules: bool
    """Whether every move follows the rules."""
    shuffle: bool
    """Whether every shuffle and draw follows from the seed that was committed to. That binds
    neither who played nor who resigned: see ``signature``."""
    finished: bool
    edition: str | None = None
    players: list[str] = []
    commitment: str | None = None
    shuffles: int = 0
    """How many shuffles follow from the seed."""
    draws: int = 0
    """How many drawn pieces do."""
    contributors: list[str] = []
    """The players who added a text to the shuffle."""
    silent: list[str] = []
    """Players who were asked for one, and gave none. In old records nobody was asked."""
    signature: Literal["none", "good", "bad", "unchecked"] = "none"
    """Over all lines, including names, resignations and the result."""
    key: str | None = None
    """The key that signed, if the signature is good. Anybody can make a key."""
    ours: bool = False
    """Whether that is a key of this server."""
    table: str | None = None
    """The table that the record names, if the signature is ours."""
    here: bool | None = None
    """Whether that table has exactly this record here; null if there is no such table."""
    line: int | None = None
    """The first line that is wrong, or that does not follow from the seed."""
    problem: Problem | None = None
    sentences: list[str]
    """The same for people."""


class ImportedRecord(Struct, frozen=True, kw_only=True):
    """Where the game of a record can be viewed."""

    table: str
    shuffle: bool
    """Whether the seed proves the shuffle; a record without its seed can be imported too."""
    imported: bool
    """False if the game was played here: then this is its own table."""


def read(body: bytes, lang: str) -> Replay:
    """The game of a record, or a refusal that names the wrong line."""
    try:
        return Replay(_decoded(body))
    except BadRecord as reason:
        raise _refusal(reason, lang) from None


def _decoded(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise BadRecord(1, BadNotation("record.header", header=f"{HEADER} {VERSION}")) from None


def _refusal(error: BadRecord, lang: str) -> Refused:
    illegal = isinstance(error.reason, IllegalMove)
    refused = Refused(
        "rule" if illegal else "bad", "record.line", line=error.line, reason=error.reason.say(lang)
    )
    refused.rule = error.reason.fault.rule if isinstance(error.reason, IllegalMove) else None
    return refused


def verify(body: bytes, lang: str, keys: tuple[str, ...]) -> Verified:
    """What ``qwirkle verify`` says of a record, at a server with these keys."""
    try:
        verdict = Verdict(Replay(_decoded(body)), keys)
    except BadRecord as reason:
        problem = problem_of(_refusal(reason, lang)).said(lang)
        said = unreadable(reason, lang)
        return Verified(
            rules=False,
            shuffle=False,
            finished=False,
            line=reason.line,
            problem=problem,
            sentences=said,
        )
    found, good = verdict.replay, verdict.signature == "good"
    doubt, game = found.doubt, found.game
    return Verified(
        rules=True,
        shuffle=doubt is None,
        finished=game.outcome is not None,
        edition=game.edition,
        players=list(game.players),
        commitment=game.commitment,
        shuffles=found.proven_shuffles,
        draws=found.proven_draws,
        contributors=found.contributors,
        silent=found.silent,
        signature=verdict.signature,
        key=found.signed.key if good and found.signed else None,
        ours=verdict.trusted,
        table=found.played.table if verdict.trusted and found.played else None,
        line=doubt.line if doubt else None,
        problem=problem_of(_refusal(doubt, lang)).said(lang) if doubt else None,
        sentences=verdict.sentences(lang, "here", speaker(found, lang)),
    )


async def _is_here(node: Node, table: str, body: bytes, who: str) -> bool | None:
    """Whether a table has this record; None if there is no such table here."""
    try:
        room = await node.dispatcher.refresh(table)
    except Refused:
        return None
    return await node.pool.run(_room_job(records.is_record_of, room, (_decoded(body),), who))


def imported(
    body: bytes, person: Person, listed: bool, lang: str, keys: tuple[str, ...]
) -> tuple[Room, bool, str | None]:
    """The table of a record of a finished game, whether its shuffle is proven, and where it was
    played, if a server with one of these keys says so.

    The same record makes the same table, no matter who imports it and how often. Its id differs in
    form from that of a table at which people sit.
    """
    verdict = Verdict(read(body, lang), keys)
    found, game = verdict.replay, verdict.replay.game
    if verdict.signature == "bad":
        raise Refused("refused", "serve.record.forged")
    if game.outcome is None:
        raise Refused("refused", "serve.record.unfinished")
    seed = next(event.seed for event in game.events if isinstance(event, Revealed))
    now = milliseconds()
    room = Room(imported_id(found.text))
    created = events.Created(
        edition=game.edition,
        seats=len(game.players),
        clock=Untimed(),
        open=listed,
        hints=False,
        commitment=game.commitment,
        host=person.id,
        seed=seed.hex() if seed else "",
    )
    room.happen(created, now)
    room.happen(events.Imported(found.text), now)
    played = found.played.table if verdict.trusted and found.played else None
    return room, found.doubt is None, played


def job(work: Callable[..., Result], args: tuple[object, ...], size: int, who: str) -> Job[Result]:
    """A job on a record, or on a log, of a size in bytes."""
    lane: Lane = "quick" if size <= SHORT else "slow"
    seconds = SHORT_SECONDS if lane == "quick" else LONG_SECONDS
    return Job(work=work, args=args, people=(who,), lane=lane, seconds=seconds)


async def checked(node: Node, body: bytes, who: str, lang: str) -> Verified:
    """Verify a record in a worker, on behalf of a person or an address; if this server has signed
    it, compare it with the table too."""
    found = await node.pool.run(job(verify, (body, lang, node.signer.own), len(body), who))
    here = await _is_here(node, found.table, body, who) if found.table else None
    if here is None:
        return found
    record = "same" if here else "other"
    said = say(f"ui.verify.here.{record}", lang, table=found.table)
    return replace(found, here=here, sentences=[*found.sentences, said])


async def import_record(
    node: Node, body: bytes, person: Person, listed: bool, lang: str
) -> ImportedRecord:
    """Import a record: store a table for it, unless there is one already.

    A record that this server has signed leads to the table at which the game was played.
    """
    args = body, person, listed, lang, node.signer.own
    room, proven, played = await node.pool.run(job(imported, args, len(body), person.id))
    if played and await _is_here(node, played, body, person.id):
        return ImportedRecord(table=played, shuffle=proven, imported=False)
    try:
        await node.dispatcher.room(room.id)
    except Refused:
        with suppress(IntegrityError):  # somebody else imported the same record at the same time
            await node.dispatcher.add(room)
    return ImportedRecord(table=room.id, shuffle=proven, imported=True)


async def looked_through(node: Node, room: Room, who: str) -> bytes:
    """The replay of a table as JSON, made in a worker."""
    return await node.pool.run(_room_job(records.encoded_replay, room, (), who))


async def written(node: Node, room: Room, seat: int | None, form: records.Form, who: str) -> bytes:
    """The record of a table as a seat, or a spectator, may know it; written in a worker."""
    draft = await node.pool.run(_room_job(records.draft, room, (seat, form), who))
    if form == "json":
        return records.data(draft, node.signer)
    return records.text(draft, node.signer).encode()


def _room_job(
    work: Callable[..., Result], room: Room, args: tuple[object, ...], who: str
) -> Job[Result]:
    """A job on a whole table. Only the log is sent to the worker: pickling the room would take a
    hundred times as long, and block this process."""
    log = events.encode_log(room.log)
    return job(with_room, (work, room.id, log, *args), len(room.log) * LOGGED, who)


def with_room(work: Callable[..., Result], table: str, log: bytes, *args: object) -> Result:
    """In a worker: call a function with the room of a log."""
    return work(Room.of(table, events.decode_log(log)), *args)
