"""A host's protection from a bot that fails: somebody else moves, and the fault is remembered."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from qwirkle import locales, native
from qwirkle.bots import Bot, bot
from qwirkle.moves import Move
from qwirkle.views import AnyView

Kind = Literal["raised", "illegal", "late"]
LONGEST_REASON = 120


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a bot may take: generous, because a busy machine is not the bot's fault."""

    factor: float = 10.0
    floor: float = 1.0

    def seconds(self, budget: float | None) -> float | None:
        """The longest time for a turn with this budget; None where the bot was given no budget."""
        return None if budget is None else budget * self.factor + self.floor


@dataclass(frozen=True, slots=True)
class BotFault:
    """A turn in which a bot had to be replaced."""

    bot: str
    move: int
    """The number of the move in its game, counted from 1."""
    kind: Kind
    reason: str
    """What went wrong, in the program's own words: an exception, or a move as it is written."""
    fallback: str
    """Who moved instead."""

    def say(self, lang: str = "en") -> str:
        words = {"bot": self.bot, "number": self.move, "fallback": self.fallback}
        said = locales.say(f"ui.bot.{self.kind}", lang, **words)
        return f"{said} ({self.reason})"


def default_fallback(seed: int = 0) -> Bot:
    """The bot that moves for those that fail."""
    return bot("static" if native.kernel else "greedy", seed)


class Guarded:
    """A bot that always answers with a legal move, whatever the bot inside does.

    A move that comes too late is thrown away even though it is legal: nobody waits for it in a
    real game. A bot that never answers cannot be stopped from here.
    """

    def __init__(
        self,
        inner: Bot,
        fallback: Bot | None = None,
        *,
        limit: Limit | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.name = inner.name
        self.faults: list[BotFault] = []
        self._inner = inner
        self._fallback = fallback or default_fallback()
        self._limit = limit
        self._clock = clock

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        start = self._clock()
        try:
            move = self._inner.choose(view, budget)
        except Exception as error:  # whatever a bot throws is its own fault
            reason = f"{type(error).__name__}: {_written(error)}"
            return self._replaced(view, budget, "raised", reason)
        taken = self._clock() - start
        if not _is_legal(view, move):
            return self._replaced(view, budget, "illegal", _written(move))
        most = self._limit.seconds(budget) if self._limit else None
        if most is not None and taken > most:
            return self._replaced(view, budget, "late", f"{taken:.3g} s > {most:.3g} s")
        return move

    def _replaced(self, view: AnyView, budget: float | None, kind: Kind, reason: str) -> Move:
        number = len(view.history) + 1
        self.faults.append(
            BotFault(self.name, number, kind, _tidy(reason), fallback=self._fallback.name)
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
