"""What a review says: of each turn, of each player, and of the whole game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from qwirkle.analysis.intervals import Estimate
from qwirkle.analysis.reasons import Reason
from qwirkle.moves import Move

Judgement = Literal["brilliant", "best", "good", "inaccuracy", "mistake", "blunder", "forced"]
JUDGEMENTS: tuple[Judgement, ...] = get_args(Judgement)
"""From the best to the worst; last, moves without a choice. docs/analysis.md says when each."""
BAD: tuple[Judgement, ...] = ("inaccuracy", "mistake", "blunder")


@dataclass(frozen=True, slots=True)
class Luck:
    """How much better or worse a draw made one player's expected result.

    >>> draw = Luck(Estimate(3.0, 2.0, 4.0), Estimate(0.1, 0.0, 0.2))
    >>> draw.points.value
    3.0
    """

    points: Estimate
    """Points (or rows) ahead of the best opponent at the end."""
    win: Estimate
    """The chance to win, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class Qwirkles:
    """Lines of six in the tile game, captured rows in the card game."""

    made: int
    missed: int
    """How many more another move would have made."""
    opened: int
    """How many unseen pieces would complete one that could not before."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best move that was found; the one that was played, where none is better."""

    move: Move
    points: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One move beside the best one, by what its player could know.

    >>> from qwirkle import Game, kernel
    >>> from qwirkle.analysis import review
    >>> game = Game(["Ada", "Bo"], seed=4)
    >>> event = game.push("Rx@0,0 Rt@1,0 Ro@2,0 Rc@3,0")
    >>> found = review(game, budget=0.01, games=4, jobs=1) if kernel.AVAILABLE else None
    >>> turn = found.turns[0] if found else None
    >>> turn is None or (turn.player, turn.points, turn.is_choice) == ("Ada", 4, True)
    True
    >>> turn is None or turn.is_best == (turn.best.move == turn.move)
    True
    """

    number: int
    """As ``qwirkle replay`` counts: moves and resignations, from 1."""
    seat: int
    player: str
    move: Move
    points: int
    judgement: Judgement
    best: Best
    before: Estimate | None
    """The chance to win with the best move; None where there was no choice."""
    after: Estimate | None
    """The chance to win with the move that was played."""
    lost_points: Estimate
    """Of the final margin; below zero where the move did better in the trials."""
    lost_win: Estimate
    exact: bool
    """Whether the end of the game was worked out: then nothing is left to chance."""
    samples: int
    reasons: tuple[Reason, ...]
    """What the move gives, leaves to the others, and keeps."""
    qwirkles: Qwirkles
    given: bool
    """Whether it opened a Qwirkle and the next player made one."""
    luck: tuple[Luck, ...]
    """What its draw changed for each seat."""

    @property
    def is_choice(self) -> bool:
        """Whether there was more than one move to choose from."""
        return self.judgement != "forced"

    @property
    def is_best(self) -> bool:
        """Whether no better move was found."""
        return self.best.move == self.move


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """One player, over the whole game.

    >>> from qwirkle import Game, kernel
    >>> from qwirkle.analysis import review
    >>> game = Game(["Ada", "Bo"], seed=4)
    >>> event = game.push("Rx@0,0 Rt@1,0 Ro@2,0 Rc@3,0")
    >>> found = review(game, budget=0.01, games=4, jobs=1) if kernel.AVAILABLE else None
    >>> found is None or [one.score for one in found.players] == [4, 0]
    True
    """

    seat: int
    player: str
    score: int
    choices: int
    """Turns in which there was a choice."""
    accuracy: float | None
    """From 0 to 100; None without a choice."""
    lost_per_turn: Estimate | None
    """Points that a choice gave away, on average."""
    counts: Mapping[Judgement, int]
    luck: Luck
    """What the deal and all draws, everybody's, did for this player."""
    skill_points: Estimate
    """What the player's decisions changed, beside the best ones: at most about zero."""
    skill_win: Estimate
    qwirkles: Qwirkles
    given: int
    resigned: int | None
    """The number of the turn in which the player left the game."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A player's chance to win after some turns, as that player could know it."""

    turns: int
    """How many turns had been made."""
    win: Estimate
    moved: bool = False
    """Whether the last of them was the player's own choice, and this is what it came to."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A large change of a player's chance to win."""

    seat: int
    first: Chance
    last: Chance

    @property
    def change(self) -> float:
        return self.last.win.value - self.first.win.value

    @property
    def number(self) -> int:
        """The turn after which the change was there."""
        return self.last.turns

    @property
    def own(self) -> bool:
        """Whether it came with the player's own move; else with draws and the others' moves."""
        return self.last.moved


@dataclass(frozen=True, slots=True)
class Review:
    """A game, looked at again.

    >>> from qwirkle import Game, kernel
    >>> from qwirkle.analysis import review
    >>> game = Game(["Ada", "Bo"], seed=4)
    >>> event = game.push("Rx@0,0 Rt@1,0 Ro@2,0 Rc@3,0")
    >>> found = review(game, budget=0.01, games=4, jobs=1) if kernel.AVAILABLE else None
    >>> found is None or (found.total, found.finished) == (1, False)
    True
    """

    edition: str
    names: tuple[str, ...]
    finished: bool
    winners: tuple[int, ...]
    """The seats that won; none before the end."""
    turns: tuple[TurnReview, ...]
    deal: tuple[Luck, ...]
    """What the deal did for each seat."""
    players: tuple[PlayerReview, ...]
    course: tuple[tuple[Chance, ...], ...]
    """The chance to win, seat by seat, at that seat's own turns; then the result."""
    turning_points: tuple[TurningPoint, ...]
    """The largest changes, in the order of the game."""
    notes: tuple[Reason, ...]
    """What else there is to know: who left, and that the game is not over."""
    budget: float
    """Seconds of thought for each turn; they buy a fixed amount of work."""
    games: int
    """Games that each measurement of luck is the mean of."""
    seed: int

    @property
    def total(self) -> int:
        """Moves and resignations."""
        left = [player.resigned for player in self.players if player.resigned]
        return max([0, *left, *(turn.number for turn in self.turns)])
