"""Work that is cancelled when the client that asked for it disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from qwirkle.server.domain.refusals import Refused

Result = TypeVar("Result")


class HungUp(Refused):
    """The client has disconnected, so nobody reads this sentence."""

    def __init__(self) -> None:
        super().__init__("failed", "serve.failed")


async def unless_gone(work: Coroutine[Any, Any, Result], gone: Coroutine[Any, Any, None]) -> Result:
    """The result of the work, unless ``gone`` ends first."""
    working, waiting = asyncio.create_task(work), asyncio.create_task(gone)
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HungUp
        return working.result()
    finally:
        working.cancel()
        waiting.cancel()
        await asyncio.gather(working, waiting, return_exceptions=True)
