"""The answer to a command, which is stored with its outcome; and why something was refused."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.bots.names import spoken
from qwirkle.faults import IllegalMove, Refusal
from qwirkle.locales import say
from qwirkle.server.domain.refusals import ProblemCode, Refused


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was refused: a key of the catalogues with its words, and the sentence."""

    code: ProblemCode
    """What kind of refusal it is."""
    key: str
    message: str
    rule: str | None = None
    words: dict[str, Any] = {}
    tiles: list[str] = []
    cells: list[tuple[int, int]] = []
    seq: int | None = None
    """With a conflict: the number of the table's last event."""

    def said(self, lang: str) -> Problem:
        """The same with its sentence in another language."""
        words = {name: tuple(w) if name == "cell" else w for name, w in self.words.items()}
        if "player" in words:
            words["player"] = spoken(str(words["player"]), lang)
        if self.rule is not None:
            words |= {"tiles": self.tiles, "cells": self.cells}
        return replace(self, message=say(self.key, lang, **words))


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a command; it leaves when the outcome is safely stored."""

    id: str
    seq: int = 0
    """The number of the table's last event."""
    table: str | None = None
    problem: Problem | None = None

    def said(self, lang: str) -> Answer:
        if self.problem is None or lang == "en":
            return self
        return Answer(id=self.id, seq=self.seq, table=self.table, problem=self.problem.said(lang))


def problem_of(error: Refusal | IllegalMove, seq: int | None = None) -> Problem:
    """A refusal as it goes over the wire."""
    if isinstance(error, IllegalMove):
        fault = error.fault
        return Problem(
            code="rule",
            key=fault.reason,
            message=fault.message,
            rule=fault.rule,
            words={name: plain(word) for name, word in fault.words.items()},
            tiles=[str(tile) for tile in fault.tiles],
            cells=list(fault.cells),
        )
    code: ProblemCode = error.code if isinstance(error, Refused) else "bad"
    return Problem(
        code=code,
        key=error.key,
        message=str(error),
        rule=error.rule if isinstance(error, Refused) else None,
        words={name: plain(word) for name, word in error.words.items()},
        seq=seq if code == "conflict" else None,
    )


def plain(word: object) -> object:
    """A word of a sentence in a form that JSON has."""
    if type(word) in (str, int, float, bool, type(None)):  # a tile is a subclass of int
        return word
    if isinstance(word, tuple | list):
        return [plain(part) for part in word]
    return str(word)
