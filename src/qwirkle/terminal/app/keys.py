"""What can be pressed on a screen: as bindings, as the line at the bottom, and as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget

from qwirkle.locales import say

TWINS = dict(zip("abcghnpqrstux", "фиспртзйкіегч", strict=True))
"""The letter on the same key of a Ukrainian keyboard: nobody has to change the layout to play."""
GAP = "   "


@dataclass(frozen=True, slots=True)
class Key:
    """Something that can be pressed: its keys, how they are called, what they do."""

    keys: str
    shown: str
    text: str
    """The key of its sentence in the catalogues."""
    action: str = ""
    foot: bool = True
    """Whether it is named at the bottom of the screen, where it can be clicked."""


def bindings(keys: Sequence[Key]) -> list[BindingType]:
    made: list[BindingType] = []
    for key in keys:
        names = [name for name in key.keys.split(",") if name]
        names += [TWINS[name] for name in names if name in TWINS]
        if key.action and names:
            made.append(Binding(",".join(names), key.action, show=False))
    return made


class Foot(Widget):
    """The line at the bottom: as many keys as there is room for, each to be clicked."""

    def __init__(self, keys: Sequence[Key], lang: str) -> None:
        super().__init__(id="foot")
        self._named = [(key, say(key.text, lang)) for key in keys if key.foot]

    def render(self) -> Text:
        line, room = Text(" ", no_wrap=True), self.size.width - 1
        for key, text in self._named:
            part = f"{key.shown} {text}"
            if line.cell_len + cell_len(part) > room:
                continue
            click = Style(meta={"@click": f"screen.press('{key.action}')"})
            line.append(key.shown, Style(bold=True, color="#ffd166") + click)
            line.append(f" {text}", click)
            line.append(GAP)
        return line


def desk_bindings(pieces: int) -> list[BindingType]:
    """The arrows move a cursor, and the digits choose one of so many pieces."""
    steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    return bindings(
        [
            *(Key(arrow, "", "", f"move({x}, {y})") for arrow, (x, y) in steps.items()),
            *(Key(str(n + 1), "", "", f"choose({n})") for n in range(pieces)),
        ]
    )
