"""A finished run as JSON: what was asked, what came out, and how long it took, each apart.

``results`` is the same, byte for byte, on every machine and after every interruption. ``run`` is
about this run alone.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from qwirkle.analysis.intervals import Estimate
from qwirkle.arena import elo, provenance
from qwirkle.arena.journal import FORMAT, MARK, header
from qwirkle.arena.runner import Run
from qwirkle.arena.stats import Mean, Side
from qwirkle.arena.times import Times

BEGINNING = json.dumps({MARK: FORMAT}, indent=1)[:-5].encode()
"""How every file of results begins."""


def to_text(runs: Sequence[Run], **about: object) -> str:
    """The file of one match, or of the matches of a ladder."""
    data: dict[str, Any] = {
        MARK: FORMAT,
        "run": {
            "commit": provenance.commit(),
            "machine": provenance.machine(),
            **about,
        },
        "ratings": ratings_json(runs),
        "matches": [match_json(run) for run in runs],
    }
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return re.sub(r"\n {6,}|\n {5}(?=})", " ", text) + "\n"  # a pair a line


def ratings_json(runs: Sequence[Run]) -> dict[str, Any]:
    """The joint rating of all bots, in Elo."""
    found = elo.ratings([(run.match, run.pairs) for run in runs])
    return {bot: _interval(rating) for bot, rating in found.items()}


def match_json(run: Run) -> dict[str, Any]:
    settings = {key: value for key, value in header(run.match).items() if key != MARK}
    settings |= {"pairs": run.wanted, "sprt": run.sprt and asdict(run.sprt)}
    return {
        "settings": settings,
        "results": results_json(run),
        "times": {side: _times(times) for side, times in run.times.items()},
    }


def results_json(run: Run) -> dict[str, Any]:
    """What follows from the settings alone."""
    counted = run.summary
    return {
        "pairs": counted.pairs,
        "games": counted.games,
        **_side(counted.sides["a"], run.match.players),
        "fair_share": run.match.fair_share,
        "margin": _estimate(counted.margins.estimate()),
        "lead": _estimate(counted.leads.estimate()),
        **_lineup(run),
        "llr": run.llr,
        "accepted": run.verdict,
        "stopped_games": counted.stopped,
        "faults": {f"{side} {kind}": n for (side, kind), n in sorted(counted.faults.items())},
        "each_pair": [pair.to_json() for pair in run.pairs],
    }


def _side(side: Side, players: int) -> dict[str, Any]:
    share = side.shares.chance()
    results = {name: side.results[name] for name in ("won", "drawn", "lost")}
    return {**results, "win_rate": _interval(share), "elo": _interval(elo.elo(share, players))}


def _lineup(run: Run) -> dict[str, Any]:
    """Each bot of a line-up."""
    if not run.match.others:
        return {}
    sides = run.summary.sides.items()
    return {
        "bots": {run.match.bot(side): _side(counted, run.match.players) for side, counted in sides}
    }


def _interval(estimate: Estimate) -> dict[str, float | None]:
    """A figure without its infinite ends, which JSON does not have."""
    ends = {"mean": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: end if math.isfinite(end) else None for name, end in ends.items()}


def _estimate(estimate: Mean) -> dict[str, float | None]:
    if estimate.error is None:
        return {"mean": estimate.mean, "low": None, "high": None}
    low, high = estimate.mean - estimate.error, estimate.mean + estimate.error
    return {"mean": estimate.mean, "low": low, "high": high}


def _times(times: Times) -> dict[str, float]:
    return {"turns": times.turns, "mean": times.mean, "within_95": times.within(0.95)}
