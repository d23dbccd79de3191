"""Everything that can take more than a few milliseconds runs in worker processes, fairly and with
deadlines.

Jobs wait in a fair queue (``fair_queue``), on behalf of a person. Nobody occupies all the workers,
and neither does the slow lane. The more jobs wait, the less the strong levels think: a budget buys
a fixed amount of search, so that a choice still follows from the view, the seed and the budget.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from typing import Any, Generic, TypeVar

import structlog

from qwirkle.server.domain.refusals import Refused
from qwirkle.server.node.fair_queue import LANES, Bounds, FairQueue, Full, Lane, Queued
from qwirkle.server.node.metrics import Metrics
from qwirkle.server.node.worker import Worker, WorkerLate, WorkerLost

logger = structlog.get_logger()
Result = TypeVar("Result")
LEAST_BUDGET = 0.02
"""Seconds to think, no matter how many jobs wait."""
GRACE = 2.0
"""Seconds that a running job still has after its caller has left: longer than most jobs take, since
a new process has its price too."""
TRIES = 2
"""Attempts at a job whose process dies: the process may have been at fault."""


class Late(Refused):
    """A job that missed its deadline."""

    def __init__(self) -> None:
        super().__init__("limit", "serve.late")


class Lost(Refused):
    """A job whose processes died."""

    def __init__(self) -> None:
        super().__init__("failed", "serve.failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Generic[Result]):
    """Work for a worker process, and on whose behalf it is done."""

    work: Callable[..., Result]
    """A function of a module; it is pickled with its arguments."""
    args: tuple[object, ...] = ()
    people: tuple[str, ...]
    """On whose behalf it is done: of several people, the one with the fewest waiting jobs."""
    table: str = ""
    lane: Lane = "quick"
    seconds: float
    """The deadline: then the process is killed, and the job has failed."""
    budget: float | None = None
    """Seconds to think; the function gets, as its last argument, what the load leaves of them."""
    bounded: bool = True
    """Whether it is refused if the queue is full."""


@dataclass(eq=False)
class _Running(Generic[Result]):
    """A job, and the answer that its caller waits for."""

    job: Job[Result]
    answer: asyncio.Future[Result]
    since: float = field(default_factory=time.monotonic)
    worker: Worker | None = None
    """The worker that runs it now."""
    ended: bool = False
    """Whether its process was killed because nobody waits for the answer any more."""


class Pool:
    """Worker processes, and the jobs that wait for them."""

    def __init__(self, workers: int, metrics: Metrics, bounds: Bounds | None = None) -> None:
        self.metrics = metrics
        self.workers = [Worker() for _ in range(workers)]
        self._queue: FairQueue[_Running[Any]] = FairQueue(bounds)
        self._idle: list[Worker] = []
        self._share = max(1, workers - 1)
        self._holding: Counter[str] = Counter()
        self._slow = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(workers, "worker", _spare_processes)
        self._started = False
        self._closed = False

    def start(self) -> None:
        """Start the processes before anybody waits for them."""
        self._started = True
        for worker in self.workers:
            self._spawn(self._begin(worker))

    def close(self) -> None:
        """Kill the processes; waiting jobs fail."""
        self._closed = True
        for entry in self._queue.clear():
            self._settle(entry.work.answer, "dropped", error=Lost())
        for worker in self.workers:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        return len(self._queue)

    async def run(self, job: Job[Result]) -> Result:
        """The result of a job. If the caller is cancelled, a waiting job leaves the queue, and the
        process of a running one is killed after ``GRACE``."""
        if self._closed:
            raise Lost
        if not self._started:
            self.start()
        running = _Running(job, asyncio.get_running_loop().create_future())
        entry: Queued[_Running[Any]] = Queued(running, job.lane, self._person(job), job.table)
        try:
            self._queue.add(entry, bounded=job.bounded)
        except Full:
            self.metrics.jobs.labels("refused").inc()
            raise Refused("limit", "serve.busy") from None
        self._dispatch()
        try:
            result: Result = await running.answer
        finally:
            if self._queue.remove(entry):
                self.metrics.jobs.labels("dropped").inc()
                self._measure()
            elif running.answer.cancelled():
                asyncio.get_running_loop().call_later(GRACE, self._abandon, running)
        return result

    def _abandon(self, running: _Running[Any]) -> None:
        """Kill the process of a job that nobody waits for any more, unless it has finished."""
        if running.worker:
            running.ended = True
            running.worker.interrupt()

    def budget(self, wanted: float) -> float:
        """The part of a thinking time that the load allows."""
        shared = wanted / (1 + self.waiting / len(self.workers))
        return min(wanted, max(LEAST_BUDGET, shared))

    def _person(self, job: Job[Any]) -> str:
        return min(job.people, key=self._queue.of)

    def _dispatch(self) -> None:
        """Give the next jobs to idle workers."""
        while self._idle and not self._closed:
            entry = self._queue.take(self._may, slow=self._slow < self._share)
            if entry is None:
                break
            self._hold(entry, 1)
            self._spawn(self._serve(self._idle.pop(), entry))
        self._measure()

    def _may(self, person: str) -> bool:
        return self._holding[person] < self._share

    def _hold(self, entry: Queued[_Running[Any]], change: int) -> None:
        self._holding += Counter()  # drops people who hold nothing
        self._holding[entry.person] += change
        self._slow += change if entry.lane == "slow" else 0

    async def _serve(self, worker: Worker, entry: Queued[_Running[Any]]) -> None:
        running = entry.work
        self.metrics.job_wait.labels(entry.lane).observe(time.monotonic() - running.since)
        try:
            await self._attempt(worker, running)
            await self._revive(
                worker
            )  # while it still counts against the person whose job ended the process
        finally:
            self._hold(entry, -1)
            self._rest(worker)

    async def _begin(self, worker: Worker) -> None:
        await self._revive(worker)
        self._rest(worker)

    def _rest(self, worker: Worker) -> None:
        self._idle.append(worker)
        self._dispatch()

    async def _attempt(self, worker: Worker, running: _Running[Any]) -> None:
        """Run a job, and answer its caller."""
        running.worker = worker
        try:
            await self._answer(worker, running)
        finally:
            running.worker = None
        if running.ended and not self._closed:
            await self._in_thread(worker.end)  # the job may have finished before the signal

    async def _answer(self, worker: Worker, running: _Running[Any]) -> None:
        job, answer = running.job, running.answer
        for tries in range(1, TRIES + 1):
            args = job.args if job.budget is None else (*job.args, self.budget(job.budget))
            try:
                value = await self._in_thread(worker.call, job.work, args, job.seconds)
            except WorkerLost:
                if running.ended:
                    self._settle(answer, "dropped")
                    return
                logger.warning("pool.worker_lost")
                if tries < TRIES and not self._closed:
                    continue
                self._settle(answer, "lost", error=Lost())
            except WorkerLate:
                logger.warning("pool.worker_late", work=job.work.__name__)
                self._settle(answer, "late", error=Late())
            except Exception as error:
                self._settle(answer, "done", error=error)
            else:
                self._settle(answer, "done", value)
            return

    def _settle(
        self,
        answer: asyncio.Future[Any],
        outcome: str,
        value: object = None,
        error: Exception | None = None,
    ) -> None:
        self.metrics.jobs.labels(outcome).inc()
        if answer.done():  # the caller has left
            return
        if error:
            answer.set_exception(error)
        else:
            answer.set_result(value)

    async def _revive(self, worker: Worker) -> None:
        """Start a new process for a worker that has none."""
        pause = 0.1
        while not worker.alive and not self._closed:
            try:
                await self._in_thread(worker.start)
            except (WorkerLost, OSError) as error:
                if self._closed:  # the pool was closed during the start
                    return
                logger.error("pool.start_failed", reason=type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(2 * pause, 10.0)

    async def _in_thread(self, work: Callable[..., Result], *args: object) -> Result:
        if self._closed:  # a job that was about to begin when the pool closed
            raise WorkerLost
        called = asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
        try:
            return await called
        except asyncio.CancelledError:
            if self._closed and called.cancelled():  # no thread had begun with it
                raise WorkerLost from None
            raise

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("pool.failed", reason=type(error).__name__)

    def _measure(self) -> None:
        for lane in LANES:
            self.metrics.jobs_waiting.labels(lane).set(self._queue.waiting(lane))


def _spare_processes() -> None:
    """Ctrl+C at a terminal goes to all its processes. One that has just been made would fail with
    a traceback; it inherits from the thread that makes it that it has to wait. Whoever starts the
    tracker of ``multiprocessing`` lets the signal in again, so that comes first."""
    if sys.platform != "win32":
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
