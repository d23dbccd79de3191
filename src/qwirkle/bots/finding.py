"""Bots that are not ours, by name: ``module:Class`` for Python, ``cmd:./engine`` for any program.

Both play in a process of their own and speak the engine protocol, so one that fails or hangs can
be ended. Their fingerprints tell whether their code is still the same.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path

from qwirkle.bots.budgets import parse_budget
from qwirkle.bots.hosting import EngineFailed, Greeting, Hosted, greeted
from qwirkle.bots.pipes import Command
from qwirkle.bots.protocol import Bot
from qwirkle.faults import BadSetup

COMMAND = "cmd:"
_PYTHON = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
_TIMED = re.compile(r"(.+)@([0-9.]+ ?m?s)")


@dataclass(frozen=True, slots=True)
class Guest:
    """A bot that is not in the registry."""

    name: str
    command: Command
    files: tuple[Path, ...]
    """Its own code, as far as it can be told from outside."""
    seconds: float | None = None
    """The time to think that its name asks for."""

    def bot(self, seed: int = 0) -> Hosted:
        return Hosted(self.name, self.command, seed, self.seconds)

    @property
    def fingerprint(self) -> str:
        """Changes when the code of the bot does."""
        digest = hashlib.sha256()
        for path in self.files:
            about = path.stat()
            digest.update(_digest(path, about.st_mtime_ns, about.st_size))
        return digest.hexdigest()[:16]

    def greeting(self) -> Greeting:
        """Start it, and hear what it is; refused where it does not answer as an engine does."""
        try:
            return greeted(self.command)
        except EngineFailed as failed:
            raise BadSetup("ui.bad.engine", text=self.name, detail=str(failed)) from None


@cache
def _digest(path: Path, _changed: int, _size: int) -> bytes:
    """Of a file as it was when it was changed last."""
    return hashlib.sha256(path.read_bytes()).digest()


def is_guest(name: str) -> bool:
    """Whether a name is that of a bot outside the registry."""
    return ":" in name


def guest(name: str) -> Guest:
    """The bot of that name, found and not yet started."""
    timed = _TIMED.fullmatch(name)
    plain, seconds = (timed[1], parse_budget(timed[2])) if timed else (name, None)
    if plain.startswith(COMMAND):
        command, files = _program(name, plain.removeprefix(COMMAND))
    else:
        command, files = _python(name, plain)
    return Guest(name, command, tuple(files), seconds)


def fingerprint(name: str) -> str | None:
    """Of a bot outside the registry; None for one of ours, whose code is the package's."""
    return guest(name).fingerprint if is_guest(name) else None


def load(name: str) -> Callable[[int], Bot]:
    """The class of ``module:Class``, in this process."""
    found = _PYTHON.fullmatch(name)
    if not found:
        raise BadSetup("ui.bad.guest", text=name)
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    made: Callable[[int], Bot] = getattr(import_module(found[1]), found[2])
    return made


def program(words: Sequence[str], name: str | None = None) -> Command:
    """The command of an engine, if there is such a program."""
    found = shutil.which(words[0]) if words else None
    if not found:
        raise BadSetup("ui.bad.program", text=name or " ".join(words))
    return Command((str(Path(found).absolute()), *words[1:]), str(Path.cwd()))


def _program(name: str, text: str) -> tuple[Command, Iterator[Path]]:
    """Each word of a command that is a file belongs to the bot."""
    try:
        command = program(shlex.split(text), name)
    except ValueError as unclosed:
        if isinstance(unclosed, BadSetup):
            raise
        raise BadSetup("ui.bad.program", text=name) from None
    return command, (path for word in command.words if (path := Path(word)).is_file())


def _python(name: str, plain: str) -> tuple[Command, Iterator[Path]]:
    found = _PYTHON.fullmatch(plain)
    if not found:
        raise BadSetup("ui.bad.guest", text=name)
    here = str(Path.cwd())
    folders = [here, *sys.path]
    spec = PathFinder.find_spec(found[1].partition(".")[0], folders)
    if spec is None or spec.origin is None:
        raise BadSetup("ui.bad.module", text=name, module=found[1])
    words = (sys.executable, "-m", "qwirkle", "engine", "--bot", plain)
    path = os.pathsep.join(filter(None, folders))
    return Command(words, here, (("PYTHONPATH", path),)), _sources(Path(spec.origin))


def _sources(origin: Path) -> Iterator[Path]:
    """A module with what it imports from its own folder, or all modules of a package."""
    if origin.name == "__init__.py":
        yield from sorted(origin.parent.rglob("*.py"))
        return
    known, waiting = set[Path](), [origin]
    while waiting:
        path = waiting.pop()
        if path in known or not path.is_file():
            continue
        known.add(path)
        waiting += [origin.parent / f"{name}.py" for name in _imported(path)]
        waiting += [p for name in _imported(path) for p in (origin.parent / name).rglob("*.py")]
    yield from sorted(known)


def _imported(path: Path) -> set[str]:
    """The modules that a module imports anywhere, by the first part of their names."""
    try:
        nodes = list(ast.walk(ast.parse(path.read_bytes())))
    except (SyntaxError, ValueError):
        return set()  # a compiled module, or one that will fail by itself
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names if name}
