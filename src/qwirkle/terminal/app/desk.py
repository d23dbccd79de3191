"""Where one game is played: its table, and the pieces of the person whose turn it is.

A desk knows nothing of turns and players. It is given views, shows what a person has in mind, and
tells the screen around it when a move is decided. Every question of rules goes to the judge of the
view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from qwirkle.editions import part_of
from qwirkle.faults import BadSetup
from qwirkle.locales import say
from qwirkle.moves import Move
from qwirkle.terminal.app.grid import Grid
from qwirkle.terminal.app.keys import Key
from qwirkle.terminal.app.paint import GOLD, Painter
from qwirkle.terminal.app.rack import Rack
from qwirkle.views import AnyView


class Desk(Vertical, can_focus=True):
    """A table and a rack; what an edition does with them is in its own module."""

    KEYS: ClassVar[tuple[Key, ...]] = ()

    class Decided(Message):
        """Somebody wants to make a move; nobody has judged it yet."""

        def __init__(self, move: Move) -> None:
            super().__init__()
            self.move = move

    class Roused(Message):
        """Somebody pressed Enter, or clicked, while nobody was to move here."""

    class Told(Message):
        """Something to say about what lies on the desk."""

        def __init__(self, sentence: str, *, bad: bool = False) -> None:
            super().__init__()
            self.sentence = sentence
            self.bad = bad

    def __init__(self, lang: str, painter: Painter) -> None:
        super().__init__(id="desk")
        self.lang = lang
        self.painter = painter
        self.grid = Grid(painter)
        self.rack = Rack(painter)
        self.new: Sequence[Any] = ()
        """What the last move brought to the table."""

    def compose(self) -> ComposeResult:
        yield self.grid
        yield self.rack

    def begin(self, view: AnyView, new: Sequence[Any]) -> None:
        """It is the turn of somebody here: let them try."""
        raise NotImplementedError

    def rest(self, layout: Any, new: Sequence[Any], view: AnyView | None, title: str) -> None:
        """Somebody else is to move, or nobody: show the table, and the hand of a view if there is
        one."""
        raise NotImplementedError

    def propose(self, move: Move) -> None:
        """Lay out a move, to be played or taken back."""
        raise NotImplementedError

    def text(self, key: str, **words: object) -> str:
        return say(key, self.lang, **words)

    def tell(self, key: str, *, bad: bool = False, **words: object) -> None:
        self.post_message(self.Told(self.text(key, **words), bad=bad))

    def title(self, text: str) -> Text:
        return Text(text, GOLD)


def desk(edition: str, lang: str, painter: Painter) -> Desk:
    """The desk of the edition of that name."""
    kind: type[Desk] | None = part_of(edition, "qwirkle.terminal.app", "DESK", None)
    if kind is None:
        raise BadSetup("ui.app.edition", text=edition)
    return kind(lang, painter)
