"""``qwirkle engine-check``: whether a program speaks the engine protocol, one promise at a time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qwirkle.bots.hosting import SHOWN, Engine, EngineFailed, Greeting
from qwirkle.bots.pipes import Command
from qwirkle.bots.seen import Told, told
from qwirkle.editions import EDITIONS, edition
from qwirkle.faults import Refusal
from qwirkle.game import AnyGame, Game
from qwirkle.seats import FEWEST, MOST
from qwirkle.testing import NAMES, random_move
from qwirkle.views import AnyView

BUDGET = "work=20"
AGAIN = 7
"""Of every seventh position a fresh engine is asked again."""
MOST_MOVES = 1000
EACH, PATIENCE = 2.0, 22.0
"""Seconds for every answer, and how many more all answers together may take. So an engine that is
slow but steady plays its games to the end, and one that hangs ends the check in half a minute."""


class Broken(Exception):
    """A promise that an engine does not keep, and how it shows."""


class Check:
    """An engine under examination."""

    def __init__(self, command: Command, each: float = EACH, patience: float = PATIENCE) -> None:
        self.command = command
        self._each = each
        self._left = patience
        self.said = Greeting()
        self._engine: Engine | None = None
        self._asked: list[tuple[AnyView, str]] = []

    def results(self) -> Iterator[tuple[str, str | None]]:
        """The name of each check, and what went wrong, or None. The first failure is the last."""
        checks: list[Callable[[], None]] = [
            self.greeting, self.ready, self.unknown, self.nonsense, self.games, self.again,
            self.stop, self.leave,
        ]  # fmt: skip
        try:
            for check in checks:
                failure = self._tried(check)
                yield check.__name__, failure
                if failure:
                    return
        finally:
            if self._engine:
                self._engine.end()

    def _tried(self, check: Callable[[], None]) -> str | None:
        try:
            check()
        except (Broken, EngineFailed) as reason:
            return str(reason)
        return None

    def greeting(self) -> None:
        """It greets: a name, at least one game that exists, and a version."""
        self._engine = Engine(self.command)
        with self._waiting() as seconds:
            self.said = self._engine.greet(seconds)
        if not self.said.name:
            raise Broken("no line: id name ...")
        for game, (fewest, most) in self.said.plays.items():
            if game not in EDITIONS or not FEWEST <= fewest <= most <= MOST:
                raise Broken(f"plays {game[:SHOWN]} {fewest} {most}")

    def ready(self) -> None:
        """It says when it is ready."""
        with self._waiting() as seconds:
            self._running.ask("newgame\nready", "ready", seconds)

    def unknown(self) -> None:
        """A line that it does not know ends nothing, nor does a stop without a search."""
        self._errors("xyzzy 1 2 3\n\nstop\nready")

    def nonsense(self) -> None:
        """A position that cannot be is answered with an error, and forgotten."""
        if not self._errors("position\nedition chess\ngo\nready"):
            raise Broken("position, edition chess, go: no error")

    def games(self) -> None:
        """Whole games of everything that it plays, in every seat, with legal moves only."""
        for game, (fewest, most) in self.said.plays.items():
            for players in range(fewest, most + 1):
                self._play(Game(NAMES[:players], game, seed=players))
            self._follow(Game(NAMES[:fewest], game, seed=0))

    def again(self) -> None:
        """A new process, from the middle of a game, with the same seed and work: the same move."""
        fresh = Engine(self.command)
        try:
            with self._waiting() as seconds:
                fresh.greet(seconds)
            for view, move in self._asked[::AGAIN]:
                if (other := self._ask(fresh, view)) != move:
                    raise Broken(f"{move} / {other}: {view.position}")
        finally:
            fresh.end()

    def stop(self) -> None:
        """It answers soon after stop, however long it was to think."""
        view, _ = self._asked[len(self._asked) // 2]
        with self._waiting() as seconds:
            best = self._running.ask(f"position\n{told(view)}go\nstop", "best", seconds)
        self._legal(view, best)

    def leave(self) -> None:
        """It leaves when it is told to."""
        with self._waiting() as seconds:
            code = self._running.quit(seconds)
        if code != 0:
            raise Broken(f"quit: {code}")

    @property
    def _running(self) -> Engine:
        assert self._engine is not None  # noqa: S101
        return self._engine

    @contextmanager
    def _waiting(self) -> Iterator[float]:
        """How long an answer may take now; what it takes above its own time is used up."""
        start = time.monotonic()
        yield self._each + self._left
        self._left -= max(0.0, time.monotonic() - start - self._each)

    def _errors(self, text: str) -> int:
        """How many errors an engine reports before it is ready again."""
        with self._waiting() as seconds:
            heard = self._running.answers(text, "ready", seconds, forgiving=True)
            return sum(line.startswith("error") for line in heard)

    def _play(self, game: AnyGame) -> None:
        """The engine in every seat; now and then another move is made, so that games differ."""
        dice = random.Random(len(game.players))
        while game.turn is not None and game.moves < MOST_MOVES:
            view = game.view(game.turn)
            move = self._ask(self._running, view)
            self._asked.append((view, move))
            game.push(random_move(view, dice) if dice.random() < 0.1 else move)

    def _follow(self, game: AnyGame) -> None:
        """The engine in one seat, which is told only what is new since its last move."""
        dice, known = random.Random(0), None
        while game.turn is not None and game.moves < MOST_MOVES:
            view = game.view(game.turn)
            if game.state.turn:
                game.push(random_move(view, dice))
            elif known and known.follows(view):
                game.push(self._ask(self._running, view, known.more(view)))
            else:
                known = Told(view)
                game.push(self._ask(self._running, view))

    def _ask(self, engine: Engine, view: AnyView, new: str | None = None) -> str:
        settings = "set seed 1\n" if "seed" in self.said.options else ""
        position = f"position\n{told(view)}" if new is None else new
        with self._waiting() as seconds:
            best = engine.ask(f"{settings}{position}go {BUDGET}", "best", seconds)
        return self._legal(view, best)

    def _legal(self, view: AnyView, line: str) -> str:
        """The move of an answer, which must be legal."""
        text = line.partition(" ")[2]
        try:
            fault: object = view.fault(edition(view.edition).parse_move(text))
        except Refusal as reason:
            fault = reason
        if fault:
            raise Broken(f"{line[:SHOWN]}: {fault} {view.position}")
        return text
