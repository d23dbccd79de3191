"""Every sentence that a person can meet, in the rulebooks' four languages.

A catalogue is a flat JSON file. An entry is a text with ``{words}`` to fill in, or one text for
each plural category of the language (CLDR: one, few, many, other), chosen by the word ``n``. A
browser reads the same files: ``Intl.PluralRules`` names the same categories.

English needs only the standard library. The plural rules of the other languages come from Babel.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import cast

LANGUAGES = ("en", "pl", "ro", "uk")

Entry = str | dict[str, str]


@cache
def catalogue(lang: str) -> dict[str, Entry]:
    """All the entries of one language."""
    if lang not in LANGUAGES:
        raise ValueError(f"Known languages are {', '.join(LANGUAGES)}; {lang!r} is not one.")
    text = Path(__file__).with_name(f"{lang}.json").read_text(encoding="utf-8")
    return cast(dict[str, Entry], json.loads(text))


def plural(lang: str, number: int) -> str:
    """The CLDR plural category of a number: one, few, many or other."""
    if lang == "en":
        return "one" if number == 1 else "other"
    from babel import Locale  # loading it takes longer than starting the program

    return Locale(lang).plural_form(number)


def say(key: str, lang: str = "en", **words: object) -> str:
    """The sentence of that key, with its words filled in.

    The words ``tile`` and ``tiles`` are tiles and are spoken by their names; ``cell`` and
    ``cells`` are places on the board.

    >>> say("T12", tiles=["Ro"], cells=[(6, 0)], n=7)
    'A line holds at most six tiles; this one would hold 7.'
    """
    entries = catalogue(lang)
    entry = entries[key]
    if isinstance(entry, dict):
        entry = entry[plural(lang, cast(int, words["n"]))]
    return entry.format(**{name: _spoken(name, word, entries) for name, word in words.items()})


def _spoken(name: str, word: object, entries: dict[str, Entry]) -> object:
    match name:
        case "tile":
            return entries[f"tile.{word}"]
        case "tiles":
            return ", ".join(str(entries[f"tile.{tile}"]) for tile in cast(Iterable[object], word))
        case "cell":
            return "{},{}".format(*cast(tuple[int, int], word))
        case "cells":
            return " ".join(f"{x},{y}" for x, y in cast(Iterable[tuple[int, int]], word))
        case _:
            return word
