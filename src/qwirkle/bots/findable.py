"""How hard a move is to find, in steps; a move of no steps is seen by everybody.

Tile game, one step for each:

- tile of the play beyond the first,
- line that the play makes beyond the first,
- gap that it bridges: two runs of tiles that become one line,
- four cells between the play and the nearest tile of the last round, up to two steps.

Card game, one step for each:

- card from the hand beyond the first,
- card of the table that goes to another row,
- captured row beyond the first.

Whoever looks with an eye of 0.6 notices a move of no steps always, one of one step six times in
ten, and one of n steps with a chance of 0.6 to the power of n.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import Protocol

from qwirkle.bots import cards_greedy
from qwirkle.cards import fast as cards_fast
from qwirkle.cards import solver
from qwirkle.cards.layout import cards_moved
from qwirkle.cards.moves import Arrange
from qwirkle.cards.rules import Position as CardsPosition
from qwirkle.cards.solver import Counts, Outcome
from qwirkle.cards.table import Table
from qwirkle.classic import fast as classic_fast
from qwirkle.classic.moves import Play
from qwirkle.classic.rules import Position as ClassicPosition
from qwirkle.editions import Move
from qwirkle.faults import Cell
from qwirkle.tiles import TILES
from qwirkle.views import View

A_STEP_AWAY = 4
"""So many cells from the last plays are a step."""
FARTHEST = 2
"""The most steps that the distance can add: beyond that, all is equally far."""


class Option(Protocol):
    """A move that could be noticed."""

    @property
    def gives(self) -> int:
        """Points, or captured rows."""

    @property
    def tie(self) -> int:
        """The more, the better, where several moves give the same."""

    @property
    def least(self) -> int:
        """At least so many steps; known without looking closely."""

    @property
    def steps(self) -> float:
        """How hard it is to find."""

    @property
    def move(self) -> Move:
        """The move itself."""


class Placed:
    """A play of the tile game."""

    def __init__(
        self, position: ClassicPosition, play: Play, points: int, last: frozenset[Cell]
    ) -> None:
        self.position = position
        self.move = play
        self.least = len(play.placements) - 1
        self.last = last
        out = len(play.placements) == len(position.hand) and not position.bag
        self.gives = position.score(play).points if out else points
        self.tie = len(play.placements)

    @cached_property
    def steps(self) -> float:
        lines = self.position.score(self.move).lines
        gaps = sum(_gaps(line.cells, self.move.cells) for line in lines)
        return self.least + max(0, len(lines) - 1) + gaps + self._away()

    def _away(self) -> float:
        """The steps for the distance to what was played last."""
        far = (abs(x - a) + abs(y - b) - 1 for x, y in self.move.cells for a, b in self.last)
        return min(FARTHEST, min(far, default=0) / A_STEP_AWAY)


class Laid:
    """An outcome of a turn of the card game, laid out so that the fewest cards move."""

    def __init__(self, table: Table, outcome: Outcome, offers: _Offers) -> None:
        self.table = table
        self.outcome = outcome
        self.offers = offers
        played, captured = outcome
        self.gives = len(captured)
        self.least = len(played) - 1 + max(0, len(captured) - 1)

    @cached_property
    def tie(self) -> int:
        return -self.offers.after(self.outcome)

    @cached_property
    def move(self) -> Arrange:
        return cards_fast.arrange(self.table, *self.outcome)

    @cached_property
    def steps(self) -> float:
        return self.least + cards_moved(self.table, self.move)


class _Offers:
    """What tables offer to the next player; that depends only on which kinds lie there."""

    def __init__(self, view: View, table: Counts) -> None:
        unseen = tuple(view.unseen[tile] for tile in TILES)
        self.gifts = cards_greedy.Gifts(unseen, cards_greedy.next_hand(view))
        self.table = table
        self.known: dict[tuple[bool, ...], int] = {}

    def after(self, outcome: Outcome) -> int:
        played, captured = outcome
        left = solver.minus(solver.plus(self.table, solver.counted(played)), captured)
        kinds = tuple(map(bool, left))
        if kinds not in self.known:
            self.known[kinds] = self.gifts.of(kinds)
        return self.known[kinds]


def opening(view: View) -> bool:
    """Whether this is the first turn of a game: all plays give the same then (T3, C3)."""
    position = view.position
    if isinstance(position, CardsPosition):
        return position.opening
    return isinstance(position, ClassicPosition) and not position.board


def options(view: View) -> list[Option]:
    """Every play of this turn, or of a card game's turn every outcome."""
    position = view.position
    if isinstance(position, CardsPosition):
        table = solver.counted(position.table.cards)
        offers = _Offers(view, table)
        outcomes = cards_fast.outcomes(table, position.hand)
        return [Laid(position.table, outcome, offers) for outcome in outcomes]
    if not isinstance(position, ClassicPosition):
        raise TypeError("The levels know the tile game and the card game.")
    last = last_cells(view)
    scored = classic_fast.scored(position.board, position.hand)
    return [Placed(position, play, points, last) for play, points in scored]


def last_cells(view: View) -> frozenset[Cell]:
    """Where tiles were put in the last round."""
    moves = [event.move for event in view.history[-len(view.players) :]]
    return frozenset(cell for move in moves if isinstance(move, Play) for cell in move.cells)


def noticed(found: Iterable[Option], eye: float, dice: random.Random) -> Iterator[Option]:
    """The moves that this eye sees: those that give the most first, and of these the better."""
    rolls = {option: dice.random() for option in found}
    likely = [option for option, roll in rolls.items() if roll < eye**option.least]
    likely.sort(key=_gives, reverse=True)
    for _, equal in groupby(likely, key=_gives):
        for option in sorted(equal, key=_tie, reverse=True):
            if rolls[option] < eye**option.steps:
                yield option


def easiest(found: Iterable[Option]) -> Option | None:
    """The move that is the least hard to find."""
    found = sorted(found, key=lambda option: option.least)
    easy: Option | None = None
    for option in found:
        if easy is not None and easy.steps <= option.least:
            break
        if easy is None or option.steps < easy.steps:
            easy = option
    return easy


def stuck(view: View) -> Move:
    """What is left where nothing can be played: as many tiles traded as can be, and so on."""
    position = view.position
    if isinstance(position, CardsPosition):
        return cards_greedy.stuck(position)
    return max(position.moves(), key=lambda move: len(getattr(move, "tiles", ())))


def _gives(option: Option) -> int:
    return option.gives


def _tie(option: Option) -> int:
    return option.tie


def _gaps(line: tuple[Cell, ...], new: tuple[Cell, ...]) -> int:
    """How many gaps between tiles that already lay in one line were filled."""
    runs = sum(1 for lay, _ in groupby(line, key=lambda cell: cell not in new) if lay)
    return max(0, runs - 1)
