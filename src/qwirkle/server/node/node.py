"""A node: everything that serves tables, put together."""

from __future__ import annotations

import asyncio
import time

import structlog

from qwirkle.server.accounts.passkeys import Passkeys
from qwirkle.server.accounts.people import People, Person
from qwirkle.server.domain import commands
from qwirkle.server.domain.answers import Answer, problem_of
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.node import replies
from qwirkle.server.node.bot_driver import BotDriver
from qwirkle.server.node.broker import open_broker
from qwirkle.server.node.counts import Together
from qwirkle.server.node.dispatcher import LOBBY, Dispatcher
from qwirkle.server.node.limiter import Limiter
from qwirkle.server.node.metrics import Metrics
from qwirkle.server.node.pool import Pool
from qwirkle.server.node.scheduler import Scheduler
from qwirkle.server.node.settings import Settings
from qwirkle.server.node.subscriptions import Subscriptions
from qwirkle.server.protocol import questions
from qwirkle.server.protocol.receipts import Signer
from qwirkle.server.storage import heartbeat, keys, migrator
from qwirkle.server.storage.database import Collided, StorageFailed, is_postgres, open_store
from qwirkle.server.storage.timekeeping import Clock

logger = structlog.get_logger()
FRESH = 1.0
"""Seconds for which the result of a readiness check is kept."""
PROMPT = 2.0
"""Seconds that the database may take to store something and still count as available."""
PATIENCE = 5.0
"""Seconds for telling viewers that the server stops."""
REVOKING = 2.0
"""Seconds between two looks for tokens that were revoked at any node."""


class Node:
    """One node and its parts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = open_store(
            settings.data, batch=settings.batch, watch=self.metrics.batches.observe
        )
        self.clock = Clock(jumped=self._jumped)
        self.dispatcher = Dispatcher(self.store, self.clock, settings.node)
        self.subscriptions = Subscriptions()
        self.signer = Signer()
        self.people = People(self.store, self.clock)
        self.passkeys = Passkeys(self.people, settings.public, settings.origins)
        together = Together(settings.redis) if settings.redis else None
        self.limiter = Limiter(settings, together)
        self.pool = Pool(settings.workers, self.metrics)
        self.bot_driver = BotDriver(self.dispatcher, self.pool, settings, self.metrics)
        self.broker = open_broker(settings.redis, settings.node)
        self.scheduler = Scheduler(
            self.dispatcher, self.subscriptions, self.broker, self.bot_driver, settings
        )
        self.ready = False
        self._tasks: list[asyncio.Task[None]] = []
        self._tried: asyncio.Task[bool] | None = None
        self._tried_at = 0.0

    async def start(self) -> None:
        await migrator.check(self.store)
        now = self.dispatcher.clock()
        self.signer.use(*await self.store.write(lambda c: keys.current(c, now)))
        self.dispatcher.listeners = [
            self.subscriptions.nudge,
            self.scheduler.watch,
            self.bot_driver.changed,
        ]
        self.dispatcher.authors = [self._publish, self.bot_driver.watch]
        self.pool.start()
        await self.scheduler.wake()
        self._tasks = [
            asyncio.create_task(self.scheduler.run()),
            asyncio.create_task(self.broker.run(self._nudged, self.subscriptions.here)),
            asyncio.create_task(self._revoke()),
        ]
        self.ready = True
        logger.info("node.started", node=self.settings.node)

    async def drain(self) -> None:
        """Say goodbye to all viewers; commits that have begun are finished."""
        self.ready = False
        self.subscriptions.stop()
        end = time.monotonic() + PATIENCE
        while self.subscriptions.count and time.monotonic() < end:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        self.subscriptions.stop()
        self.bot_driver.close()
        if self._tried:
            self._tried.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.scheduler.close()
        self.pool.close()
        await self.broker.close()
        await self.limiter.close()
        await self.store.close()
        logger.info("node.stopped", node=self.settings.node)

    async def is_ready(self) -> bool:
        """Whether this node can serve: it can store something, which is tried once a second at
        most, and once at a time, however many ask."""
        if not self.ready:
            return False
        now = time.monotonic()
        if self._tried is None or (self._tried.done() and now - self._tried_at >= FRESH):
            self._tried, self._tried_at = asyncio.create_task(self._can_store()), now
        try:
            return await asyncio.wait_for(asyncio.shield(self._tried), PROMPT)
        except TimeoutError:
            return False

    async def _can_store(self) -> bool:
        try:
            await self.store.write(heartbeat.probe)
            await self.store.write(heartbeat.clear_probe)
        except (StorageFailed, Collided):
            return False
        return True

    async def create(self, command: commands.Create, person: Person) -> Answer:
        """Set up a table."""
        return await self.command(LOBBY, command, person)

    async def command(
        self, table: str, command: commands.Create | commands.AtTable, person: Person | None
    ) -> Answer:
        """Carry out a command; every failure is an answer."""
        if person is None:
            problem = problem_of(Refused("refused", "serve.no_token"))
            return Answer(id=command.id, table=table, problem=problem)
        start = time.perf_counter()
        try:
            await self.limiter.command(person.id, command.cost)
            if isinstance(command, commands.Create):
                answer = await self.dispatcher.create(command, _actor(person))
            else:
                answer = await self.dispatcher.command(table, command, _actor(person))
        except StorageFailed as error:
            self.metrics.failures.inc()
            logger.error("storage.failed", reason=str(error))
            answer = Answer(id=command.id, problem=problem_of(Refused("storage", "serve.storage")))
        except Refused as reason:
            answer = Answer(id=command.id, problem=problem_of(reason))
        outcome = answer.problem.code if answer.problem else "done"
        self.metrics.commands.labels(command.__struct_config__.tag, outcome).inc()
        self.metrics.seconds.observe(time.perf_counter() - start)
        return answer

    async def ask(
        self, table: str, question: questions.AnyQuestion, person: Person | None, lang: str
    ) -> questions.Reply:
        """The answer to a question."""
        try:
            if person:
                await self.limiter.command(person.id, question.cost)
            room = await self._newest(table)
        except Refused as reason:
            return questions.Unanswered(id=question.id, problem=problem_of(reason).said(lang))
        seat = room.seat_of(person.id if person else None)
        return await replies.reply(room, seat, question, self.pool, lang)

    async def _newest(self, table: str) -> Room:
        """A table with what other nodes have just stored, if there may be others."""
        shared = self.settings.redis or is_postgres(self.settings.data)
        return await (self.dispatcher.refresh(table) if shared else self.dispatcher.room(table))

    def _jumped(self, ms: int) -> None:
        self.metrics.jumps.inc()
        logger.warning("clock.jumped", ms=ms)

    def _publish(self, room: Room) -> None:
        self.broker.publish(room.id)

    async def _nudged(self, table: str) -> None:
        """Another node says that a table has changed; it matters only if this node has it in
        memory."""
        if table in self.dispatcher.rooms:
            try:
                await self.dispatcher.refresh(table)
            except StorageFailed as error:
                logger.warning("nudge.failed", reason=str(error))
            except Exception as error:  # the next nudge must still be handled
                logger.error("nudge.failed", reason=type(error).__name__, exc_info=True)

    async def revoke(self, person: Person, device: str | None) -> None:
        """Sign out a device, or with None all others; their sockets at this node are closed at
        once."""
        self.subscriptions.revoke(await self.people.revoke(person, device))

    async def _revoke(self) -> None:
        """Periodically forget tokens that were revoked at any node."""
        while True:
            await asyncio.sleep(REVOKING)
            try:
                self.subscriptions.revoke(await self.people.revoked())
            except StorageFailed as error:
                logger.warning("revoke.failed", reason=str(error))
            except Exception as error:
                logger.error("revoke.failed", reason=type(error).__name__, exc_info=True)


def _actor(person: Person) -> Actor:
    return Actor(person.id, person.name, person.program, person.face)
