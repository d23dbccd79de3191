"""A bot in a process of its own, which speaks the engine protocol (docs/engine-protocol.md).

The host waits for an answer as long as it is told to and no longer: an engine that hangs is ended.
"""

from __future__ import annotations

import atexit
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from qwirkle.bots.pipes import Command, Flood, Pipes
from qwirkle.bots.seen import Told
from qwirkle.editions import edition
from qwirkle.faults import Refusal
from qwirkle.moves import Move
from qwirkle.views import AnyView

VERSION = 1
"""The version of the protocol."""
START = 30.0
"""Seconds in which a new engine must greet and be ready; a loaded machine may take some."""
READY = 5.0
"""Seconds in which a running engine must be ready for another game."""
PATIENCE = 60.0
"""Seconds for a move where nobody says otherwise, beside ten times the budget."""
GRACE = 1.0
"""Seconds for a process to end after its pipes have closed."""
SHOWN = 200
"""Characters of what an engine said in the reason of its failure."""
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class EngineFailed(Exception):
    """An engine that ended, said why it has no move, or answered something else."""


class EngineLate(EngineFailed):
    """An engine that did not answer in time. It has been ended."""


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
    """A running engine: questions to it, and answers with a deadline."""

    def __init__(self, command: Command) -> None:
        try:
            self._pipes = Pipes(command)
        except (OSError, ValueError) as error:
            raise EngineFailed(str(error)) from None
        self.said = Greeting()
        _RUNNING.add(self)

    def greet(self, seconds: float = START) -> Greeting:
        """Shake hands, and hear what the engine is."""
        said = self.said
        for line in self.answers(f"hello {VERSION}", "hello", seconds):
            word, _, rest = line.partition(" ")
            match word, rest.split():
                case "id", ["name", *_]:
                    said.name = rest.partition(" ")[2]
                case "id", ["author", *_]:
                    said.author = rest.partition(" ")[2]
                case "plays", [game, fewest, most] if _are_numbers(fewest, most):
                    said.plays[game] = int(fewest), int(most)
                case "option", [name, *_]:
                    said.options[name] = rest.partition(" ")[2]
                case "hello", [version] if _are_numbers(version):
                    said.version = int(version)
        if not 1 <= said.version <= VERSION or not said.plays:
            raise EngineFailed("the greeting is not that of an engine")
        return said

    def ask(self, text: str, word: str, seconds: float) -> str:
        """Say one or several lines; the first line of the answer that begins with a word."""
        line = ""
        for line in self.answers(text, word, seconds):  # noqa: B007 - only the last one counts
            pass
        return line

    def answers(
        self, text: str, word: str, seconds: float, *, forgiving: bool = False
    ) -> Iterator[str]:
        """Say one or several lines, and hear all up to the first that begins with a word: both in
        time. An error is raised, unless the host expects some."""
        end = time.monotonic() + seconds
        try:
            self._pipes.ask(f"{text}\n", end)
            while (line := self._pipes.line(end)) is not None:
                first, _, rest = line.partition(" ")
                if line.startswith("error") and not forgiving:
                    raise EngineFailed((rest or line)[:SHOWN])
                yield line
                if first == word:
                    return
        except TimeoutError:
            self.end()
            raise EngineLate(f"> {seconds:.3g} s") from None
        except Flood as flood:
            self.end()
            raise EngineFailed(str(flood)) from None
        except BrokenPipeError:
            pass
        raise EngineFailed(self._ended())

    @property
    def alive(self) -> bool:
        return self._pipes.code() is None

    def quit(self, seconds: float) -> int | None:
        """Ask it to leave; its exit code, or None where it had to be ended."""
        end = time.monotonic() + seconds
        with suppress(TimeoutError, BrokenPipeError):
            self._pipes.ask("quit\n", end)
        code = self._pipes.code(max(0.0, end - time.monotonic()))
        self.end()
        return code

    def end(self) -> None:
        """End the process, whatever it is doing, and those that it has started."""
        _RUNNING.discard(self)
        self._pipes.end()

    def _ended(self) -> str:
        code = self._pipes.code(GRACE)
        self.end()
        ended = f"ended with exit code {code}"
        return f"the process {'closed a pipe' if code is None else ended}"


def _are_numbers(*words: str) -> bool:
    return all(_NUMBER.fullmatch(word) for word in words)


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
            best = engine.ask(f"{position}{go(budget, self.left)}", "best", most)
            move: Move = edition(view.edition).parse_move(best.partition(" ")[2])
        except Refusal:
            self._drop()
            raise EngineFailed(best[:SHOWN]) from None
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
        engine = _idle(self._command) or _begun(self._command)
        asked = self._options.items()
        settings = [f"set {name} {value}" for name, value in asked if name in engine.said.options]
        try:
            engine.ask("\n".join(["newgame", *settings, "ready"]), "ready", READY)
        except BaseException:
            engine.end()
            raise
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
    engine = _idle(command) or _begun(command)
    _IDLE.setdefault(command, []).append(engine)
    return engine.said


def _idle(command: Command) -> Engine | None:
    """An engine that has played before, and waits."""
    waiting = _IDLE.get(command, [])
    while waiting:
        if (engine := waiting.pop()).alive:
            return engine
        engine.end()
    return None


def _begun(command: Command) -> Engine:
    """A new engine: what it has to load is loaded before it is ready for the first time."""
    engine, end = Engine(command), time.monotonic() + START
    try:
        engine.greet(START)
        engine.ask("ready", "ready", max(0.0, end - time.monotonic()))
    except BaseException:
        engine.end()
        raise
    return engine
