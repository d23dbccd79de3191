"""Whether another build of the kernel plays as well: ``python -m bench.builds OLD.so --players 3``.

``master`` with this kernel has one seat, ``master`` with the other build all the others, and every
deck is played once from each seat. An earlier build is the module ``_kernel_v3`` (or ``_kernel``)
that ``make setup`` leaves in ``.venv`` after a checkout of its commit: keep a copy.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any
from warnings import catch_warnings, simplefilter

from rich.progress import track

from bench import machine
from bench.ceiling import interval
from qwirkle import native
from qwirkle.arena.match import Match, Pair
from qwirkle.arena.play import play_pair
from qwirkle.bots import BOTS, parse_budget
from qwirkle.bots.classic.search import MASTER, ClassicSearch
from qwirkle.tiles import TILES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the compiled module of the other build")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=100, help="decks; each is played by all seats")
    parser.add_argument("--budget", type=parse_budget, default=0.01, help="such as 10ms")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    match = Match("this", "other", players=asked.players, seed=asked.seed)
    with ProcessPoolExecutor() as pool:
        play = partial(played, match, asked.other, asked.budget)
        pairs = list(track(pool.map(play, range(asked.pairs)), "Decks", total=asked.pairs))
    games = sum(len(pair.games) for pair in pairs)
    print(f"{games} games of {asked.players}, {asked.budget} s a turn; {machine.name()}")
    wins = interval([pair.share for pair in pairs], 100)
    lead = interval([sum(game.lead for game in pair.games) / len(pair.games) for pair in pairs])
    print(f"this build wins {wins} % (fair: {100 * match.fair_share:.1f}), leads by {lead} points")


def played(match: Match, other: Path, budget: float, number: int) -> Pair:
    makers = {
        "this": partial(searching, native.kernel, budget),
        "other": partial(searching, loaded(other), budget),
    }
    pair = play_pair(match, number, {**BOTS, **makers})
    if pair.faults:
        raise SystemExit(pair.faults[0].fault.say())
    return pair


def searching(kernel: Any, budget: float, seed: int) -> ClassicSearch:
    player = ClassicSearch("master", MASTER, seed, budget)
    player.kernel = kernel
    return player


@cache
def loaded(path: Path) -> ModuleType:
    """A kernel from its file, beside the one that is there already."""
    name = path.name.partition(".")[0]
    spec = spec_from_loader(name, ExtensionFileLoader(name, str(path)))
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no compiled kernel: give the file of a module.")
    with catch_warnings():
        simplefilter("ignore")  # its classes have the same names
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    module.tell_tiles(list(TILES))
    return module


if __name__ == "__main__":
    main()
