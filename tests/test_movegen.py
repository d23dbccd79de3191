"""The generator against the judge: they must agree about every play."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle import Board, Hand, Tile
from qwirkle.bag import Bag
from qwirkle.classic.cells import AXES
from qwirkle.classic.moves import Play
from qwirkle.faults import Cell
from qwirkle.lines import subsets
from qwirkle.tiles import TILES
from tests.often import often

tiles = st.sampled_from(TILES)
hands = st.lists(tiles, min_size=1, max_size=4).map(Hand)
# Few colours and shapes make boards on which much fits.
friendly = st.sampled_from([tile for tile in TILES if tile // 6 < 3 and tile % 6 < 3])
friendly_hands = st.lists(friendly, min_size=1, max_size=4).map(Hand)
cells = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


def brute_force(board, hand):
    """Every play without a gap that the judge accepts, found by trying them all."""
    found = set()
    xs = [x for x, _ in board]
    ys = [y for _, y in board]
    reach = len(hand) + 1
    starts = [
        (x, y)
        for x in range(min(xs) - reach, max(xs) + reach + 1)
        for y in range(min(ys) - reach, max(ys) + reach + 1)
        if (x, y) not in board
    ]
    orders = {order for chosen in subsets(hand, len(hand)) for order in permutations(chosen)}
    for start in starts:
        for axis in AXES:
            free = free_cells(board, start, axis, len(hand))
            for order in orders:
                play = Play(tuple(zip(free, order, strict=False)))
                if play not in found and board.fault(play) is None:
                    found.add(play)
    return found


def free_cells(board, start, axis, count):
    (x, y), free = start, list[Cell]()
    while len(free) < count:
        if (x, y) not in board:
            free.append((x, y))
        x, y = x + axis[0], y + axis[1]
    return free


def grown_board(seeds):
    """A board reached by legal plays, chosen by the given numbers."""
    bag = list(Bag.full())
    board = Board([((0, 0), TILES[seeds[0] % 36])])
    for number in seeds[1:]:
        start = number % len(bag)
        hand = Hand(bag[start : start + 4 * 7 : 7])
        plays = list(board.plays(hand))
        if plays:
            board = board.after(plays[number // 3 % len(plays)])
    return board


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=8), hands)
@settings(max_examples=often(60))
def test_generator_and_judge_agree_on_boards_from_play(seeds, hand):
    """On boards that play can reach, the generator yields exactly what the judge accepts."""
    board = grown_board(seeds)
    plays = list(board.plays(hand))
    assert len(plays) == len(set(plays))
    assert set(plays) == brute_force(board, hand)


@given(st.dictionaries(cells, friendly, min_size=1, max_size=14), friendly_hands)
@settings(max_examples=often(60))
def test_generator_and_judge_agree_on_hostile_boards(tiles_on_cells, hand):
    """Also on boards that no play reaches: islands, broken lines, duplicates, bridges."""
    board = Board(tiles_on_cells)
    plays = list(board.plays(hand))
    assert len(plays) == len(set(plays))
    assert set(plays) == brute_force(board, hand)


@given(st.lists(tiles, min_size=1, max_size=6).map(Hand))
def test_openings_are_the_largest_sets_in_every_order(hand):
    """On an empty board: each order of each largest set, from 0,0 eastward."""
    plays = list(Board().plays(hand))
    assert len(plays) == len(set(plays))
    sizes = {len(play.tiles) for play in plays}
    assert len(sizes) == 1
    for chosen in subsets(hand, 6):
        play = Play(tuple(((x, 0), tile) for x, tile in enumerate(chosen)))
        legal = Board().fault(play) is None
        assert not legal or len(chosen) <= max(sizes)
        assert (play in plays) == (legal and len(chosen) == max(sizes))


def test_a_six_tile_opening_has_720_orders():
    """A whole Qwirkle in the hand can be laid in any order."""
    assert sum(1 for _ in Board().plays(Hand.parse("Ro Rx Rd Rs Rt Rc"))) == 720


def test_no_tiles_no_plays():
    """An empty hand has nothing to play, on any board."""
    assert list(Board().plays(())) == []
    assert list(Board.parse("Ro@0,0").plays(())) == []


def test_a_cell_between_two_runs_needs_one_line():
    """Rc _ Bs has no common feature: nothing fits between, not even what suits each side."""
    board = Board.parse("Rc@0,0 Bs@2,0")
    assert not [play for play in board.plays([Tile.parse("Rs")]) if (1, 0) in play.cells]
