"""Records and positions as text. Tiles, moves, boards and tables read and write themselves.

A record has one event a line. Every line ends with a check, ``#`` and eight digits that follow
from the line's number and text, so that a line that was changed by accident, moved or cut off is
noticed and named. ``docs/notation.md`` has the whole grammar.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator

from qwirkle.cards import rules as cards_rules
from qwirkle.cards.table import Table
from qwirkle.classic import rules as classic_rules
from qwirkle.classic.board import Board
from qwirkle.editions import Edition, edition
from qwirkle.events import (
    Added,
    Committed,
    Dealt,
    Ended,
    Event,
    Joined,
    Moved,
    Opened,
    Resigned,
    Revealed,
    Shuffled,
)
from qwirkle.faults import BadNotation, IllegalMove, Refusal
from qwirkle.locales import say
from qwirkle.tiles import Hand, parse_tiles

VERSION = 1
HEADER = "qwirkle record"


class BadRecord(BadNotation):
    """A line of a record that cannot be; ``line`` is its number, counted from 1."""

    def __init__(self, line: int, reason: Refusal | IllegalMove) -> None:
        self.line = line
        self.reason = reason
        super().__init__("record.line", line=line)

    def say(self, lang: str) -> str:
        return say("record.line", lang, line=self.line, reason=self.reason.say(lang))

    def __reduce__(self) -> tuple[type[BadRecord], tuple[object, ...]]:
        return type(self), (self.line, self.reason)


def write_record(events: Iterable[Event]) -> str:
    """The text of a record."""
    lines = [f"{HEADER} {VERSION}", *map(str, events)]
    return "".join(f"{line}  #{_check(at, line)}\n" for at, line in enumerate(lines, 1))


def read_record(text: str) -> Iterator[tuple[int, Event]]:
    """The events of a record, each with the number of its line."""
    lines = text.splitlines()
    _read_header(lines[0] if lines else "")
    game: Edition | None = None
    event: Event | None = None
    for at, line in enumerate(lines[1:], 2):
        try:
            event = parse_event(_checked(at, line), game)
        except Refusal as reason:
            raise BadRecord(at, reason) from None
        if isinstance(event, Opened):
            game = edition(event.edition)
        yield at, event
    if not isinstance(event, Revealed):
        raise BadRecord(len(lines), BadNotation("record.cut"))


def _read_header(line: str) -> None:
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


def parse_event(text: str, game: Edition | None) -> Event:
    """Read one event; moves are those of the game."""
    word, _, rest = text.partition(" ")
    parser = _PARSERS.get(word)
    if parser is None or (match := parser[0].fullmatch(rest)) is None:
        raise BadNotation("record.event", text=text)
    return parser[1](match, game)


def _moved(match: re.Match[str], game: Edition | None) -> Moved:
    if game is None:
        raise BadNotation("record.order", text=match.string)
    drawn = parse_tiles(match["drawn"] or "")
    return Moved(_seat(match), game.parse_move(match["move"]), int(match["points"]), drawn)


def _seat(match: re.Match[str]) -> int:
    return int(match["seat"]) - 1


_SEAT = r"(?P<seat>[1-4])"
_HASH = r"(?P<hash>[0-9a-f]{64})"
_PARSERS: dict[str, tuple[re.Pattern[str], Callable[[re.Match[str], Edition | None], Event]]] = {
    "edition": (re.compile(r"(\w+)"), lambda m, _: Opened(edition(m[1]).name)),
    "seat": (
        re.compile(rf"{_SEAT} (?P<age>-|[0-9]{{1,3}}) (?P<name>.+)"),
        lambda m, _: Joined(_seat(m), m["name"], None if m["age"] == "-" else int(m["age"])),
    ),
    "commit": (re.compile(_HASH), lambda m, _: Committed(m["hash"])),
    "entropy": (re.compile(rf"{_SEAT} (?P<text>.+)"), lambda m, _: Added(_seat(m), m["text"])),
    "shuffle": (re.compile(_HASH), lambda m, _: Shuffled(m["hash"])),
    "deal": (
        re.compile(rf"{_SEAT} (?P<tiles>.+)"),
        lambda m, _: Dealt(_seat(m), parse_tiles(m["tiles"])),
    ),
    "move": (
        re.compile(
            rf"{_SEAT} (?P<move>.+?) scores (?P<points>[0-9]{{1,4}})( draws (?P<drawn>.+))?"
        ),
        _moved,
    ),
    "resign": (re.compile(_SEAT), lambda m, _: Resigned(_seat(m))),
    "end": (
        re.compile(r"(?P<rule>[TCO][0-9]+)(?P<seats>( [1-4])+)"),
        lambda m, _: Ended(m["rule"], tuple(int(seat) - 1 for seat in m["seats"].split())),
    ),
    "seed": (
        re.compile(rf"(\?|{_HASH})"),
        lambda m, _: Revealed(bytes.fromhex(m["hash"]) if m["hash"] else None, over=False),
    ),
}


def write_position(position: classic_rules.Position | cards_rules.Position) -> str:
    """A position on one line: what lies open, the hand, and the size of the bag or pile."""
    if isinstance(position, classic_rules.Position):
        return f"{position.board} / {position.hand} / {position.bag}".strip()
    turn = "opening" if position.opening else f"exchanges {position.exchanges}"
    return f"{position.table} / {position.hand} / {position.pile} / {turn}".strip()


def parse_classic_position(text: str) -> classic_rules.Position:
    """Read ``board / hand / bag``."""
    board, hand, bag = _parts(text, 3, "board / hand / bag")
    return classic_rules.Position(Board.parse(board), Hand.parse(hand), _number(bag))


def parse_cards_position(text: str) -> cards_rules.Position:
    """Read ``table / hand / pile / opening`` or ``table / hand / pile / exchanges 0``."""
    grammar = "table / hand / pile / opening"
    table, hand, pile, turn = _parts(text, 4, grammar)
    match = re.fullmatch(r"opening|exchanges ([0-9])", turn)
    if not match:
        raise BadNotation("bad.position", text=text, grammar=grammar)
    return cards_rules.Position(
        Table.parse(table), Hand.parse(hand), _number(pile), match[1] is None, int(match[1] or 0)
    )


def _parts(text: str, count: int, grammar: str) -> list[str]:
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != count:
        raise BadNotation("bad.position", text=text, grammar=grammar)
    return parts


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise BadNotation("bad.number", text=text)
    return int(text)
