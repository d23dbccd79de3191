"""How to lay out the outcome of a turn so that people can follow it: as few cards move as possible.

A row goes on as a row of the same colour or of the same shape. A card stays when its row goes on
and it is still in it; every other card that lay on the table has moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations
from typing import TypeVar

from qwirkle.cards import solver
from qwirkle.cards.heights import LINES, SHORTEST
from qwirkle.cards.moves import Arrange, Row
from qwirkle.cards.solver import TWIN, Parts, Six, splits
from qwirkle.lines import FULL_LINES, LONGEST, shared
from qwirkle.tiles import TILES, Color, Tile

Item = TypeVar("Item")

MOST_NODES = 20_000
"""The most ways to divide the cards that are tried for one arrangement."""

Places = frozenset[int]
"""A row within its line: which of the line's six places it fills."""

EMPTY: Places = frozenset()
FULL: Places = frozenset(range(6))


def arrange(
    rows: Iterable[Row],
    played: Iterable[Tile],
    captured: Iterable[int],
    most_nodes: int = MOST_NODES,
) -> Arrange:
    """The arrangement of a legal outcome that moves the fewest cards.

    Where that is not found within the limit of nodes, one that moves few cards.
    """
    return _Layout(tuple(rows), tuple(played), tuple(captured)).best(most_nodes)


def any_arrangement(
    rows: Iterable[Row], played: Iterable[Tile], captured: Iterable[int]
) -> Arrange:
    """Some arrangement of a legal outcome, found much faster."""
    return _Layout(tuple(rows), tuple(played), tuple(captured)).first()


def cards_moved(rows: Iterable[Row], after: Arrange) -> int:
    """How many of the cards on the table change their row in a turn."""
    before, later = by_line(rows), by_line(after.rows + after.captured)
    total = sum(len(row) for rows in before for row in rows)
    return total - sum(map(staying, before, later))


def by_line(rows: Iterable[Row]) -> list[tuple[Places, ...]]:
    """The rows of each of the twelve lines: six colours, then six shapes."""
    lines: list[list[Places]] = [[] for _ in LINES]
    for row in rows:
        if isinstance(shared(row), Color):
            lines[row[0] // 6].append(frozenset(card % 6 for card in row))
        else:
            lines[6 + row[0] % 6].append(frozenset(card // 6 for card in row))
    return [tuple(line) for line in lines]


def staying(before: tuple[Places, ...], later: tuple[Places, ...]) -> int:
    """How many cards stay when each row of a line goes on as the best suited later row.

    Row by row, and for each set of later rows only the best way is kept.
    """
    ways = {0: 0}
    for old in before:
        more = dict(ways)
        for taken, stay in ways.items():
            for at, new in enumerate(later):
                if not taken >> at & 1:
                    mask = taken | 1 << at
                    more[mask] = max(more.get(mask, 0), stay + len(old & new))
        ways = more
    return max(ways.values())


def _found(answer: Item | None) -> Item:
    if answer is None:
        raise ValueError("These cards do not lie in rows of three to six.")
    return answer


class _Layout:
    """The search for the best layout, under a growing limit on the cards moved."""

    def __init__(
        self, rows: tuple[Row, ...], played: tuple[Tile, ...], captured: tuple[int, ...]
    ) -> None:
        cards = [card for row in rows for card in row]
        self.counts = solver.minus(solver.counted([*cards, *played]), captured)
        self.captured = tuple(captured.count(line) for line in LINES)
        self.count = len(cards)
        self.nodes_left = 0
        self.rows = by_line(rows)
        self.before = [tuple(sum(p in row for row in line) for p in FULL) for line in self.rows]
        self.stay = [self._stay(tile) for tile in TILES]

    def first(self) -> Arrange:
        parts = _found(solver.settled(self._parts()))
        return self._written([self._laid_out(parts, line)[1] for line in LINES])

    def best(self, most_nodes: int) -> Arrange:
        parts = self._parts()
        self.nodes_left = most_nodes
        layouts = (self._within(parts, limit) for limit in range(self.count + 1))
        found = next((layout for layout in layouts if layout), None)
        if found is None:  # the most hopeful layout moves a few more cards
            self.nodes_left = most_nodes
            found = self._within(parts, self.count)
        return self._written(found) if found else self.first()

    def _parts(self) -> Parts:
        return _found(solver.parted(self.counts, self.counts))

    def _written(self, lines: list[tuple[Places, ...]]) -> Arrange:
        full = [sorted(line) for line in FULL_LINES]
        return Arrange(
            tuple(tuple(full[line][p] for p in row) for line in LINES for row in lines[line]),
            tuple(tuple(full[line]) for line in LINES for _ in range(self.captured[line])),
        )

    def _within(self, parts: Parts, limit: int) -> list[tuple[Places, ...]] | None:
        """A layout that moves at most this number of cards, or None."""
        if self.nodes_left <= 0:
            return None
        self.nodes_left -= 1
        if self._moved_at_least(parts) > limit:
            return None
        wish = self._wish(parts)
        failing = parts.open_cells(line for line in LINES if not splits(wish.low[line]))
        cell = next(failing, None)
        if cell is None and self._moved_at_least(wish) <= limit:
            return [self._laid_out(wish, line)[1] for line in LINES]
        for guess in self._guesses(parts, *(cell or next(parts.open_cells(LINES)))):
            found = self._within(guess, limit)
            if found is not None:
                return found
        return None

    def _wish(self, parts: Parts) -> Parts:
        """Both parts as they would be if every kind of card could stay at its best."""
        wish = parts.copy()
        for tile in TILES:
            color, shape = divmod(tile, 6)
            low, high = parts.low[color][shape], parts.high[color][shape]
            if low < high:
                stay = self.stay[tile]
                wished = max(range(low, high + 1), key=lambda count: stay[count])
                wish.bound(color, shape, wished, wished)
        return wish

    def _guesses(self, parts: Parts, line: int, place: int) -> Iterator[Parts]:
        """The bounds with one cell settled in each possible way, the most hopeful first."""
        color, shape = (line, place) if line < 6 else TWIN[line][place]
        stay = self.stay[6 * color + shape]
        counts = range(parts.low[color][shape], parts.high[color][shape] + 1)
        for count in sorted(counts, key=lambda count: -stay[count]):
            guess = parts.copy()
            if guess.settle(color, shape, count):
                yield guess

    def _moved_at_least(self, parts: Parts) -> int:
        """A lower bound, and the exact number once everything is settled."""
        by_color = zip(chain(*parts.low[:6]), chain(*parts.high[:6]), self.stay, strict=True)
        stay = sum(max(stay[low : high + 1]) for low, high, stay in by_color)
        for line in LINES:
            if self.rows[line] and parts.low[line] == parts.high[line]:
                hoped = map(min, self._later(line, parts.low[line]), self.before[line])
                stay -= sum(hoped) - self._laid_out(parts, line)[0]
        return self.count - stay

    def _stay(self, tile: Tile) -> list[int]:
        """How many cards of a kind can stay at best, by how many are in rows of the colour."""
        color, shape = divmod(tile, 6)
        count = self.counts[tile]
        return [
            min(n + self.captured[color], self.before[color][shape])
            + min(count - n + self.captured[6 + shape], self.before[6 + shape][color])
            for n in range(count + 1)
        ]

    def _later(self, line: int, counts: Six) -> Six:
        return tuple(count + self.captured[line] for count in counts)

    def _laid_out(self, parts: Parts, line: int) -> tuple[int, tuple[Places, ...]]:
        return laid_out(self.rows[line], parts.low[line], self.captured[line])


@lru_cache(maxsize=1 << 14)
def laid_out(
    before: tuple[Places, ...], counts: Six, captured: int
) -> tuple[int, tuple[Places, ...]]:
    """The most cards of a line that can stay, and the rows in which they do."""
    total = sum(counts)
    best: tuple[int, tuple[Places, ...]] = (-1, ())
    for number in range(max(counts), total // SHORTEST + 1):
        if total <= (LONGEST - 1) * number:
            for taken, going_on in _goings_on(before, captured, number):
                if taken + _staying_at_most(going_on, counts) > best[0]:
                    stay, rows = _filled(going_on, counts)
                    best = max(best, (stay + taken, rows), key=lambda found: found[0])
    return best


def _goings_on(
    before: tuple[Places, ...], captured: int, number: int
) -> Iterator[tuple[int, tuple[Places, ...]]]:
    """The ways in which rows can go on: cards that leave in captured rows; rows still there."""
    slots = (EMPTY,) * number
    for size in range(min(captured, len(before)) + 1):
        for taken in combinations(range(len(before)), size):
            rest = [row for at, row in enumerate(before) if at not in taken]
            for going_on in combinations(rest, min(number, len(rest))):
                yield sum(len(before[at]) for at in taken), (*going_on, *slots)[:number]


def _staying_at_most(rows: tuple[Places, ...], counts: Six) -> int:
    """More cards than this cannot stay, however the rows are filled."""
    return sum(min(count, sum(p in row for row in rows)) for p, count in enumerate(counts))


def _filled(rows: tuple[Places, ...], counts: Six) -> tuple[int, tuple[Places, ...]]:
    """The most cards that can stay when rows go on, each with three to five of these cards.

    Place by place, and for each tuple of lengths so far only the best filling is kept.
    """
    fillings: dict[tuple[int, ...], tuple[int, tuple[Places, ...]]]
    fillings = {(0,) * len(rows): (0, (EMPTY,) * len(rows))}
    for place, count in enumerate(counts):
        longer: dict[tuple[int, ...], tuple[int, tuple[Places, ...]]] = {}
        needed = SHORTEST - (len(counts) - 1 - place)  # fewer cards cannot become three any more
        choices = list(_choices(rows, place, count))
        for before, (stay, filled) in fillings.items():
            for chosen, staying in choices:
                lengths = tuple(map(int.__add__, before, chosen))
                if lengths and (min(lengths) < needed or max(lengths) >= LONGEST):
                    continue
                if stay + staying > longer.get(lengths, (-1, ()))[0]:
                    pairs = zip(filled, chosen, strict=True)
                    new = tuple(row | {place} if one else row for row, one in pairs)
                    longer[lengths] = stay + staying, new
        fillings = longer
    return max(fillings.values(), key=lambda filling: filling[0], default=(-1, ()))


def _choices(
    rows: tuple[Places, ...], place: int, count: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ways to put the cards of one place into rows, a 1 for each row that gets one; and how
    many of them stay where they were."""
    for chosen in combinations(range(len(rows)), count):
        stay = sum(place in rows[at] for at in chosen)
        yield tuple(int(at in chosen) for at in range(len(rows))), stay
