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
from qwirkle.arena.stats import Mean, Sprt
from qwirkle.bots import BOTS, parse_budget
from qwirkle.editions import edition
from qwirkle.faults import BadSetup

OK, INTERRUPTED = 0, 130
MOST_PAIRS = 10_000_000
MOST_JOBS = 1024
PICTURE_BEGINNING = b"<svg"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command."""

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


def arena(options: Options, lang: str = "en") -> int:
    """Play what was asked for, and tell."""
    teller = Teller(lang)
    matches, sprt = matches_of(options), _sprt(options.sprt)
    spread = _spread(options)
    if options.out:
        journal.check_place(options.out, results.BEGINNING)
    if options.picture:
        journal.check_place(options.picture, PICTURE_BEGINNING)
    with spread as way:
        return _play_all(
            [Run(match, options.pairs, sprt) for match in matches], options, way, teller
        )


def _play_all(runs: list[Run], options: Options, spread: Spread, teller: Teller) -> int:
    journals: list[journal.Journal] = []
    for run in runs:
        teller.line(teller.title(run.match))
        if not _go(run, options, spread, teller, journals):
            return INTERRUPTED
    _write(runs, options, teller)
    for written in journals:
        written.remove()
    return OK


def matches_of(options: Options) -> list[Match]:
    """The match of two bots, or those of a ladder; checked."""
    names = list(dict.fromkeys(options.bots)) if options.ladder else list(options.bots)
    if len(names) < 2 or (len(names) > 2 and not options.ladder):
        key = "ui.bad.ladder" if options.ladder else "ui.bad.two_bots"
        raise BadSetup(key, known=", ".join(BOTS))
    _check_count("ui.bad.pairs", options.pairs, MOST_PAIRS)
    budget = None if options.budget is None else parse_budget(options.budget)
    # Only with two players does A against B also tell how B does against A.
    couples = combinations(names, 2) if options.players == 2 else permutations(names, 2)
    matches = [
        Match(a, b, options.game, options.players, budget, options.seed)
        for a, b in (couples if options.ladder else [(names[0], names[1])])
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


def _spread(options: Options) -> AbstractContextManager[Spread]:
    if options.jobs is not None:
        _check_count("ui.bad.jobs", options.jobs, MOST_JOBS)
    if options.cluster is not None:
        from qwirkle.arena.cluster import Cluster

        return Cluster(options.cluster, options.jobs)
    jobs = min(options.jobs or os.cpu_count() or 1, options.pairs)
    return nullcontext(here if jobs == 1 else partial(processes, jobs=jobs))


def _go(
    run: Run,
    options: Options,
    spread: Spread,
    teller: Teller,
    journals: list[journal.Journal],
) -> bool:
    """Play a match, or what is left of it. False where somebody stopped it."""
    kept = journal.Journal(_journal_name(options, run.match), run.match) if options.out else None
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


def _journal_name(options: Options, match: Match) -> str:
    couple = f".{match.a}-{match.b}" if options.ladder else ""
    return f"{options.out}{couple}.part"


def _write(runs: list[Run], options: Options, teller: Teller) -> None:
    if options.out:
        journal.write(
            options.out, results.to_text(runs, jobs=options.jobs, cluster=options.cluster)
        )
        teller.say("ui.arena.written", file=options.out)
    if options.picture:
        journal.write(options.picture, draw(runs, teller))
        teller.say("ui.arena.drawn", file=options.picture)


def draw(runs: Sequence[Run], teller: Teller) -> str:
    """The heat map of some runs."""
    match = runs[0].match
    rates: dict[tuple[str, str], Mean] = {}
    for run in runs:
        rates |= picture.both_ways(run.match, run.summary.shares.estimate())
    words = picture.Words(
        teller.text(f"ui.arena.picture.{edition(match.game).words}", players=match.players),
        teller.text("ui.arena.picture.rows"),
        teller.text("ui.arena.picture.columns"),
        teller.text("ui.arena.picture.scale", fair=percent(match.fair_share)),
        teller.lang,
    )
    return picture.picture(rates, match.fair_share, words)
