"""The greedy play of the card game: the most captures, then the fewest gifts, then the most cards.

Gifts are what a table offers to the next player: for each of the twelve full lines, the expected
number of ways in which the next hand holds the kinds that the table lacks. With u cards of a kind
unseen, n unseen in all and h of them in the next hand, a line that lacks m kinds adds ::

    u1 * ... * um * h(h-1)...(h-m+1) / n(n-1)...(n-m+1)

All is counted in n(n-1)...(n-5), so nothing is rounded, and the kernel (kernel/cards/greedy.cpp)
chooses the same. Whether the rest of the table would stay legal is not asked: that is cheaper, and
was measured to play better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import perm, prod

from qwirkle import native
from qwirkle.cards import fast, solver
from qwirkle.cards.heights import LINES
from qwirkle.cards.moves import Exchange, Move, Pass
from qwirkle.cards.rules import Position
from qwirkle.cards.solver import Counts, Lines, TurnOutcome
from qwirkle.lines import FULL_LINES, LONGEST
from qwirkle.tiles import COPIES, TILES, Hand
from qwirkle.views import AnyView

MOST_TRIED = 20_000
"""Beyond this number of choices of lines and cards, the best play so far is good enough."""

KINDS = tuple(tuple(sorted(line)) for line in FULL_LINES)


def choice(view: AnyView, position: Position) -> TurnOutcome | None:
    """The greedy outcome of a turn; None where nothing can be played."""
    unseen = tuple(view.unseen[tile] for tile in TILES)
    return careful(solver.counted(position.table.cards), position.hand, unseen, next_hand(view))


def stuck(position: Position) -> Move:
    """What is left when nothing can be played (C9)."""
    return Pass() if position.fault(Exchange()) else Exchange()


def next_hand(view: AnyView) -> int:
    """How many cards the next player holds; who left the game holds none (O1)."""
    seat = view.players.index(view.player)
    others = (*view.players[seat + 1 :], *view.players[:seat])
    return next((size for name in others if (size := view.hand_sizes[name])), 0)


def careful(table: Counts, hand: Hand, unseen: Counts, size: int) -> TurnOutcome | None:
    """Of the plays with the most captures, the one that offers a hand of that size the least."""
    there = solver.plus(table, solver.counted(hand))
    if native.kernel and max(there) <= COPIES:
        found: TurnOutcome | None = native.kernel.cards_careful(table, hand, unseen, size)
        return found
    best = fast.best(table, hand)
    return _Search(table, hand, Gifts(unseen, size), best).outcome if best else None


class Gifts:
    """What the lines of a table offer, by the kinds that they lack."""

    def __init__(self, unseen: Counts, size: int) -> None:
        self.unseen = unseen
        cards = max(sum(unseen), LONGEST)
        self.chance = [
            perm(size, m) * perm(cards - m, LONGEST - m) if m <= size else 0
            for m in range(LONGEST + 1)
        ]

    def of(self, table: Sequence[int]) -> int:
        return sum(self._line(table, line) for line in LINES)

    def _line(self, table: Sequence[int], line: int) -> int:
        lacking = [self.unseen[kind] for kind in KINDS[line] if not table[kind]]
        return prod(lacking) * self.chance[len(lacking)]


class _Search:
    """Tries every choice of lines of the most captures, and with each every choice of cards."""

    def __init__(self, table: Counts, hand: Hand, gifts: Gifts, best: TurnOutcome) -> None:
        self.table = table
        self.gifts = gifts
        self.outcome = best
        self.tried = 0
        played, captured = best
        after = solver.minus(solver.plus(table, solver.counted(played)), captured)
        self.worth = -gifts.of(after), len(played)
        held = solver.counted(hand)
        for lines in self._choices(solver.plus(table, held), (), len(captured)):
            needed = tuple(max(0, -count) for count in solver.minus(table, lines))
            spare = tuple(map(int.__sub__, held, needed))
            left = list(solver.plus(solver.minus(table, lines), needed))
            self._cards(0, spare, list(needed), left, lines)

    def _choices(self, there: Counts, lines: Lines, number: int) -> Iterator[Lines]:
        """Every choice of that many full lines for which the cards are there."""
        if self._is_tired():
            return
        if len(lines) == number:
            yield lines
        else:
            for more in solver.one_more(there, lines):
                yield from self._choices(there, more, number)

    def _is_tired(self) -> bool:
        """Whether all has been tried that may be; one more choice is tried otherwise."""
        self.tried += self.tried < MOST_TRIED
        return self.tried == MOST_TRIED

    def _cards(
        self, kind: int, spare: Counts, played: list[int], left: list[int], lines: tuple[int, ...]
    ) -> None:
        """None of a kind, then one, then two; more cards on the table never offer less."""
        offered = self.gifts.of(left)
        if self._is_tired() or -offered < self.worth[0]:
            return
        kind = next((at for at in range(kind, len(spare)) if spare[at]), len(spare))
        if kind == len(spare):
            self._judge(offered, played, left, lines)
            return
        for more in range(spare[kind] + 1):
            left[kind] += bool(more)
            played[kind] += bool(more)
            self._cards(kind + 1, spare, played, left, lines)
        left[kind] -= spare[kind]
        played[kind] -= spare[kind]

    def _judge(
        self, offered: int, played: list[int], left: list[int], lines: tuple[int, ...]
    ) -> None:
        if not any(played):
            return
        worth = -offered, sum(played)
        if worth > self.worth and fast.is_legal(tuple(left)):
            self.worth = worth
            self.outcome = solver.cards_of(played), lines
