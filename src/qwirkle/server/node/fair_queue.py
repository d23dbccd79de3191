"""Who is served next: people in turn, and of each person's tables one after another.

There are two lanes. Quick work goes first, but every fifth turn belongs to the slow lane if
anything waits in it, so neither starves the other.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

Lane = Literal["quick", "slow"]
LANES: tuple[Lane, ...] = ("quick", "slow")
QUICK_IN_A_ROW = 4
"""Quick jobs that are taken one after another while slow ones wait."""

Work = TypeVar("Work")


class Full(Exception):
    """There is no room in the queue for more work of this person, or of anybody."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many jobs may wait: per person, and in total. Unbounded jobs are added anyway."""

    person: int = 8
    total: int = 256


@dataclass(eq=False, slots=True)
class Queued(Generic[Work]):
    """A job that waits."""

    work: Work
    lane: Lane
    person: str
    table: str


@dataclass(eq=False)
class _Line(Generic[Work]):
    """One lane: people in the order of their turns, and so the tables of each."""

    people: OrderedDict[str, OrderedDict[str, deque[Queued[Work]]]] = field(
        default_factory=OrderedDict
    )

    def add(self, entry: Queued[Work]) -> None:
        tables = self.people.setdefault(entry.person, OrderedDict())
        tables.setdefault(entry.table, deque()).append(entry)

    def take(self, may: Callable[[str], bool]) -> Queued[Work] | None:
        """The next job of a person who may have one more; person and table go to the end of their
        queues."""
        person = next((one for one in self.people if may(one)), None)
        if person is None:
            return None
        table, entries = next(iter(self.people[person].items()))
        entry = entries[0]
        self.remove(entry)
        if table in self.people.get(person, ()):
            self.people[person].move_to_end(table)
        if person in self.people:
            self.people.move_to_end(person)
        return entry

    def remove(self, entry: Queued[Work]) -> None:
        tables = self.people[entry.person]
        tables[entry.table].remove(entry)
        if not tables[entry.table]:
            del tables[entry.table]
        if not tables:
            del self.people[entry.person]


class FairQueue(Generic[Work]):
    """The waiting jobs, in a fair order."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()
        self._lines: dict[Lane, _Line[Work]] = {lane: _Line() for lane in LANES}
        self._waiting: set[Queued[Work]] = set()
        self._of: Counter[str] = Counter()
        self._in: Counter[Lane] = Counter()
        self._row = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def waiting(self, lane: Lane) -> int:
        return self._in[lane]

    def of(self, person: str) -> int:
        """How many jobs of a person wait."""
        return self._of[person]

    def add(self, entry: Queued[Work], *, bounded: bool = True) -> None:
        """Add a job, if there is room for it."""
        full = len(self) >= self._bounds.total or self.of(entry.person) >= self._bounds.person
        if bounded and full:
            raise Full
        self._lines[entry.lane].add(entry)
        self._waiting.add(entry)
        self._of[entry.person] += 1
        self._in[entry.lane] += 1

    def remove(self, entry: Queued[Work]) -> bool:
        """Remove a job; returns whether it was still waiting."""
        if entry not in self._waiting:
            return False
        self._lines[entry.lane].remove(entry)
        self._forget(entry)
        return True

    def take(
        self, may: Callable[[str], bool] = lambda _: True, *, slow: bool = True
    ) -> Queued[Work] | None:
        """The next job of a person who may have one more; of the slow lane only if asked for."""
        first_slow = slow and self._row >= QUICK_IN_A_ROW
        lanes: tuple[Lane, ...] = ("slow", "quick") if first_slow else LANES if slow else LANES[:1]
        for lane in lanes:
            if entry := self._lines[lane].take(may):
                self._row = self._row + 1 if lane == "quick" else 0
                self._forget(entry)
                return entry
        return None

    def clear(self) -> list[Queued[Work]]:
        """Remove and return all jobs."""
        left = list(self._waiting)
        for entry in left:
            self.remove(entry)
        return left

    def _forget(self, entry: Queued[Work]) -> None:
        self._waiting.discard(entry)
        self._in[entry.lane] -= 1
        self._of[entry.person] -= 1
        if not self._of[entry.person]:
            del self._of[entry.person]
