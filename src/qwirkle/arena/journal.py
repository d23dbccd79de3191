"""What was played, on disk: a journal while a run goes on, and a file of results at its end.

A journal has one JSON object a line: the settings first, then a pair a line, in the order in which
they were finished. Whatever interrupts a run, at most the last line is lost.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from qwirkle import __version__
from qwirkle.arena.match import Match, Pair
from qwirkle.arena.provenance import code
from qwirkle.bots.finding import fingerprint, is_guest
from qwirkle.faults import Refusal

FORMAT = 2
MARK = "qwirkle arena"
"""The first key of every file that the arena writes."""
UNFINISHED = ".new"


class BadFile(Refusal):
    """A file that cannot be read, written or used."""


def header(match: Match) -> dict[str, Any]:
    """Everything that pairs must have in common to be counted together: the settings, the program,
    and the code of bots that are not ours."""
    guests = {f"code of {bot}": fingerprint(bot) for bot in match.bots if is_guest(bot)}
    settings = {MARK: FORMAT, **asdict(match), "version": __version__, "code": code(), **guests}
    same: dict[str, Any] = json.loads(json.dumps(settings))
    return same


class Journal:
    """The pairs of one match on disk, those of earlier runs among them."""

    def __init__(self, name: str, match: Match) -> None:
        self._name = name
        self._path = Path(name)
        self.known: dict[int, Pair] = {}
        try:
            good = self._read(header(match))
            self._file = self._path.open("ab")
            self._file.truncate(good)
            if not good:
                self._write(header(match))
        except OSError as error:
            raise unwritable(name, error) from None

    def add(self, pair: Pair) -> None:
        """Write down a pair, at once."""
        try:
            self._write(pair.to_line())
        except OSError as error:
            raise unwritable(self._name, error) from None

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()

    def remove(self) -> None:
        """The results are safe elsewhere."""
        self.close()
        self._path.unlink(missing_ok=True)

    def _write(self, data: dict[str, Any]) -> None:
        self._file.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")
        self._file.flush()

    def _read(self, expected: dict[str, Any]) -> int:
        """Read what is there, and say how many bytes of it are whole lines."""
        if not self._path.exists():
            return 0
        lines = self._path.read_bytes().split(b"\n")
        lines.pop()  # nothing, or a line that was cut off
        if not lines:
            return 0
        self._check(read_object(lines[0]), expected)
        for number, line in enumerate(lines[1:], 2):
            try:
                pair = Pair.from_line(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise BadFile("ui.arena.bad_journal", file=self._name, line=number) from None
            self.known[pair.number] = pair
        return sum(len(line) + 1 for line in lines)

    def _check(self, found: dict[str, Any], expected: dict[str, Any]) -> None:
        if MARK not in found:
            raise BadFile("ui.arena.other_file", file=self._name)
        differ = [key for key in expected if found.get(key) != expected[key]]
        if differ:
            raise BadFile("ui.arena.other_journal", file=self._name, differ=", ".join(differ))


def read_object(line: bytes) -> dict[str, Any]:
    """A JSON object; an empty one where there is none."""
    with suppress(ValueError):
        data = json.loads(line)
        if isinstance(data, dict):
            return data
    return {}


def check_place(name: str, beginning: bytes) -> None:
    """Refuse, before anything is played, a place where no result can be written.

    A file that is there already is only replaced where it begins as ours do.
    """
    path = Path(name)
    try:
        if path.exists():
            with path.open("rb") as file:
                if not file.read(len(beginning)) == beginning:
                    raise BadFile("ui.arena.other_file", file=name)
        probe = _beside(path)
        probe.touch(exist_ok=False)
        probe.unlink()
    except (OSError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        raise unwritable(name, error) from None


def write(name: str, text: str) -> None:
    """Write a file in one step."""
    with replacing(name) as part:
        part.write_text(text, encoding="utf-8")


@contextmanager
def replacing(name: str) -> Iterator[Path]:
    """Where to write a file: beside its place first, then, once it is safe on the disk, into it.
    So an earlier one is never lost, and no half of one is ever there."""
    path = Path(name)
    part = _beside(path)
    try:
        yield part
        with part.open("r+b") as written:
            os.fsync(written.fileno())
        part.replace(path)
    except OSError as error:
        raise unwritable(name, error) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Remove what a run that was killed has left unfinished."""
    for part in folder.glob(f".*{UNFINISHED}"):
        part.unlink(missing_ok=True)


def unwritable(name: str, error: Exception) -> BadFile:
    reason = error.strerror if isinstance(error, OSError) else None
    return BadFile("ui.arena.write", file=name, detail=reason or str(error))


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")
