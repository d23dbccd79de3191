"""Names and chat texts from outside, made fit to be shown to others."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
LONGEST_TEXT = 200
MOST_MARKS = 2
"""How many accents in a row a letter may carry; more of them paint over other lines."""


def clean(text: str, longest: int) -> str:
    """One line of visible letters: no controls, no invisible or direction-changing characters."""
    kept = "".join(_shown(unicodedata.normalize("NFC", text)))
    return " ".join(kept.split())[:longest].strip()


def _shown(text: str) -> list[str]:
    shown: list[str] = []
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind.startswith("Z"):
            shown.append(" ")
        elif not kind.startswith("C") and marks <= MOST_MARKS:
            shown.append(char)
    return shown


def unlike(name: str, taken: list[str]) -> str:
    """The name, with a number added if somebody at the table has it already."""
    known = {other.casefold() for other in taken}
    number, tried = 2, name
    while tried.casefold() in known:
        tried, number = f"{name[: LONGEST_NAME - 3]} {number}", number + 1
    return tried
