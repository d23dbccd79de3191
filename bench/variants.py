"""What a change to ``master`` wins: ``python -m bench.variants ahead=4 play_for_mistakes=0``.

Each variant, and ``master`` as it is, play the same pairs of games of two against ``greedy``. The
difference is taken pair by pair, over the same tiles, which takes much of the chance away. What the
settings mean is explained in kernel/classic/search.h and kernel/classic/playout.h.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from rich.progress import track

from bench.ceiling import interval
from qwirkle.arena.match import Match
from qwirkle.arena.play import play_pair
from qwirkle.bots import BOTS, parse_budget
from qwirkle.bots.classic.search import MASTER, ClassicSearch

UNCHANGED = "master"
Result = tuple[float, float]
"""The share of wins and the margin of a pair."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("changes", nargs="+", type=change, help="such as candidates=20,ahead=4")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--budget", type=parse_budget, default=0.025, help="such as 25ms")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        play = partial(played, options.changes, options.budget, options.seed)
        found = list(track(pool.map(play, range(options.pairs)), "Pairs", total=options.pairs))
    for name, results in zip([UNCHANGED, *options.changes], zip(*found, strict=True), strict=True):
        print(f"{name:<24} {report(results, [row[0] for row in found])}")


def played(changes: list[str], budget: float, seed: int, number: int) -> list[Result]:
    """One pair of games of each variant, the unchanged one first."""
    return [one_pair(text, budget, seed, number) for text in ["", *changes]]


def one_pair(text: str, budget: float, seed: int, number: int) -> Result:
    settings = {**MASTER, **dict(parsed(text))}

    def changed(seat_seed: int) -> ClassicSearch:
        return ClassicSearch("changed", settings, seat_seed, budget)

    pair = play_pair(Match("changed", "greedy", seed=seed), number, {**BOTS, "changed": changed})
    if pair.faults:
        raise SystemExit(f"{text}: {pair.faults[0].fault.say()}")
    return pair.share, pair.margin


def change(text: str) -> str:
    """A change as it was written, if it can be read."""
    try:
        dict(parsed(text))
    except ValueError:
        expected = f"{text}: a name, =, and a number were expected, such as candidates=20,ahead=4"
        raise argparse.ArgumentTypeError(expected) from None
    return text


def parsed(text: str) -> Iterator[tuple[str, float]]:
    """The settings of a change.

    >>> dict(parsed("candidates=20,ahead=4"))
    {'candidates': 20.0, 'ahead': 4.0}
    """
    for part in filter(None, text.split(",")):
        name, _, number = part.partition("=")
        yield name, float(number)


def report(results: tuple[Result, ...], unchanged: list[Result]) -> str:
    wins, margins = zip(*results, strict=True)
    more = [share - other for share, (other, _) in zip(wins, unchanged, strict=True)]
    further = [margin - other for margin, (_, other) in zip(margins, unchanged, strict=True)]
    return (
        f"wins {interval(wins, 100)} %, margin {interval(margins)}; "
        f"against unchanged {interval(more, 100)} %, {interval(further)}"
    )


if __name__ == "__main__":
    main()
