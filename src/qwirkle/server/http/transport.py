"""Events on their way to a viewer, and what a viewer sends, over any kind of connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractContextManager, aclosing
from functools import partial

import structlog

from qwirkle.server.domain.answers import problem_of
from qwirkle.server.domain.events import public
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.http.disconnects import HungUp
from qwirkle.server.http.policy import language
from qwirkle.server.http.session import Session, Wants
from qwirkle.server.protocol.frames import Bye, encode
from qwirkle.server.protocol.receipts import Receipt

logger = structlog.get_logger()
LINES_AT_ONCE = 200
"""Lines of a log, before other viewers have their turn."""
LONGEST_STREAM = 60 * 60.0
"""Seconds that a stream of lines lasts at most: there is no other sign that nobody reads it any
more. A client that does read connects again after the last event."""
RESTARTING = 1012
TOO_SLOW = 1013
UNWELCOME = 1008
TOO_MANY = 4429

Send = Callable[[bytes], Awaitable[None]]
Receive = Callable[[], Awaitable[str | None]]
"""The next frame; None when the viewer is gone."""


def held(session: Session) -> AbstractContextManager[None]:
    """The connection of a viewer, counted for as long as it is open."""
    person = session.person.id if session.person else None
    return session.node.limiter.connection(session.address, person)


async def lines(session: Session, follow: bool) -> AsyncIterator[bytes]:
    """One message per line: the greeting, past events, and then new ones as they happen."""
    number = 0
    timer = asyncio.get_running_loop().call_later(LONGEST_STREAM, session.end, "long")
    try:
        with held(session):
            async with aclosing(session.messages()) as bursts:
                async for burst in bursts:
                    number += 1
                    yield b"".join(message + b"\n" for message in burst)
                    if number == 2 and not follow:
                        return
    except Refused as reason:  # the last connection was taken a moment ago
        yield too_many(session, reason) + b"\n"
    finally:
        timer.cancel()


def too_many(session: Session, reason: Refused) -> bytes:
    """The farewell for a connection over the limit."""
    return encode(Bye("limit", problem_of(reason).said(session.wants.lang).message))


async def log_lines(room: Room, receipt: Receipt) -> AsyncIterator[bytes]:
    """The public log, one event per line as it is hashed, and finally the receipt."""
    for start in range(0, receipt.seq, LINES_AT_ONCE):
        entries = room.log[start : min(start + LINES_AT_ONCE, receipt.seq)]
        yield b"".join(public(entry) + b"\n" for entry in entries)
        await asyncio.sleep(0)
    yield encode(receipt) + b"\n"


async def converse(session: Session, send: Send, receive: Receive) -> int | None:
    """Send and receive at the same time; returns the code to close with, None if the viewer is
    gone."""
    within = session.node.settings.slowest

    async def sending(message: bytes) -> None:
        await asyncio.wait_for(send(message), within)

    try:
        with held(session):
            return await _converse(session, sending, receive)
    except Refused as reason:
        await sending(too_many(session, reason))
        return TOO_MANY


async def _converse(session: Session, send: Send, receive: Receive) -> int | None:
    """A command that has begun when the sending ends is finished, and answered if possible."""
    answering = asyncio.Lock()
    sender = asyncio.create_task(_send_all(session, send))
    receiver = asyncio.create_task(_receive_all(session, send, receive, answering))
    try:
        done, _ = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        await answering.acquire()
    finally:  # also if this is cancelled: no task is left running, and no exception is lost
        for task in (sender, receiver):
            task.cancel()
        ended = await asyncio.gather(sender, receiver, return_exceptions=True)
    return _code(session, ended, receiver in done)


def _code(session: Session, ended: Iterable[BaseException | None], left: bool) -> int | None:
    """The code to close with, from how the sending and the receiving ended."""
    failures = [one for one in ended if isinstance(one, Exception)]
    if any(isinstance(one, TimeoutError) for one in failures):
        return TOO_SLOW
    for failure in failures:
        if isinstance(failure, OSError):  # the viewer is gone
            return None
        logger.warning("socket.failed", error=type(failure).__name__)
    if session.bye and session.bye.why in ("unreadable", "revoked"):
        return UNWELCOME
    return None if left and not failures else RESTARTING


async def _send_all(session: Session, send: Send) -> None:
    async with aclosing(session.messages()) as bursts:
        async for burst in bursts:
            for message in burst:
                await send(message)


async def _receive_all(
    session: Session, send: Send, receive: Receive, answering: asyncio.Lock
) -> None:
    """Frame by frame. A frame over the limit is refused, and the next one is not read for a while:
    so even refusals are limited, and a flood stays in the sender's own buffers."""
    frame = await receive()
    while frame is not None:
        following = asyncio.ensure_future(receive())
        try:
            async with answering:
                answer = await session.receive(frame, partial(_gone, following))
                await send(answer)
            if session.bye and session.bye.why == "unreadable":
                await send(encode(session.bye))
                return
            await asyncio.sleep(session.pause)
            frame = await following
        except HungUp:
            return
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)


async def _gone(following: asyncio.Future[str | None]) -> None:
    """Wait until the viewer is gone; for ever, if another frame comes instead."""
    await asyncio.wait({following})
    if not following.cancelled() and not following.exception() and following.result() is not None:
        await asyncio.Event().wait()


def wants(query: Mapping[str, str], headers: Mapping[str, str]) -> Wants:
    """What a viewer asks for in the address of a socket."""
    after = query.get("after", "0")
    return Wants(
        after=int(after) if after.isdecimal() and len(after) < 8 else 0,
        views=query.get("views") == "1",
        legal_moves=query.get("offers") == "1",
        receipts=query.get("receipts") == "1",
        lang=language(headers, query.get("lang")),
    )
