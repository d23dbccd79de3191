"""Many pairs: spread over processes, taken in the order of their numbers, stopped when decided.

Pairs come back in any order. They count in the order of their numbers, so where a test stops a
run, and with which figures, does not depend on how many processes there were.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from qwirkle.arena.match import Match, Pair
from qwirkle.arena.play import play_pair
from qwirkle.arena.sprt import Sprt, Verdict
from qwirkle.arena.stats import Summary
from qwirkle.arena.times import Times
from qwirkle.bots import BOTS, Makers
from qwirkle.bots.hosting import end_all
from qwirkle.faults import Refusal

Pairs = Generator[Pair, None, None]
Result = TypeVar("Result")


class Failed(Refusal):
    """A run that could not go on."""


class Spread(Protocol):
    """A way to play pairs: by their numbers, and back in any order. Closing it stops the work."""

    def __call__(self, match: Match, numbers: Iterable[int], makers: Makers) -> Pairs: ...


@dataclass(slots=True)
class Run:
    """A match of up to ``wanted`` pairs, fewer where the test decides before.

    >>> running = Run(Match("random", "random", "cards"), wanted=2)
    >>> running.go(here)
    >>> running.finished, running.summary.games, running.llr
    (True, 4, None)
    >>> running.take()                                   # pairs of an earlier run would go here
    """

    match: Match
    wanted: int
    sprt: Sprt | None = None
    pairs: list[Pair] = field(default_factory=list)
    """Those that count: from number 0 on, without a gap."""
    summary: Summary = field(default_factory=Summary)
    times: dict[str, Times] = field(default_factory=dict)
    verdict: Verdict | None = None
    ahead: dict[int, Pair] = field(default_factory=dict)
    """Pairs that are done before their turn."""

    @property
    def finished(self) -> bool:
        """Whether all pairs are played, or the test has decided."""
        return self.verdict is not None or len(self.pairs) >= self.wanted

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio so far; None without a sequential test."""
        return self.sprt.llr(self.summary.sides["a"]) if self.sprt else None

    def take(self, *pairs: Pair) -> None:
        """Add pairs that were played, and count those whose turn it is."""
        self.ahead.update({pair.number: pair for pair in pairs})
        while not self.finished and (pair := self.ahead.pop(len(self.pairs), None)):
            self.pairs.append(pair)
            self.summary.add(pair)
            for side, times in pair.times.items():
                self.times.setdefault(side, Times()).add(times)
            if self.sprt:
                self.verdict = self.sprt.verdict(self.summary.sides["a"])

    def go(
        self,
        spread: Spread,
        makers: Makers = BOTS,
        *,
        keep: Callable[[Pair], object] = lambda _: None,
        watch: Callable[[Run], object] = lambda _: None,
    ) -> None:
        """Play what is missing. Each pair is kept as soon as it is there."""
        if self.finished:
            return
        first = len(self.pairs)
        numbers = [number for number in range(first, self.wanted) if number not in self.ahead]
        with closing(spread(self.match, numbers, makers)) as results:
            for pair in results:
                keep(pair)
                self.take(pair)
                watch(self)
                if self.finished:
                    return


def run(
    match: Match,
    pairs: int,
    *,
    sprt: Sprt | None = None,
    jobs: int = 1,
    makers: Makers = BOTS,
    known: Mapping[int, Pair] | None = None,
) -> Run:
    """Play a match and come back when it is over.

    With several processes ``makers`` other than the registry must be picklable.

    >>> run(Match("random", "random", "cards"), 2).summary.shares.mean
    0.5
    """
    match.check(makers)
    running = Run(match, pairs, sprt)
    running.take(*(known or {}).values())
    running.go(here if jobs == 1 else partial(processes, jobs=jobs), makers)
    return running


def here(match: Match, numbers: Iterable[int], makers: Makers = BOTS) -> Pairs:
    """Play in this process."""
    return (play_pair(match, number, makers) for number in numbers)


def processes(match: Match, numbers: Iterable[int], makers: Makers = BOTS, *, jobs: int) -> Pairs:
    """Play in other processes."""
    play = partial(_played, match, None if makers is BOTS else dict(makers))
    return in_processes(play, numbers, jobs)


def in_processes(
    work: Callable[[int], Result], numbers: Iterable[int], jobs: int
) -> Generator[Result, None, None]:
    """Work on numbers in other processes, two for each under way, so that none has to wait. The
    results come in any order."""
    context = get_context("spawn")
    listening, line = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_begin_worker, initargs=(listening,)
    )
    left = iter(numbers)
    pending: set[Future[Result]] = set()
    try:
        while pending := pending | {
            pool.submit(work, number) for number in islice(left, 2 * jobs - len(pending))
        }:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from [future.result() for future in done]
    except BrokenProcessPool:
        raise Failed("ui.arena.died") from None
    finally:
        line.close()  # the workers hear it and leave, even in the middle of a game
        pool.shutdown(wait=True, cancel_futures=True)
        listening.close()


def _played(match: Match, makers: Makers | None, number: int) -> Pair:
    return play_pair(match, number, BOTS if makers is None else makers)


def _begin_worker(listening: Connection) -> None:
    """A worker leaves Ctrl-C to its parent, and leaves with its parent, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_after, args=(listening,), daemon=True).start()


def _leave_after(listening: Connection) -> None:
    listening.poll(None)  # nothing is ever sent; this ends when the other end is closed
    end_all()
    os._exit(0)
