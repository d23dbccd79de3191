"""One viewer's connection: what has happened, in order, and the answers to what they send."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qwirkle.locales import say
from qwirkle.server.accounts.people import Person
from qwirkle.server.domain.answers import Answer, Problem, problem_of
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.http.disconnects import unless_gone
from qwirkle.server.node.limiter import UNREADABLE
from qwirkle.server.node.subscriptions import Subscription
from qwirkle.server.protocol import legality, questions, views
from qwirkle.server.protocol.frames import (
    VERSION,
    Answered,
    Bye,
    Farewell,
    Frame,
    Hello,
    Viewed,
    encode,
)

if TYPE_CHECKING:
    from qwirkle.server.node.node import Node

Gone = Callable[[], Coroutine[Any, Any, None]]
"""Waits until the viewer is gone."""
LARGEST_BURST = 200
"""Events that are encoded at once; then other viewers have their turn."""
MOST_UNREADABLE = 5
"""Unreadable frames after which a socket is closed."""
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 5.0
"""Seconds for which a socket is not read after a frame over the limit."""


@dataclass(frozen=True, slots=True)
class Wants:
    """What a viewer asked for when connecting."""

    after: int = 0
    views: bool = False
    legal_moves: bool = False
    receipts: bool = False
    lang: str = "en"


class Session:
    """A viewer of a table, independent of the kind of connection."""

    def __init__(
        self, node: Node, table: str, person: Person | None, wants: Wants, address: str = ""
    ) -> None:
        self.node = node
        self.table = table
        self.person = person
        self.wants = wants
        self.address = address
        self.pause = 0.0
        """Seconds to wait before the next frame is read: senders over their limit are slowed
        down."""
        self.bye: Bye | None = None
        """Why the server closes the connection, once it does."""
        self._unreadable = 0
        self._subscription: Subscription | None = None

    async def messages(self) -> AsyncGenerator[list[bytes], None]:
        """What to send, burst by burst, until the server stops."""
        room = await self.node.dispatcher.refresh(self.table)
        device = self.person.device if self.person else None
        with self.node.subscriptions.subscribed(self.table, self._id, device) as subscription:
            self._subscription = subscription
            self._came()
            try:
                sent = min(self.wants.after, room.seq)
                yield [encode(Hello(VERSION, room.seq, self._seat(room)))]
                fresh = True
                while not (self.node.subscriptions.stopping or subscription.ended):
                    room = await self.node.dispatcher.room(self.table)
                    if room.seq > sent or fresh:
                        until = min(room.seq, sent + LARGEST_BURST)
                        yield self._burst(room, sent, until)
                        sent, fresh = until, False
                        continue
                    await subscription.changed.wait()
                    subscription.changed.clear()
                self.bye = self._farewell(subscription.ended or "restart")
                yield [encode(self.bye)]
            finally:
                self._left()

    async def receive(self, text: str | bytes, gone: Gone | None = None) -> bytes:
        """The answer to one frame. Frames count like requests, with or without a token; a question
        is cancelled when the viewer disconnects."""
        self.pause, frame = 0.0, Frame(text)
        try:
            await self.node.limiter.request(self.address)
            sent = frame.read()
        except Refused as reason:
            if reason.code == "bad":
                await self._count_unreadable()
            return encode(self._refusal(frame.id, problem_of(reason)))
        if isinstance(sent, questions.Question):
            asking = self.node.ask(self.table, sent, self.person, self.wants.lang)
            reply = await (unless_gone(asking, gone()) if gone else asking)
            self._slow_down(getattr(reply, "problem", None))
            return encode(reply)
        answer = await self.node.command(self.table, sent, self.person)
        self._slow_down(answer.problem)
        return encode(Answered(answer.said(self.wants.lang)))

    async def _count_unreadable(self) -> None:
        """Unreadable frames cost more, and a few of them close the socket."""
        self._unreadable += 1
        with suppress(Refused):
            await self.node.limiter.request(self.address, UNREADABLE)
        if self._unreadable >= MOST_UNREADABLE:
            self.bye = self._farewell("unreadable")

    def _refusal(self, name: str, problem: Problem) -> Answered:
        self._slow_down(problem)
        return Answered(Answer(id=name, problem=problem.said(self.wants.lang)))

    def _slow_down(self, problem: Problem | None) -> None:
        if problem and problem.code == "limit":
            seconds = float(problem.words.get("n", SHORTEST_PAUSE))
            self.pause = min(max(seconds, SHORTEST_PAUSE), LONGEST_PAUSE)

    def end(self, why: Farewell) -> None:
        """Say goodbye as soon as the current message is sent."""
        if self._subscription:
            self._subscription.end(why)

    def _farewell(self, why: Farewell) -> Bye:
        said = why in ("unreadable", "revoked")
        return Bye(why, say(f"serve.bye.{why}", self.wants.lang) if said else "")

    @property
    def _id(self) -> str | None:
        return self.person.id if self.person else None

    def _seat(self, room: Room) -> int | None:
        return room.seat_of(self._id)

    def _burst(self, room: Room, sent: int, until: int) -> list[bytes]:
        """Some events, and after the last of them the current view."""
        seat, over = self._seat(room), room.phase == "over"
        burst = [encode(views.for_viewer(entry, seat, over)) for entry in room.log[sent:until]]
        if until < room.seq:
            return burst
        if self.wants.receipts and (receipt := self.node.signer.receipt(room)):
            burst.append(encode(receipt))
        if self.wants.views:
            burst.append(encode(Viewed(views.view(room, self._id, self.node.dispatcher.clock()))))
        if self.wants.legal_moves and seat is not None and room.turn == seat:
            burst.append(encode(legality.legal_moves(room, seat)))
        return burst

    def _came(self) -> None:
        if self.person:
            self.node.scheduler.came(self.table, self.person.id)

    def _left(self) -> None:
        if self.person:
            self.node.scheduler.left(self.table, self.person.id)
