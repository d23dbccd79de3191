"""The table companion: it judges and counts a game that is played with real pieces."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qwirkle import seats
from qwirkle.editions import AnyState, Tally, edition
from qwirkle.events import Moved
from qwirkle.faults import BadSetup, IllegalMove, Refusal
from qwirkle.locales import say
from qwirkle.moves import Move
from qwirkle.setup import AnySetup, Setup
from qwirkle.terminal.console import Console, Left
from qwirkle.terminal.kept import Kept, latest
from qwirkle.terminal.shorthand import tidied
from qwirkle.terminal.teller import Teller

_POINTS = re.compile(r"\s*\+?([0-9]{1,3})\s*")
"""A turn of which only the points are told. No move is written like this: the cards of a row that
was there already lay nothing."""


class BadEntry(Refusal):
    """A turn that does not fit, by its number."""

    def __init__(self, number: int, reason: IllegalMove | Refusal) -> None:
        self.reason = reason
        super().__init__("ui.bad.entry_fits", number=number)

    def say(self, lang: str) -> str:
        return say(self.key, lang, **self.words, reason=self.reason.say(lang))


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command; None means the default."""

    game: str | None = None
    players: Sequence[str] = ()
    resume: bool = False
    """Continue the table that was left last."""
    keep: Path | None = None
    """The folder in which the table is kept by itself, if it shall be."""


def score(options: Options, console: Console) -> int:
    """Judge and count a game on a real table."""
    try:
        companion, entries = _begun(options, console)
        companion.run(entries)
    except Left:
        console.say("ui.play.goodbye")
    return 0


def _begun(options: Options, console: Console) -> tuple[Companion, list[str]]:
    """A new table, or the one that was left last, with what was typed there."""
    kept: Kept | None = None
    if options.resume and options.keep:
        facts = latest(options.keep, "score", "game", "players", "entries", "name")
        kept = Kept(options.keep, "score", facts["name"])
        return Companion(Setup.of(facts["players"], facts["game"]), console, kept), facts["entries"]
    game = edition(options.game or "classic").name
    setup: AnySetup = Setup.of(options.players or _asked(console), game)
    if options.keep:
        kept = Kept(options.keep, "score", str(time.time_ns()))
    return Companion(setup, console, kept), []


def _asked(console: Console) -> list[str]:
    return [name.strip() for name in console.ask("ui.table.names").split(",") if name.strip()]


class Companion:
    """One game on a real table; the first player named begins."""

    def __init__(self, setup: AnySetup, console: Console, kept: Kept | None = None) -> None:
        if setup.edition.tally is None:
            raise BadSetup("ui.bad.no_tally", text=setup.edition.name)
        self.players = setup.players
        self.tally = setup.edition.tally(len(self.players))
        self.past: list[Tally[AnyState, Any]] = []
        self.entries: list[str] = []
        """What was typed for each turn, as it can be read again."""
        self.kept = kept
        self.edition = setup.edition.name
        self.console = console
        self.teller = Teller(console, setup.edition.name, self.players)
        self.game = self.teller.game
        self.ended = False
        self.commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "undo": self._undo,
            "totals": self._totals,
            "list": self._list,
            "board": self._board,
            "end": self._end,
            "quit": self._quit,
        }
        if self.game.captures:
            self.commands["captured"] = self._captured

    def run(self, entries: Sequence[str] = ()) -> None:
        self.console.say(f"ui.title.{self.teller.words}", players=", ".join(self.players))
        self.console.say("ui.table.first", player=self.players[0])
        self.console.say(f"ui.table.how.{self.teller.words}")
        if entries:
            self._replay(entries)
            self.console.say("ui.table.resumed", n=len(entries))
            self._totals()
        try:
            while not self.ended:
                self._obey(self._asked())
        except (Left, KeyboardInterrupt):
            if self.past:
                self._totals()
            if self.kept and self.kept.path.exists():
                self.console.say("ui.table.kept")
            self.console.say("ui.play.goodbye")

    def _asked(self) -> str:
        return self.console.ask("ui.table.prompt", player=self.players[self.tally.state.turn])

    def _obey(self, text: str) -> None:
        """Do what a typed line says: a command or a move. A refusal changes nothing."""
        word, rest = self.console.command(text)
        command = None if rest else self.commands.get(word)
        try:
            if command:
                command()
            elif word == "correct" and rest:
                self._correct(rest)
            elif word:
                self._enter(self.console.move(text, self.game.commands))
        except (IllegalMove, Refusal) as reason:
            self.console.refuse(reason)

    def _enter(self, text: str) -> None:
        """One more turn: a move, or only its points."""
        before, entry = self.tally, self._entry(self.tally, text)
        after = self._after(before, entry)
        self.past.append(before)
        self.entries.append(entry)
        self.tally = after
        self._keep()
        self._tell(before, entry)
        if after.state.ended:
            self.console.say(f"{after.state.ended}.over")
            self._end()

    def _entry(self, tally: Tally[AnyState, Any], text: str) -> str:
        """What was typed, with its short forms written out, so that it can be read again."""
        if _POINTS.fullmatch(text):
            return text.strip()
        return self.game.expanded(tidied(text), tally.state.layout)

    def _after(self, tally: Tally[AnyState, Any], entry: str) -> Tally[AnyState, Any]:
        if told := _POINTS.fullmatch(entry):
            return tally.counted(int(told[1]))
        return tally.after(tally.read(entry))

    def _tell(self, before: Tally[AnyState, Any], entry: str) -> None:
        """What came of a turn."""
        if _POINTS.fullmatch(entry):
            player = self.players[before.state.turn]
            self.console.say(f"ui.table.points.{self.teller.words}", player=player, n=int(entry))
        else:
            move: Move = before.read(entry)
            known = before.known(move)
            self.teller.moved(known, Moved(known.turn, move, known.points(move), ()))
        if self.game.numbered:
            self.teller.layout(self.tally.state)
        self.teller.scores(self.tally.state)

    def _correct(self, text: str) -> None:
        """Another entry in place of an earlier one; all that follow are counted again."""
        number, _, entry = text.partition(" ")
        if not number.isdecimal() or not entry.strip():
            raise BadSetup("ui.bad.correct")
        if not 1 <= int(number) <= len(self.entries):
            raise BadSetup("ui.bad.entry", text=number, n=len(self.entries))
        at = int(number) - 1
        typed = self._entry(self.past[at], self.console.move(entry.strip(), self.game.commands))
        self._replay([*self.entries[:at], typed, *self.entries[at + 1 :]])
        self._keep()
        self.console.say("ui.table.corrected", number=int(number))
        self._totals()

    def _replay(self, entries: Sequence[str]) -> None:
        """Count all turns from the first on. If one does not fit any more, nothing changes."""
        tally, past = (self.past or [self.tally])[0], []
        for number, entry in enumerate(entries, 1):
            past.append(tally)
            try:
                tally = self._after(tally, entry)
            except (IllegalMove, Refusal) as reason:
                raise BadEntry(number, reason) from None
        self.past, self.entries, self.tally = past, list(entries), tally
        self.teller.forget()

    def _list(self) -> None:
        """Every turn with its number, to be corrected by."""
        for number, (before, entry) in enumerate(zip(self.past, self.entries, strict=True), 1):
            self.console.whole(f"{number:3}. {self.players[before.state.turn]}: {entry}")

    def _keep(self) -> None:
        if self.kept and self.kept.works:
            self.kept.keep(
                {
                    "game": self.edition,
                    "players": self.players,
                    "entries": self.entries,
                    "name": self.kept.name,
                }
            )

    def _help(self) -> None:
        self.console.say(f"ui.table.how.{self.teller.words}")
        self.console.say("ui.help.tiles_plain" if self.console.plain else "ui.help.tiles")
        self.console.say("ui.help.table")
        if "captured" in self.commands:
            self.console.say("ui.help.captured")

    def _undo(self) -> None:
        if not self.past:
            self.console.say("ui.play.nothing_to_undo")
            return
        self.tally = self.past.pop()
        self.entries.pop()
        self._keep()
        self.teller.forget()
        self.console.say("ui.play.undone", player=self.players[self.tally.state.turn])

    def _totals(self) -> None:
        self.teller.scores(self.tally.state)

    def _captured(self) -> None:
        self.teller.captured(self.tally.state)

    def _board(self) -> None:
        self.teller.layout(self.tally.state)
        self.teller.scores(self.tally.state)

    def _end(self) -> None:
        """The final totals, by the rules or because the players stop here."""
        self.ended = True
        if self.kept:
            self.kept.forget()
        state = self.tally.state
        winners = [self.players[seat] for seat in seats.winners(state)]
        self.teller.result(winners, dict(zip(self.players, state.scores, strict=True)))

    def _quit(self) -> None:
        raise Left
