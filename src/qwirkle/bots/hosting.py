"""A bot in a process of its own, which speaks the engine protocol (docs/engine-protocol.md).

The host waits for an answer as long as it is told to and no longer: an engine that hangs is ended.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, Queue

from qwirkle.bots.seen import Told
from qwirkle.editions import edition
from qwirkle.faults import Refusal
from qwirkle.moves import Move
from qwirkle.views import AnyView

VERSION = 1
"""The version of the protocol."""
START = 60.0
"""Seconds in which an engine must answer to the greeting; a loaded machine may take some."""
PATIENCE = 60.0
"""Seconds for a move where nobody says otherwise, beside ten times the budget."""
GRACE = 10.0
"""Seconds to leave, before it is ended."""


MOST_WAITING = 10_000
LONGEST_LINE = 100_000
"""How much an engine may say that nobody has heard yet: it cannot fill the memory of its host."""


class EngineFailed(Exception):
    """An engine that ended, said why it has no move, or answered something else."""


class EngineLate(EngineFailed):
    """An engine that did not answer in time. It has been ended."""


@dataclass(frozen=True, slots=True)
class Command:
    """What starts an engine, and where."""

    words: tuple[str, ...]
    folder: str
    environment: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Greeting:
    """What an engine says of itself."""

    name: str = ""
    author: str = ""
    plays: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The fewest and the most players of each game that it knows."""
    options: dict[str, str] = field(default_factory=dict)
    """The type and the default of each, as it was written."""
    version: int = 0


class Engine:
    """A running engine: lines to it, and lines from it with a deadline."""

    def __init__(self, command: Command) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603
                command.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=command.folder,
                env={**os.environ, **dict(command.environment)},
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C is for the host, which ends the engine itself
            )
        except (OSError, ValueError) as error:
            raise EngineFailed(str(error)) from None
        self.said = Greeting()
        self._over = False
        self._lines: Queue[str | None] = Queue(MOST_WAITING)
        _RUNNING.add(self)
        threading.Thread(target=self._listen, daemon=True).start()

    def greet(self, seconds: float = START) -> Greeting:
        """Shake hands, and hear what the engine is."""
        self.send(f"hello {VERSION}")
        said = self.said
        for line in self.until("hello", seconds):
            word, _, rest = line.partition(" ")
            match word, rest.split():
                case "id", ["name", *_]:
                    said.name = rest.partition(" ")[2]
                case "id", ["author", *_]:
                    said.author = rest.partition(" ")[2]
                case "plays", [game, fewest, most] if (fewest + most).isdecimal():
                    said.plays[game] = int(fewest), int(most)
                case "option", [name, *_]:
                    said.options[name] = rest.partition(" ")[2]
                case "hello", [version] if version.isdecimal():
                    said.version = int(version)
        if not 1 <= said.version <= VERSION or not said.plays:
            raise EngineFailed("the greeting is not that of an engine")
        return said

    def send(self, text: str) -> None:
        """Say one or several lines."""
        assert self._process.stdin is not None  # noqa: S101
        try:
            self._process.stdin.write(f"{text}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailed(self._ended()) from None

    def until(self, word: str, seconds: float, *, forgiving: bool = False) -> list[str]:
        """The lines up to the first that begins with a word, in time. An error is raised, unless
        the host expects some."""
        lines: list[str] = []
        end = time.monotonic() + seconds
        while not lines or lines[-1].partition(" ")[0] != word:
            left = end - time.monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, left))
            except Empty:
                left = -1
            if left < 0:
                self.end()
                raise EngineLate(f"> {seconds:.3g} s")
            if line is None:
                raise EngineFailed(self._ended())
            if line.startswith("error") and not forgiving:
                raise EngineFailed(line.partition(" ")[2] or line)
            lines.append(line)
        return lines

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def quit(self, seconds: float = GRACE) -> int | None:
        """Ask it to leave; its exit code, or None where it had to be ended."""
        try:
            self.send("quit")
            return self._process.wait(seconds)
        except (EngineFailed, subprocess.TimeoutExpired):
            return None
        finally:
            self.end()

    def end(self) -> None:
        """End the process, whatever it is doing, and those that it has started."""
        _RUNNING.discard(self)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()
        if self._process.stdin:
            with suppress(OSError):
                self._process.stdin.close()
        self._over = True
        with suppress(Empty):  # the listener may wait for room
            while True:
                self._lines.get_nowait()

    def _listen(self) -> None:
        assert self._process.stdout is not None  # noqa: S101
        with self._process.stdout as lines, suppress(OSError, ValueError):
            while (line := lines.readline(LONGEST_LINE)) and not self._over:
                self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f"the process ended with exit code {self._process.wait(GRACE)}"
        return "the process closed its output"


_RUNNING: set[Engine] = set()
_IDLE: dict[Command, list[Engine]] = {}
"""Engines between two games: starting one takes longer than many a game."""


@atexit.register
def end_all() -> None:
    """End every engine that this process started."""
    for engine in list(_RUNNING):
        engine.end()
    _IDLE.clear()


class Hosted:
    """An engine as a bot. It runs from the first move until ``close``, and is used again then."""

    def __init__(
        self,
        name: str,
        command: Command,
        seed: int = 0,
        seconds: float | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.patience: float | None = None
        """The most seconds for the next move; the engine is ended when they are over."""
        self.left: float | None = None
        """The seconds that are left for the rest of the game, where the host counts them."""
        self._command = command
        self._seconds = seconds
        self._options = {"seed": str(seed), **(options or {})}
        self._engine: Engine | None = None
        self._told: Told | None = None
        """What the engine has been told."""

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        """The engine's move. Whatever goes wrong, the engine is ended and is a new one next."""
        budget = self._seconds or budget
        most = self.patience or PATIENCE + 10 * (budget or 0)
        engine, position = self.start(), self._position(view)
        try:
            engine.send(f"{position}{go(budget, self.left)}")
            best = engine.until("best", most)[-1]
            move: Move = edition(view.edition).parse_move(best.partition(" ")[2])
        except Refusal:
            self._drop()
            raise EngineFailed(best) from None
        except BaseException:  # Ctrl-C, too: it may still be thinking
            self._drop()
            raise
        return move

    def start(self) -> Engine:
        """Start the engine, unless it runs. That is no part of its thinking time."""
        if self._engine is None:
            self._engine = self._ready()
        return self._engine

    def close(self) -> None:
        """The game is over: the engine is free for another one."""
        if self._engine:
            _IDLE.setdefault(self._command, []).append(self._engine)
            self._engine = self._told = None

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()

    def _position(self, view: AnyView) -> str:
        """The lines that the engine does not know yet: those since its last move, or all."""
        if self._told and self._told.follows(view):
            return self._told.more(view)
        self._told = Told(view)
        return f"position\n{self._told.text}"

    def _ready(self) -> Engine:
        idle = _IDLE.get(self._command, [])
        while idle:
            if (engine := idle.pop()).alive:
                break
            engine.end()
        else:
            engine = Engine(self._command)
            engine.greet()
        asked = self._options.items()
        settings = [f"set {name} {value}" for name, value in asked if name in engine.said.options]
        engine.send("\n".join(["newgame", *settings, "ready"]))
        engine.until("ready", START)
        return engine

    def _drop(self) -> None:
        if self._engine:
            self._engine.end()
            self._engine = self._told = None


def go(seconds: float | None, left: float | None = None) -> str:
    """The order to think, for some time or for as long as the engine likes.

    >>> go(0.03), go(None), go(1.5, 60)
    ('go time=30', 'go', 'go time=1500 left=60000')
    """
    given = {"time": seconds, "left": left}
    return " ".join(["go", *(f"{n}={max(1, round(s * 1000))}" for n, s in given.items() if s)])


def greeted(command: Command) -> Greeting:
    """What an engine says of itself; it is kept for its first game."""
    for idle in _IDLE.get(command, []):
        if idle.alive:
            return idle.said
    engine = Engine(command)
    try:
        said = engine.greet()
    except EngineFailed:
        engine.end()
        raise
    _IDLE.setdefault(command, []).append(engine)
    return said
