"""The table companion: it judges and counts a game that is played with real pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self

from qwirkle import seats
from qwirkle.cards.table import Table
from qwirkle.cards.tally import Tally as CardsTally
from qwirkle.classic.tally import Tally as ClassicTally
from qwirkle.editions import Move, State
from qwirkle.events import Moved
from qwirkle.faults import Fault, IllegalMove, Refusal
from qwirkle.game import Setup
from qwirkle.terminal.console import Console, Left
from qwirkle.terminal.play import ALIASES
from qwirkle.terminal.shorthand import expanded, tidied
from qwirkle.terminal.teller import Teller


class Tally(Protocol):
    """What everybody at a real table can count."""

    @property
    def state(self) -> State: ...
    def read(self, text: str) -> Move: ...
    def fault(self, move: Any) -> Fault | None: ...
    def known(self, move: Any) -> State: ...
    def after(self, move: Any) -> Self: ...


def score(game: str | None, players: Sequence[str], console: Console) -> int:
    """Judge and count a game on a real table."""
    try:
        names = players or _asked(console)
        setup = Setup.of(names, game or "classic")
        Companion(setup, console).run()
    except Left:
        console.say("ui.play.goodbye")
    return 0


def _asked(console: Console) -> list[str]:
    return [name.strip() for name in console.ask("ui.table.names").split(",") if name.strip()]


class Companion:
    """One game on a real table; the first player named begins."""

    def __init__(self, setup: Setup, console: Console) -> None:
        start: dict[str, Callable[[int], Tally]]
        start = {"classic": ClassicTally.start, "cards": CardsTally.start}
        self.players = setup.players
        self.edition = setup.edition.name
        self.tally = start[self.edition](len(self.players))
        self.past: list[Tally] = []
        self.console = console
        self.teller = Teller(console, self.edition, self.players)
        self.ended = False
        self.commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "undo": self._undo,
            "totals": self._totals,
            "board": self._board,
            "end": self._end,
            "quit": self._quit,
        }

    def run(self) -> None:
        self.console.say(f"ui.title.{self.edition}", players=", ".join(self.players))
        self.console.say("ui.table.first", player=self.players[0])
        self.console.say(f"ui.table.how.{self.edition}")
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
        word = text.strip().lower()
        command = self.commands.get(ALIASES.get(word, word))
        try:
            if command:
                command()
            elif word:
                self._make(self._read(text))
        except (IllegalMove, Refusal) as reason:
            self.console.refuse(reason)

    def _read(self, text: str) -> Move:
        text, lying = tidied(text), self.tally.state.lying
        return self.tally.read(expanded(text, lying) if isinstance(lying, Table) else text)

    def _make(self, move: Move) -> None:
        after = self.tally.after(move)
        before = self.tally.known(move)
        event = Moved(before.turn, move, before.points(move), ())
        self.past.append(self.tally)
        self.tally = after
        self.teller.moved(before, event)
        if isinstance(after.state.lying, Table):
            self.teller.lying(after.state)  # its rows have new numbers
        self.teller.scores(after.state)
        if after.state.ended:
            self.console.say(f"{after.state.ended}.over")
            self._end()

    def _help(self) -> None:
        self.console.say(f"ui.table.how.{self.edition}")
        self.console.say("ui.help.tiles_plain" if self.console.plain else "ui.help.tiles")
        self.console.say("ui.help.table")

    def _undo(self) -> None:
        if not self.past:
            self.console.say("ui.play.nothing_to_undo")
            return
        self.tally = self.past.pop()
        self.teller.new_cells, self.teller.new_cards = (), ()
        self.console.say("ui.play.undone", player=self.players[self.tally.state.turn])

    def _totals(self) -> None:
        self.teller.scores(self.tally.state)

    def _board(self) -> None:
        self.teller.lying(self.tally.state)
        self.teller.scores(self.tally.state)

    def _end(self) -> None:
        """The final totals, by the rules or because the players stop here."""
        self.ended = True
        state = self.tally.state
        winners = [self.players[seat] for seat in seats.winners(state)]
        self.teller.result(winners, dict(zip(self.players, state.scores, strict=True)))

    def _quit(self) -> None:
        raise Left
