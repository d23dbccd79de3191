"""Computer players: they think in worker processes, and take a natural time to move.

How long they seem to think is random and reveals nothing: a move that takes longer is delayed to
the next half second, so that nobody can tell an easy hand from a hard one.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from qwirkle.bots.hosting import READY, START
from qwirkle.bots.search import QUICK, SLOW
from qwirkle.bots.unstuck import obvious_move
from qwirkle.game import AnyGame
from qwirkle.server.domain import limits, turns
from qwirkle.server.domain.room import Room
from qwirkle.server.domain.turns import bot_to_move
from qwirkle.server.node import jobs
from qwirkle.server.node.metrics import Metrics
from qwirkle.server.node.pool import Job, Late, Lost, Pool
from qwirkle.server.node.settings import Settings
from qwirkle.views import AnyView

if TYPE_CHECKING:
    from qwirkle.server.node.dispatcher import Dispatcher

logger = structlog.get_logger()
STEP = 0.5
HIGHEST_QUICK_LEVEL = 4
"""The highest level whose moves are quick work."""
SECONDS = 4.0
"""Seconds for a turn of a level that does not think ahead, before a simpler move is made."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds between two attempts at a turn that cannot be stored, as while the database is down."""


@dataclass(eq=False)
class _Turn:
    """A computer player's turn that is being thought about."""

    table: str
    game: AnyGame
    seat: int
    level: int
    task: asyncio.Task[None] | None = None
    acting: bool = False
    """Whether the move is chosen, and about to be made."""

    @property
    def view(self) -> AnyView:
        return self.game.view(self.game.players[self.seat], history=limits.HISTORY)

    def is_still(self, room: Room) -> bool:
        """Whether the computer is still to move in the same position: a player for whom it sat
        in may be back."""
        return (
            room.turn == self.seat
            and bot_to_move(room) is not None
            and room.game is not None
            and (room.game is self.game or room.game.state == self.game.state)
        )


class BotDriver:
    """Moves for the computer players at the tables of this node."""

    def __init__(
        self, dispatcher: Dispatcher, pool: Pool, settings: Settings, metrics: Metrics
    ) -> None:
        self.dispatcher = dispatcher
        self.pool = pool
        self.settings = settings
        self.metrics = metrics
        self._turns: dict[str, _Turn] = {}

    def watch(self, room: Room) -> None:
        """Start thinking, if a computer player is to move and nobody thinks for it yet."""
        self.changed(room)
        level = bot_to_move(room)
        if level is None or room.id in self._turns:
            return
        assert room.game is not None and room.turn is not None  # noqa: S101, PT018
        turn = self._turns[room.id] = _Turn(room.id, room.game, room.turn, level)
        turn.task = asyncio.create_task(self._take(room, turn))
        turn.task.add_done_callback(lambda task: self._finished(turn, task))

    def is_thinking(self, table: str) -> bool:
        return table in self._turns

    def changed(self, room: Room) -> None:
        """Stop thinking about a position that is over."""
        turn = self._turns.get(room.id)
        if turn and turn.task and not turn.acting and not turn.is_still(room):
            del self._turns[room.id]
            turn.task.cancel()

    def close(self) -> None:
        for turn in self._turns.values():
            if turn.task:
                turn.task.cancel()

    def _finished(self, turn: _Turn, task: asyncio.Task[None]) -> None:
        if self._turns.get(turn.table) is turn:
            del self._turns[turn.table]
        if task.cancelled():
            return
        if error := task.exception():
            logger.error("bots.failed", reason=type(error).__name__)
        elif room := self.dispatcher.rooms.get(turn.table):
            self.watch(room)

    async def _take(self, room: Room, turn: _Turn) -> None:
        """Take a turn; a failure is retried, with growing pauses."""
        for pause in _pauses():
            try:
                await self._move(room, turn)
            except Exception as error:
                turn.acting = False
                self.metrics.bot_moves.labels("failed").inc()
                logger.error("bots.failed", reason=type(error).__name__)
            else:
                self.metrics.bot_moves.labels("made").inc()
                return
            await asyncio.sleep(pause)

    async def _move(self, room: Room, turn: _Turn) -> None:
        loop = asyncio.get_running_loop()
        start = loop.time()
        delay = chosen_delay(self.settings.bot_delay)
        move = await self._chosen(room, turn) if room.people else ""
        taken = loop.time() - start
        await asyncio.sleep(seeming(delay, taken) - taken)
        turn.acting = True

        def act(draft: Room, now: int) -> None:
            if not draft.people:
                turns.stop_if_deserted(draft, now)
            elif turn.is_still(draft):
                turns.move(draft, turns.instead(draft, move), now)

        await self.dispatcher.act(turn.table, act)

    async def _chosen(self, room: Room, turn: _Turn) -> str:
        """The move of the level; if it cannot be found in time, one that needs less work."""
        view, seed = turn.view, bot_seed(room, turn.seat)
        levels = [turn.level, *([HIGHEST_QUICK_LEVEL] if turn.level > HIGHEST_QUICK_LEVEL else [])]
        for level in levels:
            try:
                job = self._job(room, view, level, seed)
                move, faults = await self.pool.run(job)
            except (Late, Lost) as reason:
                logger.warning("bots.replaced", level=level, reason=type(reason).__name__)
                continue
            for fault in faults:
                logger.warning("bots.fault", reason=fault)
            return move
        return await self._rescued(room, view)

    async def _rescued(self, room: Room, view: AnyView) -> str:
        try:
            return await self.pool.run(self._any_move(room, view))
        except (Late, Lost):
            if move := obvious_move(view):
                return str(move)
            raise

    def _job(self, room: Room, view: AnyView, level: int, seed: int) -> Job[tuple[str, list[str]]]:
        budget = self._budget(level)
        if name := self.settings.bot_of(level):
            return self._invited(room, view, name, level, seed)
        return Job(
            work=jobs.choose,
            args=(view, level, seed),
            people=people_of(room),
            table=room.id,
            lane="quick" if level <= HIGHEST_QUICK_LEVEL else "slow",
            seconds=SECONDS + 4 * (budget or 0),
            budget=budget,
            bounded=False,
        )

    def _invited(
        self, room: Room, view: AnyView, name: str, level: int, seed: int
    ) -> Job[tuple[str, list[str]]]:
        """A move of a bot that the operator named: it may have to start a process first, and the
        level to move in its place."""
        budget = self.settings.bot_budget or SLOW
        return Job(
            work=jobs.invited,
            args=(view, name, level, seed),
            people=people_of(room),
            table=room.id,
            lane="slow",
            seconds=START + READY + jobs.PATIENCE * (1 + budget) + SECONDS + 4 * budget,
            budget=budget,
            bounded=False,
        )

    def _any_move(self, room: Room, view: AnyView) -> Job[str]:
        people, table = people_of(room), room.id
        return Job(
            work=jobs.rescue, args=(view,), people=people, table=table, seconds=SECONDS,
            bounded=False,
        )  # fmt: skip

    def _budget(self, level: int) -> float | None:
        """Seconds that a level may think if nothing else waits; None for a level that does not
        think ahead."""
        if level <= HIGHEST_QUICK_LEVEL:
            return None
        return QUICK if level == HIGHEST_QUICK_LEVEL + 1 else self.settings.bot_budget or SLOW


def people_of(room: Room) -> tuple[str, ...]:
    """On whose behalf a computer player moves: the people who still play, or else the host."""
    playing = dict.fromkeys(room.seat(seat).person for seat in room.people)
    return tuple(playing) or (room.created.host,)


def _pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


def chosen_delay(between: tuple[float, float]) -> float:
    """How long a computer player seems to think: random, and independent of its hand."""
    return random.uniform(*between)


def seeming(delay: float, taken: float) -> float:
    """When to make a move that took ``taken`` seconds to find. A delay of zero is for tests."""
    if taken <= delay:
        return delay
    return math.ceil(taken / STEP) * STEP if delay else taken


def bot_seed(room: Room, seat: int) -> int:
    """The seed of a computer player's choices: the same after a restart, known to nobody."""
    text = f"bot {room.created.seed} {seat}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
