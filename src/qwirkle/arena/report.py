"""A run in sentences, and a bar while it goes on."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from qwirkle import locales
from qwirkle.analysis.intervals import Estimate
from qwirkle.arena import elo
from qwirkle.arena.match import MOST_MOVES, Match
from qwirkle.arena.runner import Run
from qwirkle.arena.stats import Mean
from qwirkle.editions import edition
from qwirkle.locales import Figure


class Teller:
    """Somebody who says things in one language."""

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang

    def text(self, key: str, **words: object) -> str:
        return locales.say(key, self.lang, **words)

    def say(self, key: str, **words: object) -> None:
        self.line(self.text(key, **words))

    def line(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def title(self, match: Match) -> str:
        return self.text(
            f"ui.arena.title.{edition(match.game).words}",
            a=match.a,
            b=", ".join(match.bots[1:]),
            players=match.players,
            budget=self.text("ui.arena.any_time")
            if match.budget is None
            else time(match.budget, self.lang),
            seed=match.seed,
        )

    def report(self, run: Run) -> None:
        """Everything that a person wants to know about a run."""
        match, counted = run.match, run.summary
        self.say("ui.arena.played", pairs=counted.pairs, games=counted.games)
        if counted.pairs:
            for side in counted.sides:
                self._side(run, side)
            margin = counted.margins.estimate()
            self.say(
                f"ui.arena.margin.{edition(match.game).words}",
                a=match.a,
                margin=Figure(margin.mean, "+.2f"),
                error=within(margin),
            )
            self.say("ui.arena.intervals")
        self._sprt(run)
        self._times(run)
        self._faults(run)

    def _side(self, run: Run, side: str) -> None:
        """How often a bot wins, and what that is in Elo."""
        counted, players = run.summary.sides[side], run.match.players
        share, bot = counted.shares.chance(), run.match.bot(side)
        ends = {"low": percent(share.low), "high": percent(share.high)}
        fair = percent(run.match.fair_share)
        self.say("ui.arena.share", a=bot, rate=percent(share.value), **ends, fair=fair)
        results = {name: counted.results[name] for name in ("won", "drawn", "lost")}
        self.say("ui.arena.results", a=bot, **results, **self._elo(elo.elo(share, players)))

    def _elo(self, found: Estimate) -> dict[str, object]:
        value, low, high = (points(end) for end in (found.value, found.low, found.high))
        return {"elo": value, "low": low, "high": high}

    def ratings(self, runs: Sequence[Run]) -> None:
        """The joint rating of a ladder or a line-up, the strongest first."""
        found = elo.ratings([(run.match, run.pairs) for run in runs])
        self.say("ui.arena.ratings")
        for bot, rating in sorted(found.items(), key=lambda each: -each[1].value):
            self.say("ui.arena.rating", bot=bot, **self._elo(rating))

    def _sprt(self, run: Run) -> None:
        if run.sprt and run.llr is not None:
            verdict = run.verdict or "open"
            self.say(
                f"ui.arena.sprt.{run.sprt.measure}.{verdict}",
                low=Figure(run.sprt.low, "g"),
                high=Figure(run.sprt.high, "g"),
                llr=Figure(run.llr, "+.2f"),
                bounds="; ".join(Figure(each, "+.2f").say(self.lang) for each in run.sprt.bounds),
            )

    def _times(self, run: Run) -> None:
        for side, times in run.times.items():
            self.say(
                "ui.arena.time",
                bot=run.match.bot(side),
                mean=time(times.mean, self.lang),
                most=time(times.within(0.95), self.lang),
            )

    def _faults(self, run: Run) -> None:
        counts = run.summary.faults
        if run.summary.stopped:
            self.say("ui.arena.endless", n=run.summary.stopped, moves=MOST_MOVES)
        if not counts:
            self.say("ui.arena.no_faults")
        for side in run.match.sides:
            kinds = [(kind, n) for (other, kind), n in sorted(counts.items()) if other == side]
            if kinds:
                first = next(f for pair in run.pairs for f in pair.faults if f.side == side)
                self.say(
                    "ui.arena.faults",
                    bot=run.match.bot(side),
                    kinds=", ".join(f"{self._kind(kind)} {n}" for kind, n in kinds),
                    first=first.fault.say(self.lang),
                )

    def _kind(self, kind: str) -> str:
        return self.text(f"ui.arena.kind.{kind}")

    @contextmanager
    def progress(self, run: Run) -> Iterator[Callable[[Run], None]]:
        """A bar for a run. Call it with the run as it goes on."""
        with bar(run.wanted, len(run.pairs)) as update:
            yield lambda now: update(len(now.pairs) + len(now.ahead), partial(self.standing, now))

    def standing(self, run: Run) -> str:
        """The figures so far in one short line."""
        share, margin = run.summary.shares.chance(), run.summary.margins.estimate()
        text = self.text(
            "ui.arena.standing",
            rate=percent(share.value),
            low=percent(share.low),
            high=percent(share.high),
            margin=Figure(margin.mean, "+.1f"),
            margin_error=within(margin),
        )
        return text if run.llr is None else f"{text}, LLR {Figure(run.llr, '+.2f').say(self.lang)}"


@contextmanager
def bar(total: int, done: int) -> Iterator[Callable[..., None]]:
    """A bar on a terminal, and nothing elsewhere. Call it with what is done by now, and with
    something that says more about it."""
    console = Console(stderr=True)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(),
    )
    shown = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not shown) as drawn:
        task = drawn.add_task("", total=total, completed=done)

        def update(now: int, said: Callable[[], str] = str) -> None:
            drawn.update(task, completed=now, description=said())

        yield update if shown else lambda *_: None


def percent(share: float) -> Figure:
    return Figure(100 * share, ".1f")


def within(estimate: Mean) -> Figure | str:
    """The half-width of an interval; a question mark where nobody can tell."""
    return "?" if estimate.error is None else Figure(estimate.error, ".2f")


def points(elo: float) -> Figure | str:
    """A difference in Elo."""
    if math.isinf(elo):
        return "+∞" if elo > 0 else "-∞"
    return Figure(elo, "+.0f")


def time(seconds: float, lang: str = "en") -> str:
    """Some seconds in three digits.

    >>> time(0.03), time(1.5, "pl"), time(0.0000123)
    ('30 ms', '1,5 s', '12.3 µs')
    """
    units = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
    unit, size = next((each for each in units if seconds >= each[1]), units[-1])
    return f"{Figure(seconds / size, '.3g').say(lang)} {unit}"
