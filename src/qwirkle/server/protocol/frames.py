"""Frames: what goes over a connection, and how a frame from a client is read."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from qwirkle.server.domain import commands
from qwirkle.server.domain.answers import Answer
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.protocol import questions, views

VERSION = 2
"""Since version 2 a move has one form, ``play``; those of version 1 are accepted for now."""
LARGEST_FRAME = 4096
LONGEST_ID = 26
Farewell = Literal["restart", "unreadable", "limit", "revoked", "long"]
"""Why the server ends a connection."""

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Hello(Struct, frozen=True, tag="hello", tag_field="type"):
    """The first message: the version of the protocol, and the number of the last event."""

    version: int
    seq: int
    you: int | None


class Answered(Struct, frozen=True, tag="answer", tag_field="type"):
    """The answer to a command."""

    answer: Answer


class Viewed(Struct, frozen=True, tag="view", tag_field="type"):
    """The table as it is now, after the events that were sent before."""

    view: views.TableView


class Bye(Struct, frozen=True, tag="bye", tag_field="type", omit_defaults=True):
    """The server is about to close the connection: ``restart`` (come back after the last event),
    ``unreadable`` (too many unreadable frames), ``limit`` (too many connections), ``revoked`` (the
    token is no longer valid) or ``long`` (a stream has lasted an hour; come back)."""

    why: Farewell
    message: str = ""
    """The same as a sentence."""


def read_body(body: bytes, kind: Any) -> Any:
    """The body of a request, decoded as strictly as a frame of a socket."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise Refused("bad", "serve.bad", detail=str(error)) from None


class Frame:
    """A frame from a socket, decoded once."""

    def __init__(self, text: str | bytes) -> None:
        self._content: Any = None
        self._fault: Refused | None = None
        try:
            self._content = _decoded(text)
        except Refused as reason:
            self._fault = reason

    @property
    def id(self) -> str:
        """The id that its sender has chosen; empty if it has no readable one."""
        name = self._content.get("id") if isinstance(self._content, dict) else None
        return name if isinstance(name, str) and len(name) <= LONGEST_ID else ""

    def read(self) -> commands.AtTable | questions.AnyQuestion:
        """A command (``do``) or a question (``ask``), or a refusal that says what is wrong."""
        if self._fault:
            raise self._fault
        asks = isinstance(self._content, dict) and "ask" in self._content
        kind: Any = questions.AnyQuestion if asks else commands.AtTable
        try:
            found: commands.AtTable | questions.AnyQuestion = msgspec.convert(self._content, kind)
        except msgspec.ValidationError as error:
            raise Refused("bad", "serve.bad", detail=str(error)) from None
        return found


def _decoded(text: str | bytes) -> Any:
    size = len(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    if size > LARGEST_FRAME:
        raise Refused("bad", "serve.frame", n=LARGEST_FRAME)
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("bad", "serve.json") from None
