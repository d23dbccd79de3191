"""Games of a player against itself, many at once, and what can be learnt from them.

The value of an afterstate is what comes after it: one's own points less the opponent's, from the
reply to the end of the game. So a move is worth its points and the value of what it leaves behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from examples.learn.afterstates import Option, Rows, options, rows
from qwirkle import Game
from qwirkle.classic.board import Board
from qwirkle.classic.moves import Move
from qwirkle.classic.state import State
from qwirkle.editions import CLASSIC

Values = NDArray[np.float32]
Judge: TypeAlias = Callable[[Rows], Values]
"""The values of afterstates."""
NAMES = ("Ada", "Bo")


@dataclass(slots=True)
class Step:
    """An afterstate in a game, from the seat of the player who made it."""

    row: Rows
    value: float
    """What was expected then."""
    reward: int = 0
    """The points until the same player's next afterstate: one's own less the opponent's."""


@dataclass
class Table:
    """A game of two players, and the afterstates of each."""

    game: Game[State, Move, Board]
    steps: tuple[list[Step], list[Step]] = field(default_factory=lambda: ([], []))

    def considered(self) -> tuple[list[Option], Rows]:
        """The options of the player to move, and what each leaves behind."""
        view = self.game.view(self.game.players[self.game.state.turn], history=0)
        found = options(view)
        return found, rows(view, [option.move for option in found])

    def push(self, option: Option, row: Rows, value: float) -> None:
        """Make a move. Its points reward both players' last afterstates, not the new one."""
        mover = self.game.state.turn
        self.game.push(option.move)
        for seat, steps in enumerate(self.steps):
            if steps:
                steps[-1].reward += option.points if seat == mover else -option.points
        self.steps[mover].append(Step(row, value))


def play(judge: Judge, seeds: Sequence[int], heat: float, dice: np.random.Generator) -> list[Table]:
    """A game for each seed, to its end; all of them are judged at once in every turn.

    To explore, a player adds noise to each value: about so many points as the heat says.
    """
    tables = [Table(Game(NAMES, CLASSIC, seed=seed)) for seed in seeds]
    while going := [table for table in tables if table.game.state.ended is None]:
        turns = [table.considered() for table in going]
        values = judge(np.concatenate([left for _, left in turns]))
        parts = np.split(values, np.cumsum([len(found) for found, _ in turns])[:-1])
        for table, (found, left), mine in zip(going, turns, parts, strict=True):
            at = best(found, mine + heat * dice.gumbel(size=len(mine)))
            table.push(found[at], left[at], float(mine[at]))
    return tables


def best(found: Sequence[Option], values: NDArray[np.floating]) -> int:
    """Which option has the most points and value together; of equal ones the first."""
    return int(np.argmax(np.array([option.points for option in found]) + values))


def targets(steps: Sequence[Step], trace: float) -> list[float]:
    """What the value of each step should have been, by TD(lambda).

    With a trace of 1 it is what really came after it, to the end of the game; with 0, what came
    until the next step, and what was expected there.
    """
    known = [0.0]  # nothing comes after the end
    expected = 0.0
    for step in reversed(steps):
        known.append(step.reward + trace * known[-1] + (1 - trace) * expected)
        expected = step.value
    return known[:0:-1]


def lessons(tables: Sequence[Table], trace: float) -> tuple[Rows, Values]:
    """All afterstates of some games, with the values that they should have had."""
    sides = [steps for table in tables for steps in table.steps]
    seen = np.stack([step.row for steps in sides for step in steps])
    values = [value for steps in sides for value in targets(steps, trace)]
    return seen, np.array(values, np.float32)
