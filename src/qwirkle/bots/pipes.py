"""A program of somebody else and its pipes: what it says is bounded while it is read, and neither
reading nor writing waits for longer than the host wants to."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import IO

LONGEST_LINE = 100_000
MOST_SAID = 1_000_000
"""Bytes of a line, and of all that a program says to one question. An hour of thinking with three
lines a second is less."""
MOST_SHOWN = 100_000
"""Bytes of the standard error that are passed on, so that it fills no log."""
CHUNK, AHEAD = 1 << 16, 4
"""Bytes that are read at once, and how often before somebody wants them. The rest waits in the
pipe, and the program with it."""
TO_END = 5.0
"""Seconds that a killed program may need to be gone; more only where the system hangs."""
KEEPER = Path(__file__).with_name("keeper.py")


@dataclass(frozen=True, slots=True)
class Command:
    """What starts a program, and where."""

    words: tuple[str, ...]
    folder: str
    environment: tuple[tuple[str, str], ...] = ()


class Flood(Exception):
    """A program that says more than anybody can need."""


_SHOWN: Counter[Command] = Counter()
"""Bytes of the standard error that have been passed on, however often it was started."""


class Pipes:
    """A running program. An ``OSError`` is raised where it cannot be started or does not listen."""

    def __init__(self, command: Command) -> None:
        self._command = command
        self._process, self._life = _started(command)
        self._said = 0
        self._deaf = self._over = False
        self._chunks: Queue[bytes] = Queue(AHEAD)
        self._lines: deque[bytes] = deque()
        self._part = b""
        """The beginning of a line."""
        for work in (self._listen, self._overhear):
            threading.Thread(target=work, daemon=True).start()

    def ask(self, text: str, end: float) -> None:
        """Write some lines before a time of the monotonic clock. What is said from now on belongs
        to them."""
        self._said = 0
        data = text.encode()
        writing = threading.Thread(target=self._write, args=(data,), daemon=True)
        writing.start()
        writing.join(max(0.0, end - time.monotonic()))
        if writing.is_alive():
            raise TimeoutError
        if self._deaf:
            raise BrokenPipeError

    def line(self, end: float) -> str | None:
        """The next line before a time of the monotonic clock, or None after the last one."""
        while not self._lines:
            try:
                chunk = self._chunks.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise TimeoutError from None
            self._take(chunk)
            if not chunk:
                return None
        if time.monotonic() > end:
            raise TimeoutError
        return _readable(self._lines.popleft().decode(errors="replace").rstrip("\r"))

    def _take(self, chunk: bytes) -> None:
        self._said += len(chunk)
        *lines, self._part = (self._part + chunk).split(b"\n")
        self._lines.extend(lines)
        if max(map(len, (*lines, self._part))) > LONGEST_LINE:
            raise Flood(f"a line of more than {LONGEST_LINE} bytes")
        if self._said > MOST_SAID:
            raise Flood(f"more than {MOST_SAID} bytes to one question")

    def code(self, seconds: float = 0.0) -> int | None:
        """The exit code, if it ends in time."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """End the program, whatever it is doing, and those that it has started."""
        self._over = True
        if self._life:
            self._life.close()  # its keeper hears that
        else:
            self._process.kill()
        if self.code(TO_END) is None:
            self._process.kill()
            self._process.wait()
        assert self._process.stdin  # noqa: S101
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(Empty):  # the listener may wait for room
            while True:
                self._chunks.get_nowait()

    def _write(self, data: bytes) -> None:
        assert self._process.stdin  # noqa: S101
        try:
            while data:
                data = data[self._process.stdin.write(data) :]
        except (OSError, ValueError):
            self._deaf = True

    def _listen(self) -> None:
        assert self._process.stdout  # noqa: S101
        with self._process.stdout as out, suppress(OSError, ValueError):
            while (chunk := out.read(CHUNK)) and not self._over:
                self._chunks.put(chunk)
        self._chunks.put(b"")

    def _overhear(self) -> None:
        """Pass on the standard error, so much of it; who says even more is not heard any longer."""
        assert self._process.stderr  # noqa: S101
        with self._process.stderr as errors, suppress(OSError, ValueError):
            while (chunk := errors.read(CHUNK)) and self._said <= MOST_SAID:
                self._said += len(chunk)
                shown = chunk[: max(0, MOST_SHOWN - _SHOWN[self._command])]
                _SHOWN[self._command] += len(shown)
                os.write(2, shown)


def _started(command: Command) -> tuple[subprocess.Popen[bytes], IO[bytes] | None]:
    """The process, and on Unix what keeps it alive: it ends when that is closed."""
    if sys.platform == "win32":
        return _process(command, command.words), None
    hear, hold = os.pipe()
    life = os.fdopen(hold, "wb")
    words = (sys.executable, "-I", "-S", str(KEEPER), str(hear), *command.words)
    try:
        return _process(command, words, hear), life
    except BaseException:
        life.close()
        raise
    finally:
        os.close(hear)


def _process(command: Command, words: tuple[str, ...], *keep: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603
        words,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=command.folder,
        env={**os.environ, **dict(command.environment)},
        pass_fds=keep,
        start_new_session=True,  # Ctrl-C is for the host, which ends the engine itself
    )


def _readable(line: str) -> str:
    """Without what would steer a terminal."""
    if line.isprintable():
        return line
    return "".join(one if one.isprintable() else "\ufffd" for one in line)
