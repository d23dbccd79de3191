"""Messages besides events and answers: phrases of the chat, and advice."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from qwirkle.locales import say
from qwirkle.server.domain.commands import PHRASES, Phrase


def phrases(lang: str) -> dict[Phrase, str]:
    """The phrases of the chat in a language."""
    return {phrase: say(f"chat.{phrase}", lang) for phrase in PHRASES}


class Advised(Struct, frozen=True, kw_only=True):
    """A suggested move."""

    move: str
    points: int
    margin: float | None
    """The expected lead over the best opponent, in points or rows."""
    win: float | None
    """The chance to win, from 0 to 1."""
    why: str
    """The most telling reason, in one sentence."""
    key: str
    words: dict[str, Any]
    """The same reason as a key of the catalogues with its words, for any language."""
    details: str
    """All the reasons, and what they are based on."""
