"""What a review says in one language, for the terminal and for a page alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qwirkle.analysis import Estimate, PlayerReview, Review, TurnReview
from qwirkle.analysis.reviewed import JUDGEMENTS, Judgement, TurningPoint
from qwirkle.editions import edition
from qwirkle.locales import Figure, say

NOTHING = "–"
FOR = (
    "advice.out",
    "advice.qwirkle",
    "advice.captures",
    "advice.five.none",
    "advice.gift.none",
    "advice.keeps.tiles.set",
    "advice.keeps.cards.set",
    "advice.points.lines",
    "advice.points.line",
)
"""What can speak for a move, the weightiest first."""


class Sentences:
    """The words and figures of a review."""

    def __init__(self, review: Review, called: Callable[[str], str], lang: str) -> None:
        self.review = review
        self.names = tuple(map(called, review.names))
        self.called = called
        self.lang = lang
        self.words = edition(review.edition).words

    def text(self, key: str, **words: object) -> str:
        return say(key, self.lang, **words)

    def title(self) -> str:
        return self.text(f"ui.title.{self.words}", players=", ".join(self.names))

    def figure(self, value: float, form: str) -> str:
        return Figure(value, form).say(self.lang).replace("-", "−")

    def percent(self, share: float) -> str:
        return self.figure(share, ".0%")

    def around(self, figure: Estimate, form: str) -> str:
        """A figure, and half of its interval."""
        half = self.figure(figure.width / 2, form.lstrip("+"))
        return f"{self.figure(figure.value, form)} ± {half}"

    def judgement(self, judgement: Judgement) -> str:
        return self.text(f"ui.review.judgement.{judgement}")

    def chance(self, turn: TurnReview) -> str:
        if turn.before is None or turn.after is None:
            return NOTHING
        return f"{self.percent(turn.before.value)} → {self.percent(turn.after.value)}"

    def lost(self, turn: TurnReview) -> str:
        if turn.is_best or not turn.is_choice:
            return NOTHING
        if turn.exact:
            return self.figure(turn.lost_points.value, "g")
        return self.around(turn.lost_points, ".1f")

    def why(self, turn: TurnReview) -> str:
        """The first thing that speaks for the better move, and not for the one that was played."""
        known = {reason.key: reason for reason in turn.best.reasons if reason not in turn.reasons}
        return next((known[key].say(self.lang) for key in FOR if key in known), "")

    def remarks(self, turn: TurnReview) -> Iterator[str]:
        """Qwirkles that were missed, or given away."""
        if turn.qwirkles.missed:
            yield self.text("ui.review.missed", n=turn.qwirkles.missed)
        if turn.given:
            yield self.text("ui.review.given")

    def accuracy(self, player: PlayerReview) -> str:
        if player.accuracy is None:
            return NOTHING
        return self.figure(player.accuracy, ".0f")

    def per_turn(self, player: PlayerReview) -> str:
        if player.lost_per_turn is None:
            return NOTHING
        return self.around(player.lost_per_turn, ".2f")

    def luck(self, player: PlayerReview) -> tuple[str, str]:
        """In points, and in chance."""
        luck = player.luck
        return self.around(luck.points, "+.1f"), self.around(luck.win, "+.0%")

    def skill(self, player: PlayerReview) -> tuple[str, str]:
        """In points, and in chance."""
        return self.around(player.skill_points, "+.1f"), self.around(player.skill_win, "+.0%")

    def counts(self, player: PlayerReview) -> str:
        """How many moves there were of each kind."""
        told = [(self.judgement(each), player.counts[each]) for each in JUDGEMENTS]
        return ", ".join(f"{name}: {count}" for name, count in told if count)

    def qwirkles(self, player: PlayerReview) -> str:
        made = player.qwirkles
        return self.text(
            "ui.review.qwirkles", made=made.made, missed=made.missed, given=player.given
        )

    def turning(self, point: TurningPoint) -> str:
        words = {
            "player": self.names[point.seat],
            "before": self.percent(point.first.win.value),
            "after": self.percent(point.last.win.value),
        }
        if point.own:
            return self.text("ui.review.turning.own", number=point.number, **words)
        if self.review.finished and point.last == self.review.course[point.seat][-1]:
            return self.text("ui.review.turning.end", **words)
        return self.text("ui.review.turning.others", number=point.number + 1, **words)

    def notes(self) -> Iterator[str]:
        """Who won, who left, and whether the game goes on."""
        winners = [self.names[seat] for seat in self.review.winners]
        if len(winners) == 1:
            yield self.text("ui.end.winner", player=winners[0])
        elif winners:
            yield self.text("ui.end.shared", players=", ".join(winners))
        for note in self.review.notes:
            words = dict(note.words)
            if "player" in words:
                words["player"] = self.called(str(words["player"]))
            yield self.text(note.key, **words)

    def effort(self) -> str:
        review = self.review
        seconds = Figure(review.budget, "g")
        return self.text("ui.review.effort", seconds=seconds, n=review.games, seed=review.seed)
