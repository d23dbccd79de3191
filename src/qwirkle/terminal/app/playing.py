"""The screen on which a game is played: people at this terminal, computer players in threads."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget

from qwirkle.analysis import Advice, rank
from qwirkle.bots.guard import BotFault
from qwirkle.editions import AnyState
from qwirkle.faults import IllegalMove, Refusal
from qwirkle.moves import Move
from qwirkle.terminal import advice, files
from qwirkle.terminal.app.desk import Desk, desk
from qwirkle.terminal.app.dialogs import Asking, Confirming, Reading
from qwirkle.terminal.app.keys import Key, bindings
from qwirkle.terminal.app.paint import Painter
from qwirkle.terminal.app.panes import Entry, Unseen
from qwirkle.terminal.app.sheet import LAST, Sheet
from qwirkle.terminal.replay import steps
from qwirkle.terminal.session import Session
from qwirkle.terminal.setup import is_new, tell_start
from qwirkle.terminal.teller import Teller
from qwirkle.views import AnyView

PAUSE = 0.6
"""Seconds that a computer player takes at least, so that people can follow."""

KEYS: tuple[Key, ...] = (
    Key("h", "h", "ui.app.key.hint", "hint"),
    Key("u", "u", "ui.app.key.undo", "undo"),
    Key("s", "s", "ui.app.key.save", "save", foot=False),
    Key("r", "r", "ui.app.key.resign", "resign", foot=False),
)
CAPTURED = Key("c", "c", "ui.app.key.captured", "captured", foot=False)


class Playing(Sheet):
    """One game, from its first move or from where it was left."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((*KEYS, CAPTURED))

    class Answered(Message):
        """A computer player has chosen."""

        def __init__(self, state: AnyState, move: Move, faults: Sequence[BotFault]) -> None:
            super().__init__()
            self.state, self.move, self.faults = state, move, faults

    class Advised(Message):
        """A good move was found."""

        def __init__(self, state: AnyState, best: Advice) -> None:
            super().__init__()
            self.state, self.best = state, best

    def __init__(self, session: Session, lang: str, painter: Painter) -> None:
        game = session.game
        super().__init__(game.edition, game.players, lang, painter)
        self.session = session
        self.game = game
        self.teller = Teller(self.notes, game.edition, game.players)
        self.teller.screen = self.pieces
        self.speech = session.speech(self.notes)
        self.desk: Desk = desk(game.edition, lang, painter)
        self.unseen = Unseen(lang, painter)
        self.looking: str | None = None
        """The person whose pieces are on the screen."""
        self.waiting = False
        """Whether the device is handed over, and nobody may look yet."""

    @property
    def keys(self) -> Sequence[Key]:
        more = (CAPTURED,) if self.game_shown.captures else ()
        return (*LAST[:1], *self.desk.KEYS, *KEYS, *more, *LAST[1:])

    def table(self) -> Widget:
        return self.desk

    def aside(self) -> Sequence[Widget]:
        return self.scores, self.unseen, self.moves

    def on_mount(self) -> None:
        self.desk.focus()
        if is_new(self.game):
            tell_start(self.game, self.teller)
            self.line.say(self.notes.taken())
        else:
            self.line.say(self.text("ui.play.goes_on"))
        self._go_on()

    # ---- turns ----

    def _go_on(self) -> None:
        """Whoever is next: a computer player, a person, or nobody."""
        player = self.game.turn
        self.moves.show(self._entries())
        self.scores.show(self.game.state)
        if player is None:
            self._end()
        elif player in self.session.bots:
            self._rest(self.text("ui.app.thinking", player=player))
            self._think(player, self.game.view(player), self.game.state)
        elif len(self.session.here) > 1 and self.looking != player:
            self.waiting = True
            self._rest(self.text("ui.play.hand_over", player=player))
        else:
            self._begin(player)

    def _begin(self, player: str) -> None:
        self.waiting, self.looking = False, player
        view = self.game.view(player)
        self.unseen.show(view.unseen)
        self.desk.begin(view, self.teller.new)

    def _rest(self, title: str) -> None:
        """Somebody else is to move. One person alone goes on looking at the own pieces."""
        view = self._own_view()
        self.unseen.show(view.unseen if view else None)
        self.desk.rest(self.game.board, self.teller.new, view, title)

    def _own_view(self) -> AnyView | None:
        alone = self.session.reader is not None
        return self.game.view(self.session.people[0]) if alone else None

    @work(thread=True, group="bot")
    def _think(self, player: str, view: AnyView, state: AnyState) -> None:
        started = time.monotonic()
        bot = self.session.bots[player]
        known = len(bot.faults)
        move = bot.choose(view)
        time.sleep(max(0.0, PAUSE - (time.monotonic() - started)))
        self.post_message(self.Answered(state, move, bot.faults[known:]))

    def on_playing_answered(self, event: Answered) -> None:
        if self.game.state is event.state:
            self._make(event.move)
            for fault in event.faults:
                self.line.say(fault.say(self.lang), bad=True)

    def on_desk_decided(self, event: Desk.Decided) -> None:
        if not self._deciding:  # a second Enter, while the first was on its way
            return
        try:
            self._make(event.move)
        except IllegalMove as reason:
            self.line.say_in_passing(reason.say(self.lang), bad=True)

    def on_desk_told(self, event: Desk.Told) -> None:
        self.line.say_in_passing(event.sentence, bad=event.bad)

    def _make(self, move: Move) -> None:
        before = self.game.state
        event = self.game.push(move)
        if self.game.turn != self.looking:  # after an exchange the turn goes on
            self.looking = None
        self.teller.mark(before, event)
        player, seen = self.game.players[event.seat], event.seen_by(self.session.reader)
        if self.speech and self.game.turn is not None:
            self.speech.after_move()
        told = self.told(player, before, seen, len(self._entries()))
        self.line.say(f"{told} {self.notes.taken()}".rstrip())
        self._keep()
        self._go_on()

    def _entries(self) -> list[Entry]:
        players, reader = self.game.players, self.session.reader
        return [
            self.entry(players[event.seat], before, event.seen_by(reader), number)
            for number, (before, event, _) in enumerate(steps(self.game.copy()), 1)
        ]

    def _keep(self) -> None:
        if not self.session.keep():
            self.line.say(self.text("ui.play.not_kept"), bad=True)

    def _end(self) -> None:
        if outcome := self.game.outcome:
            self.teller.over(outcome)
        if self.speech:
            self.speech.at_end()
        if rated := self.session.rate(self.lang):
            self.notes.line(rated)
        self.notes.say("ui.app.over")
        self.line.say(self.notes.taken())
        self.unseen.show(None)
        self.desk.rest(self.game.board, self.teller.new, None, "")

    # ---- what can be pressed ----

    def on_desk_roused(self) -> None:
        """The device is in the right hands now."""
        if self.waiting:
            self._begin(self.session.mover)

    @property
    def _deciding(self) -> bool:
        """Whether a person is looking at their own pieces and is to move."""
        return self.looking is not None and self.game.turn == self.looking

    def action_hint(self) -> None:
        if self._deciding:
            self.line.say_in_passing(self.text("web.thinking"))
            self._advise(self.game.view(self.session.mover), self.game.state)

    @work(thread=True, exclusive=True, group="hint")
    def _advise(self, view: AnyView, state: AnyState) -> None:
        self.post_message(self.Advised(state, rank(view, advice.BUDGET, most=1)[0]))

    def on_playing_advised(self, event: Advised) -> None:
        if self.game.state is event.state and self._deciding:
            self.desk.propose(event.best.move)
            reasons = (*event.best.reasons, *event.best.figures[1:], event.best.basis)
            self.line.say_in_passing(" ".join(reason.say(self.lang) for reason in reasons))

    def action_undo(self) -> None:
        if self.game.turn in self.session.bots:
            self.line.say(self.text("ui.app.wait"))
        elif not self.session.undo():
            self.line.say(self.text("ui.play.nothing_to_undo"))
        else:
            self.looking = None if len(self.session.here) > 1 else self.session.mover
            self.teller.forget()
            self.line.say(self.text("ui.play.undone", player=self.session.mover))
            self._keep()
            self._go_on()

    def action_captured(self) -> None:
        if self.game_shown.captures:
            self.teller.captured(self.game.state)
            text = self.painter.text(self.notes.taken("\n"))
            self.app.push_screen(Reading(self.text("web.captured"), text))

    def action_resign(self) -> None:
        if self._deciding:
            player = self.session.mover
            question = self.text("ui.app.resign", player=player)
            stay, leave = self.text("web.go_on"), self.text("web.resign")
            self.app.push_screen(Confirming(question, stay, leave), self._resigned)

    def _resigned(self, sure: bool | None) -> None:
        player = self.session.mover
        if not sure:
            self.line.say(self.text("ui.play.stays", player=player))
            return
        self.game.resign(player)
        self.looking = None
        self.line.say(self.text("ui.play.resigned", player=player))
        self._keep()
        self._go_on()

    def action_save(self) -> None:
        self.app.push_screen(Asking(self.text("ui.app.save")), self._saved)

    def _saved(self, name: str | None) -> None:
        if name is None:
            return
        text = self.game.dump()
        try:
            files.write(name, text)
        except Refusal as reason:
            self.line.say(reason.say(self.lang), bad=True)
            return
        self.session.saved = text
        self.notes.say("ui.play.saved", file=name)
        if self.game.turn is not None:
            self.notes.say("ui.play.saved_secret")
        self.line.say(self.notes.taken())
