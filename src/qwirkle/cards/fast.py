"""The answers of solver.py and layout.py, from the kernel where it is there.

The same answers, card for card and in the same order. Tables with more than three cards of a kind,
which no game has, are left to the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from qwirkle import native
from qwirkle.cards import layout, solver
from qwirkle.cards.moves import Arrange, Row
from qwirkle.cards.solver import Counts, TurnOutcome
from qwirkle.lines import FULL_LINES
from qwirkle.tiles import COPIES, Hand, Tile

MOST_OUTCOMES = 3_000
"""A player who looks at every outcome of a turn looks at no more than this."""


def is_legal(counts: Counts) -> bool:
    """Whether these cards can lie on the table, in rows of three to five."""
    if native.kernel and max(counts) <= COPIES:
        return bool(native.kernel.cards_legal(counts))
    return solver.is_legal(counts)


def any_play(table: Counts, hand: Hand) -> TurnOutcome | None:
    """Some legal play, or None: a proof that there is nothing to play (C9)."""
    if native.kernel and _in_one_game(table, hand):
        found: TurnOutcome | None = native.kernel.cards_any_play(table, hand)
        return found
    return solver.any_play(table, hand)


def best(table: Counts, hand: Hand) -> TurnOutcome | None:
    """A legal play that captures as many rows as any; None where no play exists."""
    if native.kernel and _in_one_game(table, hand):
        found: TurnOutcome | None = native.kernel.cards_best(table, hand)
        return found
    return solver.best(table, hand)


def laying(table: Counts, cards: Hand) -> TurnOutcome | None:
    """The same of the plays of exactly these cards."""
    if native.kernel and _in_one_game(table, cards):
        found: TurnOutcome | None = native.kernel.cards_laying(table, cards)
        return found
    return solver.laying(table, cards)


def outcomes(table: Counts, hand: Hand, most: int = solver.MOST_CAPTURES) -> Iterator[TurnOutcome]:
    """Every distinct outcome of a turn with at most ``most`` captures, found one by one."""
    if native.kernel and _in_one_game(table, hand):
        found: Iterator[TurnOutcome] = native.kernel.CardsOutcomes(table, hand, most)
        return found
    return solver.outcomes(table, hand, most)


def some_outcomes(table: Counts, hand: Hand) -> list[TurnOutcome]:
    """The outcomes of a turn to choose from: all, or the small ones where there are too many.

    These capture at most one row, and the fewest cards come first; with them the one that captures
    the most. Only a table that nobody captures from for many turns has that many outcomes.
    """
    found = list(islice(outcomes(table, hand), MOST_OUTCOMES + 1))
    if len(found) <= MOST_OUTCOMES:
        return found
    small = list(islice(outcomes(table, hand, 1), MOST_OUTCOMES - 1))
    most = best(table, hand)
    return small if most is None or most in small else [*small, most]


def arrange(rows: Iterable[Row], played: Iterable[Tile], captured: Iterable[int]) -> Arrange:
    """The arrangement of a legal outcome that moves the fewest cards."""
    return _arranged(tuple(rows), tuple(played), tuple(captured), tidy=True)


def any_arrangement(
    rows: Iterable[Row], played: Iterable[Tile], captured: Iterable[int]
) -> Arrange:
    """Some arrangement of a legal outcome, found much faster."""
    return _arranged(tuple(rows), tuple(played), tuple(captured), tidy=False)


def _arranged(
    rows: tuple[Row, ...], played: tuple[Tile, ...], captured: tuple[int, ...], *, tidy: bool
) -> Arrange:
    table = solver.counted(card for row in rows for card in row)
    if native.kernel and _in_one_game(table, played):
        made, lines = native.kernel.cards_arrange(rows, played, captured, tidy)
        return Arrange(tuple(made), tuple(tuple(FULL_LINES[line]) for line in lines))
    search = layout.arrange if tidy else layout.any_arrangement
    return search(rows, played, captured)


def _in_one_game(table: Counts, cards: Iterable[Tile]) -> bool:
    """Whether these cards can all be of one game: at most three of each kind."""
    return max(solver.plus(table, solver.counted(cards))) <= COPIES
