"""However hard a table is, bots and hints take a bounded amount of work and memory."""

import subprocess
import sys

import pytest

from qwirkle import native
from qwirkle.analysis import rank
from qwirkle.bots import bot, difficulty
from qwirkle.bots.cards import KNOWLEDGE, greedy
from qwirkle.bots.cards.difficulty import MOST_LAID_OUT
from qwirkle.cards import fast, solver
from qwirkle.tiles import TILES
from tests.hoards import position
from tests.test_cards_bounds import (
    ALL_OUTCOMES,
    GAMES,
    MEGABYTE,
    ONE_SEARCH,
    hoard,
    memory,
    work,
)

compiled = pytest.mark.skipif(native.kernel is None, reason="this is the pure run")


@compiled
def test_greedy_gives_up_at_the_same_point_as_the_reference():
    """On a large table there are more ways to capture than are tried; both try the same ones."""
    view = hoard(3, 90).view(str(hoard(3, 90).turn))
    where = position(hoard(3, 90))
    table = solver.counted(where.table.cards)
    unseen = tuple(view.unseen[tile] for tile in TILES)
    chosen = greedy.careful(table, where.hand, unseen, 9)
    search = greedy._Search(
        table, where.hand, greedy.Gifts(unseen, 9), fast.best(table, where.hand)
    )
    assert search.tried == greedy.MOST_TRIED
    assert search.outcome == chosen


@pytest.mark.unmeasured
@compiled
@pytest.mark.parametrize(("seed", "size", "players"), GAMES)
@pytest.mark.parametrize("name", ["random", "greedy", *(f"level-{n}" for n in range(1, 7))])
def test_bots_are_bounded(name, seed, size, players):
    """Every level answers with a legal move, after work that does not grow with the outcomes."""
    game = hoard(seed, size, players)
    view, player = game.view(str(game.turn)), bot(name, 1)
    most = {"level-5": 2_000_000, "level-6": 8_000_000}.get(name, ALL_OUTCOMES + 4 * ONE_SEARCH)
    moves = []
    assert work(lambda: moves.append(player.choose(view))) <= most
    assert game.fault(moves[0]) is None
    assert memory(lambda: player.choose(view)) <= 16 * MEGABYTE


@pytest.mark.unmeasured
@compiled
@pytest.mark.parametrize(("seed", "size", "players"), GAMES)
def test_hints_are_bounded(seed, size, players):
    """A hint with its reasons, searched; and without search, as the pure library gives it."""
    game = hoard(seed, size, players)
    view = game.view(str(game.turn))
    assert work(lambda: rank(view, 0.3)) <= 5_000_000
    assert memory(lambda: rank(view, 0.3)) <= 4 * MEGABYTE


@compiled
def test_patience_ends_before_the_cards_do(monkeypatch):
    """A weak level lays out only a few outcomes in its mind before it takes the easiest."""
    laid_out = []
    arrange = fast.arrange
    monkeypatch.setattr(fast, "arrange", lambda *given: laid_out.append(1) or arrange(*given))
    game = hoard(1, 84)
    options = KNOWLEDGE.options(game.view(str(game.turn)))
    assert difficulty.easiest(options) is not None
    assert sum(option.steps < float("inf") for option in options) == len(laid_out)
    assert len(laid_out) <= MOST_LAID_OUT // 4


EVERYTHING = """
import resource
from itertools import islice
from qwirkle import native
from qwirkle.bots import bot
from qwirkle.cards import fast, solver
from tests.hoards import hoarded, many, position

game = hoarded(2, 96)
where, view = position(game), game.view(str(game.turn))
table = solver.counted(where.table.cards)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert where.table.laying(many(table, where.hand))
assert next(iter(game.legal_moves))
assert sum(1 for _ in islice(fast.outcomes(table, where.hand), 200_000)) == 200_000
for number in range(1, 7):
    bot(f"level-{number}", 1).choose(view)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@compiled
def test_the_process_does_not_grow():
    """200,000 outcomes seen, cards laid and six levels asked: some megabytes at most."""
    done = subprocess.run(
        [sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 48 * 1024  # kilobytes
