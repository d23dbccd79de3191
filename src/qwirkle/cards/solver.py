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

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from qwirkle.cards.heights import LINES, SHORTEST, Heights
from qwirkle.lines import FULL_LINES, LONGEST, subsets
from qwirkle.tiles import COPIES, TILES, Hand, Tile

Counts = tuple[int, ...]
"""How many there are of each of the 36 kinds."""

Six = tuple[int, ...]
"""Six counts: a colour's, one for each shape; or a shape's, one for each colour."""

Lines = tuple[int, ...]
"""A choice of full lines, in order; one may be there several times."""

TurnOutcome = tuple[tuple[Tile, ...], Lines]
"""What a turn comes to: the cards played, and which of the twelve full lines were captured."""

MOST_CAPTURES = len(TILES) * COPIES // LONGEST
MOST_LOOKS = 20_000
"""The most choices of full lines tried for one answer; ordinary tables need a few."""
MOST_GUESSES = 200
"""The most cells guessed before a table is left to Heights; ordinary tables need a few."""
COLORS = range(6)


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


def any_play(table: Counts, hand: Hand) -> TurnOutcome | None:
    """Some legal play, or None: a proof that there is nothing to play (C9).

    A play without captures is enough: a row of six can lie as two rows of three.
    """
    return _capturing((), table, hand)


def best(table: Counts, hand: Hand, most_looks: int = MOST_LOOKS) -> TurnOutcome | None:
    """A legal play that captures as many rows as any; None where no play exists.

    Beyond the limit of choices of lines it is the best play found so far.
    """
    there = plus(table, counted(hand))
    return _Best(there, lambda lines: _capturing(lines, table, hand), most_looks).found


def laying(table: Counts, cards: Hand, most_looks: int = MOST_LOOKS) -> TurnOutcome | None:
    """The same of the plays of exactly these cards."""
    there = plus(table, counted(cards))
    if not cards or not is_legal(there):
        return None
    played = cards_of(counted(cards))

    def play(lines: Lines) -> TurnOutcome | None:
        return (played, lines) if is_legal(minus(there, lines)) else None

    return _Best(there, play, most_looks).found


def outcomes(table: Counts, hand: Hand, most: int = MOST_CAPTURES) -> Iterator[TurnOutcome]:
    """Every distinct outcome of a turn with at most ``most`` captures."""
    for played in subsets(hand, len(hand)):
        after = plus(table, counted(played))
        if is_legal(after):
            yield from ((played, captured) for captured in _captures(after, (), LINES, most))


def _captures(there: Counts, captured: Lines, lines: Sequence[int], most: int) -> Iterator[Lines]:
    """Every choice of full lines that can leave these cards, and the rest still be legal."""
    yield captured
    if len(captured) < most:
        possible = [
            line for line in lines if min(left := minus(there, [line])) >= 0 and is_legal(left)
        ]
        for at, line in enumerate(possible):
            onward = lines_after(there, possible[at:])
            yield from _captures(minus(there, [line]), (*captured, line), onward, most)


def lines_after(there: Counts, possible: Sequence[int]) -> Sequence[int]:
    """The lines that may be captured after the first of the possible lines.

    What is legal without a full line is legal with it, as two rows of three. So what cannot be
    captured now cannot be captured later either; but that is so only while there are three of each
    kind at most, as there are in every game.
    """
    return possible if max(there) <= COPIES else LINES[possible[0] :]


def one_more(there: Counts, captured: Lines) -> Iterator[Lines]:
    """One more full line than before for which the cards are there, in the order of the lines."""
    for line in range(max(captured, default=0), 12):
        if min(minus(there, (*captured, line))) >= 0:
            yield (*captured, line)


class _Best:
    """The search for the play with the most captures; of several it finds the first."""

    def __init__(
        self, there: Counts, play: Callable[[Lines], TurnOutcome | None], most_looks: int
    ) -> None:
        self.there = there
        self.play = play
        self.looks_left = most_looks
        self.found = play(())
        self.most = 0 if self.found else -1
        self._deepen((), LINES)

    def _deepen(self, captured: Lines, lines: Sequence[int]) -> None:
        left = minus(self.there, captured)
        possible = [line for line in lines if min(minus(left, [line])) >= 0]
        possible = [line for line in possible if self._look((*captured, line))]
        for at, line in enumerate(possible):
            onward = lines_after(left, possible[at:])
            most = len(captured) + most_captures(left, onward)
            if self.looks_left <= 0 or most <= self.most:
                return
            self._deepen((*captured, line), onward)

    def _look(self, captured: Lines) -> bool:
        """Whether these lines can be captured, as far as the looks last."""
        if self.looks_left <= 0:
            return False
        self.looks_left -= 1
        play = self.play(captured)
        if play and len(captured) > self.most:
            self.found, self.most = play, len(captured)
        return play is not None


def most_captures(there: Counts, lines: Collection[int]) -> int:
    """More captures than this cannot come of these lines.

    Pair each colour with a shape: the lines of a pair share one kind of card, so together they are
    captured at most as often as it is there. The pairing that says the least is found colour by
    colour, for each set of shapes.
    """
    least = {0: 0}
    for color in COLORS:
        sums: dict[int, int] = {}
        for shapes, so_far in least.items():
            for shape in COLORS:
                both = shapes | 1 << shape
                if both != shapes:
                    counts = color in lines or 6 + shape in lines
                    total = so_far + (there[6 * color + shape] if counts else 0)
                    sums[both] = min(total, sums.get(both, total))
        least = sums
    return least[63]


def _capturing(captured: Lines, table: Counts, hand: Hand) -> TurnOutcome | None:
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
    """A legal table with the cards of each kind within these bounds, or None."""
    parts = parted(low, high)
    solution = settled(parts) if parts else None
    return solution.counts() if solution else None


def parted(low: Counts, high: Counts) -> Parts | None:
    """What can be concluded about the two parts of such a table; None at a contradiction."""
    parts = Parts.between(low, high)
    return parts if parts.tighten(LINES) else None


def settled(parts: Parts) -> Parts | None:
    """Some way to settle all counts that are still open, or None.

    Each place as high as can be, the first places first; after MOST_GUESSES in any other way.
    """
    try:
        return _guessed(parts, _Guesses())
    except _TooHardError:
        found = Heights(parts.least, parts.most).search()
        lines = [tuple(line) for line in found.held] if found else []
        return Parts(parts.least, parts.most, lines, lines) if found else None


class _TooHardError(Exception):
    """There were too many guesses."""


class _Guesses:
    def __init__(self) -> None:
        self.left = MOST_GUESSES

    def another(self) -> None:
        if not self.left:
            raise _TooHardError
        self.left -= 1


def _guessed(parts: Parts, guesses: _Guesses) -> Parts | None:
    parts = parts.copy()
    while cell := next(parts.open_cells(LINES), None):
        guesses.another()
        line, place = cell
        high = parts.high[line][place]
        guess = parts.copy()
        if guess.settle(line, place, high) and (found := _guessed(guess, guesses)):
            return found
        if not parts.lower(line, place, high - 1):
            return None
    return parts


TWIN = tuple(
    tuple((6 + place, line) if line < 6 else (place, line - 6) for place in range(6))
    for line in LINES
)
"""Where a cell of one part is in the other: line and place."""


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

    def lower(self, line: int, place: int, high: int) -> bool:
        """Bound the count of a cell from above and conclude what follows; False: contradiction."""
        twin, _ = TWIN[line][place]
        self.bound(line, place, self.low[line][place], high)
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
