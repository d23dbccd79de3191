"""Times to think, as people write them, and bots that keep to their own: ``master@50ms``."""

from __future__ import annotations

import math
import re

from qwirkle.faults import BadSetup
from qwirkle.moves import Move
from qwirkle.views import AnyView, Chooser

LONGEST_BUDGET = 3600.0


def parse_budget(text: str) -> float:
    """The seconds of a time to think.

    >>> parse_budget("30ms"), parse_budget("0.5s")
    (0.03, 0.5)
    """
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?(ms|s)", text.strip(), re.ASCII)
    if found:
        seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
        if 0 < seconds <= LONGEST_BUDGET and math.isfinite(seconds):
            return seconds
    raise BadSetup("ui.bad.budget", text=text)


class Budgeted:
    """A bot that thinks as long as its name says, whatever the host would give it."""

    def __init__(self, inner: Chooser, name: str, seconds: float) -> None:
        self.inner = inner
        self.name = name
        self.seconds = seconds

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        return self.inner.choose(view, self.seconds)
