"""A node in a process of its own: the port, the log, and a clean stop."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import FrameType
from typing import TextIO, cast

import structlog
import uvicorn

from qwirkle.faults import BadSetup
from qwirkle.server.http.app import make_app
from qwirkle.server.http.timeouts import impatient
from qwirkle.server.node.settings import Settings
from qwirkle.server.protocol.frames import LARGEST_FRAME
from qwirkle.server.storage.admin import prepare

UNREAD = 128 * 1024
"""Bytes that the system buffers for a viewer who does not read; its default is megabytes."""
FAREWELL = 0.2
"""Seconds for the last frames to leave before the connections are closed."""


def serve(settings: Settings, on_start: Callable[[str], None], *, log_json: bool = True) -> int:
    """Run a node until it is stopped; one that Ctrl+C has stopped says so at the end."""
    prepare(settings.data)
    _allow_many_files()
    listening = _listen(settings)
    set_up_logging(json=log_json)
    settings = replace(settings, port=listening.getsockname()[1])
    server = _Server(config_of(settings), lambda: on_start(settings.url))
    # Before uvicorn listens to signals, and after: it raises them again when all is done.
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, server.handle_exit)
    server.run(sockets=[listening])
    if server.interrupted:
        raise KeyboardInterrupt
    return 0 if server.started else 1


def config_of(settings: Settings) -> uvicorn.Config:
    """How the web server runs."""
    return uvicorn.Config(
        make_app(settings),
        http=impatient(settings.slowest),
        log_config=None,
        access_log=False,
        lifespan="on",
        ws_max_size=4 * LARGEST_FRAME,  # up to here a frame that is too large gets its sentence
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=75,  # longer than proxies and clients keep theirs: they hang up first
        server_header=False,
        proxy_headers=settings.proxies is not None,
        forwarded_allow_ips=settings.proxies,
    )


class _Server(uvicorn.Server):
    """Says goodbye before it closes the connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self.interrupted = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.interrupted |= sig == signal.SIGINT
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        node = self.config.app.state.node  # type: ignore[union-attr]
        await node.drain()
        await asyncio.sleep(FAREWELL)
        await super().shutdown(sockets)


def _allow_many_files() -> None:
    """Every viewer is an open file; raise the limit as far as the system allows."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise BadSetup(
            "ui.serve.port", number=settings.port, host=settings.host, detail=error.strerror
        ) from None
    listening.set_inheritable(False)
    return listening


class _Forgiving(io.TextIOBase):
    """A log that cannot be written, as on a full disk, does not stop the server."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with suppress(OSError):
            return self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()


def wants_colors(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether a log is read at a terminal, by somebody who has not said no to colours."""
    wanted = not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    return wanted and stream.isatty()


def set_up_logging(*, json: bool) -> None:
    """One line per event on standard error: for machines, or for people."""
    rendered: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if json
        else structlog.dev.ConsoleRenderer(colors=wants_colors(sys.stderr, os.environ))
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            rendered,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Forgiving(sys.stderr))),
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(message)s")
