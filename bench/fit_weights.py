"""Fit the weights of ``static``: ``python -m bench.fit_weights`` writes kernel/classic/weights.cpp.

Games are played by ``static`` itself, with other good moves now and then so that many kinds of
positions come up. In every fourth position the search tries 24 candidates out, and the margins that
it finds are explained by the features of the candidates: least squares over the differences within
each position, for each phase of the game. Run it twice, and the second run starts from better play.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track
from tests.compiled import compiled

from qwirkle import Game
from qwirkle.bots.classic.search import STATIC, ClassicSearch, kernel_facts
from qwirkle.moves import Move
from qwirkle.views import AnyView

TRIED = {"candidates": 24, "turns": 12000, "ahead": 4, "clear": 0, "fitting": 1}
PHASES = 3
EVERY = 4
Array = NDArray[np.float64]
HEAD = """// Written by bench/fit_weights.py ({positions} positions of {games} games): do not edit.
#include "classic/evaluate.h"

namespace qwirkle::classic {{

const Weights FITTED = {{{{
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=700)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("kernel/classic/weights.cpp"))
    options = parser.parse_args()
    phases: list[list[tuple[Array, Array]]] = [[] for _ in range(PHASES)]
    for number in track(range(options.games), "Games"):
        play(options.seed * 1_000_000 + number, phases)
    rows = [weights(found, phase) for phase, found in enumerate(phases)]
    head = HEAD.format(positions=sum(map(len, phases)), games=options.games)
    body = "".join("    {" + ", ".join(f"{w:.3f}" for w in row) + "},\n" for row in rows)
    options.out.write_text(head + body + "}};\n\n}  // namespace qwirkle::classic\n")


def play(seed: int, phases: list[list[tuple[Array, Array]]]) -> None:
    """One game; what was found out in it is added to its phases."""
    dice, game = random.Random(seed), Game(["Ada", "Bo"], seed=seed)
    while game.turn:
        view = game.view(game.turn)
        if len(view.board) and dice.randrange(EVERY) == 0:
            phase, features, margins = tried_out(view, dice.getrandbits(32))
            if len(margins) > 2:
                phases[phase].append((features, margins))
        game.push(varied(view, dice))


def varied(view: AnyView, dice: random.Random) -> Move:
    """What static plays, or one of the next three."""
    found = ClassicSearch("static", STATIC).ranked(view)
    return found[0 if dice.random() < 2 / 3 else dice.randrange(min(4, len(found)))].move


def tried_out(view: AnyView, seed: int) -> tuple[int, Array, Array]:
    rows, _, phase = compiled().classic_rank(*kernel_facts(view), TRIED, seed)
    return phase, np.array([row[-1] for row in rows]), np.array([row[1] for row in rows])


def weights(found: list[tuple[Array, Array]], phase: int) -> Array:
    """Least squares, with a very small pull to zero for features that hardly vary."""
    features = np.concatenate([one - one.mean(axis=0) for one, _ in found])
    margins = np.concatenate([one - one.mean() for _, one in found])
    squares = features.T @ features + 1e-5 * len(features) * np.eye(features.shape[1])
    fitted = np.linalg.solve(squares, features.T @ margins)
    left = margins - features @ fitted
    explained = 1 - (left @ left) / (margins @ margins)
    print(f"phase {phase}: {len(found)} positions, {explained:.0%} of the variance explained")
    return fitted


if __name__ == "__main__":
    main()
