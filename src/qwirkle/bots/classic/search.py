"""The search of the tile game: the kernel searches, and is told what a View knows.

A budget in seconds buys a fixed number of turns to try out, and no clock is looked at: the choice
follows from the seed, the view and the budget alone, on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qwirkle import native
from qwirkle.bots.dice import turn_seed
from qwirkle.bots.ranked import Ranked
from qwirkle.classic.moves import HiddenTrade, Move, Pass, Play, Trade
from qwirkle.classic.rules import Position
from qwirkle.events import Moved
from qwirkle.faults import BadSetup
from qwirkle.tiles import TILES
from qwirkle.views import AnyView

LOOKED_BACK = 12
"""Moves of the past that the kernel is told about."""

TURNS_A_SECOND = 700_000
ENDS_A_SECOND = 700_000
"""What a second buys, on every machine: turns tried out, and positions of an end looked at."""

STATIC = {"turns": 0, "endgame_nodes": 2_000, "play_for_mistakes": 1}
SIM = {
    "trust": 30,
    "played_out_from": 14,
    "spread": 2.8,
    "endgame_nodes": 3_000,
    "play_for_mistakes": 1,
}
CAREFUL = {**SIM, "guards_sixth": 1}
MASTER = {
    **SIM,
    "candidates": 64,
    "evaluated_plays": 256,
    "ahead": 6,
    "played_out_from": 12,
    "weighed": 4,
    "weighed_from": 12,
    "explained_moves": 1,
    "slack": 0.7,
    "noise": 0.02,
    "tries": 60,
    "endgame_nodes": 20_000,
}
"""The settings of the four; kernel/classic/search.h says what each means."""

Settings = Mapping[str, float]


class ClassicSearch:
    """A player of the tile game who thinks before moving, as long as the budget lasts."""

    def __init__(self, name: str, settings: Settings, seed: int = 0, budget: float = 0.0) -> None:
        if native.kernel is None:
            raise BadSetup("bad.no_kernel")
        self.kernel = native.kernel
        self.name = name
        self.seed = seed
        self.settings = settings
        self.budget = budget

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        """The move to play. Who is lost against the best replies plays for a mistake."""
        return self.best(view, budget).move

    def best(self, view: AnyView, budget: float | None = None) -> Ranked[Move]:
        """The same with what is expected of it."""
        return self._searched(view, budget, {})[0]

    def ranked(self, view: AnyView, budget: float | None = None) -> list[Ranked[Move]]:
        """The best moves, best first; those dropped early have few samples and large errors."""
        return self._searched(view, budget, {"play_for_mistakes": 0})

    def _searched(
        self, view: AnyView, budget: float | None, more: dict[str, float]
    ) -> list[Ranked[Move]]:
        seconds = self.budget if budget is None else budget
        bought = dict(more)
        if self.budget:
            least = self.settings["endgame_nodes"]
            bought["turns"] = seconds * TURNS_A_SECOND
            bought["endgame_nodes"] = max(least, seconds * ENDS_A_SECOND)
        seed, settings = turn_seed(self.seed, view), {**self.settings, **bought}
        rows, solved, _ = self.kernel.classic_rank(*kernel_facts(view), settings, seed)
        return [_ranked(solved, *row) for row in rows]


def position_of(view: AnyView) -> Position:
    if not isinstance(view.position, Position):
        raise TypeError("This player knows only the tile game.")
    return view.position


def kernel_facts(view: AnyView) -> tuple[Any, ...]:
    """What a view knows, as numbers. Who left the game (O1) holds no tiles and is passed over."""
    board = position_of(view).board
    seats = [name for name in view.players if name == view.player or view.hand_sizes[name]]
    place = {seat: seats.index(name) for seat, name in enumerate(view.players) if name in seats}
    past = view.history[-LOOKED_BACK:]
    recent = {c for event in past if isinstance(event.move, Play) for c in event.move.cells}
    return (
        [(x, y, int(tile)) for (x, y), tile in board.items() if (x, y) not in recent],
        [(place.get(event.seat, -1), *_happened(event), len(event.drawn)) for event in past],
        seats.index(view.player),
        list(map(int, view.hand)),
        [view.hand_sizes[name] for name in seats],
        [view.scores[name] for name in seats],
        view.bag,
        _passes(view.history) % len(seats),
        [view.unseen[tile] for tile in TILES],
    )


def _happened(event: Moved) -> tuple[list[tuple[int, int, int]], int]:
    """The tiles that a move laid, and how many it traded."""
    if isinstance(event.move, Play):
        return [(x, y, int(tile)) for (x, y), tile in event.move.placements], 0
    if isinstance(event.move, HiddenTrade):
        return [], event.move.count
    return [], len(event.move.tiles) if isinstance(event.move, Trade) else 0


def _passes(history: tuple[Moved, ...]) -> int:
    """How many players in a row have just passed."""
    number = 0
    while number < len(history) and isinstance(history[-1 - number].move, Pass):
        number += 1
    return number


def _ranked(
    solved: bool,
    choice: tuple[Any, Any],
    margin: float,
    margin_error: float,
    win: float,
    win_error: float,
    samples: int,
    _: object,
) -> Ranked[Move]:
    return Ranked(move_of(*choice), margin, margin_error, win, win_error, samples, solved)


def move_of(placements: list[tuple[int, int, int]], traded: list[int]) -> Move:
    if placements:
        return Play(tuple(((x, y), TILES[tile]) for x, y, tile in placements))
    return Trade(tuple(TILES[tile] for tile in traded)) if traded else Pass()
