"""Refusals: why something cannot be done, for programs by a code and for people by a sentence."""

from __future__ import annotations

from typing import Literal

from qwirkle.faults import Refusal

ProblemCode = Literal[
    "bad", "forbidden", "unknown", "conflict", "refused", "reused", "rule", "limit", "storage",
    "failed",
]  # fmt: skip


class Refused(Refusal):
    """A command that cannot be done; ``code`` tells programs what kind of refusal it is."""

    def __init__(self, code: ProblemCode, key: str, **words: object) -> None:
        super().__init__(key, **words)
        self.code = code
        self.rule: str | None = None
        """The rule that was broken, if any."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _refused, (self.code, self.key, self.words, self.rule)


def _refused(
    code: ProblemCode, key: str, words: dict[str, object], rule: str | None = None
) -> Refused:
    refused = Refused(code, key, **words)
    refused.rule = rule
    return refused
