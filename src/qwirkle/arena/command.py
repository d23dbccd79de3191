"""``qwirkle arena``: from what was asked for to sentences, a file of results and a picture."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations

from qwirkle.arena import journal, picture, results
from qwirkle.arena.match import Match
from qwirkle.arena.report import Teller, percent
from qwirkle.arena.runner import Run, Spread, here, processes
from qwirkle.arena.stats import Estimate, Sprt
from qwirkle.bots import BOTS, parse_budget
from qwirkle.faults import BadSetup

OK, INTERRUPTED = 0, 130
MOST_PAIRS = 10_000_000
MOST_JOBS = 1024
PICTURE_BEGINNING = b"<svg"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody asked for on the command line."""

    bots: Sequence[str]
    ladder: bool = False
    game: str = "classic"
    pairs: int = 1000
    players: int = 2
    sprt: Sequence[float] | None = None
    budget: str | None = None
    seed: int = 0
    jobs: int | None = None
    out: str | None = None
    picture: str | None = None
    cluster: str | None = None


def arena(wishes: Wishes, lang: str = "en") -> int:
    """Play what was asked for, and tell."""
    teller = Teller(lang)
    matches, sprt = matches_of(wishes), _sprt(wishes.sprt)
    spread = _spread(wishes)
    if wishes.out:
        journal.check_place(wishes.out, results.BEGINNING)
    if wishes.picture:
        journal.check_place(wishes.picture, PICTURE_BEGINNING)
    with spread as way:
        return _play_all([Run(match, wishes.pairs, sprt) for match in matches], wishes, way, teller)


def _play_all(runs: list[Run], wishes: Wishes, spread: Spread, teller: Teller) -> int:
    journals: list[journal.Journal] = []
    for run in runs:
        teller.line(teller.title(run.match))
        if not _go(run, wishes, spread, teller, journals):
            return INTERRUPTED
    _write(runs, wishes, teller)
    for written in journals:
        written.remove()
    return OK


def matches_of(wishes: Wishes) -> list[Match]:
    """The match of two bots, or those of a ladder; checked."""
    names = list(dict.fromkeys(wishes.bots)) if wishes.ladder else list(wishes.bots)
    if len(names) < 2 or (len(names) > 2 and not wishes.ladder):
        key = "ui.bad.ladder" if wishes.ladder else "ui.bad.two_bots"
        raise BadSetup(key, known=", ".join(BOTS))
    _check_count("ui.bad.pairs", wishes.pairs, MOST_PAIRS)
    budget = None if wishes.budget is None else parse_budget(wishes.budget)
    # Only with two players does A against B also tell how B does against A.
    couples = combinations(names, 2) if wishes.players == 2 else permutations(names, 2)
    matches = [
        Match(a, b, wishes.game, wishes.players, budget, wishes.seed)
        for a, b in (couples if wishes.ladder else [(names[0], names[1])])
    ]
    for match in matches:
        match.check()
    return matches


def _check_count(key: str, count: int, most: int) -> None:
    if not 1 <= count <= most:
        raise BadSetup(key, count=count, most=most)


def _sprt(wanted: Sequence[float] | None) -> Sprt | None:
    if wanted is None:
        return None
    low, high = wanted
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise BadSetup("ui.bad.sprt", low=f"{low:g}", high=f"{high:g}")
    return Sprt(low, high)


def _spread(wishes: Wishes) -> AbstractContextManager[Spread]:
    if wishes.jobs is not None:
        _check_count("ui.bad.jobs", wishes.jobs, MOST_JOBS)
    if wishes.cluster is not None:
        from qwirkle.arena.cluster import Cluster

        return Cluster(wishes.cluster, wishes.jobs)
    jobs = min(wishes.jobs or os.cpu_count() or 1, wishes.pairs)
    return nullcontext(here if jobs == 1 else partial(processes, jobs=jobs))


def _go(
    run: Run,
    wishes: Wishes,
    spread: Spread,
    teller: Teller,
    journals: list[journal.Journal],
) -> bool:
    """Play a match, or what is left of it. False where somebody stopped it."""
    kept = journal.Journal(_journal_name(wishes, run.match), run.match) if wishes.out else None
    if kept:
        journals.append(kept)
        run.take(*kept.known.values())
        if kept.known:
            teller.say("ui.arena.resumed", n=len(kept.known))
    interrupted = False
    with closing(kept) if kept else nullcontext(), teller.progress(run) as watch:
        try:
            run.go(spread, keep=kept.add if kept else lambda _: None, watch=watch)
        except KeyboardInterrupt:
            interrupted = True
    teller.report(run)
    if interrupted:
        teller.say("ui.arena.stopped" if kept else "ui.arena.stopped_lost")
    return not interrupted


def _journal_name(wishes: Wishes, match: Match) -> str:
    couple = f".{match.a}-{match.b}" if wishes.ladder else ""
    return f"{wishes.out}{couple}.part"


def _write(runs: list[Run], wishes: Wishes, teller: Teller) -> None:
    if wishes.out:
        journal.write(wishes.out, results.to_text(runs, jobs=wishes.jobs, cluster=wishes.cluster))
        teller.say("ui.arena.written", file=wishes.out)
    if wishes.picture:
        journal.write(wishes.picture, draw(runs, teller))
        teller.say("ui.arena.drawn", file=wishes.picture)


def draw(runs: Sequence[Run], teller: Teller) -> str:
    """The heat map of some runs."""
    match = runs[0].match
    rates: dict[tuple[str, str], Estimate] = {}
    for run in runs:
        rates |= picture.both_ways(run.match, run.summary.shares.estimate())
    words = picture.Words(
        teller.text(f"ui.arena.picture.{match.game}", players=match.players),
        teller.text("ui.arena.picture.rows"),
        teller.text("ui.arena.picture.columns"),
        teller.text("ui.arena.picture.scale", fair=percent(match.fair_share)),
    )
    return picture.picture(rates, match.fair_share, words)
