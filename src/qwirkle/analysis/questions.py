"""What the engine is asked about a game that was played, and what it answers: docs/engine.md."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from typing import Any

from qwirkle.analysis.intervals import Estimate
from qwirkle.analysis.reasons import Reason
from qwirkle.events import Dealt, Event, Joined, Moved, Opened, PositionEvent, Resigned, Starts
from qwirkle.faults import BadSetup
from qwirkle.game import AnyGame
from qwirkle.tiles import Tile

Answer = Mapping[str, Any]


def chapters(game: AnyGame) -> Iterator[tuple[Moved | Resigned | None, str]]:
    """The game after the deal, then after each move and resignation: what happened last, and the
    lines up to there."""
    events = game.events
    told = [event for event in events if isinstance(event, Opened | Joined)]
    begun: list[Event] = [event for event in events if isinstance(event, PositionEvent)]
    if not begun:
        dealt = [event for event in events if isinstance(event, Dealt)][-len(game.players) :]
        begun = [*dealt, Starts(game.start.seat, "set")]
    text = "".join(f"{event}\n" for event in (*told, *begun))
    yield None, text
    for event in events:
        if isinstance(event, Moved | Resigned):
            text += f"{event}\n"
            yield event, text


def question(verb: str, lines: str, **numbers: int) -> str:
    """A question about the end of these lines.

    >>> question("luck", "edition classic", seed=1, games=8)
    'luck seed=1 games=8\\nedition classic'
    """
    return " ".join([verb, *(f"{name}={value}" for name, value in numbers.items())]) + f"\n{lines}"


def answered(text: str) -> Answer:
    """An answer; one that says why there is none is refused with its reason."""
    answer: Answer = json.loads(text)
    if error := answer.get("error"):
        raise BadSetup(error["key"], **error["words"])
    return answer


def number(digits: str) -> float:
    """A number that need not be whole.

    >>> number("3fe0000000000000")
    0.5
    """
    value: float = struct.unpack(">d", bytes.fromhex(digits))[0]
    return value


def estimate(figure: Answer) -> Estimate:
    return Estimate(*(number(figure[name]) for name in ("value", "low", "high")))


def reasons(found: list[Answer]) -> tuple[Reason, ...]:
    return tuple(Reason(each["key"], _words(each["words"])) for each in found)


def _words(words: Answer) -> dict[str, object]:
    spoken: dict[str, object] = dict(words)
    if "tiles" in words:
        spoken["tiles"] = tuple(map(Tile.parse, words["tiles"]))
    if "tile" in words:
        spoken["tile"] = Tile.parse(words["tile"])
    return spoken
