"""The trained network as a bot: ``qwirkle arena examples.learn.bot:Learned greedy``."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from examples.learn import BadWeights, need_torch
from examples.learn.afterstates import ClassicView, options, rows
from examples.learn.selfplay import Judge, best
from qwirkle.classic.moves import Move

WEIGHTS = "QWIRKLE_WEIGHTS"
"""The environment variable that names the file of the weights; else it is ``weights.pt``."""


class Learned:
    """The move whose points and value are the most together."""

    name = "learned"

    def __init__(self, seed: int = 0, judge: Judge | None = None) -> None:
        """The seed is what every bot is given; this one leaves nothing to chance."""
        path = Path(os.environ.get(WEIGHTS, "weights.pt"))
        self.judge = judge or trained(path.absolute())

    def choose(self, view: ClassicView, budget: float | None = None) -> Move:
        found = options(view)
        values = self.judge(rows(view, [option.move for option in found]))
        return found[best(found, values)].move


@cache
def trained(path: Path) -> Judge:
    """The network with the weights of a file, which is read once."""
    if not path.is_file():
        raise BadWeights(
            f"There is no file {path}: train a network with python -m examples.learn train, "
            f"or name the file of another one in {WEIGHTS}."
        )
    need_torch()
    # An arena has a process for each core. PyTorch reads this as it is loaded, for every thread.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from examples.learn.training import load

    return load(path).judge
