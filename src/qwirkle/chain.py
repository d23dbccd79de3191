"""The log of a table as a chain of hashes, and the receipts that a server signs for it.

The log has one line an event, as a spectator may see it. ``head_0`` is SHA-256 of
``"qwirkle log " + table``, and each line makes the next head: SHA-256 of the head before and the
line. So one head binds every line before it: anyone who kept a head can tell whether the log that
they are shown later still begins as the one that they saw. ``docs/fairness.md`` says what that
proves.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any, Self

from qwirkle.faults import BadNotation

TABLE, DIGEST, SIGNATURE = "[a-z2-7]{16}", "[0-9a-f]{64}", "[0-9a-f]{128}"
NUMBER = "[1-9][0-9]{0,8}"


def first_head(table: str) -> bytes:
    """The head of a log in which nothing has happened."""
    return hashlib.sha256(b"qwirkle log " + table.encode()).digest()


def next_head(head: bytes, line: bytes) -> bytes:
    """The head after one more line, which comes without its end."""
    return hashlib.sha256(head + line).digest()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a server has signed: after this event, the log of this table has this head."""

    table: str
    seq: int
    head: str
    key: str
    signature: str

    @property
    def text(self) -> bytes:
        """What the signature is made over."""
        return receipt_text(self.table, self.seq, self.head)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a receipt as a server writes it: one JSON object."""
        try:
            return cls.of(json.loads(text))
        except (ValueError, RecursionError):
            raise BadNotation("record.receipt") from None

    @classmethod
    def of(cls, found: Any) -> Self:
        """A receipt from what JSON made of it."""
        words = found if isinstance(found, dict) else {}
        seq = words.get("seq")
        patterns = {"table": TABLE, "head": DIGEST, "key": DIGEST, "signature": SIGNATURE}
        fits = all(re.fullmatch(p, str(words.get(name))) for name, p in patterns.items())
        if not fits or type(seq) is not int or not 0 < seq < 10**9:
            raise BadNotation("record.receipt")
        return cls(seq=seq, **{name: words[name] for name in patterns})


def receipt_text(table: str, seq: int, head: str) -> bytes:
    return f"qwirkle receipt {table} {seq} {head}".encode()


class PublicLog:
    """The log of a table as anybody may read it, with the head after each event."""

    def __init__(self, text: str) -> None:
        """Read what ``/api/tables/{table}/log`` answers: events, and the receipt of the last."""
        lines = text.splitlines()
        if not lines:
            raise BadNotation("record.log", line=1)
        self.receipt = Receipt.parse(lines.pop())
        self.table = self.receipt.table
        self.events: list[dict[str, Any]] = []
        self._heads = [first_head(self.table)]
        for number, line in enumerate(lines, 1):
            self.events.append(_event(line, number))
            self._heads.append(next_head(self._heads[-1], line.encode()))

    def head(self, seq: int) -> str | None:
        """The head after an event; None where the log is shorter."""
        return self._heads[seq].hex() if 0 < seq < len(self._heads) else None

    def holds(self, receipt: Receipt) -> bool:
        """Whether this is the log that a receipt was given for, or has grown out of it."""
        return receipt.table == self.table and receipt.head == self.head(receipt.seq)


def _event(line: str, number: int) -> dict[str, Any]:
    """An event of the log; the numbers leave no gaps."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        entry = None
    if isinstance(entry, dict) and entry.get("seq") == number:
        event = entry.get("event")
        if isinstance(event, dict):
            return event
    raise BadNotation("record.log", line=number)
