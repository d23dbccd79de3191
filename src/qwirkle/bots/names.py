"""Names that a server gives to those who have none, as each reader calls them.

The log and the records have them in English, like everything that machines read; what
shows a name to people translates it. The names that people have chosen are never changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from qwirkle.bots.levels import LEVELS
from qwirkle.locales import say
from qwirkle.replay import Replay

NOBODY = "Guest"
"""A person who has not given a name."""
BESIDE = "Player"
"""Those beside them at the same device, with the number of their chair."""
GIVEN = {NOBODY: "web.guest"} | {
    level.character: f"web.cast.name.{level.number}" for level in LEVELS
}


def spoken(name: str, lang: str) -> str:
    """A name in a language, with the number that tells it from another."""
    given, number = _apart(name)
    if given == BESIDE and number:
        return say("web.player", lang, number=number)
    if given not in GIVEN:
        return name
    called = say(GIVEN[given], lang)
    return f"{called} {number}" if number else called


def speaker(replay: Replay, lang: str) -> Callable[[str], str]:
    """What to call the players of a record: only a server gives names to those who have none."""
    return partial(spoken, lang=lang) if replay.played else str


def _apart(name: str) -> tuple[str, str]:
    """A name and the number behind it, if there is one."""
    given, _, number = name.rpartition(" ")
    return (given, number) if given and number.isdecimal() else (name, "")
