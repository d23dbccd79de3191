"""What the screens of the application have in common: their panes, their keys, their message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget

from qwirkle.editions import AnyState, edition
from qwirkle.events import Moved, Resigned
from qwirkle.locales import say
from qwirkle.terminal.app.dialogs import Reading, listed
from qwirkle.terminal.app.keys import Foot, Key, bindings
from qwirkle.terminal.app.paint import Notes, Painter, Sentences
from qwirkle.terminal.app.panes import Entry, Line, Moves, Scores
from qwirkle.terminal.presentation import presentation

LAST: tuple[Key, ...] = (
    Key("question_mark", "?", "ui.app.key.help", "help"),
    Key("q", "q", "ui.app.key.quit", "leave"),
)


class Sheet(Screen[None]):
    """A table on the left, panes on the right, a message and the keys below; none ever moves."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LAST)

    def __init__(self, name: str, players: Sequence[str], lang: str, painter: Painter) -> None:
        super().__init__(classes=name)
        self.lang = lang
        self.painter = painter
        self.words = edition(name).words
        self.game_shown = presentation(name)
        self.notes = Notes(lang)
        self.pieces = Sentences(self.notes)
        self.scores = Scores(self.words, players, lang, painter)
        self.moves = Moves(lang, painter)
        self.line = Line(painter)

    @property
    def keys(self) -> Sequence[Key]:
        """Everything that can be pressed, the most useful first."""
        return LAST

    def table(self) -> Widget:
        """What is on the left."""
        raise NotImplementedError

    def aside(self) -> Sequence[Widget]:
        """What is on the right."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Horizontal(id="upper"):
            yield self.table()
            with Vertical(id="aside"):
                yield from self.aside()
        yield self.line
        yield Foot(self.keys, self.lang)

    def told(self, player: str, before: AnyState, event: Moved, number: int) -> str:
        """A move in a sentence, as its event says, which may be a part of the truth."""
        move = self.game_shown.told(before, event.move, self.pieces, self.notes)
        words = {"number": number, "player": player, "move": move}
        return self.text(f"ui.review.told.{self.words}", n=event.points, **words)

    def entry(self, player: str, before: AnyState, event: Moved | Resigned, number: int) -> Entry:
        """The same in the list of moves."""
        if isinstance(event, Resigned):
            return Entry(number, player, self.text("web.left"), 0)
        move = self.game_shown.told(before, event.move, self.pieces, self.notes)
        return Entry(number, player, move, event.points)

    def text(self, key: str, **words: object) -> str:
        return say(key, self.lang, **words)

    async def action_press(self, action: str) -> None:
        """What a click on a key does: the same as the key, wherever that is bound."""
        name = action.partition("(")[0]
        nodes = (self.focused, self)
        node = next(node for node in nodes if node and hasattr(node, f"action_{name}"))
        await self.app.run_action(action, default_namespace=node)

    def action_help(self) -> None:
        self.app.push_screen(Reading(self.text("ui.app.keys"), listed(self.keys, self.lang)))

    def action_leave(self) -> None:
        self.app.exit()
