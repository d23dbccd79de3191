"""The kernel gives the same answers as the reference: the same plays, points, turns and ends."""

import os
import random
from importlib import import_module
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle import Board, Game, Hand, Table, kernel, native
from qwirkle.cards import fast as cards_fast
from qwirkle.cards import layout, solver
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.cards.notation import parse_position as parse_cards_position
from qwirkle.cards.rules import played
from qwirkle.cards.state import starter
from qwirkle.classic import fast, movegen, scoring
from qwirkle.classic.moves import Play, Trade
from qwirkle.classic.notation import parse_position
from qwirkle.editions import CARDS
from qwirkle.seats import LOTS
from qwirkle.testing import random_move
from qwirkle.tiles import TILES
from tests.conformance import HERE
from tests.often import LONG, often
from tests.test_movegen import cells, friendly, friendly_hands, grown_board, hands
from tests.test_solver import IMPOSSIBLE, turns

compiled = pytest.mark.skipif(not kernel.AVAILABLE, reason="this is the pure run")
kernel_tests = import_module("qwirkle._kernel_tests") if kernel.AVAILABLE else None


def test_the_kernel_is_there_unless_it_is_turned_off():
    """A run that should be compiled is compiled."""
    assert (os.environ.get("QWIRKLE_PURE") == "1") == (native.kernel is None)


def test_it_can_be_turned_off(monkeypatch):
    """QWIRKLE_PURE=1 leaves everything to readable Python."""
    monkeypatch.setenv("QWIRKLE_PURE", "1")
    assert native.load() is None
    monkeypatch.delenv("QWIRKLE_PURE")
    monkeypatch.setattr(native, "import_module", lambda _: (_ for _ in ()).throw(ImportError()))
    assert native.load() is None


def lines(name):
    return (HERE / name).read_text().splitlines()


@pytest.mark.parametrize("line", lines("classic.perft")[:: 1 if kernel.AVAILABLE or LONG else 3])
def test_classic_counts(line):
    """Plays, points, trades and hash of a position, at its depth."""
    position, _, counts = line.rpartition(" = ")
    depth, _, counts = counts.partition(" ")
    assert str(kernel.perft(position, int(depth))) == counts


@pytest.mark.parametrize("line", lines("cards.perft")[:: 1 if kernel.AVAILABLE or LONG else 6])
def test_cards_counts(line):
    """Outcomes, captures and hash of a position of the card game."""
    position, _, counts = line.rpartition(" = ")
    outcomes, captures, value = kernel.cards_count(parse_cards_position(position))
    assert f"{outcomes} {captures} {value:016x}" == counts


def assert_same(board, hand):
    """The same plays in the same order, and the same points."""
    plays = list(movegen.plays(board, hand))
    assert list(fast.plays(board, hand)) == plays
    native_board = fast.kernel_board(board)
    if native_board:
        points = [scoring.score(board, play).points for play in plays]
        assert native_board.points(fast.kinds(hand)) == points
        best = native_board.best(fast.kinds(hand))
        first = max(range(len(plays)), key=points.__getitem__, default=None)
        assert best == (None if first is None else (plays[first], points[first]))


@pytest.mark.unmeasured
@compiled
@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=30), hands)
@settings(max_examples=often(1500))
def test_same_plays_on_boards_from_play(seeds, hand):
    """Boards that play can reach, with any hand."""
    assert_same(grown_board(seeds), hand)


@pytest.mark.unmeasured
@compiled
@given(st.dictionaries(cells, friendly, max_size=14), friendly_hands)
@settings(max_examples=often(1500))
def test_same_plays_on_hostile_boards(tiles_on_cells, hand):
    """Islands and bridges; boards that break the rules are left to the reference."""
    assert_same(Board(tiles_on_cells), hand)


@compiled
def test_boards_that_the_kernel_cannot_hold():
    """Tiles far apart, broken lines, and 109 tiles: the answer is still right."""
    apart = Board.parse("Ro@0,0 Bx@500,0")
    broken = Board.parse("Ro@0,0 Bx@1,0")
    many = Board(
        {(2 * x, 0): TILES[0] for x in range(60)} | {(2 * x, 2): TILES[1] for x in range(60)}
    )
    for board in (apart, broken, many):
        assert fast.kernel_board(board) is False
        assert_same(board, Hand.parse("Rx Rd Bo"))
    far = Board.parse("Ro@999999990,-999999990")
    assert fast.kernel_board(far)
    assert_same(far, Hand.parse("Rx Rd Bo"))


@compiled
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_in_lockstep(players, seed):
    """Every move of a game is legal in both, and leads to the same hands, bag, scores and end."""
    game = Game(["Ada", "Bo", "Cy", "Di"][:players], "classic", seed=seed)
    state, dice = game.state, random.Random(seed)
    twin = kernel_tests.ClassicGame(
        [list(hand) for hand in state.hands], list(state.bag), state.turn
    )
    while game.turn:
        move = random_move(game.view(game.turn), dice)
        if isinstance(move, Play) and dice.random() < 0.15 and game.board and game.state.bag:
            move = Trade(game.hand[: dice.randint(1, min(6, len(game.state.bag)))])
        event = game.push(move)
        if isinstance(move, Play):
            placements = [(x, y, tile) for (x, y), tile in move.placements]
            out = 6 if game.state.ended == "T17" else 0
            assert twin.play(placements, list(event.drawn)) + out == event.points
        elif isinstance(move, Trade):
            twin.trade(list(move.tiles), list(event.drawn))
        else:
            twin.skip()
        assert_same_state(twin, game.state)
    with pytest.raises(ValueError, match="over"):
        twin.skip()


def played_game(seed, players=2):
    """The positions of a random card game."""
    game = Game(["Ada", "Bo", "Cy", "Di"][:players], "cards", seed=seed)
    dice = random.Random(seed)
    while game.turn:
        yield game, dice
        game.push(random_move(game.view(game.turn), dice))


@pytest.mark.unmeasured
@compiled
@given(turns(), st.randoms(use_true_random=False))
@settings(max_examples=often(400))
def test_same_answers_about_small_tables(turn, dice):
    """Legality, any play, best play, all outcomes, cards laid, and both layouts: card for card."""
    table, hand = turn
    assert_same_cards(table, hand, dice)


@pytest.mark.unmeasured
@compiled
@pytest.mark.parametrize("seed", range(3))
def test_same_answers_about_tables_of_games(seed):
    """On the tables of whole random games, up to 40 cards."""
    for game, dice in played_game(seed, 2 + seed):
        if len(game.board.cards) <= 40:
            assert_same_cards(game.board, game.hand, dice)


def assert_same_cards(table, hand, dice):
    counts = solver.counted(table.cards)
    assert cards_fast.is_legal(counts) == solver.is_legal(counts)
    assert cards_fast.any_play(counts, hand) == solver.any_play(counts, hand)
    assert cards_fast.best(counts, hand) == solver.best(counts, hand)
    outcomes = list(cards_fast.outcomes(counts, hand))
    assert outcomes[:300] == list(islice(solver.outcomes(counts, hand), 300))
    assert cards_fast.laying(counts, hand) == solver.laying(counts, hand)
    for outcome in dice.sample(outcomes, min(4, len(outcomes))):
        cards = Hand(outcome[0])
        assert cards_fast.laying(counts, cards) == solver.laying(counts, cards)
        assert cards_fast.arrange(table, *outcome) == layout.arrange(table, *outcome)
        quick = layout.any_arrangement(table, *outcome)
        assert cards_fast.any_arrangement(table, *outcome) == quick


@compiled
def test_illegal_tables_are_illegal_in_both():
    """Cards that cannot lie, and more cards than a game has."""
    for text in (IMPOSSIBLE, "Ro Bx Gd", "Ro Ro Ro Ro Rx Rd"):
        counts = solver.counted(Hand.parse(text))
        assert cards_fast.is_legal(counts) is solver.is_legal(counts) is False
    empty, stuck = solver.counted(()), Hand.parse("Ro Bx Gd")
    assert cards_fast.best(empty, stuck) is solver.best(empty, stuck) is None
    assert cards_fast.laying(empty, stuck) is solver.laying(empty, stuck) is None
    for arrange in (cards_fast.arrange, cards_fast.any_arrangement):
        with pytest.raises(ValueError, match="do not lie in rows"):
            arrange((), Hand.parse(IMPOSSIBLE), ())


def test_more_cards_than_a_game_has_are_left_to_the_reference():
    """Four of a kind on a table that somebody wrote by hand."""
    table = Table.parse("Ro Rx Rd | Ro Rx Rd | Ro Bo Go | Ro Bo Go")
    hand = Hand.parse("Rs")
    assert str(table.best(hand)).count("Rs") == 1
    assert len(list(table.plays(hand))) == 1
    assert table.fault(table.best(hand), hand) is None
    assert cards_fast.any_play(solver.counted(table.cards), hand) is not None


@compiled
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_whole_card_games_in_lockstep(players, seed):
    """Every move leads to the same hands, table, pile, scores and end."""
    game = Game(["Ada", "Bo", "Cy", "Di"][:players], CARDS, seed=seed)
    state, dice = game.state, random.Random(seed)
    lot = game.start.among.index(game.start.seat)
    twin = kernel_tests.CardsGame(*cards_dealt(state), [-1] * players, lot)
    assert twin.turn == state.turn
    while game.turn:
        before, move = game.state, random_move(game.view(game.turn), dice)
        event = game.push(move)
        if isinstance(move, Arrange):
            lines = [solver.full_line(row) for row in move.captured]
            twin.play(list(played(before.table, move)), lines, list(event.drawn))
        elif isinstance(move, Exchange):
            twin.exchange(list(event.drawn))
        else:
            twin.skip()
        assert_same_card_state(twin, game.state)
    with pytest.raises(ValueError, match="not a legal move"):
        twin.skip()


def cards_dealt(state):
    return [list(hand) for hand in state.hands], list(state.bag)


@compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_start_in_lockstep(players):
    """The same seat starts, whatever is known of ages and however the lot falls (C2)."""
    dice = random.Random(players)
    for seed in range(60):
        state = Game(["Ada", "Bo", "Cy", "Di"][:players], "cards", seed=seed).state
        ages = [dice.choice([None, 7, 8, 8, 9]) for _ in range(players)]
        told = [-1 if age is None else age for age in ages]
        for lot in range(LOTS):
            twin = kernel_tests.CardsGame(*cards_dealt(state), told, lot)
            assert twin.turn == starter(state.hands, ages, lot).seat


def tiles(numbers):
    return Hand(map(TILES.__getitem__, numbers))


def assert_same_card_state(twin, state):
    assert list(map(tiles, twin.hands)) == list(state.hands)
    assert tiles(twin.table) == Hand(state.table.cards)
    assert tiles(twin.pile) == Hand(state.bag)
    assert tuple(twin.scores) == state.scores
    assert twin.ended == (state.ended is not None)
    if not twin.ended:
        assert (twin.turn, twin.exchanges) == (state.turn, state.exchanges)


@compiled
def test_card_selfplay():
    """Depends on the seed alone; who captures what they can beats who plays anything."""
    one = kernel.selfplay(40, 2, ["greedy", "random"], seed=3, game="cards")
    two = kernel.selfplay(40, 2, ["greedy", "random"], seed=3, threads=3, game="cards")
    assert (one.scores == two.scores).all()
    assert one.scores[:, 0].mean() > one.scores[:, 1].mean()
    with pytest.raises(ValueError, match="no game"):
        kernel.selfplay(1, game="chess")


def assert_same_state(twin, state):
    assert list(map(tiles, twin.hands)) == list(state.hands)
    assert sorted(twin.bag) == list(state.bag)
    assert tuple(twin.scores) == state.scores
    assert twin.turn == state.turn
    assert twin.passes == state.passes
    assert (f"T{twin.ended}" if twin.ended else None) == state.ended


@compiled
def test_selfplay_depends_on_the_seed_alone():
    """Any number of threads gives the same games; another seed gives others."""
    one = kernel.selfplay(300, 3, "greedy", seed=5, threads=1)
    four = kernel.selfplay(300, 3, "greedy", seed=5, threads=4)
    assert (one.scores == four.scores).all()
    assert (one.turns == four.turns).all()
    assert (one.winners == four.winners).all()
    assert one.scores.shape == (300, 3)
    assert not (one.scores == kernel.selfplay(300, 3, "greedy", seed=6).scores).all()
    best = one.scores.max(axis=1, keepdims=True)
    assert ((one.scores == best) @ [1, 2, 4] == one.winners).all()


@compiled
def test_greedy_beats_random():
    """The policies are what they are called, in any seat."""
    first = kernel.selfplay(200, 2, ["greedy", "random"], seed=1).scores.mean(axis=0)
    second = kernel.selfplay(200, 2, ["random", "greedy"], seed=1).scores.mean(axis=0)
    assert first[0] > first[1] + 50
    assert second[1] > second[0] + 50


class Alone(tuple[int, int]):
    """A cell that equals no other."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


@compiled
@pytest.mark.parametrize(
    "work",
    [
        lambda k: k.Board({(0, 0): 36}),
        lambda k: k.Board({(0, 0): -1}),
        lambda k: k.Board({Alone((0, 0)): 0, Alone((0, 0)): 1}),
        lambda k: k.Board({(x, 0): 0 for x in range(0, 218, 2)}),
        lambda k: k.Board({(2 * x, 2 * y): 0 for x in range(10) for y in range(11)}),
        lambda k: k.Board({(2**63, 0): 0}),
        lambda k: k.Board({(0, 2**40): 0}),
        lambda k: k.Board({(0, 0): 2**70}),
        lambda k: k.Board("Ro@0,0"),
        lambda k: k.Board([(0, 0, 0)]),
        lambda k: k.Board({(0, 0, 0): 0}),
        lambda k: k.Board({"00": 0}),
        lambda k: k.Board({(0, 0): "0"}),
        lambda k: k.Board({(0.5, 0): 0}),
        lambda k: k.Board({}).after("Ro@0,0"),
        lambda k: k.Board({}).after((0,)),
        lambda k: k.Board({}).after((((0, 0), 0),) * 2),
        lambda k: k.Board({}).after((((0, 0), 36),)),
        lambda k: k.Board({}).after((((500, 0), 0),)),
        lambda k: k.Board({}).after((((0, 0), 0), ((1, 0), 35))),
        lambda k: k.Board({}).after(tuple(((2 * x, 0), 0) for x in range(120))),
        lambda k: k.Board({(0, 0): 0}).plays(2**36),
        lambda k: k.Board({(0, 0): 0}).plays(-1),
        lambda k: k.Board({(0, 0): 0}).plays_with([1]),
        lambda k: k.Board({(0, 0): 0}).plays_with((36,)),
        lambda k: k.Board({(0, 0): 0}).plays_with(("Ro",)),
        lambda k: k.Board({(0, 0): 0}).count([0], 0),
        lambda k: k.Board({(0, 0): 0}).count([0], 7),
        lambda k: k.Board({(0, 0): 0}).count([99], 1),
        lambda k: k.Board({(0, 0): 0}).count([0] * 200, 1),
        lambda k: k.classic_selfplay(1, ["greedy"], 1, 1),
        lambda k: k.classic_selfplay(1, ["greedy"] * 5, 1, 1),
        lambda k: k.classic_selfplay(1, ["greedy", "clever"], 1, 1),
        lambda k: k.classic_selfplay(1, ["greedy"] * 2, 1, 0),
        lambda k: k.classic_selfplay(-1, ["greedy"] * 2, 1, 1),
        lambda k: k.classic_selfplay(2**40, ["greedy"] * 2, 1, 1),
        lambda k: k.count_trades([77], 1),
        lambda k: k.cards_legal([0] * 35),
        lambda k: k.cards_legal([4] + [0] * 35),
        lambda k: k.cards_legal([-1] + [0] * 35),
        lambda k: k.cards_best([0] * 36, [36]),
        lambda k: k.cards_any_play("x", [1]),
        lambda k: k.CardsOutcomes([0] * 36, [0] * 200),
        lambda k: k.cards_arrange([[0, 1, 2]] * 37, [3], [], True),
        lambda k: k.cards_arrange([[0, 1, 2]], [3], [12], True),
        lambda k: k.cards_arrange([[0, 1, 2]], [3], [0] * 19, False),
        lambda k: k.cards_arrange([[0, 7, 14]], [3], [], True),
        lambda k: k.cards_arrange([[99]], [3], [], True),
        lambda k: k.cards_selfplay(1, ["greedy"] * 5, 1, 1),
        lambda k: k.tell_play(1),
        lambda k: k.tell_tiles([1]),
    ],
)
def test_garbage_raises_an_exception(work):
    """Whatever Python hands over, the answer is an exception and never a crash."""
    with pytest.raises((ValueError, TypeError, OverflowError)):
        work(native.kernel)


@compiled
@pytest.mark.parametrize(
    "work",
    [
        lambda k: k.ClassicGame([[0]], [], 0),
        lambda k: k.ClassicGame([[0], [1]], [], 2),
        lambda k: k.ClassicGame([[0] * 7, [1]], [], 0),
        lambda k: k.ClassicGame([[0], [1]], [0] * 200, 0),
        lambda k: k.ClassicGame([[0], [1]], [], 0).play([(0, 0, 5)], []),
        lambda k: k.ClassicGame([[0], [1]], [], 0).play([], []),
        lambda k: k.ClassicGame([[0], [1]], [2], 0).play([(0, 0, 0)], []),
        lambda k: k.ClassicGame([[0], [1]], [2], 0).play([(0, 0, 0)], [3]),
        lambda k: k.ClassicGame([[0], [1]], [2], 0).trade([0], [2]),
        lambda k: k.ClassicGame([[0], [1]], [], 0).skip(),
        lambda k: k.CardsGame([[0]], [], [1], 0),
        lambda k: k.CardsGame([[0], [1]], [], [1], 0),
        lambda k: k.CardsGame([[0], [1]], [], [1, 2], 0),
        lambda k: k.CardsGame([[0, 1, 2], [1]], [], [1, 2], -1),
    ],
)
def test_illegal_turns_raise_an_exception(work):
    """The kernel's turns refuse deals, moves and draws that no game has."""
    with pytest.raises((ValueError, TypeError, OverflowError)):
        work(kernel_tests)


def test_without_the_kernel_there_is_no_selfplay(monkeypatch):
    """A sentence says how to get it."""
    monkeypatch.setattr(native, "kernel", None)
    with pytest.raises(ValueError, match="install a C\\+\\+ compiler"):
        kernel.selfplay(1)


def test_perft_without_the_kernel(monkeypatch):
    """Depth and trades by the reference."""
    monkeypatch.setattr(native, "kernel", None)
    position = "Ro@0,0 Rx@1,0 / Rs Rt Bo / 2"
    assert kernel.perft(position, 2) == kernel.perft(parse_position(position), 2)
    assert kernel.perft(position).trades == 6
    assert kernel.perft(" / Rs Rt Bo / 2").trades == 0


@compiled
def test_trades_are_counted_as_multisets():
    """As many as the reference lists."""
    for hand, most in [("Ro Ro Bx", 6), ("Ro Ro Ro Bx Bx Gs", 4), ("Ro", 0)]:
        tiles = Hand.parse(hand)
        expected = kernel.perft(f"Yo@0,0 / {hand} / {most}").trades
        assert native.kernel.count_trades(list(tiles), most) == expected
