"""The card game's questions, answered exactly, in readable Python.

Only counts matter: how many of each of the 36 kinds lie on the table. A line of counts (one
colour's six shapes, or one shape's six colours) splits into rows of three to five different cards
exactly when its sum is at least three times its largest count. So a table is legal exactly when
it can be parted in two: cards in rows of their colour, such that every colour splits, and cards in
rows of their shape, such that every shape splits.

The search keeps bounds on both parts of each kind. What a line's bounds imply for its cells, and
a cell's for its twin in the other part, is worked out first; only then does it guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from qwirkle.lines import FULL_LINES, subsets
from qwirkle.tiles import COPIES, TILES, Hand, Tile

Counts = tuple[int, ...]
"""How many there are of each of the 36 kinds."""

Six = tuple[int, ...]
"""Six counts: a colour's, one for each shape; or a shape's, one for each colour."""

Outcome = tuple[tuple[Tile, ...], tuple[int, ...]]
"""What a turn comes to: the cards played, and which of the twelve full lines were captured."""

SHORTEST = 3
COLORS = range(6)
LINES = range(12)
"""The colours' lines, then the shapes': the same order as FULL_LINES."""


def full_line(row: Iterable[Tile]) -> int:
    """Which of the twelve full lines a captured row is."""
    return FULL_LINES.index(frozenset(row))


def counted(cards: Iterable[Tile]) -> Counts:
    counts = [0] * len(TILES)
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def cards_of(counts: Iterable[int]) -> tuple[Tile, ...]:
    return tuple(tile for tile, count in zip(TILES, counts, strict=True) for _ in range(count))


FULL = tuple(counted(line) for line in FULL_LINES)


def is_legal(counts: Counts) -> bool:
    """Whether these cards can lie on the table, in rows of three to five."""
    return find(counts, counts) is not None


def any_play(table: Counts, hand: Hand) -> Outcome | None:
    """Some legal play, or None: a proof that there is nothing to play (C9).

    A play without captures is enough: a row of six can lie as two rows of three.
    """
    return _capturing((), table, hand)


def best(table: Counts, hand: Hand) -> Outcome | None:
    """A legal play that captures as many rows as any; None where no play exists.

    One capture, then two, and so on: a choice of lines can be captured only if every smaller
    choice from it can.
    """
    there = plus(table, counted(hand))
    found = any_play(table, hand)
    choices: list[tuple[int, ...]] = [()]
    while choices:
        larger = (more for chosen in choices for more in one_more(there, chosen))
        plays = [play for more in larger if (play := _capturing(more, table, hand))]
        found = plays[0] if plays else found
        choices = [captured for _, captured in plays]
    return found


def outcomes(table: Counts, hand: Hand) -> Iterator[Outcome]:
    """Every distinct outcome of a turn."""
    for played in subsets(hand, len(hand)):
        after = plus(table, counted(played))
        if is_legal(after):
            yield from ((played, captured) for captured in _captures(after, ()))


def _captures(there: Counts, captured: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of full lines that can leave these cards, and the rest still be legal.

    What is legal without a full line is legal with it, as two rows of three. So where a choice
    fails, every larger choice fails.
    """
    yield captured
    for more in one_more(there, captured):
        if is_legal(minus(there, more)):
            yield from _captures(there, more)


def one_more(there: Counts, captured: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """One more full line than before for which the cards are there, in the order of the lines."""
    for line in range(max(captured, default=0), 12):
        if min(minus(there, (*captured, line))) >= 0:
            yield (*captured, line)


def _capturing(captured: tuple[int, ...], table: Counts, hand: Hand) -> Outcome | None:
    """Some legal play that captures exactly these lines."""
    rest = minus(table, captured)
    low = tuple(max(0, count) for count in rest)
    high = plus(rest, counted(hand))
    for must in _at_least_one(low, rest, hand):
        after = find(must, high)
        if after is not None:
            return cards_of(a - b for a, b in zip(after, rest, strict=True)), captured
    return None


def _at_least_one(low: Counts, rest: Counts, hand: Hand) -> Iterator[Counts]:
    """Lower bounds that together say: at least one card comes from the hand (C5)."""
    if low != rest:
        yield low
    else:
        for card in sorted(set(hand)):
            yield plus(low, counted([card]))


def plus(counts: Counts, more: Counts) -> Counts:
    return tuple(map(int.__add__, counts, more))


def minus(counts: Counts, lines: Iterable[int]) -> Counts:
    for line in lines:
        counts = tuple(map(int.__sub__, counts, FULL[line]))
    return counts


def find(low: Counts, high: Counts) -> Counts | None:
    """A legal table with at least and at most so many cards of each kind, or None."""
    parts = parted(low, high)
    solution = settled(parts) if parts else None
    return solution.counts() if solution else None


def parted(low: Counts, high: Counts) -> Parts | None:
    """What can be concluded about the two parts of such a table; None at a contradiction."""
    parts = Parts.between(low, high)
    return parts if parts.tighten(LINES) else None


def settled(parts: Parts) -> Parts | None:
    """Some way to settle all counts that are still open, or None."""
    cell = next(parts.open_cells(LINES), None)
    if cell is None:
        return parts
    line, place = cell
    for count in range(parts.high[line][place], parts.low[line][place] - 1, -1):
        guess = parts.copy()
        if guess.settle(line, place, count) and (found := settled(guess)):
            return found
    return None


TWIN = tuple(
    tuple((6 + place, line) if line < 6 else (place, line - 6) for place in range(6))
    for line in LINES
)
"""Where a cell of one part stands in the other: line and place."""


def splits(line: Six) -> bool:
    """Whether a line of counts can lie as rows of three to five different cards."""
    return sum(line) >= SHORTEST * max(line)


class Parts:
    """Bounds on the counts of a table's two parts, line by line."""

    __slots__ = ("high", "least", "low", "most")

    def __init__(self, least: Counts, most: Counts, low: list[Six], high: list[Six]) -> None:
        self.least = least
        self.most = most
        self.low = low
        self.high = high

    @classmethod
    def between(cls, least: Counts, most: Counts) -> Parts:
        """Nothing known yet but how many cards of each kind there are in both parts together."""
        by_color = [most[6 * color : 6 * color + 6] for color in COLORS]
        return cls(least, most, [(0,) * 6] * 12, [*by_color, *zip(*by_color, strict=True)])

    def copy(self) -> Parts:
        return Parts(self.least, self.most, self.low.copy(), self.high.copy())

    def counts(self) -> Counts:
        """How many of each kind lie on the table, once everything is settled."""
        return tuple(
            self.low[color][shape] + self.low[6 + shape][color]
            for color in COLORS
            for shape in range(6)
        )

    def open_cells(self, lines: Iterable[int]) -> Iterator[tuple[int, int]]:
        """The cells of these lines whose counts are not settled, as line and place."""
        return (
            (line, place)
            for line in lines
            for place in range(6)
            if self.low[line][place] != self.high[line][place]
        )

    def tighten(self, lines: Iterable[int]) -> bool:
        """Draw every conclusion that follows from these lines; False at a contradiction."""
        waiting = set(lines)
        while waiting:
            line = waiting.pop()
            low, high = self.low[line], self.high[line]
            bounds = narrow(low, high)
            if bounds is None:
                return False
            if bounds != (low, high):
                for place in range(6):
                    new_low, new_high = bounds[0][place], bounds[1][place]
                    if new_low != low[place] or new_high != high[place]:
                        self.bound(line, place, new_low, new_high)
                        waiting.add(TWIN[line][place][0])
        return True

    def settle(self, line: int, place: int, count: int) -> bool:
        """Fix the count of a cell and conclude what follows; False at a contradiction."""
        twin, _ = TWIN[line][place]
        self.bound(line, place, count, count)
        return self.tighten([line, twin])

    def bound(self, line: int, place: int, low: int, high: int) -> None:
        """Bound a cell within its bounds, and its twin with it: they share the cards of a kind."""
        twin, there = TWIN[line][place]
        kind = 6 * line + place if line < 6 else 6 * place + line - 6
        twin_low = max(self.low[twin][there], self.least[kind] - high)
        twin_high = min(self.high[twin][there], self.most[kind] - low)
        self._put(line, place, low, high)
        self._put(twin, there, twin_low, twin_high)

    def _put(self, line: int, place: int, low: int, high: int) -> None:
        self.low[line] = (*self.low[line][:place], low, *self.low[line][place + 1 :])
        self.high[line] = (*self.high[line][:place], high, *self.high[line][place + 1 :])


@lru_cache(maxsize=1 << 18)
def narrow(low: Six, high: Six) -> tuple[Six, Six] | None:
    """The tightest bounds of a line that splits; None where no line between the bounds does.

    The largest count can be m when no cell must hold more and all cells, holding at most m each,
    can hold three times m together. What they can hold beyond that is the slack of m.
    """
    slack = {
        m: sum(min(most, m) for most in high) - SHORTEST * m for m in range(max(low), COPIES + 1)
    }
    possible = {m: spare for m, spare in slack.items() if spare >= 0}
    if not possible:
        return None
    least = (min(min(most, m) - spare for m, spare in possible.items()) for most in high)
    return tuple(map(max, low, least)), tuple(min(most, max(possible)) for most in high)
