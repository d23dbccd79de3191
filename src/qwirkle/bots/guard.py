"""A host's protection from a bot that fails: an attempt at a move gives a legal one, or a reason.

What follows is up to the host. At a table with people somebody else moves (``Guarded``); in the
arena the bot has lost.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from qwirkle import locales, native
from qwirkle.bots import Bot, bot
from qwirkle.bots.hosting import EngineFailed, EngineLate, Hosted
from qwirkle.moves import Move
from qwirkle.views import AnyView

Kind = Literal["raised", "illegal", "late"]
LONGEST_REASON = 120
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a bot may take: generous, because a busy machine is not the bot's fault."""

    factor: float = 10.0
    floor: float = 1.0

    def seconds(self, budget: float | None) -> float | None:
        """The longest time for a turn with this budget; None where the bot was given no budget."""
        return None if budget is None else budget * self.factor + self.floor


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a bot made no move."""

    kind: Kind
    reason: str
    """What went wrong, in the program's own words: an exception, or a move as it is written."""


@dataclass(frozen=True, slots=True)
class BotFault:
    """A turn in which a bot failed."""

    bot: str
    move: int
    """The number of the move in its game, counted from 1."""
    kind: Kind
    reason: str
    fallback: str | None = None
    """Who moved instead; None where the bot lost the game."""

    def say(self, lang: str = "en") -> str:
        words = {"bot": self.bot, "number": self.move}
        if self.fallback is None:
            said = locales.say(f"ui.bot.lost.{self.kind}", lang, **words)
        else:
            said = locales.say(f"ui.bot.{self.kind}", lang, **words, fallback=self.fallback)
        return f"{said} ({self.reason})"


def attempt(
    inner: Bot,
    view: AnyView,
    budget: float | None = None,
    *,
    most: float | None = None,
    clock: Clock = time.perf_counter,
) -> Move | Failure:
    """A legal move within ``most`` seconds, or why there is none.

    A bot in a process of its own is ended when its time is over. One in this process cannot be:
    its move is thrown away when it comes.
    """
    hosted = isinstance(inner, Hosted)
    if isinstance(inner, Hosted):
        inner.patience = most
    if failure := started(inner):
        return failure
    start = clock()
    try:
        move = inner.choose(view, budget)
    except Exception as error:
        return _failed(error)
    taken = clock() - start
    if not _is_legal(view, move):
        return Failure("illegal", _tidy(_written(move)))
    if most is not None and taken > most and not hosted:
        return Failure("late", f"{taken:.3g} s > {most:.3g} s")
    return move


def started(inner: Bot) -> Failure | None:
    """A bot in a process of its own starts before its clock does; or why it cannot."""
    try:
        if isinstance(inner, Hosted):
            inner.start()
    except Exception as error:
        return _failed(error)
    return None


def _failed(error: Exception) -> Failure:
    """Whatever a bot throws is its own fault."""
    match error:
        case EngineLate():
            return Failure("late", str(error))
        case EngineFailed():
            return Failure("raised", _tidy(str(error)))
        case _:
            return Failure("raised", _tidy(f"{type(error).__name__}: {_written(error)}"))


def default_fallback(seed: int = 0) -> Bot:
    """The bot that moves for those that fail."""
    return bot("static" if native.kernel else "greedy", seed)


class Guarded:
    """A bot that always answers with a legal move, whatever the bot inside does.

    A move that comes too late is thrown away even though it is legal: nobody waits for it in a
    real game.
    """

    def __init__(
        self,
        inner: Bot,
        fallback: Bot | None = None,
        *,
        limit: Limit | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.name = inner.name
        self.faults: list[BotFault] = []
        self._inner = inner
        self._fallback = fallback or default_fallback()
        self._limit = limit
        self._clock = clock

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        most = self._limit.seconds(budget) if self._limit else None
        found = attempt(self._inner, view, budget, most=most, clock=self._clock)
        if not isinstance(found, Failure):
            return found
        number = len(view.history) + 1
        self.faults.append(
            BotFault(self.name, number, found.kind, found.reason, fallback=self._fallback.name)
        )
        return self._fallback.choose(view, budget)


def _is_legal(view: AnyView, move: object) -> bool:
    """Whether it is a legal move; something that even the judge cannot look at is none."""
    try:
        return view.position.fault(move) is None
    except Exception:
        return False


def _written(thing: object) -> str:
    """As text, where it can be written at all."""
    try:
        return str(thing)
    except Exception:
        return type(thing).__name__


def _tidy(reason: str) -> str:
    """One short line that is the same on every run: no addresses of the memory."""
    line = re.sub(r"0x[0-9a-fA-F]+", "0x…", " ".join(reason.split()))
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 1] + "…"
