"""One viewer's connection: what has happened, in order, and the answers to what they send."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from qwirkle.server import views, wire
from qwirkle.server.people import Person
from qwirkle.server.room import Room
from qwirkle.server.wire import Answer, Refused, problem_of

if TYPE_CHECKING:
    from qwirkle.server.hosting import Host

LARGEST_FRAME = 4096
VERSION = 1

encode = msgspec.json.Encoder().encode
_sent = msgspec.json.Decoder(wire.AtTable)
_asked = msgspec.json.Decoder(wire.AnyQuestion)


class Hello(Struct, frozen=True, tag="hello", tag_field="type"):
    """The first message: which protocol this is, and where the log stands."""

    version: int
    seq: int
    you: int | None


class Answered(Struct, frozen=True, tag="answer", tag_field="type"):
    """The answer to a command."""

    answer: Answer


class Viewed(Struct, frozen=True, tag="view", tag_field="type"):
    """The table as it is now, after the events that were sent before."""

    view: views.TableView


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    """The server is about to close the connection: ``restart`` or ``slow``."""

    why: str


@dataclass(frozen=True, slots=True)
class Wants:
    """What a viewer asked for when connecting."""

    after: int = 0
    views: bool = False
    offers: bool = False
    lang: str = "en"


class Session:
    """A viewer of a table; knows how to send, and not over what."""

    def __init__(self, host: Host, table: str, person: Person | None, wants: Wants) -> None:
        self.host = host
        self.table = table
        self.person = person
        self.wants = wants

    async def messages(self) -> AsyncIterator[list[bytes]]:
        """What to send, burst by burst, until the server stops."""
        room = await self.host.desk.refresh(self.table)
        with self.host.hub.subscribed(self.table, self._id) as subscription:
            self._came()
            try:
                sent = min(self.wants.after, room.seq)
                yield [encode(Hello(VERSION, room.seq, self._seat(room)))]
                fresh = True
                while not self.host.hub.stopping:
                    room = await self.host.desk.room(self.table)
                    if room.seq > sent or fresh:
                        yield self._burst(room, sent)
                        sent, fresh = room.seq, False
                        continue
                    await subscription.changed.wait()
                    subscription.changed.clear()
                yield [encode(Bye("restart"))]
            finally:
                self._left()

    async def receive(self, frame: str | bytes) -> bytes:
        """The answer to one frame."""
        size = len(frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame)
        if size > LARGEST_FRAME:
            return encode(_unreadable(Refused("bad", "serve.frame", n=LARGEST_FRAME), self.wants))
        try:
            kind, sent = read_frame(frame)
        except Refused as reason:
            return encode(_unreadable(reason, self.wants))
        if kind == "ask":
            return encode(await self.host.ask(self.table, sent, self.person, self.wants.lang))
        answer = await self.host.command(self.table, sent, self.person)
        return encode(Answered(answer.said(self.wants.lang)))

    @property
    def _id(self) -> str | None:
        return self.person.id if self.person else None

    def _seat(self, room: Room) -> int | None:
        return room.seat_of(self._id)

    def _burst(self, room: Room, sent: int) -> list[bytes]:
        seat, over = self._seat(room), room.phase == "over"
        burst = [encode(views.told(entry, seat, over)) for entry in room.log[sent:]]
        if self.wants.views:
            burst.append(encode(Viewed(views.view(room, self._id, self.host.desk.clock()))))
        if self.wants.offers and seat is not None and room.turn == seat:
            burst.append(encode(views.offers(room, seat)))
        return burst

    def _came(self) -> None:
        if self.person:
            self.host.keeper.came(self.table, self.person.id)

    def _left(self) -> None:
        if self.person:
            self.host.keeper.left(self.table, self.person.id)


def read_body(body: bytes, kind: Any) -> Any:
    """What came by a request, read as strictly as what comes over a socket."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Refused("bad", "serve.bad", text=str(error)) from None


def read_frame(frame: str | bytes) -> tuple[str, Any]:
    """A command (``do``) or a question (``ask``), or a sentence about what is wrong with it."""
    try:
        tags = msgspec.json.decode(frame)
        if isinstance(tags, dict) and "ask" in tags:
            return "ask", _asked.decode(frame)
        return "do", _sent.decode(frame)
    except msgspec.ValidationError as error:
        raise Refused("bad", "serve.bad", text=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("bad", "serve.json") from None


def _unreadable(reason: Refused, wants: Wants) -> Answered:
    return Answered(Answer(id="", problem=problem_of(reason).said(wants.lang)))
