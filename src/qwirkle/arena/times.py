"""How long turns take: sums, and a histogram that can be added to others and saved."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

STEP = math.log(1.05)
"""The bars of the histogram are 5 % wide."""
SHORTEST = 1e-9


@dataclass(slots=True)
class Times:
    """The times of some turns, in seconds."""

    turns: int = 0
    total: float = 0.0
    bars: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Times:
        times = cls()
        for taken in seconds:
            times.turns += 1
            times.total += taken
            times.bars[math.ceil(math.log(max(taken, SHORTEST)) / STEP)] += 1
        return times

    def add(self, other: Times) -> None:
        self.turns += other.turns
        self.total += other.total
        self.bars.update(other.bars)

    @property
    def mean(self) -> float:
        return self.total / self.turns if self.turns else 0.0

    def within(self, share: float = 0.95) -> float:
        """The time within which this share of the turns was made, rounded up by at most 5 %."""
        seen = 0
        for bar, count in sorted(self.bars.items()):
            seen += count
            if seen >= share * self.turns:
                return math.exp(bar * STEP)
        return 0.0

    def to_json(self) -> dict[str, Any]:
        bars = {str(bar): count for bar, count in sorted(self.bars.items())}
        return {"turns": self.turns, "total": self.total, "bars": bars}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Times:
        bars = Counter({int(bar): int(count) for bar, count in data["bars"].items()})
        return cls(int(data["turns"]), float(data["total"]), bars)
