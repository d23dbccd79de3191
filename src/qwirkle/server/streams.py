"""Events on their way to a viewer, and what a viewer sends, over whatever carries them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from qwirkle.server.guarding import language
from qwirkle.server.session import Session, Wants

SLOWEST = 20.0
"""Seconds that a viewer may take to read what is sent, before the connection is closed."""
RESTARTING = 1012
TOO_SLOW = 1013

Send = Callable[[bytes], Awaitable[None]]
Receive = Callable[[], Awaitable[str | None]]
"""The next frame; None when the viewer is gone."""


async def lines(session: Session, follow: bool) -> AsyncIterator[bytes]:
    """One message a line: the greeting, what has happened, and then what happens."""
    number = 0
    async for burst in session.messages():
        number += 1
        yield b"".join(message + b"\n" for message in burst)
        if number == 2 and not follow:
            return


async def converse(session: Session, send: Send, receive: Receive) -> int | None:
    """Send and receive at once; the code to close with, None where the viewer is gone.

    What is being carried out when the sending ends is carried out, and answered if it can be.
    """
    answering = asyncio.Lock()
    sender = asyncio.create_task(_send_all(session, send))
    receiver = asyncio.create_task(_receive_all(session, send, receive, answering))
    done, pending = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
    await answering.acquire()
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    if receiver in done and receiver.exception() is None:
        return None
    failures = [task.exception() for task in done]
    return TOO_SLOW if any(isinstance(one, TimeoutError) for one in failures) else RESTARTING


async def _send_all(session: Session, send: Send) -> None:
    async for burst in session.messages():
        for message in burst:
            await asyncio.wait_for(send(message), SLOWEST)


async def _receive_all(
    session: Session, send: Send, receive: Receive, answering: asyncio.Lock
) -> None:
    while (frame := await receive()) is not None:
        async with answering:
            await asyncio.wait_for(send(await session.receive(frame)), SLOWEST)


def wants(query: Mapping[str, str], headers: Mapping[str, str]) -> Wants:
    """What a viewer asks for in the address of a socket."""
    after = query.get("after", "0")
    return Wants(
        after=int(after) if after.isdecimal() and len(after) < 8 else 0,
        views=query.get("views") == "1",
        offers=query.get("offers") == "1",
        lang=language(headers, query.get("lang")),
    )
