"""Moves, scores and boards: written as they are read, and explained line by line."""

import copy
import pickle

import pytest

from qwirkle import BadNotation, Board, Game, IllegalMove, Table
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.cards.moves import Pass as CardsPass
from qwirkle.cards.moves import parse_move as parse_cards
from qwirkle.classic.moves import Pass, Play, Trade
from qwirkle.classic.moves import parse_move as parse_classic
from qwirkle.classic.scoring import Score
from qwirkle.events import Event, Opened


@pytest.mark.parametrize(
    ("parse", "text", "kind"),
    [
        (parse_classic, "Ro@0,0 Rx@1,0", Play),
        (parse_classic, "trade Ro Gx", Trade),
        (parse_classic, "pass", Pass),
        (parse_cards, "Ro Rx Rd | Bo Bx Bd", Arrange),
        (parse_cards, "exchange", Exchange),
        (parse_cards, "pass", CardsPass),
    ],
)
def test_a_move_reads_back(parse, text, kind):
    """Text and repr both give the same move again."""
    move = parse(f" {text} ")
    assert isinstance(move, kind)
    assert str(move) == text
    assert parse(str(move)) == move
    assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301
    names = {cls.__name__: cls for cls in (Play, Trade, Pass, Arrange, Exchange)}
    assert eval(repr(move), names) == move or kind is CardsPass  # noqa: S307
    assert repr(move).startswith(kind.__name__)


def test_the_order_of_typing_does_not_matter():
    """Two listings of the same tiles, or of the same rows, are one move."""
    assert Play.parse("Rx@1,0 Ro@0,0") == Play.parse("Ro@0,0 Rx@1,0")
    assert Trade.parse("trade Gx Ro") == Trade.parse("trade Ro Gx")
    assert Arrange.parse("Bd Bo Bx | Ro Rd Rx") == Arrange.parse("Ro Rx Rd | Bo Bx Bd")
    assert len({Play.parse("Rx@1,0 Ro@0,0"), Play.parse("Ro@0,0 Rx@1,0")}) == 1


def test_a_board_reads_back():
    """Boards are values: equal, hashable, written as they are read."""
    board = Board.parse("Rx@1,0 Ro@0,0 Bs@-3,-4")
    assert str(board) == "Bs@-3,-4 Ro@0,0 Rx@1,0"
    assert eval(repr(board)) == board  # noqa: S307
    assert hash(board) == hash(copy.copy(board))
    assert list(board) == [(-3, -4), (0, 0), (1, 0)]
    assert Board.parse("") == Board()


def test_a_score_explains_itself():
    """Line by line, longest first, with the Qwirkle named and the sum at the end."""
    board = Board.parse("Rx@1,0 Rd@2,0 Rs@3,0 Rt@4,0 Rc@5,0 Bo@0,1")
    score = board.score("Ro@0,0")
    assert str(score) == "Ro Rx Rd Rs Rt Rc = 12; Ro Bo = 2"
    assert score.say()[0].startswith("Qwirkle! 12 points for the line red circle, red cross")
    assert score.say()[-1] == "14 points in total"
    assert score.say("uk")[-1].startswith("14 ")
    assert score.lines[0].is_qwirkle
    assert score.lines[1].cells == ((0, 0), (0, 1))
    assert str(Board().score("Ro@0,0")) == "no line = 0"


def test_going_out_is_part_of_the_explanation():
    """The bonus has its own part in the text."""
    assert str(Score((), going_out=6)) == "out = 6"


def test_an_illegal_move_can_be_carried_elsewhere():
    """The exception survives pickling and speaks every language."""
    with pytest.raises(IllegalMove) as refusal:
        Board.parse("Ro@0,0").score("Rx@5,5")
    again = pickle.loads(pickle.dumps(refusal.value))  # noqa: S301
    assert again.fault == refusal.value.fault
    assert again.say("ro").endswith("(T8)")


def test_a_refusal_can_be_carried_elsewhere():
    """Refusals of text and of records survive pickling too."""
    for work in (lambda: Board.parse("Ro"), lambda: Game.load("nonsense")):
        with pytest.raises(BadNotation) as refusal:
            work()
        again = pickle.loads(pickle.dumps(refusal.value))  # noqa: S301
        assert type(again) is type(refusal.value)
        assert str(again) == str(refusal.value)
        assert again.say("uk") == refusal.value.say("uk")


def test_a_board_is_not_called_a_move():
    """A listing of cells says how cells are listed."""
    with pytest.raises(BadNotation, match="is not a tile on a cell"):
        Board.parse("Ro")


def test_faults_point_at_cells():
    """The gap, the taken cell, the two alike."""
    board = Board.parse("Ro@0,0 Rx@1,0 Rd@2,0")
    assert board.fault("Rs@3,0 Rt@5,0").cells == ((4, 0),)
    assert board.fault("Rs@1,0").cells == ((1, 0),)
    assert board.fault("Rx@3,0").cells == ((1, 0), (3, 0))
    assert board.fault("Rs@3,0 Rs@-1,0").cells == ((-1, 0), (3, 0))


def test_public_events_are_the_same_for_all():
    """An event without secrets is seen as it is."""
    event = Opened("classic")
    assert event.seen_by(None) is event
    assert isinstance(event, Event)


def test_an_event_that_does_not_say_who_may_know_it_cannot_happen():
    """A new kind with a forgotten ``seen_by`` is refused, not shown to everybody."""

    class Whispered(Event):
        pass

    with pytest.raises(TypeError, match="seen_by"):
        Whispered()  # type: ignore[abstract]


def test_a_table_reads_back_empty():
    """No rows are no text."""
    assert Table.parse("") == Table()
    assert str(Table()) == ""
