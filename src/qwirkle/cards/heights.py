"""A second way to part a table in two, for the few tables with which guessing takes too long.

A line of counts splits exactly when it has a height: no place holds more cards than the height, and
all together hold three times the height. For given bounds on the heights the cards are a flow: each
card is in its colour's line or in its shape's, and cards are passed on along the lines until each
holds what it needs. Where a line does not split then, its height is either lower than that or
higher, and both are tried. There are twelve lines with four heights, so that soon ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.tiles import COPIES, TILES

SHORTEST = 3
LINES = range(12)
"""The colours' lines, then the shapes'."""
TWINS = [range(6, 12) if line < 6 else range(6) for line in LINES]
"""The lines that cross a line, in the order of its places."""
KINDS = [[6 * line + at if line < 6 else 6 * at + line - 6 for at in range(6)] for line in LINES]
"""The kinds of card in which they do."""


class Heights:
    """A way to part a table, within bounds on the heights of its lines."""

    def __init__(self, low: Sequence[int], high: Sequence[int]) -> None:
        self.low = low
        self.high = high
        self.most = [COPIES] * len(LINES)
        """The most cards in one place of the line."""
        self.least = [0] * len(LINES)
        """The fewest cards in all of them together."""
        self.held = [[0] * 6 for _ in LINES]

    def search(self) -> Heights | None:
        """A way to part such a table so that every line splits, or None."""
        if not self._conclude():
            return None
        self._lay()
        if not self._pass_on():
            return None
        for line, held in enumerate(self.held):
            height = sum(held) // SHORTEST
            if max(held) > height:
                lower = self._copy()
                lower.most[line] = height
                found = lower.search()
                self.least[line] = SHORTEST * (height + 1)
                return found or self.search()
        return self

    def _copy(self) -> Heights:
        other = Heights(self.low, self.high)
        other.most, other.least = self.most.copy(), self.least.copy()
        return other

    def _conclude(self) -> bool:
        """Draw the bounds tight, as far as each line tells by itself; False: contradiction."""
        waiting = set(LINES)
        while waiting:
            line = waiting.pop()
            heights = self._heights(line)
            if not heights:
                return False
            if heights[-1] < self.most[line]:
                waiting.update(TWINS[line])
            self.least[line] = max(self.least[line], SHORTEST * heights[0])
            self.most[line] = heights[-1]
        return True

    def _heights(self, line: int) -> list[int]:
        """The heights that a line can have: its twins cannot take more than theirs allow."""
        kept = (self.low[k] - self.most[t] for k, t in zip(KINDS[line], TWINS[line], strict=True))
        lowest = max(0, -(-self.least[line] // SHORTEST), *kept)
        return [
            height
            for height in range(lowest, self.most[line] + 1)
            if sum(min(self.high[k], height) for k in KINDS[line]) >= SHORTEST * height
        ]

    def _lay(self) -> None:
        """Lay as many cards as can be, in the colours' lines first; tight bounds let enough lie."""
        for tile in TILES:
            color, shape = divmod(tile, 6)
            here = min(self.high[tile], self.most[color])
            there = min(self.high[tile] - here, self.most[6 + shape])
            self.held[color][shape], self.held[6 + shape][color] = here, there

    def _pass_on(self) -> bool:
        """Give every line what it needs; False where that cannot be."""
        return all(
            self._fetch(line)
            for line in LINES
            for _ in range(self.least[line] - sum(self.held[line]))
        )

    def _fetch(self, line: int) -> bool:
        """One card more for a line, passed on from the nearest line that can spare one."""
        taker_of = {line: line}
        queue = [line]
        for taker in queue:
            if sum(self.held[taker]) > self.least[taker]:
                self._hand_on(taker, line, taker_of)
                return True
            for giver in TWINS[taker]:
                if giver not in taker_of and self._can_give(giver, taker):
                    taker_of[giver] = taker
                    queue.append(giver)
        return False

    def _can_give(self, giver: int, taker: int) -> bool:
        """Whether the card in which two lines cross can go from one to the other."""
        has_one = self.held[giver][taker % 6] > 0
        return has_one and self.held[taker][giver % 6] < self.most[taker]

    def _hand_on(self, giver: int, line: int, taker_of: dict[int, int]) -> None:
        while giver != line:
            taker = taker_of[giver]
            self.held[giver][taker % 6] -= 1
            self.held[taker][giver % 6] += 1
            giver = taker
