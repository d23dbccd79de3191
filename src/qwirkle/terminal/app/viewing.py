"""The screen on which a record is looked at: every move of a game that was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.timer import Timer
from textual.widget import Widget

from qwirkle.bots.names import speaker
from qwirkle.editions import AnyState, edition
from qwirkle.events import Moved
from qwirkle.faults import BadSetup
from qwirkle.replay import Replay
from qwirkle.terminal.app.dialogs import Asking
from qwirkle.terminal.app.grid import Grid, Spread
from qwirkle.terminal.app.keys import Key, bindings
from qwirkle.terminal.app.paint import GOLD, Painter
from qwirkle.terminal.app.panes import Entry, Moves
from qwirkle.terminal.app.rack import Rack, Slot
from qwirkle.terminal.app.sheet import LAST, Sheet
from qwirkle.terminal.replay import steps
from qwirkle.terminal.teller import Teller
from qwirkle.views import Outcome

BEAT = 1.2
"""Seconds for a move while the game plays by itself."""

KEYS: tuple[Key, ...] = (
    Key("right,enter", "→", "ui.app.key.forward", "step(1)"),
    Key("left,backspace", "←", "ui.app.key.back", "step(-1)"),
    Key("space", "Space", "ui.app.key.run", "run"),
    Key("home", "Home", "ui.app.key.first", "first", foot=False),
    Key("end", "End", "ui.app.key.last", "last", foot=False),
    Key("g", "g", "ui.app.key.jump", "jump"),
    Key("", "PgUp PgDn", "ui.app.key.ten", foot=False),
    Key("", "↑ ↓ Tab", "ui.app.key.pan", foot=False),
)
UNSHOWN: tuple[Key, ...] = (
    Key("pageup", "", "", "step(-10)"),
    Key("pagedown", "", "", "step(10)"),
    Key("up", "", "", "pan(0, -1)"),
    Key("down", "", "", "pan(0, 1)"),
    Key("tab", "", "", "pan(2, 0)"),
    Key("shift+tab", "", "", "pan(-2, 0)"),
)


class Viewing(Sheet):
    """One record, at one of its moves; before the first there is the deal."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((*KEYS, *UNSHOWN))

    def __init__(self, record: Replay, lang: str, painter: Painter) -> None:
        game = record.game
        self.players = tuple(map(speaker(record, lang), game.players))
        super().__init__(game.edition, self.players, lang, painter)
        self.game = game
        draw = edition(game.edition).picture
        if draw is None:
            raise BadSetup("ui.app.edition", text=game.edition)
        self.draw = draw
        self.outcome = Outcome.of(game.state, self.players)
        self.teller = Teller(self.notes, game.edition, self.players)
        self.steps = steps(game.copy())
        self.at = 0
        self.grid = Grid(painter)
        self.rack = Rack(painter)
        self.beat: Timer | None = None

    @property
    def keys(self) -> Sequence[Key]:
        return (*LAST[:1], *KEYS, *LAST[1:])

    def table(self) -> Widget:
        return View(self.grid, self.rack)

    def aside(self) -> Sequence[Widget]:
        return self.scores, self.moves

    def on_mount(self) -> None:
        self.go(0)

    def go(self, to: int) -> None:
        """Show the table after a move, within those that there are."""
        self.at = max(0, min(to, len(self.steps)))
        self.grid.show(self.spread(), self._focus())
        self.scores.show(self.steps[self.at - 1][2] if self.at else self._first)
        self.moves.show(self.entries(), self.at)
        self._hand()
        self.line.say(self.sentence())
        if self.at == len(self.steps):
            self._stop()

    @property
    def _first(self) -> AnyState:
        return self.steps[0][0] if self.steps else self.game.state

    def spread(self) -> Spread:
        """What lies after the move that is shown."""
        if not self.at:
            return Spread.of(self.draw(self._first, None))
        before, event, after = self.steps[self.at - 1]
        if isinstance(event, Moved):
            return Spread.of(self.game_shown.picture(before, event.move))
        return Spread.of(self.draw(after, None))

    def entries(self) -> list[Entry]:
        return [
            self.entry(self.players[event.seat], before, event, number)
            for number, (before, event, _) in enumerate(self.steps, 1)
        ]

    def sentence(self) -> str:
        """What happened; at the end, how it ended."""
        if not self.at:
            self.notes.say("web.replay.deal")
            self.teller.starts(self.game)
        else:
            before, event, _ = self.steps[self.at - 1]
            player = self.players[event.seat]
            if isinstance(event, Moved):
                self.notes.line(self.told(player, before, event, self.at))
            else:
                self.notes.say("ui.play.resigned", player=player)
        if self.at == len(self.steps):
            if self.outcome:
                self.teller.over(self.outcome)
            else:
                self.notes.say("ui.replay.unfinished")
        return self.notes.taken()

    def _focus(self) -> tuple[int, int] | None:
        return next(iter(self.grid.spread.marks), None)

    def _hand(self) -> None:
        """What the player held who made the move."""
        title, slots = Text(), []
        if self.at:
            before, event, _ = self.steps[self.at - 1]
            title = Text(self.players[event.seat], GOLD)
            slots = [Slot(tile) for tile in before.hands[event.seat]]
        self.rack.show(title, slots, Text())

    # ---- what can be pressed ----

    def action_step(self, by: int) -> None:
        self._stop()
        self.go(self.at + by)

    def action_first(self) -> None:
        self.action_step(-len(self.steps))

    def action_last(self) -> None:
        self.action_step(len(self.steps))

    def action_pan(self, dx: int, dy: int) -> None:
        self.grid.pan(dx, dy)

    def action_jump(self) -> None:
        self._stop()
        question = self.text("ui.app.jump", n=len(self.steps))
        self.app.push_screen(Asking(question, number=True), self._jumped)

    def _jumped(self, number: str | None) -> None:
        if number is not None:
            self.go(int(number))

    def action_run(self) -> None:
        """Move by move, until somebody stops it or the game is over."""
        if self.beat is not None:
            self._stop()
        else:
            self.go(0 if self.at == len(self.steps) else self.at + 1)
            self.beat = self.set_interval(BEAT, lambda: self.go(self.at + 1))

    def _stop(self) -> None:
        if self.beat is not None:
            self.beat.stop()
            self.beat = None

    def on_moves_pressed(self, event: Moves.Pressed) -> None:
        self._stop()
        self.go(event.number)


class View(Vertical):
    """A table that is only looked at."""

    def __init__(self, grid: Grid, rack: Rack) -> None:
        super().__init__(id="view")
        self.grid = grid
        self.rack = rack

    def compose(self) -> ComposeResult:
        yield self.grid
        yield self.rack
