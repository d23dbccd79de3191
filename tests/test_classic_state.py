"""The tile game's turns: who starts, drawing, trading, passing, and every way to end."""

from collections import Counter
from dataclasses import replace

import pytest

from qwirkle import BadNotation, Board, Hand, IllegalMove
from qwirkle.bag import Bag
from qwirkle.classic.moves import Pass, Play, Trade
from qwirkle.classic.state import State, starter
from qwirkle.seats import LOTS, winners
from qwirkle.tiles import Pieces


def state(hands, bag="", board="", **rest):
    hands = tuple(map(Hand.parse, hands))
    scores = rest.pop("scores", (0,) * len(hands))
    rest.setdefault("turn", 0)
    return State(hands, Bag.parse(bag), scores=scores, board=Board.parse(board), **rest)


def start(hands, ages):
    hands = tuple(map(Hand.parse, hands))
    return State.start(hands, Bag(), starter(hands, ages, 0).seat)


LARGE = "Ro Rx Rd Yo Bx Gs"
SMALL = "Ro Rx Yd Bs Gt Pc"


@pytest.mark.parametrize(
    ("hands", "ages", "among", "why"),
    [
        ([SMALL, LARGE], (None, None), [1], "set"),
        ([LARGE, LARGE], (30, 31), [1], "age"),
        ([LARGE, LARGE], (31, 30), [0], "age"),
        ([LARGE, LARGE], (30, 30), [0, 1], "lot"),
        ([LARGE, LARGE], (None, 30), [0, 1], "lot"),
        ([SMALL, LARGE, LARGE], (90, 10, 20), [2], "age"),
        ([LARGE, SMALL, LARGE, LARGE], (20, 90, 40, 40), [2, 3], "lot"),
        ([SMALL, LARGE, LARGE], (90, None, 20), [1, 2], "lot"),
        ([LARGE, LARGE, LARGE, LARGE], (None,) * 4, [0, 1, 2, 3], "lot"),
    ],
)
def test_who_starts(hands, ages, among, why):
    """The largest set; of the tied the oldest; unknown or equal ages: one of them by lot (T2)."""
    found = [starter(tuple(map(Hand.parse, hands)), ages, lot) for lot in range(LOTS)]
    assert Counter(start.seat for start in found) == {seat: LOTS // len(among) for seat in among}
    assert {start.why for start in found} == {why}
    assert start(hands, ages).turn == among[0]


def test_a_play_scores_draws_and_passes_the_turn():
    """One turn: tiles leave the hand, points are counted, the hand is filled up (T13, T14)."""
    before = state(["Rs Yo Yx", "Go"], bag="Pt Pc", board="Ro@0,0 Rx@1,0")
    after = before.after(Play.parse("Rs@2,0"), Hand.parse("Pt"))
    assert after.hands == (Hand.parse("Yo Yx Pt"), Hand.parse("Go"))
    assert after.bag == Bag.parse("Pc")
    assert after.scores == (3, 0)
    assert after.turn == 1
    assert before.hands[0] == Hand.parse("Rs Yo Yx")


def test_as_many_as_the_bag_has_are_drawn():
    """The last tiles of the bag do not fill the hand (T14)."""
    before = state(["Rs Rt Yo", "Go"], bag="Pt", board="Ro@0,0 Rx@1,0")
    move = Play.parse("Rs@2,0 Rt@3,0")
    assert before.draws(move) == 1
    assert len(before.after(move, Hand.parse("Pt")).hands[0]) == 2


@pytest.mark.parametrize(
    ("drawn", "words"), [("", "call for 1"), ("Pt Pt", "call for 1"), ("Gx", "None left")]
)
def test_draws_are_facts_that_must_fit(drawn, words):
    """Too few, too many, or tiles that the bag does not hold are refused."""
    before = state(["Rs", "Go"], bag="Pt Pc", board="Ro@0,0")
    with pytest.raises(BadNotation, match=words):
        before.after(Play.parse("Rs@1,0"), Hand.parse(drawn))


def test_a_trade_draws_first_and_mixes_afterwards():
    """What is drawn comes from the bag as it was; the traded tiles end up in it (T15)."""
    before = state(["Rs Rt", "Go"], bag="Pt Pc", board="Ro@0,0")
    trade = Trade.parse("trade Rs Rt")
    after = before.after(trade, Hand.parse("Pt Pc"))
    assert after.hands[0] == Hand.parse("Pt Pc")
    assert after.bag == Bag.parse("Rs Rt")
    assert after.scores == (0, 0)
    assert before.mixed(trade) == trade.tiles
    with pytest.raises(BadNotation):
        before.after(trade, Hand.parse("Rs Rt"))
    assert before.fault(Trade.parse("trade Pt")).reason == "T4.hand"


def test_legal_moves_are_plays_and_distinct_trades():
    """Each multiset of at most as many tiles as the bag holds is one trade."""
    before = state(["Rs Rs Yo", "Go"], bag="Pt Pc", board="Ro@0,0")
    trades = [move for move in before.moves() if isinstance(move, Trade)]
    assert list(map(str, trades)) == ["trade Rs", "trade Yo", "trade Rs Rs", "trade Rs Yo"]


def test_no_trade_and_no_pass_on_the_opening_turn():
    """The only moves of the opening are the openings (T3)."""
    assert all(isinstance(move, Play) for move in start([LARGE, SMALL], (None, None)).moves())


def test_an_opening_can_lie_anywhere_and_in_either_direction():
    """The board has no bounds: the list has one writing of each, the judge accepts all."""
    before = start([LARGE, SMALL], (None, None))
    assert before.fault(Play.parse("Rx@5,7 Ro@5,8 Rd@5,9")) is None
    assert before.fault(Play.parse("Rx@5,7 Ro@5,8")).rule == "T3"


def test_the_one_pass():
    """With the bag empty a player without a play passes, and only then (T16)."""
    stuck = state(["Yd", "Rs"], board="Ro@0,0 Rx@1,0")
    assert list(stuck.moves()) == [Pass()]
    after = stuck.after(Pass())
    assert after.passes == 1
    assert after.turn == 1
    assert after.ended is None
    assert Pass() not in list(after.moves())


def test_going_out_gives_six_and_ends_the_game():
    """The first to play the last tile with the bag empty (T17)."""
    before = state(["Rs", "Go Gx"], board="Ro@0,0 Rx@1,0", scores=(10, 14))
    assert before.score(Play.parse("Rs@2,0")).going_out == 6
    assert before.score(Play.parse("Rs@2,0")).say() == [
        "3 points for the line red circle, red cross, red square",
        "6 points for going out",
        "9 points in total",
    ]
    after = before.after(Play.parse("Rs@2,0"))
    assert after.ended == "T17"
    assert after.scores == (19, 14)
    assert winners(after) == (0,)
    assert list(after.moves()) == []
    assert after.fault(Pass()).reason == "T17.over"
    with pytest.raises(IllegalMove, match="over"):
        after.after(Pass())


def test_emptying_the_hand_with_tiles_in_the_bag_is_not_going_out():
    """The hand is filled again, and the game goes on."""
    before = state(["Rs", "Go"], bag="Pt", board="Ro@0,0 Rx@1,0")
    after = before.after(Play.parse("Rs@2,0"), Hand.parse("Pt"))
    assert (after.ended, after.scores) == (None, (3, 0))


def test_stuck_when_all_have_passed_in_a_row():
    """No bonus, and a tie is shared (T18, T19)."""
    before = state(["Yd", "Gd", "Pd"], board="Ro@0,0 Rx@1,0", scores=(8, 9, 9))
    one = before.after(Pass())
    two = one.after(Pass())
    assert two.ended is None
    three = two.after(Pass())
    assert three.ended == "T18"
    assert three.fault(Pass()).reason == "T18.over"
    assert winners(three) == (1, 2)


def test_a_play_resets_the_count_of_passes():
    """Only passes in a row end the game."""
    before = state(["Yd Yx", "Gd"], board="Ro@0,0 Rx@1,0", passes=1)
    assert before.after(Play.parse("Yx@1,1")).passes == 0


def test_who_leaves_is_skipped_and_cannot_win():
    """Points stay, the tiles leave the game, the others play on (O1)."""
    before = state(["Rs", "Go Gx", "Bo"], bag="Pt", board="Ro@0,0", scores=(50, 3, 4), passes=1)
    after = before.resigned(0)
    assert after.turn == 1
    assert after.scores == (50, 3, 4)
    assert after.removed == Pieces.parse("Rs")
    assert after.hands[0] == Hand()
    assert after.passes == 0
    assert before.resigned(2).turn == 0
    next_turn = replace(after, turn=2).after(Play.parse("Bo@1,0"), Hand.parse("Pt"))
    assert next_turn.turn == 1
    ended = next_turn.resigned(1)
    assert ended.ended == "O1"
    assert winners(ended) == (2,)
    assert ended.fault(Pass()).reason == "O1.over"


def test_points_of_trades_and_passes():
    """Only plays score."""
    before = state(["Rs", "Go"], bag="Pt", board="Ro@0,0")
    assert before.points(Trade.parse("trade Rs")) == 0
    assert before.points(Play.parse("Rs@1,0")) == 2
