"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from qwirkle.views import Chooser


class Bot(Chooser, Protocol):
    """Somebody with a name who chooses a legal move."""

    name: str
