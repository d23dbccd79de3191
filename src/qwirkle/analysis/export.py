"""A review as JSON, for other programs. Its names are stable: docs/analysis.md lists them."""

from __future__ import annotations

import json
from collections.abc import Iterable

from qwirkle.analysis.intervals import Estimate
from qwirkle.analysis.reasons import Reason
from qwirkle.analysis.reviewed import Luck, PlayerReview, Qwirkles, Review, TurnReview

FORMAT = "qwirkle review 1"
DIGITS = 6
"""Behind the point: more than the intervals allow, and the same on every machine."""


def as_json(review: Review, lang: str = "en") -> str:
    """The whole review, its reasons as sentences of a language beside their keys."""
    return json.dumps(as_data(review, lang), ensure_ascii=False, indent=1) + "\n"


def as_data(review: Review, lang: str = "en") -> dict[str, object]:
    return {
        "format": FORMAT,
        "edition": review.edition,
        "finished": review.finished,
        "winners": list(review.winners),
        "budget": review.budget,
        "games": review.games,
        "seed": review.seed,
        "players": [_player(player) for player in review.players],
        "course": [
            [{"turns": chance.turns, "win": _estimate(chance.win)} for chance in chances]
            for chances in review.course
        ],
        "turning_points": [
            {
                "number": point.number,
                "since": point.first.turns,
                "seat": point.seat,
                "before": _number(point.first.win.value),
                "after": _number(point.last.win.value),
                "own": point.own,
            }
            for point in review.turning_points
        ],
        "deal": [_luck(luck) for luck in review.deal],
        "turns": [_turn(turn, lang) for turn in review.turns],
        "notes": _reasons(review.notes, lang),
    }


def _player(player: PlayerReview) -> dict[str, object]:
    return {
        "seat": player.seat,
        "name": player.player,
        "score": player.score,
        "choices": player.choices,
        "accuracy": _number(player.accuracy),
        "lost_per_turn": _estimate(player.lost_per_turn),
        "judgements": dict(player.counts),
        "luck": _luck(player.luck),
        "skill": {"points": _estimate(player.skill_points), "win": _estimate(player.skill_win)},
        "qwirkles": {**_qwirkles(player.qwirkles), "given": player.given},
        "resigned": player.resigned,
    }


def _turn(turn: TurnReview, lang: str) -> dict[str, object]:
    return {
        "number": turn.number,
        "seat": turn.seat,
        "move": str(turn.move),
        "points": turn.points,
        "judgement": turn.judgement,
        "best": {
            "move": str(turn.best.move),
            "points": turn.best.points,
            "reasons": _reasons(turn.best.reasons, lang),
        },
        "win": {"before": _estimate(turn.before), "after": _estimate(turn.after)},
        "lost": {"points": _estimate(turn.lost_points), "win": _estimate(turn.lost_win)},
        "exact": turn.exact,
        "samples": turn.samples,
        "reasons": _reasons(turn.reasons, lang),
        "qwirkles": {**_qwirkles(turn.qwirkles), "given": turn.given},
        "luck": [_luck(luck) for luck in turn.luck],
    }


def _luck(luck: Luck) -> dict[str, object]:
    return {"points": _estimate(luck.points), "win": _estimate(luck.win)}


def _qwirkles(qwirkles: Qwirkles) -> dict[str, int]:
    return {"made": qwirkles.made, "missed": qwirkles.missed, "opened": qwirkles.opened}


def _reasons(reasons: Iterable[Reason], lang: str) -> list[dict[str, str]]:
    return [{"key": reason.key, "text": reason.say(lang)} for reason in reasons]


def _estimate(figure: Estimate | None) -> list[float | None] | None:
    """Value, low end, high end."""
    if figure is None:
        return None
    return [_number(each) for each in (figure.value, figure.low, figure.high)]


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS) + 0.0  # no -0.0
