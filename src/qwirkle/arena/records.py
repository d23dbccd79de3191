"""The games of the arena as records, to be replayed, reviewed, or turned into tables of numbers.

The arena deals from a deck of its own and not from a committed shuffle, so a record has ``seed ?``,
and zeros where a game between people has its hashes: it says what was played and proves no shuffle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qwirkle import seats
from qwirkle.arena.match import Match
from qwirkle.editions import AnyState
from qwirkle.events import (
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
    Starts,
)
from qwirkle.notation import write_record
from qwirkle.seats import Start
from qwirkle.tiles import Hand

NOTHING = 64 * "0"
LONGEST_NAME = 50


class Record:
    """The record of a game while it is played."""

    def __init__(
        self, match: Match, seating: str, deals: Sequence[Sequence[Hand]], start: Start
    ) -> None:
        names = _names([match.bot(side) for side in seating])
        self._events: list[Event] = [
            Opened(match.game),
            *(Joined(seat, name) for seat, name in enumerate(names)),
            Committed(NOTHING),
        ]
        for hands in deals:
            dealt = (Dealt(seat, tuple(hand)) for seat, hand in enumerate(hands))
            self._events += [Shuffled(NOTHING), *dealt]
        self._events.append(Starts.of(start))

    def moved(self, event: Moved, *, shuffled: bool) -> None:
        self._events += [event, Shuffled(NOTHING)] if shuffled else [event]

    def resigned(self, seat: int) -> None:
        self._events.append(Resigned(seat))

    def text(self, state: AnyState) -> str:
        """The whole record."""
        end = [Ended(state.ended, seats.winners(state))] if state.ended else []
        return write_record([*self._events, *end, Revealed(None, over=True)])


def _names(bots: Sequence[str]) -> list[str]:
    """The bots as players: no name twice, and none too long for a record."""
    seen: Counter[str] = Counter()
    names = []
    for bot in bots:
        short = "".join(letter if letter.isprintable() else "?" for letter in bot)[:LONGEST_NAME]
        seen[short] += 1
        names.append(short if seen[short] == 1 else f"{short} ({seen[short]})")
    return names
