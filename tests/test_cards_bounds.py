"""What any question about a card game costs at most, on the worst tables that players can make.

Players who never capture reach tables of 90 to 108 cards. Work is counted in steps of the solver
and the layout, never in seconds; so a bound holds on every machine, or on none.
"""

import random
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle import native
from qwirkle.cards import fast, layout, solver
from qwirkle.cards.heights import Heights
from qwirkle.cards.moves import Arrange
from qwirkle.cards.solver import Parts
from qwirkle.game import AnyGame
from qwirkle.lines import FULL_LINES
from tests.hoards import constructed, hoarded, many, position, table_of
from tests.often import often

EXAMPLES = often(100) if native.kernel else 3

LEGALITY = 4_000
ONE_SEARCH = 120_000
"""Steps of a search for captures, or for a layout."""
ALL_OUTCOMES = 200_000
"""Steps of looking at as many outcomes as a player may."""
MEGABYTE = 1 << 20

HARD = [
    "112113212311113111311111211131132111",
    "222320332123322123323110121130330000",
    "322031232101100103321301211302123102",
    "132332130130021313303211110003310111",
    "132230111132121312213111111103311011",
]
"""Tables with which guessing takes long: found by climbing from table to table."""


@contextmanager
def counting() -> Iterator[Callable[[], int]]:
    """How many steps were taken since, in the kernel or in the reference."""
    if native.kernel:
        start = native.kernel.cards_steps()
        yield lambda: native.kernel.cards_steps() - start
        return
    steps = 0

    def counted(function):
        def call(*arguments):
            nonlocal steps
            steps += 1
            return function(*arguments)

        return call

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Parts, "tighten", counted(Parts.tighten))
        patch.setattr(Heights, "search", counted(Heights.search))
        patch.setattr(layout, "_filled", counted(layout._filled))
        yield lambda: steps


def work(question: Callable[[], object]) -> int:
    """The steps that a question takes."""
    with counting() as steps:
        question()
        return steps()


def memory(question: Callable[[], object]) -> int:
    """The most bytes of new objects that exist at once, with all caches warm."""
    question()
    tracemalloc.start()
    try:
        question()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@cache
def hoard(seed: int, size: int, players: int = 2) -> AnyGame:
    return hoarded(seed, size, players)


def test_hoards_are_as_large_as_games_allow():
    """Without captures the table grows past ninety cards, and hands are full until then."""
    sizes = [len(hoard(seed, 96).board.cards) for seed in range(3)]
    assert min(sizes) >= 90
    assert len(position(hoard(0, 78)).hand) == 9


# ---- the solver ---------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
@settings(max_examples=EXAMPLES)
def test_every_question_of_the_solver_is_bounded(seed):
    """Legality, a play at all, the most captures, given cards laid, the first outcomes, layouts."""
    dice = random.Random(seed)
    table, hand = constructed(dice)
    cards = many(table, hand)
    assert work(lambda: fast.is_legal(solver.plus(table, solver.counted(hand)))) <= LEGALITY
    assert work(lambda: fast.any_play(table, hand)) <= 9 * LEGALITY
    assert work(lambda: list(islice(fast.outcomes(table, hand), 20))) <= 9 * LEGALITY
    if native.kernel or len(solver.cards_of(table)) > 100:  # minutes, in readable Python
        assert work(lambda: fast.best(table, hand)) <= ONE_SEARCH
        assert work(lambda: fast.laying(table, cards)) <= ONE_SEARCH
    if cards:
        rows, outcome = table_of(table), (cards, ())
        assert work(lambda: fast.any_arrangement(rows, *outcome)) <= 9 * LEGALITY
        assert work(lambda: fast.arrange(rows, *outcome)) <= ONE_SEARCH


@pytest.mark.parametrize("text", HARD)
def test_hard_tables_are_decided_soon(text):
    """Where guessing takes too long, the heights of the lines decide; and they are right."""
    table = tuple(map(int, text))
    assert work(lambda: fast.is_legal(table)) <= LEGALITY
    assert (
        fast.is_legal(table)
        == solver.is_legal(table)
        == (Heights(table, table).search() is not None)
    )


def test_a_table_that_heights_part_is_laid_out_the_same_way_by_all():
    """Where guessing finds no parting in time, kernel and reference fall back on the same one."""
    cards = solver.cards_of(map(int, HARD[3]))
    laid = layout.any_arrangement((), cards, ())
    assert sorted(laid.cards) == sorted(cards)
    assert fast.any_arrangement((), cards, ()) == laid


@given(st.integers(0, 2**32))
@settings(max_examples=often(60))
def test_heights_part_exactly_the_legal_tables(seed):
    """The second way finds a parting exactly where guessing does, and every line splits."""
    dice = random.Random(seed)
    table = tuple(dice.choices(range(4), (dice.random(), 1, 0.5, 0.5), k=36))
    found = Heights(table, table).search()
    assert (found is not None) == fast.is_legal(table)
    if found:
        held = found.held
        assert all(solver.splits(tuple(line)) for line in held)
        assert table == tuple(
            held[kind // 6][kind % 6] + held[6 + kind % 6][kind // 6] for kind in range(36)
        )


@given(st.integers(0, 2**32))
@settings(max_examples=often(40))
def test_more_captures_than_the_bound_never_happen(seed):
    """The pairing of colours and shapes that bounds the search never says too little."""
    dice = random.Random(seed)
    table, _ = constructed(dice)
    there, captured = table, tuple[int, ...]()
    bound = solver.most_captures(table, range(12))
    while more := list(solver.one_more(there, captured)):
        captured = dice.choice(more)
    assert len(captured) <= bound


# ---- limits -------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.sampled_from([0, 1, 7, 40]))
@settings(max_examples=often(24))
def test_a_limit_gives_a_legal_answer_and_the_same_twice(seed, limit):
    """Whatever comes of a limit is legal; kernel and reference stop at the same point."""
    dice = random.Random(seed)
    counts, hand = constructed(dice)
    table, cards = table_of(counts), many(counts, hand)
    if not cards:
        return
    best, laid = solver.best(counts, hand, limit), solver.laying(counts, cards, limit)
    tidy = layout.arrange(table, *laid, limit)
    assert table.fault(tidy, cards) is None
    assert sorted(map(solver.full_line, tidy.captured)) == list(laid[1])
    if native.kernel:
        assert native.kernel.cards_best(counts, hand, limit) == best
        assert native.kernel.cards_laying(counts, cards, limit) == laid
        rows, lines = native.kernel.cards_arrange(table, *laid, True, limit)
        full = (tuple(sorted(FULL_LINES[line])) for line in lines)
        assert Arrange(tuple(rows), tuple(full)) == tidy


@pytest.mark.parametrize(("size", "most"), [(30, 60), *([(78, 3000)] if native.kernel else [])])
def test_a_weak_player_looks_at_small_plays_of_a_large_table(monkeypatch, size, most):
    """At most one row captured, few cards first, and the one play that captures the most."""
    where = position(hoard(1, size))
    table = solver.counted(where.table.cards)
    monkeypatch.setattr(fast, "MOST_OUTCOMES", most)
    found = fast.some_outcomes(table, where.hand)
    assert len(found) <= most
    assert fast.best(table, where.hand) in found
    assert max(len(captured) for _, captured in found[:-1]) <= 1
    assert [len(cards) for cards, _ in found[:-1]] == sorted(len(cards) for cards, _ in found[:-1])


def test_on_an_ordinary_table_a_weak_player_looks_at_everything():
    """Nothing is left out where there are not too many outcomes."""
    where = position(hoard(1, 16))
    table = solver.counted(where.table.cards)
    every = list(fast.outcomes(table, where.hand))
    assert fast.some_outcomes(table, where.hand) == every


# ---- games --------------------------------------------------------------------------------------

GAMES = [
    (seed, size, players)
    for seed in range(often(3))
    for size, players in ((60, 2), (84, 4), (96, 2), (108, 3))
]


@pytest.mark.parametrize(("seed", "size", "players"), GAMES if native.kernel else GAMES[2:3])
def test_questions_previews_and_moves_are_bounded(seed, size, players):
    """What the server answers while somebody thinks: steps and memory stay small."""
    game = hoard(seed, size, players)
    where = position(game)
    cards = many(solver.counted(where.table.cards), where.hand)
    first = next(iter(game.legal_moves))
    questions = [
        (lambda: next(iter(game.legal_moves)), 9 * LEGALITY),
        (lambda: bool(game.legal_moves), 9 * LEGALITY),
        (lambda: game.fault(first), 9 * LEGALITY),
        (lambda: game.fault("exchange"), 9 * LEGALITY),
    ]
    if native.kernel:
        questions += [
            (lambda: where.table.laying(cards), 2 * ONE_SEARCH),
            (lambda: where.table.best(where.hand), 2 * ONE_SEARCH),
            (lambda: where.table.tidied(first) if isinstance(first, Arrange) else None, ONE_SEARCH),
        ]
    for question, most in questions:
        assert work(question) <= most
        assert memory(question) <= MEGABYTE


def test_counting_moves_needs_no_list():
    """``count`` goes through the outcomes of a turn one by one."""
    game = hoard(0, 30)
    assert memory(lambda: sum(1 for _ in islice(game.legal_moves, 300))) <= MEGABYTE
