"""A node: everything that serves tables, put together."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import structlog
from sqlalchemy import select

from qwirkle.server import migrating, questions, wire
from qwirkle.server.bots import BotDriver, Workers
from qwirkle.server.broker import open_broker
from qwirkle.server.clientfiles import ClientFiles
from qwirkle.server.commands import Actor
from qwirkle.server.desk import Desk
from qwirkle.server.hub import Hub
from qwirkle.server.keeper import Keeper
from qwirkle.server.limiter import Limiter
from qwirkle.server.metrics import Metrics
from qwirkle.server.people import People, Person
from qwirkle.server.room import Room
from qwirkle.server.settings import Settings
from qwirkle.server.store import StorageFailed, is_postgres, open_store
from qwirkle.server.wire import Answer, Refused, problem_of

logger = structlog.get_logger()
PATIENCE = 5.0
"""Seconds that viewers have to hear that the server stops."""


class Host:
    """One node and its parts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = open_store(
            settings.data, batch=settings.batch, watch=self.metrics.batches.observe
        )
        self.desk = Desk(self.store)
        self.hub = Hub()
        self.people = People(self.store)
        self.limiter = Limiter(settings.commands_per_second, settings.requests_per_second)
        self.workers = Workers(settings.workers)
        self.bots = BotDriver(self.desk, self.workers, settings, self.metrics)
        self.broker = open_broker(settings.redis, settings.node)
        self.client = ClientFiles() if settings.client else None
        self.keeper = Keeper(self.desk, self.hub, self.broker, self.bots, settings)
        self.ready = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await migrating.check(self.store)
        self.desk.listeners = [self.hub.nudge, self.keeper.watch]
        self.desk.authors = [self._publish, self.bots.watch]
        self.workers.warm_up()
        await self.keeper.wake()
        self._tasks = [
            asyncio.create_task(self.keeper.run()),
            asyncio.create_task(self.broker.run(self._nudged, self.hub.here)),
        ]
        self.ready = True
        logger.info("node.started", node=self.settings.node)

    async def drain(self) -> None:
        """Say goodbye to everybody who reads; commits that are under way are finished."""
        self.ready = False
        self.hub.stop()
        end = time.monotonic() + PATIENCE
        while self.hub.count and time.monotonic() < end:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        self.hub.stop()
        self.bots.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.keeper.close()
        self.workers.close()
        await self.broker.close()
        await self.store.close()
        logger.info("node.stopped", node=self.settings.node)

    async def is_ready(self) -> bool:
        """Whether this node can serve."""
        if not self.ready:
            return False
        try:
            await asyncio.wait_for(self.store.read(lambda c: c.scalar(select(1))), 2)
        except (StorageFailed, TimeoutError):
            return False
        return True

    async def create(self, command: wire.Create, person: Person) -> Answer:
        return await self._counted(command, person, self.desk.create(command, _actor(person)))

    async def command(self, table: str, command: Any, person: Person | None) -> Answer:
        """Carry out a command; every failure is an answer."""
        if person is None:
            problem = problem_of(Refused("refused", "serve.no_token"))
            return Answer(id=command.id, table=table, problem=problem)
        deed = self.desk.command(table, command, _actor(person))
        return await self._counted(command, person, deed)

    async def ask(
        self, table: str, question: wire.AnyQuestion, person: Person | None, lang: str
    ) -> questions.Reply:
        """The answer to a question."""
        try:
            if person:
                self.limiter.command(person.id)
            room = await self._newest(table)
        except Refused as reason:
            return questions.Unanswered(id=question.id, problem=problem_of(reason).said(lang))
        seat = room.seat_of(person.id if person else None)
        return await questions.reply(room, seat, question, self.workers, lang)

    async def _counted(self, command: Any, person: Person, deed: Any) -> Answer:
        start = time.perf_counter()
        try:
            self.limiter.command(person.id)
            answer: Answer = await deed
        except StorageFailed as error:
            self.metrics.failures.inc()
            logger.error("storage.failed", reason=str(error))
            answer = Answer(id=command.id, problem=problem_of(Refused("storage", "serve.storage")))
        except Refused as reason:
            deed.close()
            answer = Answer(id=command.id, problem=problem_of(reason))
        outcome = answer.problem.code if answer.problem else "done"
        self.metrics.commands.labels(command.__struct_config__.tag, outcome).inc()
        self.metrics.seconds.observe(time.perf_counter() - start)
        return answer

    async def _newest(self, table: str) -> Room:
        """A table with what other nodes have stored a moment ago, where there may be others."""
        shared = self.settings.redis or is_postgres(self.settings.data)
        return await (self.desk.refresh(table) if shared else self.desk.room(table))

    def _publish(self, room: Room) -> None:
        self.broker.publish(room.id)

    async def _nudged(self, table: str) -> None:
        """Another node says that a table has changed; it matters if it is known here."""
        if table in self.desk.rooms:
            try:
                await self.desk.refresh(table)
            except StorageFailed as error:
                logger.warning("nudge.failed", reason=str(error))


def _actor(person: Person) -> Actor:
    return Actor(person.id, person.name, person.bot)
