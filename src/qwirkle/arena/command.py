"""``qwirkle arena``: from what was asked for to sentences, a file of results and a picture."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations

from qwirkle.analysis.intervals import Estimate
from qwirkle.arena import games, journal, picture, results
from qwirkle.arena.match import Match
from qwirkle.arena.report import Teller, percent
from qwirkle.arena.runner import Run, Spread, here, processes
from qwirkle.arena.sprt import Measure, Sprt
from qwirkle.bots import BOTS, parse_budget
from qwirkle.editions import edition
from qwirkle.faults import BadSetup
from qwirkle.seats import MOST

OK, FAULTY, INTERRUPTED = 0, 1, 130
PICTURE_BEGINNING = b"<svg"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command."""

    bots: Sequence[str]
    ladder: bool = False
    game: str = "classic"
    pairs: int = 1000
    players: int | None = None
    sprt: Sequence[float] | None = None
    sprt_elo: Sequence[float] | None = None
    alpha: float = 0.05
    beta: float = 0.05
    budget: str | None = None
    move_time: str | None = None
    game_time: str | None = None
    seed: int = 0
    jobs: int | None = None
    out: str | None = None
    games_out: str | None = None
    picture: str | None = None
    cluster: str | None = None


def arena(options: Options, lang: str = "en") -> int:
    """Play what was asked for, and tell. Where a bot failed, the exit code says so."""
    teller = Teller(lang)
    matches = matches_of(options)
    sprt = _sprt(options, matches[0].players)
    spread = _spread(options)
    for name, beginning in (
        (options.out, results.BEGINNING),
        (options.picture, PICTURE_BEGINNING),
        (options.games_out, games.BEGINNING),
    ):
        if name:
            journal.check_place(name, beginning)
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
    if options.ladder or runs[0].match.others:
        teller.ratings(runs)
    _write(runs, options, teller)
    for written in journals:
        written.remove()
    return FAULTY if any(run.summary.faults for run in runs) else OK


def matches_of(options: Options) -> list[Match]:
    """The match of two bots, a line-up, or the matches of a ladder; checked."""
    names = list(dict.fromkeys(options.bots)) if options.ladder else list(options.bots)
    if len(names) < 2 or (len(names) > MOST and not options.ladder):
        key = "ui.bad.ladder" if options.ladder else "ui.bad.two_bots"
        raise BadSetup(key, known=", ".join(BOTS))
    lineup = () if options.ladder else tuple(names[2:])
    players = options.players or 2 + len(lineup)
    # Only with two players does A against B also tell how B does against A.
    couples = combinations(names, 2) if players == 2 else permutations(names, 2)
    matches = [
        Match(
            a,
            b,
            options.game,
            players,
            parse_time(options.budget),
            options.seed,
            lineup,
            parse_time(options.move_time),
            parse_time(options.game_time),
            records=options.games_out is not None,
        )
        for a, b in (couples if options.ladder else [(names[0], names[1])])
    ]
    for match in matches:
        match.check()
    return matches


def parse_time(text: str | None) -> float | None:
    """Seconds; None where nothing was asked for."""
    return None if text is None else parse_budget(text)


def _sprt(options: Options, players: int) -> Sprt | None:
    if options.sprt and options.sprt_elo:
        raise BadSetup("ui.bad.two_tests")
    wanted, measure = options.sprt or options.sprt_elo, _measure(options)
    if not wanted:
        return None
    low, high = wanted
    if not low < high:
        raise BadSetup("ui.bad.sprt", low=f"{low:g}", high=f"{high:g}")
    return Sprt(low, high, options.alpha, options.beta, measure, players)


def _measure(options: Options) -> Measure:
    return "elo" if options.sprt_elo else "points"


def _spread(options: Options) -> AbstractContextManager[Spread]:
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
    couple = re.sub(r"[^\w.@-]+", "_", f".{match.a}-{match.b}") if options.ladder else ""
    return f"{options.out}{couple}.part"


def _write(runs: list[Run], options: Options, teller: Teller) -> None:
    if options.out:
        journal.write(
            options.out, results.to_text(runs, jobs=options.jobs, cluster=options.cluster)
        )
        teller.say("ui.arena.written", file=options.out)
    if options.games_out:
        journal.write(options.games_out, games.to_text(pair for run in runs for pair in run.pairs))
        teller.say("ui.arena.kept", file=options.games_out)
    if options.picture:
        journal.write(options.picture, draw(runs, teller))
        teller.say("ui.arena.drawn", file=options.picture)


def draw(runs: Sequence[Run], teller: Teller) -> str:
    """The heat map of some runs."""
    match = runs[0].match
    rates: dict[tuple[str, str], Estimate] = {}
    for run in runs:
        rates |= picture.both_ways(run.match, run.summary.shares.chance())
    words = picture.Words(
        teller.text(f"ui.arena.picture.{edition(match.game).words}", players=match.players),
        teller.text("ui.arena.picture.rows"),
        teller.text("ui.arena.picture.columns"),
        teller.text("ui.arena.picture.scale", fair=percent(match.fair_share)),
        teller.lang,
    )
    return picture.picture(rates, match.fair_share, words)
