"""Models of people who are new to the games: what the weak levels are measured against.

Nobody knows how a child of six plays in figures, so these are simple on purpose. A beginner lays
one or two tiles, looks at ``k`` plays and takes the best of them, does not see a line of six, and
trades only where nothing fits. In the card game a beginner adds one or two cards to rows as they
lie, lays a new row now and then, and rearranges the table one turn in ten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from qwirkle.bots import Bot
from qwirkle.bots.cards.search import position_of as card_position
from qwirkle.bots.classic.search import position_of as tile_position
from qwirkle.bots.dice import Dice, turn_seed
from qwirkle.bots.knowledge import knowledge
from qwirkle.cards import fast as card_plays
from qwirkle.cards import solver
from qwirkle.cards.layout import cards_moved
from qwirkle.classic import fast as tile_plays
from qwirkle.classic.moves import Play
from qwirkle.lines import LONGEST
from qwirkle.moves import Move
from qwirkle.views import AnyView

Scored = tuple[Move, int]
FEW = 2
"""Pieces that a beginner lays in a turn."""
LOOKS = (1, 3, 5, 12)
"""Plays that the four beginners look at, from the weakest on."""
REARRANGES = 0.1
MOST_ARRANGED = 60
"""Outcomes of a card turn that are laid out to see what moves: enough to find a plain one."""


class Beginner:
    """Looks at some plays of one or two pieces and takes the best of them."""

    def __init__(self, looks: int, seed: int = 0) -> None:
        self.name = f"child-{looks}"
        self.looks = looks
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        known = knowledge(view.edition)
        if forced := known.forced(view):
            return forced
        dice = Dice(turn_seed(self.seed, view))
        seen = PLAYS[view.edition](view, dice)
        if not seen:
            return known.some_move(view)
        return max(_some(seen, self.looks, dice), key=lambda scored: scored[1])[0]


class BestSingle:
    """The single piece with the most points or rows, every turn."""

    name = "single"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        known = knowledge(view.edition)
        if forced := known.forced(view):
            return forced
        seen = SINGLES[view.edition](view)
        return max(seen, key=lambda scored: scored[1])[0] if seen else known.some_move(view)


def _some(seen: Sequence[Scored], number: int, dice: Dice) -> list[Scored]:
    """That many of the plays, drawn at random."""
    return sorted(seen, key=lambda _: dice.roll())[:number]


def _small_tile_plays(view: AnyView, _: Dice) -> list[Scored]:
    """Plays of one or two tiles that make no line of six."""
    position = tile_position(view)
    small: list[Scored] = [
        (play, points)
        for play, points in tile_plays.scored(position.board, position.hand)
        if len(play.placements) <= FEW
    ]
    return [scored for scored in small if not _makes_six(view, scored)] or small


def _makes_six(view: AnyView, scored: Scored) -> bool:
    move, _ = scored
    return isinstance(move, Play) and any(
        len(line.cells) == LONGEST for line in tile_position(view).worth(move).lines
    )


def _single_tile_plays(view: AnyView) -> list[Scored]:
    position = tile_position(view)
    plays = tile_plays.scored(position.board, position.hand)
    return [(play, points) for play, points in plays if len(play.placements) == 1]


def _small_card_plays(view: AnyView, dice: Dice) -> list[Scored]:
    """One or two cards more, or a new row; the cards on the table mostly stay where they are."""
    position = card_position(view)
    table = solver.counted(position.table.cards)
    outcomes = card_plays.some_outcomes(table, position.hand)
    small = [outcome for outcome in outcomes if len(outcome[0]) <= FEW + 1]
    rearranges = dice.roll() < REARRANGES
    seen: list[Scored] = []
    for outcome in sorted(small, key=lambda _: dice.roll())[:MOST_ARRANGED]:
        move = card_plays.arrange(position.table, *outcome)
        if rearranges or not cards_moved(position.table, move):
            seen.append((move, len(outcome[1])))
    return seen


def _single_card_plays(view: AnyView) -> list[Scored]:
    """One card more in a row as it lies."""
    position = card_position(view)
    table = solver.counted(position.table.cards)
    outcomes = card_plays.some_outcomes(table, position.hand)
    seen: list[Scored] = []
    for outcome in outcomes:
        if len(outcome[0]) == 1:
            move = card_plays.arrange(position.table, *outcome)
            seen += [] if cards_moved(position.table, move) else [(move, len(outcome[1]))]
    return seen


PLAYS: Mapping[str, Callable[[AnyView, Dice], list[Scored]]] = {
    "classic": _small_tile_plays,
    "cards": _small_card_plays,
}
SINGLES: Mapping[str, Callable[[AnyView], list[Scored]]] = {
    "classic": _single_tile_plays,
    "cards": _single_card_plays,
}
BEGINNERS: dict[str, Callable[[int], Bot]] = {
    **{f"child-{looks}": partial(Beginner, looks) for looks in LOOKS},
    "single": BestSingle,
}
"""By name, from the weakest on; each is made from a seed."""
