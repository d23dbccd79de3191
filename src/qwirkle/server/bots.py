"""Computer players: they think in processes of their own, and take a natural time to move.

How long they seem to think is drawn at random and tells nothing: a move that takes longer is held
back to a whole second, so that no clock tells an easy hand from a hard one.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import os
import random
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import TypeVar

import structlog
from msgspec import Struct

from qwirkle.analysis import rank
from qwirkle.bots import Bot, bot
from qwirkle.bots.guard import Guarded
from qwirkle.server import play
from qwirkle.server.desk import Desk
from qwirkle.server.metrics import Metrics
from qwirkle.server.projections import bot_to_move
from qwirkle.server.room import Room
from qwirkle.server.settings import Settings
from qwirkle.server.store import StorageFailed
from qwirkle.views import View

logger = structlog.get_logger()
Result = TypeVar("Result")
HINT_BUDGET = 0.5
STEP = 1.0


class Advised(Struct, frozen=True, kw_only=True):
    """A move to think about."""

    move: str
    points: int
    margin: float | None
    """Points (or rows) more than the best of the others, as expected."""
    win: float | None
    """The chance to win, from 0 to 1."""
    why: str


def choose(view: View, level: int, seed: int, budget: float | None) -> tuple[str, list[str]]:
    """In a worker: the move of a level, and what went wrong on the way to it."""
    guarded = Guarded(_made(level, seed))
    move = guarded.choose(view, budget)
    return str(move), [fault.say() for fault in guarded.faults]


def advise(view: View, lang: str, most: int) -> list[Advised]:
    """In a worker: the best moves, with what is expected of them and why."""
    return [
        Advised(
            move=str(advice.move),
            points=advice.points,
            margin=advice.margin.value if advice.margin else None,
            win=advice.win.value if advice.win else None,
            why=advice.say(lang),
        )
        for advice in rank(view, HINT_BUDGET, most=most)
    ]


def _made(level: int, seed: int) -> Bot:
    return bot(f"level-{level}", seed)


def _end_with_the_server() -> None:
    """In a worker: a server that is killed cannot say that it is over."""
    server = parent_process()
    assert server is not None  # noqa: S101

    def wait() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class Workers:
    """Processes that think. One that dies is replaced, and its work done again."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[..., Result], *args: object) -> Result:
        loop = asyncio.get_running_loop()
        for _ in range(3):
            pool = self._pool or self._start()
            try:
                return await loop.run_in_executor(pool, work, *args)
            except BrokenProcessPool:
                logger.warning("bots.worker_lost")
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("Three workers died over one move.")

    def warm_up(self) -> None:
        """Let the processes start before anybody waits for them."""
        pool = self._start()
        for _ in range(self._count):
            pool.submit(_made, 1, 0)

    def _start(self) -> ProcessPoolExecutor:
        self._pool = ProcessPoolExecutor(self._count, get_context("spawn"), _end_with_the_server)
        return self._pool

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)


class BotDriver:
    """Moves for the computer players at the tables of this node."""

    def __init__(self, desk: Desk, workers: Workers, settings: Settings, metrics: Metrics) -> None:
        self.desk = desk
        self.workers = workers
        self.settings = settings
        self.metrics = metrics
        self._thinking: dict[str, asyncio.Task[None]] = {}

    def watch(self, room: Room) -> None:
        """Start thinking, where a computer player is to move and nobody thinks for it yet."""
        if bot_to_move(room) is None or room.id in self._thinking:
            return
        task = asyncio.create_task(self._move(room))
        self._thinking[room.id] = task
        task.add_done_callback(lambda done: self._finished(room.id, done))

    def close(self) -> None:
        for task in self._thinking.values():
            task.cancel()

    def _finished(self, table: str, task: asyncio.Task[None]) -> None:
        self._thinking.pop(table, None)
        if task.cancelled():
            return
        if error := task.exception():
            self.metrics.bot_moves.labels("failed").inc()
            logger.error("bots.failed", reason=type(error).__name__)
            return
        if room := self.desk.rooms.get(table):
            self.watch(room)

    async def _move(self, room: Room) -> None:
        game, seat, level = room.game, room.turn, bot_to_move(room)
        assert game is not None and seat is not None and level is not None  # noqa: S101, PT018
        loop = asyncio.get_running_loop()
        start = loop.time()
        delay = chosen_delay(self.settings.bot_delay)
        budget = self.settings.bot_budget if level == 6 else None
        view, seed = game.view(game.players[seat]), bot_seed(room, seat)
        move, faults = await self.workers.run(choose, view, level, seed, budget)
        for fault in faults:
            logger.warning("bots.fault", reason=fault)
        taken = loop.time() - start
        await asyncio.sleep(seeming(delay, taken) - taken)

        def act(draft: Room, now: int) -> None:
            if draft.turn == seat and draft.game and draft.game.state == game.state:
                play.move(draft, move, now)

        try:
            await self.desk.act(room.id, act)
        except StorageFailed:
            await asyncio.sleep(STEP)
            raise
        self.metrics.bot_moves.labels("made").inc()


def chosen_delay(between: tuple[float, float]) -> float:
    """How long a computer player seems to think: drawn before it has seen anything."""
    return random.uniform(*between)


def seeming(delay: float, taken: float) -> float:
    """After how long a move is made that took so long to find. No delay is for tests."""
    if taken <= delay:
        return delay
    return math.ceil(taken / STEP) * STEP if delay else taken


def bot_seed(room: Room, seat: int) -> int:
    """What a computer player's choices follow from: the same after a restart, known to nobody."""
    text = f"bot {room.created.seed} {seat}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
