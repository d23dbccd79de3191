"""Connections that take too long: a request that never ends, an answer that nobody reads.

The web server itself would wait for ever. Here both have a deadline, after which they are cut off.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


def impatient(seconds: float) -> type[H11Protocol]:
    """The HTTP protocol of the web server, with a deadline for a request, and for reading an
    answer."""

    class Impatient(_Impatient):
        patience = seconds

    return Impatient


class _Impatient(H11Protocol):
    patience: float
    _request_timer: asyncio.TimerHandle | None = None
    _reading_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._request_timer = self._start_timer()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._is_coming():
            _stop(self._request_timer)
            self._request_timer = None
        elif self._request_timer is None:
            self._request_timer = self._start_timer()

    def _is_coming(self) -> bool:
        """Whether a request has begun and not ended. An upgraded connection does not count: it has
        another protocol."""
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            return False
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_timer = self._reading_timer or self._start_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        _stop(self._reading_timer)
        self._reading_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        _stop(self._request_timer)
        self._request_timer = None
        _stop(self._reading_timer)
        self._reading_timer = None
        super().connection_lost(exc)

    def _start_timer(self) -> asyncio.TimerHandle:
        return self.loop.call_later(self.patience, self._cut_off)

    def _cut_off(self) -> None:
        """Abort, because a regular close would wait for what has not been read."""
        protocol: Any = self.transport.get_protocol()
        if protocol is self:
            self.transport.abort()


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer:
        timer.cancel()
