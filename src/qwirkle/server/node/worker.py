"""A process that works for the server, and the thread's side of the line to it.

A worker does one thing at a time and is killed when that takes too long. ``concurrent.futures``
cannot kill a single worker, and libraries that can have a first-come queue of their own, so this
module has the little that is needed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

CONTEXT = get_context("spawn")
START = 60.0
"""Seconds for a process to begin; a loaded machine may take some."""
PRELOADED = "qwirkle.server.node.jobs"
"""What most of the work needs, loaded before anybody waits."""
MEMORY = 1 << 30
"""Bytes of memory for the work in one process, if the system can enforce that."""


class WorkerLate(Exception):
    """The work missed its deadline, and its process was killed."""


class WorkerLost(Exception):
    """The process died during its work."""


class Worker:
    """One process. All its methods except ``kill`` and ``interrupt`` wait, so they are called from
    a thread."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False

    @property
    def alive(self) -> bool:
        return self._line is not None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process, and wait until it is ready; that does not count against any
        deadline."""
        ours, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=_work, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        self._process, self._line = process, ours
        try:
            if self._closed or not ours.poll(START):
                raise EOFError
            ours.recv()
        except (EOFError, OSError):
            self.end()
            raise WorkerLost from None

    def call(self, work: Callable[..., Any], args: tuple[object, ...], seconds: float) -> Any:
        """The result of the work, or its exception."""
        if self._line is None:
            self.start()
        assert self._line is not None  # noqa: S101
        try:
            self._line.send((work, args))
            if not self._line.poll(START):
                raise WorkerLate
            self._line.recv()  # it has unpickled the work: the deadline runs from here
            if not self._line.poll(seconds):
                raise WorkerLate
            good, value = self._line.recv()
        except WorkerLate:
            self.end()
            raise
        except (EOFError, OSError):
            self.end()
            raise WorkerLost from None
        if good:
            return value
        raise value

    def kill(self) -> None:
        """Kill the process for good, from any thread; a waiting caller gets ``WorkerLost``."""
        self._closed = True
        self.interrupt()

    def interrupt(self) -> None:
        """Kill the process; another one may be started."""
        if process := self._process:
            with suppress(ValueError):  # closed meanwhile
                process.kill()

    def end(self) -> None:
        """Kill the process, and wait until it has ended."""
        if self._process and self._line:
            self._process.kill()
            self._process.join()
            self._line.close()
        self._process = self._line = None


def _work(line: Connection) -> None:
    """In the process: one piece of work after another, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends us
    _end_with_the_server()
    _limit_memory()
    import_module(PRELOADED)
    line.send(None)
    while True:
        try:
            work, args = line.recv()
        except (EOFError, OSError):
            return
        line.send(None)
        line.send_bytes(_answer(work, args))


def _answer(work: Callable[..., Any], args: tuple[object, ...]) -> bytes:
    try:
        return pickle.dumps((True, work(*args)))
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> bytes:
    """An exception that can be pickled; otherwise its name."""
    try:
        packed = pickle.dumps((False, error))
        pickle.loads(packed)  # noqa: S301
    except Exception:
        return pickle.dumps((False, RuntimeError(type(error).__name__)))
    return packed


def _end_with_the_server() -> None:
    """End with the server, which may be killed without notice."""
    server = parent_process()
    assert server is not None  # noqa: S101

    def wait() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _limit_memory() -> None:
    """Let work that needs too much memory fail, and not the machine."""
    if sys.platform != "linux":  # other systems count differently, or not at all
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    least = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_DATA, (least, most))
