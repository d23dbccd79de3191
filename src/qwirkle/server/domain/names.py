"""Names and chat texts from outside, made fit to be shown to others."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
LONGEST_TEXT = 200
MOST_MARKS = 2
"""How many accents in a row a letter may carry; more of them paint over other lines."""

LOOKALIKES = (
    str.maketrans("АВЕЅІЈКМНОРСТУХЗҮԚԜаеѕіјорсухһԁԛԝӏ", "ABESlJKMHOPCTYX3YQWaesijopcyxhdqwl")
    | str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυχ", "ABEZHlKMNOPTYXaivopux")
    | str.maketrans("I1|0", "lllO")
)
"""Letters that nobody tells apart on a screen, after the table of confusable characters of Unicode
(UTS 39): those of Cyrillic, of Greek, and of Latin itself."""


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
    """The name, with a number added if somebody at the table has it already, or one that looks
    like it."""
    known: set[str] = set().union(*map(_looks, taken))
    number, tried = 2, name
    while _looks(tried) & known:
        tried, number = f"{name[: LONGEST_NAME - 3]} {number}", number + 1
    return tried


def _looks(name: str) -> set[str]:
    """By what a name is told from others: its letters, large or small, and what they look like."""
    letters = unicodedata.normalize("NFKD", name)
    return {letters.casefold(), letters.translate(LOOKALIKES).casefold()}
