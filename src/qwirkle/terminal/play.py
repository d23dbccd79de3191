"""The game loop: people and computer players at one terminal."""

from __future__ import annotations

import time
from collections.abc import Callable

from qwirkle.bots.levels import level
from qwirkle.bots.names import spoken
from qwirkle.events import Revealed
from qwirkle.faults import IllegalMove, Refusal
from qwirkle.moves import Move
from qwirkle.terminal import advice, files
from qwirkle.terminal.console import Console, Left
from qwirkle.terminal.kept import Kept
from qwirkle.terminal.session import Session
from qwirkle.terminal.setup import Options, Seating, is_new, seated, tell_start
from qwirkle.terminal.shorthand import tidied
from qwirkle.terminal.teller import Teller


def play(options: Options, console: Console) -> int:
    """Play a game until it ends or the people leave."""
    seating = seated(options, console.lang)
    kept = Kept(options.keep, "play", seating.game.commitment) if options.keep else None
    Match(seating, console, kept, options).run()
    return 0


class Match:
    """One game at one terminal."""

    def __init__(
        self,
        seating: Seating,
        console: Console,
        kept: Kept | None = None,
        options: Options | None = None,
    ) -> None:
        self.session = Session(seating, kept, options)
        self.pace = options.pace if options else 0
        self.game = seating.game
        self.people = seating.people
        self.bots = self.session.bots
        self.console = console
        self.teller = Teller(console, self.game.edition, self.game.players)
        self.speech = self.session.speech(console)
        self.looking: str | None = None
        """The person whose pieces are on the screen."""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "hint": self._hint,
            "moves": self._moves,
            "unseen": self._unseen,
            "board": self._board,
            "undo": self._undo,
            "save": self._save,
            "resign": self._resign,
            "quit": self._quit,
        }
        if self.teller.game.captures:
            self.commands["captured"] = self._captured

    def run(self) -> None:
        try:
            self._begin()
            while self.game.turn is not None:
                if self.game.turn in self.bots:
                    self._computer(self.game.turn)
                else:
                    self._person(self.game.turn)
            self._end()
        except (Left, KeyboardInterrupt):
            self._leave()

    def _begin(self) -> None:
        console, game = self.console, self.game
        console.say(f"ui.title.{self.teller.words}", players=", ".join(game.players))
        console.say("ui.fair.commitment", digest=game.commitment)
        if is_new(game):
            tell_start(game, self.teller)
        else:
            console.say("ui.play.goes_on")
        self._introduce()
        console.say(f"ui.play.how.{self.teller.words}")

    def _introduce(self) -> None:
        """How strong the computer players are, and who they are today."""
        lang = self.console.lang
        seating, asked = self.session.seating, self.session.level
        levels = dict.fromkeys(number for number in seating.levels if number)
        who = ", ".join(spoken(level(number).character, lang) for number in levels)
        if seating.strengths:
            self.console.say("ui.play.matched", character=who)
        elif asked and self.bots:
            words = {"name": asked.name(lang), "about": asked.about(lang)}
            self.console.say("ui.play.level", number=asked.number, character=who, **words)

    def _computer(self, player: str) -> None:
        """One computer player's turn. If it fails, somebody else moves for it, and it is told."""
        bot = self.bots[player]
        known, start = len(bot.faults), time.monotonic()
        move = bot.choose(self.game.view(player))
        time.sleep(max(0, start + self.pace - time.monotonic()))
        for fault in bot.faults[known:]:
            self.console.line(fault.say(self.console.lang))
        self._make(move)

    def _make(self, move: str | Move) -> None:
        """Push a move and tell everybody at this screen what they may know of it."""
        before = self.game.state
        event = self.game.push(move)
        self._keep()
        self._turn_away()
        self.teller.moved(before, event.seen_by(self.session.reader))
        if self.speech and self.game.turn is not None:
            self.speech.after_move()

    def _keep(self) -> None:
        if not self.session.keep():
            self.console.say("ui.play.not_kept")

    def _person(self, player: str) -> None:
        """One person's turn, up to a move or another change of the game."""
        if len(self.session.here) > 1 and self.looking != player:
            self.console.ask("ui.play.hand_over", player=player)
        self.looking = player
        self._board("")
        before = self.game.state
        while self.game.state is before:
            self._obey(self.console.ask("ui.play.prompt", player=player))

    def _turn_away(self) -> None:
        """Take the pieces of the person who was looking off the screen, if others are here."""
        if self.looking is not None and len(self.people) > 1:
            self.console.hide()
        self.looking = None

    def _obey(self, text: str) -> None:
        """Do what a typed line says: a command or a move. A refusal changes nothing."""
        word, rest = self.console.command(text)
        command = self.commands.get(word)
        try:
            if command:
                command(rest)
            elif word:
                self._make(self._read(self.console.move(text, self.teller.game.commands)))
        except (IllegalMove, Refusal) as reason:
            self.console.refuse(reason)

    def _read(self, text: str) -> str:
        return self.teller.game.expanded(tidied(text), self.game.board)

    def _help(self, _: str) -> None:
        self.console.say(f"ui.help.{self.teller.words}")
        self.console.say("ui.help.tiles_plain" if self.console.plain else "ui.help.tiles")
        self.console.say("ui.help.play")
        if "captured" in self.commands:
            self.console.say("ui.help.captured")

    def _hint(self, _: str) -> None:
        advice.hint(self.game.view(self.session.mover), self.teller)

    def _moves(self, _: str) -> None:
        advice.moves(self.game.view(self.session.mover), self.teller)

    def _unseen(self, _: str) -> None:
        unseen = self.game.view(self.session.mover).unseen
        self.console.say("ui.unseen", n=unseen.total())
        self.teller.screen.unseen(unseen)

    def _captured(self, _: str) -> None:
        self.teller.captured(self.game.state)

    def _board(self, _: str) -> None:
        """The open pieces, and the hand of the person who is looking."""
        self.console.line()
        self.teller.layout(self.game.state)
        if self.looking is None or self.game.turn is None:
            self.teller.scores(self.game.state)
            return
        view = self.game.view(self.looking)
        self.teller.scores(self.game.state, self.console.text("ui.unseen", n=view.unseen.total()))
        self.console.say(f"ui.hand.{self.teller.words}", player=self.looking)
        self.teller.screen.hand(view.hand)

    def _undo(self, _: str) -> None:
        """Back to the last decision of a person."""
        if not self.session.undo():
            self.console.say("ui.play.nothing_to_undo")
            return
        self._keep()
        self._turn_away()
        self.teller.forget()
        self.console.say("ui.play.undone", player=self.session.mover)

    def _save(self, name: str) -> None:
        if not name:
            self.console.say("ui.play.save_where")
            return
        text = self.game.dump()
        files.write(name, text)
        self.session.saved = text
        self.console.say("ui.play.saved", file=name)
        if self.game.turn is not None:
            self.console.say("ui.play.saved_secret")

    def _resign(self, _: str) -> None:
        player = self.session.mover
        answer, _ = self.console.command(self.console.ask("ui.play.resign_sure", player=player))
        if answer != "yes":
            self.console.say("ui.play.stays", player=player)
            return
        self.game.resign(player)
        self._keep()
        self._turn_away()
        self.console.say("ui.play.resigned", player=player)

    def _quit(self, _: str) -> None:
        raise Left

    def _leave(self) -> None:
        if parting := self.session.parting:
            self.console.say(parting)
        self.console.say("ui.play.goodbye")

    def _end(self) -> None:
        """The outcome, the seed, and a last chance to keep the record."""
        self._board("")
        outcome = self.game.outcome
        if outcome:
            self.teller.outcome(outcome)
        if self.speech:
            self.speech.at_end()
        if rated := self.session.rate(self.console.lang):
            self.console.line(rated)
        revealed = self.game.events[-1]
        if isinstance(revealed, Revealed) and revealed.seed:
            self.console.say("ui.fair.seed", seed=revealed.seed.hex())
        self.console.say("ui.fair.how")
        while text := self.console.ask("ui.end.prompt").strip():
            word, rest = self.console.command(text)
            if word == "save":
                self._after_end(rest)
            elif word == "quit":
                break
        self._leave()

    def _after_end(self, name: str) -> None:
        try:
            self._save(name)
        except Refusal as reason:
            self.console.refuse(reason)
