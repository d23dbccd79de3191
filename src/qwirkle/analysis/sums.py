"""From the turns of a review to its players, the course of the game, and its turning points."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from qwirkle.analysis.intervals import Estimate
from qwirkle.analysis.reviewed import (
    JUDGEMENTS,
    Chance,
    Luck,
    PlayerReview,
    Qwirkles,
    TurningPoint,
    TurnReview,
)

FORGIVING = 0.1
"""The loss of a chance to win at which a move's accuracy has fallen to 100/e, 37."""
MOST_POINTS = 4
"""How many turning points are named."""
LEAST_CHANGE = 0.1
"""A smaller change of the chance to win is none."""


def accuracy(win: float, points: float, worth: float) -> float:
    """How good a move was, from 0 to 100, by the chance to win and by the points that it gave away:
    where a game is decided no chance is left to lose, so a point is worth something at least.

    >>> [round(accuracy(lost, 0, 0.01)) for lost in (-0.01, 0, 0.02, 0.06, 0.15, 0.5)]
    [100, 100, 82, 55, 22, 1]
    >>> round(accuracy(0.0, 6.0, 0.01))
    55
    """
    return 100 * math.exp(-max(0.0, win, points * worth) / FORGIVING)


def total(figures: Iterable[Estimate], share: float = 1.0) -> Estimate:
    """The sum of independent figures, times a share; the widths of their intervals add up as
    errors do.

    >>> total([Estimate(1, 0, 2), Estimate(2, 2, 2)])
    Estimate(value=3.0, low=2.0, high=4.0)
    """
    figures = list(figures)
    value = share * math.fsum(each.value for each in figures)
    half = abs(share) * math.sqrt(math.fsum((each.width / 2) ** 2 for each in figures))
    return Estimate(value, value - half, value + half)


def player_review(
    seat: int,
    name: str,
    score: int,
    turns: Sequence[TurnReview],
    lucks: Iterable[Luck],
    *,
    worth: float,
    resigned: int | None,
) -> PlayerReview:
    """One seat: ``lucks`` are what the deal and all draws did for it, ``worth`` what a point is."""
    mine = [turn for turn in turns if turn.seat == seat]
    choices = [turn for turn in mine if turn.is_choice]
    counts = Counter(turn.judgement for turn in mine)
    lucks = list(lucks)
    made = [turn.qwirkles for turn in mine]
    number = len(choices)
    marks = [accuracy(turn.lost_win.value, turn.lost_points.value, worth) for turn in choices]
    return PlayerReview(
        seat=seat,
        player=name,
        score=score,
        choices=number,
        accuracy=math.fsum(marks) / number if number else None,
        lost_per_turn=total((t.lost_points for t in choices), 1 / number) if number else None,
        counts={judgement: counts[judgement] for judgement in JUDGEMENTS},
        luck=Luck(total(luck.points for luck in lucks), total(luck.win for luck in lucks)),
        skill_points=total((turn.lost_points for turn in choices), -1.0),
        skill_win=total((turn.lost_win for turn in choices), -1.0),
        qwirkles=Qwirkles(
            sum(each.made for each in made),
            sum(each.missed for each in made),
            sum(each.opened for each in made),
        ),
        given=sum(turn.given for turn in mine),
        resigned=resigned,
    )


def course(seat: int, turns: Sequence[TurnReview], result: Chance | None) -> tuple[Chance, ...]:
    """The chance of one seat: before and after each choice of its own, and the result."""
    chances = []
    for turn in turns:
        if turn.seat == seat and turn.before and turn.after:
            chances.append(Chance(turn.number - 1, turn.before))
            chances.append(Chance(turn.number, turn.after, moved=True))
    if result:
        chances.append(result)
    return tuple(chances)


def turning_points(courses: Sequence[Sequence[Chance]]) -> tuple[TurningPoint, ...]:
    """The largest changes; of several at the same time, the largest one."""
    changes = [
        TurningPoint(seat, first, last)
        for seat, chances in enumerate(courses)
        for first, last in pairwise(chances)
    ]
    changes.sort(key=lambda point: (-abs(point.change), point.number, point.seat))
    found: list[TurningPoint] = []
    for point in changes:
        if abs(point.change) < LEAST_CHANGE or len(found) == MOST_POINTS:
            break
        if all(_apart(point, other) for other in found):
            found.append(point)
    return tuple(sorted(found, key=lambda point: point.number))


def _apart(one: TurningPoint, other: TurningPoint) -> bool:
    """What one player sees after a move, the next one sees a turn later."""
    return one.last.turns < other.first.turns or other.last.turns < one.first.turns
