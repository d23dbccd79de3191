"""A game that was played, looked at again: each move beside the best one, luck and skill apart."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from qwirkle import native, seats
from qwirkle.analysis import questions, sums, workers
from qwirkle.analysis.general import analysis
from qwirkle.analysis.intervals import Estimate, exactly
from qwirkle.analysis.questions import Answer, estimate, number
from qwirkle.analysis.reasons import Reason, because
from qwirkle.analysis.reviewed import Best, Chance, Luck, Qwirkles, Review, TurnReview
from qwirkle.editions import edition
from qwirkle.events import Moved, Resigned
from qwirkle.faults import BadSetup
from qwirkle.game import AnyGame, Game

Z = 1.959963984540054
"""Standard errors in half an interval: luck is the mean of many games."""
NONE = Luck(exactly(0.0), exactly(0.0))


@dataclass(frozen=True, slots=True)
class Depth:
    """How thoroughly a game is looked at.

    >>> DEPTHS["quick"]
    Depth(budget=0.1, games=400)
    """

    budget: float
    """Seconds of thought for each turn."""
    games: int
    """Games for each measurement of luck."""


DEPTHS = {
    "quick": Depth(0.1, 400),
    "standard": Depth(0.8, 4000),
    "deep": Depth(4.0, 20_000),
}
"""By name: some seconds on two cores for a game of two, less than half a minute, and minutes."""


def review(
    game: AnyGame | str,
    *,
    budget: float = DEPTHS["standard"].budget,
    games: int = DEPTHS["standard"].games,
    seed: int = 0,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Look at a game again, or at a record of one, as far as it was played.

    ``budget`` is in seconds of thought for each turn and buys a fixed amount of work: the same
    game, budget and seed give the same review, whatever the machine and the number of ``jobs``,
    the processes that work on it. ``progress`` is told how much is done, and of how much.

    >>> from qwirkle import kernel
    >>> game = Game(["Ada", "Bo"], seed=4)
    >>> event = game.push("Rx@0,0 Rt@1,0 Ro@2,0 Rc@3,0")
    >>> found = review(game, budget=0.01, games=4, jobs=1) if kernel.AVAILABLE else None
    >>> found is None or found.turns[0].judgement in ("best", "good", "brilliant")
    True
    """
    if native.kernel is None:
        raise BadSetup("bad.no_kernel")
    if not (math.isfinite(budget) and budget > 0):
        raise BadSetup("ui.bad.budget", text=str(budget))
    played = Game.load(game) if isinstance(game, str) else game
    if not analysis(played.edition).searched:
        raise BadSetup("bad.review", edition=played.edition)
    asked = _asked(played, max(1, round(1000 * budget)), max(2, games), seed)
    texts = [text for _, text in asked]
    answers = workers.ask_all(texts, jobs or workers.cores(), progress or _silent)
    told = [questions.answered(answer) for answer in answers]
    found = dict(zip((key for key, _ in asked), told, strict=True))
    return _Reviewer(played, found).review(budget, max(2, games), seed)


Key = tuple[str, int]
"""A verb, and the number of the turn that it asks about; the deal is number 0."""


def _asked(game: AnyGame, budget: int, games: int, seed: int) -> list[tuple[Key, str]]:
    """Every question of a review. Each has dice of its own, or the errors would not add up."""
    asked: list[tuple[Key, str]] = []
    for at, (event, lines) in enumerate(questions.chapters(game)):
        if isinstance(event, Moved):
            text = questions.question("review", lines, seed=seed + at, budget=budget)
            asked.append((("review", at), text))
        if event is None or (isinstance(event, Moved) and event.drawn):
            text = questions.question("luck", lines, seed=seed + at, games=games)
            asked.append((("luck", at), text))
    return asked


def _silent(done: int, total: int) -> None:
    """Nobody wants to know."""


class _Reviewer:
    """Puts the answers together."""

    def __init__(self, game: AnyGame, answers: dict[Key, Answer]) -> None:
        self.game = game
        self.answers = answers
        self.parse = edition(game.edition).parse_move
        happened = [event for event, _ in questions.chapters(game)]
        self.moves = [(at, each) for at, each in enumerate(happened) if isinstance(each, Moved)]
        self.left = {
            each.seat: at for at, each in enumerate(happened) if isinstance(each, Resigned)
        }
        self.last = len(happened) - 1

    def review(self, budget: float, games: int, seed: int) -> Review:
        game, state = self.game, self.game.state
        turns = self._given([self._turn(at, moved) for at, moved in self.moves])
        deal = self._luck(0)
        everybody = range(len(game.players))
        winners = tuple(seats.winners(state)) if state.ended else ()
        courses = tuple(sums.course(seat, turns, self._result(seat, winners)) for seat in everybody)
        return Review(
            edition=game.edition,
            names=game.players,
            finished=state.ended is not None,
            winners=winners,
            turns=turns,
            deal=deal,
            players=tuple(
                sums.player_review(
                    seat,
                    game.players[seat],
                    state.scores[seat],
                    turns,
                    [deal[seat], *(turn.luck[seat] for turn in turns)],
                    worth=analysis(game.edition).worth,
                    resigned=self.left.get(seat),
                )
                for seat in everybody
            ),
            course=courses,
            turning_points=sums.turning_points(courses),
            notes=self._notes(),
            budget=budget,
            games=games,
            seed=seed,
        )

    def _turn(self, at: int, moved: Moved) -> TurnReview:
        answer = self.answers["review", at]
        best, lost, win, qwirkles = (answer[n] for n in ("best", "lost", "win", "qwirkles"))
        return TurnReview(
            number=at,
            seat=moved.seat,
            player=self.game.players[moved.seat],
            move=moved.move,
            points=moved.points,
            judgement=answer["judgement"],
            best=Best(self.parse(best["move"]), best["points"], questions.reasons(best["reasons"])),
            before=estimate(win["best"]) if win else None,
            after=estimate(win["played"]) if win else None,
            lost_points=estimate(lost["points"]) if lost else exactly(0.0),
            lost_win=estimate(lost["win"]) if lost else exactly(0.0),
            exact=answer["exact"],
            samples=answer["samples"],
            reasons=questions.reasons(answer["reasons"]),
            qwirkles=Qwirkles(*(qwirkles[name] for name in ("made", "missed", "opened"))),
            given=False,
            luck=self._luck(at),
        )

    def _luck(self, at: int) -> tuple[Luck, ...]:
        answer = self.answers.get(("luck", at))
        if answer is None:
            return (NONE,) * len(self.game.players)
        return tuple(map(Luck, _around(answer, "points"), _around(answer, "win")))

    def _given(self, turns: Sequence[TurnReview]) -> tuple[TurnReview, ...]:
        """A Qwirkle was given away if this move opened one, and the next player made one."""
        taken = {
            one.number
            for one, other in pairwise(turns)
            if one.qwirkles.opened and other.qwirkles.made and one.seat != other.seat
        }
        return tuple(replace(turn, given=turn.number in taken) for turn in turns)

    def _result(self, seat: int, winners: tuple[int, ...]) -> Chance | None:
        if not winners:
            return None
        return Chance(self.last, exactly(1 / len(winners) if seat in winners else 0.0))

    def _notes(self) -> tuple[Reason, ...]:
        game = self.game
        left = [
            because("ui.review.left", player=game.players[seat], number=at)
            for seat, at in self.left.items()
        ]
        return (*left, *([] if game.state.ended else [because("ui.review.unfinished")]))


def _around(answer: Answer, name: str) -> Iterator[Estimate]:
    """The figures of each seat, with their intervals."""
    for digits, error_digits in zip(answer[name], answer[f"{name}_error"], strict=True):
        value, half = number(digits), Z * number(error_digits)
        yield Estimate(value, value - half, value + half)
