"""Records on disk: read with care, and written so that a failure destroys nothing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from qwirkle import locales
from qwirkle.faults import BadNotation, Refusal
from qwirkle.notation import HEADER
from qwirkle.replay import Replay

LARGEST = 4_000_000
"""More bytes than any record of a game has."""


class BadFile(Refusal):
    """A file that cannot be read or written; the sentence says why."""


def read(name: str) -> str:
    """The text of a file."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise _bad_file("read", name, error) from None
    if len(data) > LARGEST:
        raise BadFile("ui.file.large", file=name)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadFile("ui.file.not_text", file=name) from None


def read_record(name: str) -> Replay:
    """The record in a file, checked line by line; a faulty line is named with its file."""
    text = read(name)
    try:
        return Replay(text)
    except BadNotation as reason:
        raise BadRecordFile(name, reason) from None


class BadRecordFile(BadFile):
    """A file that is text, but no record that could have been played."""

    def __init__(self, name: str, reason: BadNotation) -> None:
        self.reason = reason
        super().__init__("ui.file.bad_record", file=name)

    def say(self, lang: str) -> str:
        return locales.say(self.key, lang, **self.words, reason=self.reason.say(lang))


def write(name: str, text: str) -> Path:
    """Write a file: beside its place first, then into it, so an earlier one is never lost."""
    try:
        path = Path(name).expanduser().resolve()
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # a device, a pipe; a folder refuses
            return path
        if path.exists() and not path.read_bytes().startswith(HEADER.encode()):
            raise BadFile("ui.file.other", file=name)
        replace(path, text)
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, BadFile):
            raise
        raise _bad_file("write", name, error) from None
    return path


def check_page(name: str, beginning: str) -> None:
    """Refuse a place where no page can be written, or where something else is, before the work."""
    try:
        path = Path(name).expanduser().resolve()
        writable = not path.is_dir() and path.parent.is_dir()
        other = path.is_file() and not path.read_bytes().startswith(beginning.encode())
    except (OSError, ValueError, RuntimeError) as error:
        raise BadFile("ui.review.write", file=name, detail=str(error)) from None
    if other:
        raise BadFile("ui.review.other_file", file=name)
    if not writable:
        raise BadFile("ui.review.write", file=name)


def write_page(name: str, text: str) -> None:
    """Write a page to a place that was checked."""
    try:
        path = Path(name).expanduser().resolve()
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            replace(path, text)
    except (OSError, ValueError, RuntimeError) as error:
        raise BadFile("ui.review.write", file=name, detail=str(error)) from None


def replace(path: Path, text: str) -> None:
    """Write beside a file first, then into its place."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


_REASONS = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EISDIR: "folder",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
}
_WRITE_REASONS = {
    **_REASONS,
    errno.EROFS: "forbidden",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
}


def _bad_file(action: str, name: str, error: Exception) -> BadFile:
    """The sentence for what the system said."""
    if not isinstance(error, OSError):
        return BadFile(f"ui.file.{action}", file=name, detail=str(error))
    reasons = _WRITE_REASONS if action == "write" else _REASONS
    if reason := reasons.get(error.errno or 0):
        return BadFile(f"ui.file.{action}.{reason}", file=name)
    return BadFile(f"ui.file.{action}", file=name, detail=str(error.strerror))
