"""Records as text. Tiles, moves, boards, tables and positions read and write themselves.

A record has one event a line. Every line ends with a check, ``#`` and eight digits that follow
from the line's number and text, so that a line that was changed by accident, moved or cut off is
noticed and named. ``docs/notation.md`` has the whole grammar.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from qwirkle import chain
from qwirkle.editions import RULES, AnyEdition, edition
from qwirkle.events import (
    Added,
    Committed,
    Dealt,
    Ended,
    Event,
    Has,
    Holds,
    Joined,
    Lies,
    Moved,
    Opened,
    Played,
    Resigned,
    Revealed,
    Shuffled,
    Signed,
    Silent,
    Starts,
    ToMove,
    Took,
)
from qwirkle.faults import BadNotation, IllegalMove, Refusal
from qwirkle.locales import say
from qwirkle.seats import Why
from qwirkle.tiles import parse_tiles

VERSION = RULES
"""A record has the version of the rules by which its game was played."""
HEADER = "qwirkle record"


class BadRecord(BadNotation):
    """A line of a record that cannot be; ``line`` is its number, counted from 1.

    >>> from qwirkle import Game
    >>> Game.load("a shopping list")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    qwirkle.notation.BadRecord: Line 1: this is not a record; ...
    >>> BadRecord(7, BadNotation("record.cut")).say("pl").partition(":")[0]
    'Wiersz 7'
    """

    def __init__(self, line: int, reason: Refusal | IllegalMove) -> None:
        self.line = line
        self.reason = reason
        super().__init__("record.line", line=line)

    def say(self, lang: str) -> str:
        """The line and what is wrong with it, in one of the languages."""
        return say("record.line", lang, line=self.line, reason=self.reason.say(lang))

    def __reduce__(self) -> tuple[type[BadRecord], tuple[object, ...]]:
        return type(self), (self.line, self.reason)


def write_record(events: Iterable[Event | str]) -> str:
    """The text of a record, from events or from their lines.

    >>> from qwirkle import Game
    >>> game = Game(["Ada", "Bo"], seed=4)
    >>> write_record(game.events) == game.dump()
    True
    """
    events = list(events)
    version = next((event.rules for event in events if isinstance(event, Opened)), VERSION)
    lines = [f"{HEADER} {version}", *map(str, events)]
    return "".join(_line(at, line) for at, line in enumerate(lines, 1))


def extended(text: str, event: Event) -> str:
    """A record with one more event at its end.

    >>> print(extended(write_record([Opened("classic")]), Joined(0, "Ada")), end="")
    qwirkle record 2  #32d566bb
    edition classic  #b85ac909
    seat 1 - Ada  #72c4601d
    """
    return text + _line(text.count("\n") + 1, str(event))


def _line(at: int, line: str) -> str:
    return f"{line}  #{_check(at, line)}\n"


def read_record(text: str) -> Iterator[tuple[int, Event]]:
    """The events of a record, each with the number of its line.

    >>> from qwirkle import Game
    >>> record = Game(["Ada", "Bo"], seed=4).dump()
    >>> [(line, str(event)) for line, event in read_record(record)][:2]
    [(2, 'edition classic'), (3, 'seat 1 - Ada')]
    """
    lines = text.splitlines()
    rules = _read_header(lines[0] if lines else "")
    game: AnyEdition | None = None
    event: Event | None = None
    for at, line in enumerate(lines[1:], 2):
        try:
            event = parse_event(_checked(at, line), game, rules)
        except Refusal as reason:
            raise BadRecord(at, reason) from None
        if isinstance(event, Opened):
            game = edition(event.edition)
        yield at, event
    if isinstance(event, Played):
        raise BadRecord(len(lines), BadNotation("record.unsigned"))
    if not isinstance(event, Revealed | Signed):
        raise BadRecord(len(lines), BadNotation("record.cut"))


def _read_header(line: str) -> int:
    """The version of a record."""
    match = re.fullmatch(rf"{HEADER} ([1-9][0-9]{{0,8}})(  #.*)?", line)
    if not match:
        raise BadRecord(1, BadNotation("record.header", header=f"{HEADER} {VERSION}"))
    if int(match[1]) > VERSION:
        reason = BadNotation("record.newer", version=int(match[1]), known=VERSION)
        raise BadRecord(1, reason)
    try:
        _checked(1, line)
    except BadNotation as reason:
        raise BadRecord(1, reason) from None
    return int(match[1])


def _checked(at: int, line: str) -> str:
    """A line without its check, which must be right."""
    text, mark, check = line.rpartition("  #")
    if not mark or len(check) != 8:
        raise BadNotation("record.no_check", text=line)
    if check != _check(at, text):
        raise BadNotation("record.check", text=text)
    return text


def _check(at: int, line: str) -> str:
    return hashlib.sha256(f"{at} {line}".encode()).hexdigest()[:8]


def parse_event(text: str, game: AnyEdition | None, rules: int = RULES) -> Event:
    """Read one event; moves are those of the game.

    >>> parse_event("resign 2", None)
    Resigned(seat=1)
    """
    word, _, rest = text.partition(" ")
    parser = _PARSERS.get(word)
    if parser is None or (match := parser[0].fullmatch(rest)) is None:
        raise BadNotation("record.event", text=text)
    event = parser[1](match, game)
    return replace(event, rules=rules) if isinstance(event, Opened) else event


def _moved(match: re.Match[str], game: AnyEdition | None) -> Moved:
    if game is None:
        raise BadNotation("record.order", text=match.string)
    drawn = parse_tiles(match["drawn"] or "")
    return Moved(_seat(match), game.parse_move(match["move"]), int(match["points"]), drawn)


def _seat(match: re.Match[str]) -> int:
    return int(match["seat"]) - 1


def _seats(text: str) -> tuple[int, ...]:
    return tuple(int(seat) - 1 for seat in text.split())


_SEAT = r"(?P<seat>[1-4])"
_HASH = r"(?P<hash>[0-9a-f]{64})"
_PARSERS: dict[str, tuple[re.Pattern[str], Callable[[re.Match[str], AnyEdition | None], Event]]] = {
    "edition": (re.compile(r"(\w+)"), lambda m, _: Opened(edition(m[1]).name)),
    "seat": (
        re.compile(rf"{_SEAT} (?P<age>-|[0-9]{{1,3}}) (?P<name>.+)"),
        lambda m, _: Joined(_seat(m), m["name"], None if m["age"] == "-" else int(m["age"])),
    ),
    "commit": (re.compile(_HASH), lambda m, _: Committed(m["hash"])),
    "entropy": (re.compile(rf"{_SEAT} (?P<text>.+)"), lambda m, _: Added(_seat(m), m["text"])),
    "silent": (re.compile(_SEAT), lambda m, _: Silent(_seat(m))),
    "shuffle": (re.compile(_HASH), lambda m, _: Shuffled(m["hash"])),
    "deal": (
        re.compile(rf"{_SEAT} (?P<tiles>.+)"),
        lambda m, _: Dealt(_seat(m), parse_tiles(m["tiles"])),
    ),
    "start": (
        re.compile(rf"{_SEAT} (?P<why>set|age|lot)(?P<among>( [1-4])*)"),
        lambda m, _: Starts(_seat(m), cast(Why, m["why"]), _seats(m["among"])),
    ),
    "lies": (re.compile(r".*"), lambda m, _: Lies(m[0])),
    "hand": (
        re.compile(rf"{_SEAT}(?P<tiles> .+)?"),
        lambda m, _: Holds(_seat(m), parse_tiles(m["tiles"] or "")),
    ),
    "points": (
        re.compile(rf"{_SEAT} (?P<points>[0-9]{{1,6}})"),
        lambda m, _: Has(_seat(m), int(m["points"])),
    ),
    "took": (re.compile(rf"{_SEAT} (?P<rows>.+)"), lambda m, _: Took(_seat(m), m["rows"])),
    "turn": (re.compile(_SEAT), lambda m, _: ToMove(_seat(m))),
    "move": (
        re.compile(
            rf"{_SEAT} (?P<move>.+?) scores (?P<points>[0-9]{{1,4}})( draws (?P<drawn>.+))?"
        ),
        _moved,
    ),
    "resign": (re.compile(_SEAT), lambda m, _: Resigned(_seat(m))),
    "end": (
        re.compile(r"(?P<rule>[A-Z][0-9]+)(?P<seats>( [1-4])+)"),
        lambda m, _: Ended(m["rule"], _seats(m["seats"])),
    ),
    "seed": (
        re.compile(rf"(\?|{_HASH})"),
        lambda m, _: Revealed(bytes.fromhex(m["hash"]) if m["hash"] else None, over=False),
    ),
    "played": (
        re.compile(rf"({chain.TABLE}) ({chain.NUMBER}) {_HASH}"),
        lambda m, _: Played(m[1], int(m[2]), m["hash"]),
    ),
    "signed": (
        re.compile(rf"{_HASH} ({chain.SIGNATURE})"),
        lambda m, _: Signed(m["hash"], m[2]),
    ),
}
