"""The card game's exact solver against trying everything, row by row."""

import random
from itertools import combinations, islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from qwirkle import Game, Hand, Table
from qwirkle.bag import Bag
from qwirkle.cards import fast, layout, solver
from qwirkle.cards.moves import Arrange
from qwirkle.cards.rules import played, row_fault
from qwirkle.lines import FULL_LINES, LONGEST, subsets
from qwirkle.testing import random_move
from qwirkle.tiles import TILES, Pieces
from tests.often import often

# Few colours and shapes make cards that go together.
friendly = st.sampled_from([tile for tile in TILES if tile // 6 < 4 and tile % 6 < 4])
three_copies = st.lists(friendly, max_size=11).filter(lambda cards: not Bag.full().missing(cards))


def rows_with(card, cards):
    """Every row of three to six of these cards that holds a given one."""
    kinds = set(cards)
    for line in FULL_LINES:
        if card in line:
            others = sorted(line & kinds - {card})
            for size in range(2, LONGEST):
                for chosen in combinations(others, size):
                    yield (card, *chosen)


def partitions(cards):
    """Every way to lay out all of these cards in rows of three to six."""
    cards = Pieces(cards)
    if not cards:
        yield ()
        return
    for row in rows_with(cards[0], cards):
        for rest in partitions(cards.without(row)):
            yield (tuple(sorted(row)), *rest)


def tables(cards):
    """The layouts as moves: rows of six captured, the others lying."""
    for rows in partitions(cards):
        sixes = tuple(row for row in rows if len(row) == LONGEST)
        yield Arrange(tuple(row for row in rows if len(row) < LONGEST), sixes)


@given(three_copies)
@settings(max_examples=often(300))
def test_legal_tables_are_those_that_can_be_laid_out(cards):
    """A table is legal exactly when some partition into rows of three to five exists."""
    explicit = any(not move.captured for move in tables(cards))
    assert solver.is_legal(solver.counted(cards)) == explicit


@st.composite
def turns(draw):
    """A legal table of up to three rows and a small hand."""
    rows = []
    for _ in range(draw(st.integers(0, 3))):
        line = sorted(FULL_LINES[draw(st.integers(0, 11))])
        size = draw(st.integers(3, 5))
        rows.append(tuple(sorted(draw(st.permutations(line))[:size])))
    table = Table(rows)
    hand = Hand(draw(st.lists(st.sampled_from(TILES), min_size=1, max_size=4)))
    if table and draw(st.booleans()):  # cards that complete a row make captures likely
        full = next(line for line in FULL_LINES if set(table[0]) <= line)
        hand = Hand((*hand, *sorted(full - set(table[0]))[:2]))
    assume(not Bag.full().missing((*table.cards, *hand)))
    return table, hand


@given(turns())
@settings(max_examples=often(120))
def test_laying_is_the_best_outcome_that_plays_just_these_cards(turn):
    """Given cards are laid as the first outcome that plays all of them with the most captures."""
    table, hand = turn
    counts = solver.counted(table.cards)
    for cards in (hand, Hand(hand[:1])):
        outcomes = [
            found for found in solver.outcomes(counts, cards) if len(found[0]) == len(cards)
        ]
        expected = max(outcomes, key=lambda found: len(found[1]), default=None)
        assert solver.laying(counts, cards) == expected
        assert fast.laying(counts, cards) == expected
        laid = expected and layout.arrange(table, *expected)
        assert table.laying(cards) == laid


@given(turns())
@settings(max_examples=often(120))
def test_outcomes_are_exactly_the_possible_ones(turn):
    """Cards played and rows captured: neither missing nor invented, each once."""
    table, hand = turn
    explicit = {
        (played, tuple(sorted(map(solver.full_line, move.captured))))
        for played in subsets(hand, len(hand))
        for move in tables((*table.cards, *played))
    }
    found = list(solver.outcomes(solver.counted(table.cards), hand))
    few = [outcome for outcome in found if len(outcome[1]) <= 1]
    assert list(solver.outcomes(solver.counted(table.cards), hand, most=1)) == few
    assert list(fast.outcomes(solver.counted(table.cards), hand, most=1)) == few
    assert len(found) == len(set(found))
    assert set(found) == explicit
    best = table.best(hand)
    if explicit:
        assert table.fault(best, hand) is None
        assert len(best.captured) == max(len(captured) for _, captured in explicit)
    else:
        assert best is None
    assert (solver.any_play(solver.counted(table.cards), hand) is None) == (not explicit)


@given(turns(), st.randoms(use_true_random=False))
@settings(max_examples=often(120))
def test_the_layout_moves_as_few_cards_as_possible(turn, dice):
    """No other layout of the same outcome leaves more cards where they were."""
    table, hand = turn
    outcomes = list(solver.outcomes(solver.counted(table.cards), hand))
    assume(outcomes)
    played, captured = dice.choice(outcomes)
    move = layout.arrange(table, played, captured)
    assert table.fault(move, hand) is None
    assert tuple(map(solver.full_line, move.captured)) == tuple(
        map(solver.full_line, layout.any_arrangement(table, played, captured).captured)
    )
    others = [other for other in tables((*table.cards, *played)) if other.captured == move.captured]
    assert layout.cards_moved(table, move) == min(
        layout.cards_moved(table, other) for other in others
    )
    assert table.tidied(dice.choice(others)) == move


@given(turns())
@settings(max_examples=often(60))
def test_every_play_is_accepted_by_the_judge(turn):
    """What the table offers, the judge accepts."""
    table, hand = turn
    for move in table.plays(hand):
        assert table.fault(move, hand) is None
        assert all(row_fault(row) is None for row in move.rows + move.captured)


def test_a_card_stays_when_its_row_goes_on():
    """The book's second example moves two cards: the purple square and the green square."""
    table = Table.parse("Po Px Pd Ps | Rs Bs Gs")
    move = Arrange.parse("Po Px Pd | Rs Bs Ps | Go Gx Gs")
    assert layout.cards_moved(table, move) == 2
    assert table.tidied(move) == move


IMPOSSIBLE = "Rx Ox Od Os Yx Yd Ys Go Gx Gd Gs"
"""Cards whose bounds show no contradiction; only trying them all does."""


def test_cards_that_cannot_lie_are_refused():
    """The layout of an impossible outcome is an error, not a wrong table."""
    for cards in ("Ro Bx Gd", IMPOSSIBLE):
        for arrange in (layout.arrange, layout.any_arrangement):
            with pytest.raises(ValueError, match="do not lie in rows"):
                arrange(Table(), Hand.parse(cards), ())


def test_several_rows_can_be_captured_in_one_turn():
    """Two rows of five and the cards that complete both."""
    table = Table.parse("Ro Rx Rd Rs Rt | Bo Bx Bd Bs Bt")
    best = table.best(Hand.parse("Rc Bc Yo"))
    assert str(best) == "Ro Rx Rd Rs Rt Rc | Bo Bx Bd Bs Bt Bc"
    assert len(best.captured) == 2


def test_the_same_line_can_be_captured_twice():
    """There are three of each card, so one line can be taken more than once in a turn."""
    table = Table.parse("Ro Rx Rd Rs Rt | Ro Rx Rd Rs Rt")
    assert len(table.best(Hand.parse("Rc Rc")).captured) == 2


def test_a_capture_still_needs_a_card_from_the_hand():
    """The table alone may allow a six, but a turn plays at least one card (C5)."""
    table = Table.parse("Ro Rx Rd | Rs Rt Rc")
    assert table.best(Hand.parse("Yo")) is None
    assert table.fault("Ro Rx Rd Rs Rt Rc", Hand.parse("Yo")).rule == "C5"


@pytest.mark.unmeasured
def test_large_tables_are_laid_out_well_too():
    """On the tables of whole games: legal, and never more cards moved than in a quick layout."""
    dice = random.Random(3)
    game = Game(["Ada", "Bo"], "cards", seed=3)
    while game.turn:
        table, hand = game.board, game.hand
        outcomes = list(islice(solver.outcomes(solver.counted(table.cards), hand), 400))
        for outcome in dice.sample(outcomes, min(often(6), len(outcomes))):
            move = layout.arrange(table, *outcome)
            quick = layout.any_arrangement(table, *outcome)
            assert table.fault(move, hand) is None
            assert table.fault(quick, hand) is None
            assert layout.cards_moved(table, move) <= layout.cards_moved(table, quick)
        game.push(random_move(game.view(game.turn), dice))


def test_the_game_lists_each_outcome_once():
    """Legal moves of a card game: one arrangement for each outcome, and nothing else."""
    game = Game(["Ada", "Bo"], "cards", seed=9)
    game.push(next(iter(game.legal_moves)))
    moves = list(game.legal_moves)
    outcomes = list(solver.outcomes(solver.counted(game.board.cards), game.hand))
    assert len(moves) == len(outcomes) > 1
    assert all(move in game.legal_moves for move in moves)
    assert len({(played(game.board, move), move.captured) for move in moves}) == len(moves)


@given(turns())
@settings(max_examples=often(60))
def test_laying_plays_just_these_cards(turn):
    """All of them, with as many rows captured as any way of doing so; None where there is none."""
    table, hand = turn
    everything = [*table.cards, *hand]
    ways = [move for move in tables(everything) if legal(move)]
    laid = table.laying(hand)
    if not ways:
        assert laid is None
    else:
        assert laid is not None
        assert sorted(played(table, laid)) == sorted(hand)
        assert table.fault(laid, hand) is None
        assert len(laid.captured) == max(len(move.captured) for move in ways)


def legal(move):
    """Whether what stays on the table is rows of three to five; a table may be empty."""
    return all(row_fault(row) is None for row in move.rows + move.captured)


def test_laying_moves_few_cards():
    """A card that fits a row joins it, and the other rows stay as they are."""
    table = Table.parse("Bo Bx Bd Bs | Rd Yd Gd")
    assert str(table.laying(Hand.parse("Bt"))) == "Rd Yd Gd | Bo Bx Bd Bs Bt"
    assert str(table.laying(Hand.parse("Bt Bc"))) == "Rd Yd Gd | Bo Bx Bd Bs Bt Bc"


def test_laying_nothing_or_what_does_not_fit_is_none():
    """No cards are no play, and neither is a card without a row."""
    table = Table.parse("Bo Bx Bd Bs | Rd Yd Gd")
    assert table.laying(()) is None
    assert table.laying(Hand.parse("Pc")) is None
    assert table.laying(Hand.parse("Bt Pc")) is None
