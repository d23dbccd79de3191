"""``qwirkle engine``: our bots, and those of others in Python, speak the engine protocol.

It reads a line, does what it says and answers, as docs/engine-protocol.md has it. The search runs
in a thread, so that ``stop`` and ``ready`` are heard meanwhile.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TextIO

from qwirkle.bots import BOTS, Bot, maker
from qwirkle.bots.finding import is_guest, load
from qwirkle.bots.hosting import VERSION
from qwirkle.bots.seen import Reader
from qwirkle.bots.unstuck import some_move
from qwirkle.editions import EDITIONS
from qwirkle.faults import IllegalMove, Refusal
from qwirkle.moves import Move
from qwirkle.seats import FEWEST, MOST
from qwirkle.views import AnyView

MOST_BOTS = 8
"""Bots of different seeds that are kept, so that no game begins again in its middle."""
GAME = ("edition", "seat", "deal", "start", "move", "resign")
"""The words with which lines of a game begin."""
PASSED_OVER = (
    "qwirkle", "commit", "entropy", "silent", "shuffle", "end", "seed", "played", "signed",
    "scores",
)  # fmt: skip
_BUDGET = re.compile(r"(time|work|left)=([0-9]{1,9})")


class Engine:
    """One engine, from its first line to its last."""

    def __init__(self, name: str, out: TextIO) -> None:
        self.settings = {"bot": name, "seed": "0"}
        self._out = out
        self._reader = Reader()
        self._broken: str | None = None
        """Why the position cannot be, where it cannot."""
        self._bots: OrderedDict[tuple[str, str], Bot] = OrderedDict()
        self._lock = threading.Lock()
        self._search: Search | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "hello": self._hello,
            "set": self._set,
            "ready": lambda _: self._say("ready"),
            "newgame": lambda _: self._bots.clear(),
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
        }

    @property
    def thinking(self) -> bool:
        return self._search is not None and not self._search.answered

    @property
    def busy(self) -> bool:
        """Whether a search runs, even one that was stopped."""
        return self._search is not None and self._search.is_alive()

    def obey(self, lines: Iterable[str]) -> None:
        """Read lines until there are no more, or one says to leave."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            if word in GAME:
                self._game(line)
            elif word in self._commands:
                self._commands[word](rest)
            elif word and word not in PASSED_OVER:
                self._error(f"{word!r} is no command of this protocol")

    def _hello(self, text: str) -> None:
        try:
            name = self._bot().name
        except Exception as error:
            self._error(_reason(error))
            return
        self._say(f"id name {name}", "id author qwirkle")
        self._say(f"option bot text {self.settings['bot']}", "option seed number 0")
        self._say(*(f"plays {game} {FEWEST} {MOST}" for game in EDITIONS), f"hello {VERSION}")

    def _set(self, text: str) -> None:
        name, _, value = text.partition(" ")
        if name not in self.settings:
            self._error(f"there is no option {name!r}; there are: {', '.join(self.settings)}")
        elif name == "seed" and not re.fullmatch(r"-?[0-9]{1,30}", value):
            self._error("seed is a whole number")
        else:
            self.settings[name] = value

    def _position(self, _: str) -> None:
        self._reader, self._broken = Reader(), None

    def _game(self, line: str) -> None:
        if self._broken is None:
            try:
                self._reader.line(line)
            except (Refusal, IllegalMove) as reason:
                self._broken = str(reason)

    def _go(self, text: str) -> None:
        if reason := self._obstacle():
            self._error(reason)
            return
        try:
            view, bot = self._reader.seen.view(), self._bot()
        except Exception as error:
            self._error(_reason(error))
            return
        self._search = Search(bot, view, _budget(text), self._say)
        self._search.start()

    def _obstacle(self) -> str | None:
        """Why there is nothing to think about."""
        if self.thinking:
            return "the engine is thinking; stop it first"
        if self._broken:
            return self._broken
        try:
            return "the game is over" if self._reader.seen.state.ended else None
        except Refusal as reason:
            return str(reason)

    def _stop(self, _: str) -> None:
        if self._search:
            self._search.stop()

    def _bot(self) -> Bot:
        """The bot of the settings; the same one as before in the same game."""
        key = self.settings["bot"], self.settings["seed"]
        if key not in self._bots:
            name, seed = key
            plain = name not in BOTS and is_guest(name)
            self._bots[key] = (load(name) if plain else maker(name))(int(seed))
            while len(self._bots) > MOST_BOTS:
                self._bots.popitem(last=False)
        self._bots.move_to_end(key)
        return self._bots[key]

    def _error(self, reason: str) -> None:
        self._say(f"error {' '.join(reason.split())}")

    def _say(self, *lines: str) -> None:
        with self._lock:
            self._out.write("".join(f"{line}\n" for line in lines))
            self._out.flush()


class Search(threading.Thread):
    """A turn to think about, which is answered once: by the bot, or at ``stop`` by a quick move."""

    def __init__(
        self, bot: Bot, view: AnyView, budget: float | None, say: Callable[..., None]
    ) -> None:
        super().__init__(daemon=True)
        self.answered = False
        self._bot, self._view, self._budget, self._say = bot, view, budget, say
        self._once = threading.Lock()

    def run(self) -> None:
        try:
            move = self._bot.choose(self._view, self._budget)
        except Exception as error:
            self._answer(f"error {_reason(error)}")
            return
        self._answer(*self._about(move), f"best {move}")

    def stop(self) -> None:
        """Answer now. What the bot finds later is thrown away."""
        if not self.answered:
            self._answer(f"best {some_move(self._view)}")

    def _about(self, move: Move) -> list[str]:
        points = self._view.position.points(move) if self._view.fault(move) is None else 0
        return [f"info points={points} : {move}"]

    def _answer(self, *lines: str) -> None:
        with self._once:
            if not self.answered:
                self.answered = True
                self._say(*lines)


def _budget(text: str) -> float | None:
    """The seconds of an order to think; None where the bot is to take its usual time. What is left
    of the game is no time to use up, only a bound."""
    given = {name: int(value) / 1000 for name, value in _BUDGET.findall(text) if int(value)}
    left = given.pop("left", None)
    wanted = min(given.values(), default=None)
    return wanted if wanted is None or left is None else min(wanted, left)


def _reason(error: Exception) -> str:
    """What happened, on one line."""
    text = " ".join(str(error).split())
    return text if isinstance(error, Refusal) else f"{type(error).__name__}: {text}".rstrip(": ")


def engine(name: str, lines: TextIO | None = None, out: TextIO | None = None) -> int:
    """Speak for a bot until the host leaves.

    What the bot itself prints goes to the standard error: the standard output is the protocol's.
    """
    lines, out = lines or sys.stdin, out or sys.stdout
    printed, sys.stdout = sys.stdout, sys.stderr
    try:
        speaking = Engine(name, out)
        speaking.obey(lines)
    finally:
        sys.stdout = printed
    if speaking.busy:
        os._exit(0)  # in the middle of a search, which no thread can be told to leave
    return 0
