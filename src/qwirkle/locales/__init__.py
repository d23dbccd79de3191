"""Every sentence that a person can meet, in the rulebooks' four languages.

A catalogue is a flat JSON file. An entry is a text with ``{words}`` to fill in, or one text for
each plural category of the language (CLDR: one, few, many, other), chosen by the word ``n``. A
browser reads the same files: ``Intl.PluralRules`` names the same categories.

English needs only the standard library. The plural rules of the other languages come from Babel.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

_FOUND = {path.stem for path in Path(__file__).parent.glob("*.json")}
LANGUAGES = ("en", *sorted(_FOUND - {"en"}))
"""Those that have a catalogue in this folder, English first."""

Template = str | dict[str, str]

THOUSANDS = {"en": ",", "pl": "\u00a0", "ro": ".", "uk": "\u00a0"}
"""What separates the thousands of a number of five digits or more."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with decimals, and its format: written as the language writes it.

    >>> Figure(0.519, ".1%").say("en"), Figure(0.519, ".1%").say("pl"), Figure(1.5, "+g").say("uk")
    ('51.9%', '51,9%', '+1,5')
    """

    value: float
    form: str

    def say(self, lang: str = "en") -> str:
        written = format(self.value, self.form)
        if lang == "en":
            return written
        return written.replace(".", ",").replace("%", "\u00a0%" if lang == "uk" else "%")


@cache
def catalogue(lang: str) -> dict[str, Template]:
    """All the entries of one language."""
    if lang not in LANGUAGES:
        raise ValueError(f"Known languages are {', '.join(LANGUAGES)}; {lang!r} is not one.")
    text = Path(__file__).with_name(f"{lang}.json").read_text(encoding="utf-8")
    return cast(dict[str, Template], json.loads(text))


def plural(lang: str, number: float) -> str:
    """The CLDR plural category of a number: one, few, many or other."""
    if lang == "en":
        return "one" if number == 1 else "other"
    from babel import Locale  # loading it takes longer than starting the program

    return Locale(lang).plural_form(number)


COMMANDS = (
    "help", "hint", "moves", "unseen", "board", "undo", "save", "resign", "quit", "captured",
    "totals", "end", "trade", "pass", "exchange", "back", "correct", "list", "yes",
)  # fmt: skip
"""What a person at a terminal can type, in English."""


def meaning(typed: str, lang: str = "en") -> str:
    """The English command that a typed word means; English is understood in every language.

    >>> meaning("pomoc", "pl"), meaning("COFNIJ", "pl"), meaning("undo", "pl"), meaning("Ro", "pl")
    ('help', 'undo', 'undo', 'Ro')
    """
    word = _plainly(typed)
    known = {_plainly(form): name for name in COMMANDS for form in _forms(name, lang)}
    return word if word in COMMANDS else known.get(word, typed)


def _forms(name: str, lang: str) -> list[str]:
    return cast(str, catalogue(lang)[f"ui.word.do.{name}"]).split()


def _plainly(word: str) -> str:
    """Small letters without accents, as people type in a hurry."""
    letters = unicodedata.normalize("NFD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def say(key: str, lang: str = "en", **words: object) -> str:
    """The sentence of that key, with its words filled in.

    The words ``tile`` and ``tiles`` are tiles and are spoken by their names; ``cell`` and
    ``cells`` are places on the board; a number gets the marks of the language.

    >>> say("T12", tiles=["Ro"], cells=[(6, 0)], n=7)
    'A line holds at most six tiles; this one would hold 7.'
    >>> say("advice.basis.tried", "ro", n=10000)
    'Încercat de 10.000 de ori.'
    """
    entry = catalogue(lang)[key]
    if isinstance(entry, dict):
        entry = entry[plural(lang, cast(float, words["n"]))]
    return entry.format(**{name: _spoken(name, word, lang) for name, word in words.items()})


def _spoken(name: str, word: object, lang: str) -> object:
    if isinstance(word, float):
        word = Figure(word, "g")
    if isinstance(word, Figure):
        return word.say(lang)
    if name == "n" and isinstance(word, int) and word >= 10_000:
        return f"{word:,}".replace(",", THOUSANDS[lang])
    entries = catalogue(lang)
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
