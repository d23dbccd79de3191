"""The table companion: it judges and counts a game that is played with real pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qwirkle import seats
from qwirkle.editions import AnyState, Tally
from qwirkle.events import Moved
from qwirkle.faults import BadSetup, IllegalMove, Refusal
from qwirkle.moves import Move
from qwirkle.setup import AnySetup, Setup
from qwirkle.terminal.console import Console, Left
from qwirkle.terminal.shorthand import tidied
from qwirkle.terminal.teller import Teller


def score(game: str | None, players: Sequence[str], console: Console) -> int:
    """Judge and count a game on a real table."""
    try:
        names = players or _asked(console)
        setup: AnySetup = Setup.of(names, game or "classic")
        Companion(setup, console).run()
    except Left:
        console.say("ui.play.goodbye")
    return 0


def _asked(console: Console) -> list[str]:
    return [name.strip() for name in console.ask("ui.table.names").split(",") if name.strip()]


class Companion:
    """One game on a real table; the first player named begins."""

    def __init__(self, setup: AnySetup, console: Console) -> None:
        if setup.edition.tally is None:
            raise BadSetup("ui.bad.no_tally", text=setup.edition.name)
        self.players = setup.players
        self.tally = setup.edition.tally(len(self.players))
        self.past: list[Tally[AnyState, Any]] = []
        self.console = console
        self.teller = Teller(console, setup.edition.name, self.players)
        self.game = self.teller.game
        self.ended = False
        self.commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "undo": self._undo,
            "totals": self._totals,
            "board": self._board,
            "end": self._end,
            "quit": self._quit,
        }
        if self.game.captures:
            self.commands["captured"] = self._captured

    def run(self) -> None:
        self.console.say(f"ui.title.{self.teller.words}", players=", ".join(self.players))
        self.console.say("ui.table.first", player=self.players[0])
        self.console.say(f"ui.table.how.{self.teller.words}")
        try:
            while not self.ended:
                self._obey(self._asked())
        except (Left, KeyboardInterrupt):
            if self.past:
                self._totals()
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
            elif word:
                self._make(self._read(self.console.move(text, self.game.commands)))
        except (IllegalMove, Refusal) as reason:
            self.console.refuse(reason)

    def _read(self, text: str) -> Move:
        text = self.game.expanded(tidied(text), self.tally.state.layout)
        move: Move = self.tally.read(text)
        return move

    def _make(self, move: Move) -> None:
        after = self.tally.after(move)
        before = self.tally.known(move)
        event = Moved(before.turn, move, before.points(move), ())
        self.past.append(self.tally)
        self.tally = after
        self.teller.moved(before, event)
        if self.game.numbered:
            self.teller.layout(after.state)
        self.teller.scores(after.state)
        if after.state.ended:
            self.console.say(f"{after.state.ended}.over")
            self._end()

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
        state = self.tally.state
        winners = [self.players[seat] for seat in seats.winners(state)]
        self.teller.result(winners, dict(zip(self.players, state.scores, strict=True)))

    def _quit(self) -> None:
        raise Left
