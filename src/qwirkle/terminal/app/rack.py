"""The pieces of one player, with the keys that choose them, and a line about what they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from qwirkle.terminal.app.paint import GOLD, PLACED, QUIET, Mark, Painter
from qwirkle.tiles import Tile


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of the rack: its piece, or None where that is on the table."""

    tile: Tile | None
    mark: Mark = PLACED
    cursor: bool = False


class Rack(Widget):
    """Some pieces side by side below their title."""

    WIDE = 6
    BRACKETS: ClassVar[dict[tuple[bool, bool], tuple[str, str]]] = {
        (False, False): (" ", " "),
        (False, True): ("[", "]"),
        (True, False): (">", "<"),
        (True, True): ("»", "«"),
    }
    """Around a piece that is chosen, and one at the cursor: colour is never the only sign."""

    class Pressed(Message):
        """Somebody clicked on a place, counted from 0."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, painter: Painter) -> None:
        super().__init__(id="rack")
        self.painter = painter
        self.title = Text()
        self.status = Text()
        self.slots: Sequence[Slot] = ()

    def show(self, title: Text, slots: Sequence[Slot], status: Text) -> None:
        self.title, self.slots, self.status = title, slots, status
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        at = (event.x - 1) // self._wide
        if event.y == 1 and 0 <= at < len(self.slots):
            self.post_message(self.Pressed(at))

    def render(self) -> Text:
        line = Text(" ")
        for number, slot in enumerate(self.slots, 1):
            line.append_text(self._slot(number, slot))
        lines = [Text(" ") + self.title, line, Text(" ") + self.status]
        return Text("\n", no_wrap=True, overflow="ellipsis").join(lines)

    @property
    def _wide(self) -> int:
        """Columns for a piece; nine cards stand closer than six tiles."""
        return self.WIDE if len(self.slots) <= 6 else self.WIDE - 1

    def _slot(self, number: int, slot: Slot) -> Text:
        left, right = self.BRACKETS[slot.mark is not PLACED, slot.cursor]
        piece = Text("··", QUIET) if slot.tile is None else self.painter.tile(slot.tile, slot.mark)
        made = Text.assemble((str(number), QUIET), (left, GOLD), piece, (right, GOLD))
        made.pad_right(max(0, self._wide - made.cell_len))
        return made
