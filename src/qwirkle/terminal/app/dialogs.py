"""What opens above a screen: something to read, something to confirm, something to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from qwirkle.locales import say
from qwirkle.terminal.app.keys import Key


class Reading(ModalScreen[None]):
    """Something to read; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,й,question_mark", "dismiss", show=False)
    ]

    def __init__(self, title: str, content: Text) -> None:
        super().__init__()
        self._title = title
        self._content = content

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="paper"):
            yield Static(Text(self._title, "bold"), classes="title")
            yield Static(self._content)

    def on_click(self) -> None:
        self.dismiss()


def listed(keys: Sequence[Key], lang: str) -> Text:
    """Every key and what it does."""
    wide = max(cell_len(key.shown) for key in keys)
    lines = (
        Text.assemble((f"{key.shown:<{wide}}  ", "bold #ffd166"), say(key.text, lang))
        for key in keys
    )
    return Text("\n").join(lines)


class Confirming(ModalScreen[bool]):
    """A question to which only a decided answer is a yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(False)", show=False),
        Binding("left,right,up,down", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, no: str, yes: str) -> None:
        super().__init__()
        self._question, self._no, self._yes = question, no, yes

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            yield Static(self._question, classes="title", markup=False)
            with Horizontal():
                yield Button(self._no, id="no")
                yield Button(self._yes, id="yes", variant="error")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class Asking(ModalScreen[str | None]):
    """A line to be typed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", show=False)]

    def __init__(self, question: str, *, number: bool = False) -> None:
        super().__init__()
        self._question = question
        self._number = number

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            yield Static(self._question, classes="title", markup=False)
            yield Input(type="integer" if self._number else "text")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
