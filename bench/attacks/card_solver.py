"""Players who never capture make tables of ninety cards and more, and ask about them.

Once, laying nine cards on such a table took 23 seconds and 3.7 GB, and the weakest level a minute.
This attack needs no server: it asks the library whatever a server can be asked.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable
from functools import partial
from itertools import islice

from tests.hoards import constructed, hoarded, many, position, table_of

from bench.attacks import Check
from qwirkle import native
from qwirkle.analysis import rank
from qwirkle.bots import bot
from qwirkle.cards import fast, solver
from qwirkle.game import AnyGame

SIZES = (60, 78, 90, 96, 108)
CONSTRUCTED = 300
MOST_MEGABYTES = 64
QUICK, SLOW = 100, 1000
"""Milliseconds, generously: for a question that somebody waits for, and for a player's turn."""

Slowest = dict[str, float]


def measure(slowest: Slowest, path: str, question: Callable[[], object]) -> None:
    """Ask, and keep the milliseconds of the processor if no question of that path took more."""
    start = time.thread_time()
    question()
    slowest[path] = max(slowest.get(path, 0), (time.thread_time() - start) * 1000)


def ask_about_game(slowest: Slowest, game: AnyGame) -> None:
    """Everything that a seat can make the library work out in its turn."""
    where, view = position(game), game.view(str(game.turn))
    cards = many(solver.counted(where.table.cards), where.hand)
    measure(slowest, "arrangement", lambda: where.table.laying(cards))
    measure(slowest, "best play", lambda: where.table.best(where.hand))
    measure(slowest, "first move", lambda: next(iter(game.legal_moves)))
    measure(slowest, "proof", lambda: game.fault("exchange"))
    names = range(1, 7) if native.kernel else range(4, 5)
    for number in names:
        player = bot(f"level-{number}", 1)
        measure(slowest, f"level {number}", partial(player.choose, view))
    if native.kernel:
        measure(slowest, "hint", lambda: rank(view, 0.3))


def ask_about_table(slowest: Slowest, dice: random.Random) -> None:
    """A table near the border of what can lie, made to be hard."""
    counts, hand = constructed(dice)
    cards = many(counts, hand)
    table = table_of(counts)
    measure(slowest, "legality", lambda: fast.is_legal(solver.plus(counts, solver.counted(hand))))
    measure(slowest, "proof", lambda: fast.any_play(counts, hand))
    measure(slowest, "arrangement", lambda: table.laying(cards))
    measure(slowest, "outcomes", lambda: list(islice(fast.outcomes(counts, hand), 1000)))


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run() -> list[Check]:
    slowest: Slowest = {}
    games = [hoarded(seed, size, 2 + seed % 3) for size in SIZES for seed in range(3)]
    before = megabytes()
    for game in games:
        ask_about_game(slowest, game)
    dice = random.Random(12)
    for _ in range(CONSTRUCTED if native.kernel else 10):
        ask_about_table(slowest, dice)
    grown = megabytes() - before
    return [
        *(_quick_enough(path, taken) for path, taken in slowest.items()),
        Check("memory stays as it is", grown <= MOST_MEGABYTES, f"{grown:.0f} MB more"),
    ]


def _quick_enough(path: str, taken: float) -> Check:
    most = SLOW if path.startswith("level") or path == "hint" else QUICK
    return Check(f"{path}: at most {most} ms", taken <= most, f"slowest {taken:.0f} ms")
