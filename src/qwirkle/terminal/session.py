"""A game with its people and computer players, whatever shows it: a prompt or an application."""

from __future__ import annotations

from qwirkle.bots.guard import Guarded
from qwirkle.events import Moved, Resigned
from qwirkle.terminal import strength
from qwirkle.terminal.console import Console
from qwirkle.terminal.kept import Kept
from qwirkle.terminal.setup import Options, Seating
from qwirkle.terminal.speech import Speech


class Session:
    """One game at one terminal, kept by itself if there is a place for it."""

    def __init__(
        self, seating: Seating, kept: Kept | None = None, options: Options | None = None
    ) -> None:
        self.seating = seating
        self.kept = kept
        self.options = options or Options()
        self.game = seating.game
        self.people = seating.people
        self.bots = {player: Guarded(bot) for player, bot in seating.bots.items()}
        self.level = seating.level
        self.saved = self.game.dump() if seating.file else None
        """The record as it is in a file that somebody asked for."""
        self.over = self.game.turn is None
        """Whether the game was over before anybody sat down, or has counted already."""

    @property
    def mover(self) -> str:
        """The player to move; while somebody is asked for a move there always is one."""
        return self.game.players[self.game.state.turn]

    @property
    def reader(self) -> int | None:
        """The seat of the one person who reads the screen; nobody's where several do."""
        return self.game.players.index(self.people[0]) if len(self.people) == 1 else None

    @property
    def here(self) -> list[str]:
        """The people who still play."""
        gone = self.game.state.gone
        return [name for name in self.people if self.game.players.index(name) not in gone]

    def undo(self) -> bool:
        """Back to the last decision of a person; False where there is none."""
        seats = {self.game.players.index(person) for person in self.people}
        events = [event for event in self.game.events if isinstance(event, Moved | Resigned)]
        if not any(event.seat in seats for event in events):
            return False
        while self.game.pop().seat not in seats:
            pass
        return True

    def keep(self) -> bool:
        """Keep the game as it is now; when it is over, nothing is left to continue. False where
        it cannot be kept, but only the first time: it is told once."""
        if self.kept is None or not self.kept.works:
            return True
        if self.game.turn is None:
            self.kept.forget()
            return True
        level, bots = self.level and self.level.number, list(self.seating.bots.values())
        named = bots and not level and not self.seating.strengths
        self.kept.keep(
            {
                "people": self.people,
                "level": level,
                "bot": bots[0].name if named else None,
                "record": self.game.dump(),
            }
        )
        return self.kept.works

    def speech(self, console: Console) -> Speech | None:
        """What the computer players say now and then; None where nobody does."""
        levels = self.seating.levels if self.options.remarks else []
        return Speech(self.game, console, levels, self.options.state) if any(levels) else None

    def rate(self, lang: str) -> str | None:
        """What a finished game says about the strength of the one who played it alone."""
        strengths = self.seating.strengths
        if not strengths or self.over or self.options.state is None or len(self.people) > 1:
            return None
        met = strength.met(self.game, self.people[0], strengths)
        rating = strength.Standing(self.options.state, self.game.edition).after(met)
        self.over = True  # it counts once, even if its end is taken back
        return strength.told([*strengths.values()], rating, lang)

    @property
    def parting(self) -> str | None:
        """The key of what is to be said to people who leave: whether the game goes on later."""
        if self.game.turn is None:
            return None
        if self.kept and self.kept.path.exists():
            return "ui.play.kept"
        return None if self.saved == self.game.dump() else "ui.play.not_saved"
