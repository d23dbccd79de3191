"""The application itself: its colours and its language, around whichever screen was asked for."""

from __future__ import annotations

import os
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

WOOD = Theme(
    name="qwirkle",
    primary="#ffc53d",
    secondary="#28716a",
    accent="#ffd166",
    error="#cf3f26",
    background="#2b2119",
    surface="#382c22",
    panel="#4a3b2d",
    foreground="#f8ecd8",
    dark=True,
)
"""A table at night: felt, wood, and paper that is not too bright."""


class Program(App[Exception]):
    """Shows one screen until somebody leaves it. What went wrong there is its result."""

    TITLE = "Qwirkle"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, first: Screen[None]) -> None:
        super().__init__(ansi_color="NO_COLOR" in os.environ)
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]
        self.first = first

    def on_mount(self) -> None:
        self.register_theme(WOOD)
        if not self.no_color:
            self.theme = WOOD.name
        self.push_screen(self.first)
