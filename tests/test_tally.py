"""Games on a real table, where plays are told and nobody's hand is known."""

from dataclasses import replace
from typing import Any

import pytest

from qwirkle import IllegalMove
from qwirkle.bag import Bag
from qwirkle.cards.tally import Tally as CardsTally
from qwirkle.classic.tally import Tally as ClassicTally


def told(tally, *moves):
    for move in moves:
        tally = tally.after(tally.read(move))
    return tally


def emptied(tally, **rest):
    """The same game, its bag or pile run out."""
    return type(tally)(replace(tally.state, bag=Bag(), **rest))


def test_going_out_is_noticed_by_counting():
    """Six tiles each, none left in the bag: six played is going out, with its bonus."""
    tally = emptied(told(ClassicTally.start(2), "Ro@0,0", "Rx@1,0"))
    tally = told(tally, "Rd@2,0", "Rs@3,0", "Rt@4,0")
    tally = ClassicTally(replace(tally.state, hands=(tally.state.hands[0], ())))
    assert tally.fault(tally.read("Rc@5,0")).reason == "T14.count"
    tally = emptied(told(ClassicTally.start(2), "Ro@0,0"))
    tally = told(tally, "Rx@1,0 Rd@2,0 Rs@3,0 Rt@4,0 Rc@5,0")
    assert tally.state.scores == (0, 12)
    assert len(tally.state.hands[1]) == 1
    over = told(tally, "Bo@0,1 Go@0,2 Yo@0,3 Oo@0,4 Po@0,5")
    assert over.state.ended is None
    out = told(over, "Bx@1,1")
    assert out.state.ended == "T17"
    assert out.state.scores[1] == 12 + 4 + 6
    assert out.fault(out.read("pass")).reason == "T17.over"


def test_a_pass_is_believed():
    """Nobody sees the hand, so nobody can object; all passing in a row ends the game."""
    tally = emptied(told(ClassicTally.start(2), "Ro@0,0"))
    assert told(tally, "pass").state.ended is None
    assert told(tally, "pass", "pass").state.ended == "T18"


def test_trades_are_counted_against_the_bag():
    """A number of tiles is enough for a trade."""
    tally = told(ClassicTally.start(2), "Ro@0,0", "trade 3")
    assert len(tally.state.bag) == 108 - 12 - 1
    assert tally.state.turn == 0


def test_card_turns_without_hands():
    """Exchanges and passes are believed, cards and piles are counted."""
    tally = told(CardsTally.start(2), "Ro Rx Rd", "exchange")
    assert (tally.state.turn, tally.state.exchanges) == (1, 1)
    assert len(tally.state.bag) == 108 - 18 - 3
    tally = told(tally, "Ro Rx Rd Rs Rt Rc")
    assert tally.state.scores == (0, 1)
    last = told(emptied(tally, last_turns=(0, 1)), "pass")
    assert last.state.last_turns == (1,)
    assert [len(hand) for hand in last.state.hands] == [9, 9]
    assert told(last, "Bo Bx Bd").state.ended == "C10"


def test_points_alone_pass_the_turn_on():
    """Until the game is over; then nothing is counted any more."""
    tallies: list[tuple[Any, str]] = [(ClassicTally.start(3), "T18"), (CardsTally.start(3), "C10")]
    for tally, rule in tallies:
        after = tally.counted(4)
        assert (after.state.scores, after.state.turn) == ((4, 0, 0), 1)
        over = replace(after, state=replace(after.state, ended=rule))
        with pytest.raises(IllegalMove) as refused:
            over.counted(1)
        assert refused.value.fault.reason == f"{rule}.over"
