"""The card game's turns: deal, opening, captures, exchanges, and the last turns."""

from collections import Counter
from dataclasses import replace

import pytest

from qwirkle import BadNotation, Hand, IllegalMove, Table
from qwirkle.bag import Bag
from qwirkle.cards.moves import Arrange, Exchange, Pass
from qwirkle.cards.state import State, starter
from qwirkle.seats import LOTS, winners
from qwirkle.tiles import Pieces

THREE = "Ro Rx Rd Bs Gt Yc Po Gx Yd"
FOUR = "Ro Rx Rd Rs Gt Yc Po Gx Yd"
NONE = "Ro Ro Ro Rx Gx Gx Gd Gd Yd"
STUCK = "Yo Bd Gt Rx"
PILE = "Ro Ro Ro Yd Yd Yd Gx Gx Gx Pc"
ROWS = "Po Px Pd Ps | Rs Gs Bs"


def start(hands, ages=(None, None)):
    hands = tuple(map(Hand.parse, hands))
    return State.start(hands, Bag.full(), starter(hands, ages, 0).seat)


def state(hands, pile="", table="", **rest):
    hands = tuple(map(Hand.parse, hands))
    rest.setdefault("captured", ((),) * len(hands))
    rest.setdefault("turn", 0)
    rest.setdefault("opening", False)
    return State(hands, Bag.parse(pile), table=Table.parse(table), **rest)


@pytest.mark.parametrize(
    ("hands", "ages", "among", "why"),
    [
        ([THREE, FOUR], (None, None), [1], "set"),
        ([FOUR, FOUR], (30, 31), [0], "age"),
        ([FOUR, FOUR], (31, 30), [1], "age"),
        ([FOUR, FOUR], (31, 31), [0, 1], "lot"),
        ([FOUR, FOUR], (31, None), [0, 1], "lot"),
        ([FOUR, FOUR, FOUR], (31, 20, 20), [1, 2], "lot"),
    ],
)
def test_who_starts(hands, ages, among, why):
    """The largest set of at least three; of the tied the youngest, or one of them by lot (C2)."""
    found = [starter(tuple(map(Hand.parse, hands)), ages, lot) for lot in range(LOTS)]
    assert Counter(start.seat for start in found) == {seat: LOTS // len(among) for seat in among}
    assert {start.why for start in found} == {why}


def test_nobody_with_three_means_a_new_deal():
    """No game begins from a deal in which nobody can open (C2)."""
    hands = [Hand.parse(NONE), Hand.parse(NONE.replace("R", "P"))]
    assert starter(hands, (None, None), 0) is None


def test_the_opening_is_one_largest_set():
    """Any one of them, as a row, and nothing else (C3)."""
    before = start([FOUR, THREE])
    assert [str(move) for move in before.moves()] == ["Ro Rx Rd Rs"]
    assert before.fault(Arrange.parse("Ro Rx Rd")).reason == "C3.size"
    assert before.fault(Exchange()).reason == "C3.must"
    after = before.after(Arrange.parse("Ro Rx Rd Rs"), Hand.parse("Oo Ox Od Os"))
    assert after.table == Table.parse("Ro Rx Rd Rs")
    assert not after.opening
    assert after.turn == 1
    assert len(after.hands[0]) == 9


def test_an_opening_of_six_is_captured_at_once():
    """The table is empty again, and the row is before the starter (C3)."""
    before = start(["Ro Rx Rd Rs Rt Rc Go Bx Yd", THREE])
    (move,) = before.moves()
    after = before.after(move, Hand.parse("Oo Ox Od Os Ot Oc"))
    assert after.table == Table()
    assert after.scores == (1, 0)


def test_captures_count_and_leave_the_table():
    """Several in one turn; the points of the turn are the rows captured (C7)."""
    before = state(["Rc Bc Yo", "Go"], "Px Pd", "Ro Rx Rd Rs Rt | Bo Bx Bd Bs Bt")
    move = Arrange.parse("Ro Rx Rd Rs Rt Rc | Bo Bx Bd Bs Bt Bc")
    assert before.points(move) == 2
    assert before.draws(move) == 2
    after = before.after(move, Hand.parse("Px Pd"))
    assert after.scores == (2, 0)
    assert after.table == Table()
    assert after.seen == Pieces(
        (*Hand.parse("Ro Rx Rd Rs Rt Rc"), *Hand.parse("Bo Bx Bd Bs Bt Bc"))
    )


def test_an_exchange_goes_on_with_the_turn():
    """A new hand from the pile, the old one shuffled into it, the same player (C9)."""
    before = state([STUCK, "Go"], "Pt Pc Oo Ox Od", ROWS)
    assert list(before.moves()) == [Exchange()]
    assert before.mixed(Exchange()) == Hand.parse(STUCK)
    after = before.after(Exchange(), Hand.parse("Oo Ox Od Pt Pc"))
    assert after.turn == 0
    assert after.exchanges == 1
    assert after.hands[0] == Hand.parse("Oo Ox Od Pt Pc")
    assert after.bag == Bag.parse(STUCK)
    again = after.after(Arrange.parse(f"{ROWS} | Oo Ox Od"), Hand.parse(STUCK))
    assert again.exchanges == 0
    assert again.turn == 1


def test_nine_new_cards_come_however_few_were_set_aside():
    """As many as the pile has, where it has fewer; it has not run out then (C9)."""
    short = state([STUCK, "Go"], "Pt Gd", ROWS)
    assert short.draws(Exchange()) == 2
    after = short.after(Exchange(), Hand.parse("Pt Gd"))
    assert after.last_turns is None
    assert len(after.bag) == 4
    assert (
        state(["Pt Gd", "Go"], "Ro " * 3 + "Yd " * 3 + "Gx " * 3 + "Pc", ROWS).draws(Exchange())
        == 9
    )


def test_by_the_first_rules_as_many_came_as_were_set_aside():
    """So that games that were played like that still load (C9)."""
    before = replace(state(["Yo Bd", "Go"], PILE, ROWS), fresh_nine=False)
    assert before.draws(Exchange()) == 2
    after = before.after(Exchange(), Hand.parse("Ro Yd"))
    assert len(after.hands[0]) == 2
    assert not after.fresh_nine


def test_a_pass_after_three_exchanges_or_with_an_empty_pile():
    """The one legal move when an exchange is not possible either (C9)."""
    often = state([STUCK, "Go"], "Pt Pc", ROWS, exchanges=3)
    assert list(often.moves()) == [Pass()]
    assert often.draws(Pass()) == 0
    assert often.mixed(Pass()) == ()
    assert often.points(Pass()) == 0
    assert often.after(Pass()).exchanges == 0
    empty = state([STUCK, "Go"], "", ROWS, last_turns=(0, 1))
    assert list(empty.moves()) == [Pass()]
    assert empty.after(Pass()).last_turns == (1,)


def test_a_whole_hand_may_be_played_and_then_there_is_nothing_to_play():
    """In the last turns a hand can be empty; the turn is then a pass."""
    before = state(["", "Go"], "", ROWS, last_turns=(0, 1))
    assert list(before.moves()) == [Pass()]


def test_everybody_has_one_last_turn():
    """The one who took the last card included; then the game ends (C10)."""
    before = state(["Pt Yo", "Pc", "Os"], "Bd", ROWS)
    one = before.after(Arrange.parse("Po Px Pd Ps Pt | Rs Gs Bs"), Hand.parse("Bd"))
    assert one.last_turns == (0, 1, 2)
    two = one.after(Arrange.parse("Po Px Pd Ps Pt Pc | Rs Gs Bs"))
    three = two.after(Arrange.parse("Rs Gs Bs Os"))
    assert three.last_turns == (0,)
    assert three.ended is None
    four = three.after(Pass())
    assert four.ended == "C10"
    assert winners(four) == (1,)
    assert list(four.moves()) == []
    assert four.fault(Pass()).reason == "C10.over"
    with pytest.raises(IllegalMove):
        four.after(Pass())


def test_a_tie_is_shared():
    """Who captured the most wins; those who captured as many win together (C11)."""
    won = Arrange.parse("Ro Rx Rd Rs Rt Rc").captured
    before = state(["Yo", "Pc", "Os"], "", ROWS, last_turns=(0,), captured=(won, (), won))
    assert winners(before.after(Pass())) == (0, 2)


def test_draws_are_facts_that_must_fit():
    """A draw that the pile cannot give is refused."""
    before = state(["Pt Yo", "Pc"], "Bd Bs", ROWS)
    move = Arrange.parse("Po Px Pd Ps Pt | Rs Gs Bs")
    with pytest.raises(BadNotation, match="call for 2"):
        before.after(move, Hand.parse("Bd"))
    with pytest.raises(BadNotation, match="None left"):
        before.after(move, Hand.parse("Bd Gx"))


def test_who_leaves_loses_the_last_turn_too():
    """The last turns are of those who are still there (O1, C10)."""
    before = state(["Pt", "Pc", "Os"], "", ROWS, last_turns=(0, 1, 2), exchanges=1)
    after = before.resigned(0)
    assert after.turn == 1
    assert after.last_turns == (1, 2)
    assert after.exchanges == 0
    assert before.resigned(1).exchanges == 1
    assert after.after(Arrange.parse("Po Px Pd Ps Pc | Rs Gs Bs")).resigned(2).ended == "O1"
    last = state(["Pt", "Pc", "Os"], "", ROWS, last_turns=(0,))
    assert last.resigned(0).ended == "C10"
    early = state(["Pt", "Pc", "Os"], "Bd", ROWS)
    assert early.resigned(1).last_turns is None
    assert early.resigned(1).removed == Pieces.parse("Pc")


def test_rows_lie_as_the_book_advises():
    """Rows of one shape first, then rows of one colour, whatever the order they were typed in."""
    table = Table.parse("Bd Bo Bx | Rs Gs Bs")
    assert str(table) == "Rs Gs Bs | Bo Bx Bd"
    assert table == Table.parse("Gs Rs Bs | Bx Bo Bd")
    assert eval(repr(table)) == table  # noqa: S307


def test_a_starter_who_leaves_before_opening_leaves_a_game_that_goes_on():
    """The next seat opens with its own largest set, or has an ordinary turn without one (O1)."""
    before = start([FOUR, NONE, THREE], (None, None, None))
    after = before.resigned(0)
    assert after.turn == 1
    assert list(after.moves()) == [Exchange()]
    again = after.after(Exchange(), Hand.parse("Ro Rx Rd Rs Gt Yc Po Gx Yd"))
    assert [str(move) for move in again.moves()] == ["Ro Rx Rd Rs"]
    assert [str(move) for move in before.resigned(1).moves()] == ["Ro Rx Rd Rs"]
