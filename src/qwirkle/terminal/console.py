"""Where typed lines come from and where sentences go."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from contextlib import suppress
from typing import TextIO

import rich.console
from rich.console import RenderableType
from rich.text import Text

from qwirkle import locales
from qwirkle.faults import IllegalMove, Refusal

with suppress(ImportError):  # editing and history of the typed line, where the system has it
    import readline


ALIASES = {"?": "help", "exit": "quit", "q": "quit"}


class Left(Exception):
    """The person has gone: the end of the input, or Ctrl-C."""


class Console:
    """A person at a terminal who reads one language; or a script, or a test.

    In plain mode there is nothing but text: no colours, no glyphs, no clearing. A dumb terminal
    always gets it.
    """

    def __init__(
        self,
        lang: str = "en",
        *,
        plain: bool = False,
        source: TextIO | None = None,
        out: TextIO | None = None,
        width: int | None = None,
    ) -> None:
        self.lang = lang
        self.plain = plain or os.environ.get("TERM") == "dumb"
        self._source = source or sys.stdin
        self._out = out or sys.stdout
        self._typed = source is None and sys.stdin.isatty()
        self._rich = rich.console.Console(
            file=self._out,
            width=width,
            color_system=None if self.plain else "auto",
            highlight=False,
            markup=False,
            emoji=False,
        )

    @property
    def typed(self) -> bool:
        """Whether somebody sits at a terminal, reads and types."""
        return self._typed and self._rich.is_terminal

    @property
    def width(self) -> int:
        return self._rich.width

    @property
    def has_glyphs(self) -> bool:
        """Whether shapes can be drawn, or only letters."""
        return not self.plain and self._rich.encoding.startswith("utf")

    def command(self, typed: str) -> tuple[str, str]:
        """What a typed line begins with, as an English command where it is one; and the rest."""
        word, _, rest = typed.strip().partition(" ")
        name = locales.meaning(word, self.lang).lower()
        return ALIASES.get(name, name), rest.strip()

    def move(self, typed: str, words: Collection[str]) -> str:
        """A typed move, in English where it begins with one of these words; the rest keeps its
        columns, for refusals."""
        word, _ = self.command(typed)
        if word not in words:
            return typed
        first = typed.split()[0]
        return typed.replace(first, word.ljust(len(first)), 1)

    def text(self, key: str, **words: object) -> str:
        return locales.say(key, self.lang, **words)

    def say(self, key: str, **words: object) -> None:
        """Show the sentence of that key in the person's language."""
        self.line(self.text(key, **words))

    def refuse(self, reason: Refusal | IllegalMove) -> None:
        """Show why something was refused."""
        self.line(reason.say(self.lang), style="bold")
        if isinstance(reason, Refusal) and reason.detail:
            self.line(f"  {reason.detail}")

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Show one line. It is wrapped between words on a screen, and left whole elsewhere."""
        self._rich.print(text, style=style or None, soft_wrap=not self._rich.is_terminal)

    def whole(self, text: str) -> None:
        """Show something to be copied: never wrapped by us."""
        self._rich.print(text, soft_wrap=True, crop=False)

    def show(self, picture: RenderableType) -> None:
        """Show something that knows how to draw itself, such as a table."""
        self._rich.print(picture)

    def ask(self, key: str, **words: object) -> str:
        """The line that the person types in answer."""
        prompt = self.text(key, **words) + " "
        try:
            return input(prompt) if self._typed else self._scripted(prompt)
        except (EOFError, KeyboardInterrupt):
            self.line()
            raise Left from None

    def _scripted(self, prompt: str) -> str:
        """A line that nobody sees while it is typed, so it is shown behind its prompt."""
        line = self._source.readline()
        self._out.write(prompt + line.rstrip("\r\n") + "\n" if line else prompt)
        if not line:
            raise EOFError
        return line.rstrip("\r\n")

    def hide(self) -> None:
        """Move everything shown so far, and typed, out of sight of the next person."""
        if self._typed and "readline" in globals():
            readline.clear_history()
        if not self._rich.is_terminal:
            return
        if self.plain:
            self._out.write("\n" * self._rich.height)
        else:
            self._rich.clear()
            self._out.write("\x1b[3J")
