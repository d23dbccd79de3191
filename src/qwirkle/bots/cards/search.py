"""The master of the card game: it tries outcomes out against guesses at what is hidden.

The search is the kernel's (kernel/cards/search.cpp). This module tells it what a View knows.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from qwirkle import native
from qwirkle.bots.cards.greedy import stuck
from qwirkle.bots.ranked import Ranked
from qwirkle.cards import fast, solver
from qwirkle.cards.moves import Arrange, Move
from qwirkle.cards.rules import Position
from qwirkle.cards.solver import TurnOutcome
from qwirkle.faults import BadSetup
from qwirkle.tiles import TILES, Hand
from qwirkle.views import AnyView

TURNS_A_SECOND = 60_000
"""Simulated turns: what a second buys, on every machine, so that choices repeat themselves."""

BUDGET = 0.5
"""Seconds for a turn, where nobody says otherwise; most turns need less."""


Candidate = tuple[TurnOutcome, float, float, float, float, int]
"""An outcome in the answer of the kernel: margin, chance to win, each with its error; samples."""


Last = tuple[solver.Counts, int]
"""The table that a turn left, and how many cards were drawn after it."""


class CardsMaster:
    """Plays what does best against sampled hands, as far as the next turns tell.

    The choice follows from the seed, the view and the budget alone: a budget in seconds is a fixed
    number of simulated turns, and no clock is looked at.
    """

    name = "master"

    def __init__(self, seed: int = 0, budget: float = BUDGET) -> None:
        if native.kernel is None:
            raise BadSetup("bad.no_kernel")
        self.seed = seed
        self.budget = budget

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        position = position_of(view)
        found = self._search(view, budget)
        return fast.arrange(position.table, *found[0][0]) if found else stuck(position)

    def ranked(self, view: AnyView, budget: float | None = None) -> list[Ranked[Move]]:
        """The best moves, best first; those dropped early have few samples and large errors.

        An exchange or a pass is never a choice, so there is nothing to rank then.
        """
        table = position_of(view).table
        found = self._search(view, budget)
        return [Ranked(fast.arrange(table, *row[0]), *row[1:]) for row in found]

    def _search(self, view: AnyView, budget: float | None) -> list[Candidate]:
        position = position_of(view)
        if not position.opening and not fast.any_play(counted(position), position.hand):
            return []
        seconds = self.budget if budget is None else budget
        seed = zlib.crc32(f"{self.seed} {view.board} / {view.hand}".encode())
        return known(view).search(max(0, int(seconds * TURNS_A_SECOND)), seed)


@dataclass(frozen=True)
class Known:
    """What the kernel is told: seats are counted from the player to move, who left is left out."""

    position: Position
    unseen: tuple[int, ...]
    seats: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    scores: tuple[int, ...]
    waiting: tuple[int, ...]
    """Once the pile has run out: who still has the last turn (C10)."""
    last: tuple[Last, ...]

    def search(self, work: int, seed: int, hands: Sequence[Hand] = ()) -> list[Candidate]:
        """Outcomes with margin, its error, chance to win, its error, and samples; best first."""
        if native.kernel is None:
            raise BadSetup("bad.no_kernel")
        found: list[Candidate] = native.kernel.cards_search(
            counted(self.position),
            self.position.hand,
            self.unseen,
            self.hand_sizes,
            self.scores,
            self.position.pile,
            self.waiting,
            self.position.opening,
            self.last,
            work,
            seed,
            list(hands),
        )
        return found


def known(view: AnyView) -> Known:
    """What a view knows, in the kernel's words."""
    seats = staying(view)
    moved = last_movers(view)
    waiting = [at for at, name in enumerate(seats) if view.players.index(name) not in moved]
    return Known(
        position_of(view),
        tuple(view.unseen[tile] for tile in TILES),
        seats,
        tuple(view.hand_sizes[name] for name in seats),
        tuple(view.scores[name] for name in seats),
        () if view.bag else tuple(waiting),
        tuple(last_turn(view, view.players.index(name)) for name in seats),
    )


def last_turn(view: AnyView, seat: int) -> Last:
    """What the last turn of a seat left on the table, and how many cards of the hand are newer."""
    for event in reversed(view.history):
        if event.seat == seat:
            if isinstance(event.move, Arrange):
                return solver.counted(chain(*event.move.rows)), len(event.drawn)
            break
    return solver.counted(()), 0


def position_of(view: AnyView) -> Position:
    if not isinstance(view.position, Position):
        raise TypeError("This player knows only the card game.")
    return view.position


def counted(position: Position) -> solver.Counts:
    return solver.counted(position.table.cards)


def staying(view: AnyView) -> tuple[str, ...]:
    """The players still in the game, from this view's player on.

    Who left holds no cards (O1). Once the pile is empty, so may somebody after the last turn.
    """
    seat = view.players.index(view.player)
    around = (*view.players[seat:], *view.players[:seat])
    moved = [] if view.bag else [view.players[mover] for mover in last_movers(view)]
    return tuple(name for name in around if view.hand_sizes[name] or name in moved)


def last_movers(view: AnyView) -> list[int]:
    """The seats that have moved since anybody drew; with an empty pile these were last turns."""
    seats = []
    for event in reversed(view.history):
        if event.drawn:
            break
        seats.append(event.seat)
    return seats
