"""Games that begin from a position, and what two games have in common."""

import random
from typing import Any

import pytest

import qwirkle
from qwirkle import BadArgument, BadSetup, Board, Game, Table, kernel
from qwirkle.analysis.questions import chapters, question
from qwirkle.editions import CARDS, CLASSIC, EDITIONS
from qwirkle.events import Dealt, Lies, Moved
from qwirkle.notation import BadRecord, write_record
from qwirkle.replay import Replay
from qwirkle.testing import check_moment, random_move
from qwirkle.verdict import Verdict
from tests import toy

NAMES = ["Ada", "Bo"]
HANDS = {"Ada": "Rs Rt Gx", "Bo": "Bo Gx Yd Yd"}
SIX = "Ro Rx Rd Rs Rt Rc"


def tiles(**parts: Any):
    given = {"board": "Ro@0,0 Rx@1,0", "hands": HANDS, "seed": 5, **parts}
    return Game.from_position(NAMES, **given)


def cards(**parts: Any):
    given = {"board": "Bo Bx Bd", "hands": {"Ada": "Bs Rt", "Bo": "Gx"}, "seed": 5, **parts}
    return Game.from_position(NAMES, "cards", **given)


def played_on(game, seed=1):
    dice = random.Random(seed)
    while game.turn:
        check_moment(game, dice)
        game.push(random_move(game.view(game.turn), dice))
    return game


def test_a_game_of_tiles_begins_from_a_position():
    """With board, hands, scores and the player to move; the rest is in the bag."""
    game = tiles(scores={"Ada": 12, "Bo": 30}, turn="Bo")
    assert (game.turn, game.scores) == ("Bo", {"Ada": 12, "Bo": 30})
    assert str(game.board) == "Ro@0,0 Rx@1,0"
    assert len(game.state.bag) == 108 - 2 - 3 - 4
    assert (game.start.why, game.start.seat, game.opened_with) == ("given", 1, None)
    game.push("Bo@0,1")
    assert game.scores == {"Ada": 12, "Bo": 32}
    assert (len(game.view("Bo").hand), game.opened_with) == (4, None)
    played_on(game)


def test_a_game_of_cards_does_too():
    """With its captured rows, which are the points."""
    game = cards(captured={"Bo": SIX}, turn="Bo")
    assert (game.turn, game.scores) == ("Bo", {"Ada": 0, "Bo": 1})
    assert game.board == Table.parse("Bo Bx Bd")
    assert len(game.state.bag) == 108 - 3 - 6 - 3
    assert not game.state.position.opening
    assert cards(board="", hands={"Ada": "Ro Rx Rd", "Bo": ""}).state.position.opening
    played_on(game)


def test_an_empty_pile_means_last_turns():
    """C10: who holds no cards has had theirs."""
    rows = [[f"{color}{shape}" for shape in "oxdst"] for color in "ROYGBP"] * 3
    layout = " | ".join(" ".join(row) for row in rows)
    clovers = [f"{color}c" for color in "ROYGBP"] * 3
    game = cards(board=layout, hands={"Ada": " ".join(clovers[:9]), "Bo": " ".join(clovers[9:])})
    assert game.state.last_turns == (0, 1)
    assert not game.state.bag


@pytest.mark.parametrize("make", [tiles, cards])
def test_the_record_of_such_a_game_replays(make):
    """Its position is in it, line by line; the shuffle of the rest is proven."""
    game = make(turn="Bo", **({"captured": {"Ada": SIX}} if make is cards else {}))
    for _ in range(2):
        game.push(random_move(game.view(game.turn), random.Random(3)))
    again = Replay(game.dump())
    assert again.game == game
    assert again.doubt is None
    assert again.proven_shuffles == game.dump().count("\nshuffle ")
    assert (again.game.start, again.text) == (game.start, game.dump())
    assert "\nlies " in game.dump()
    assert "\ndeal " not in game.dump()
    again.game.push(random_move(again.game.view(again.game.turn), random.Random(4)))


def test_others_do_not_see_the_hands():
    """O2: a hand of the position is its player's alone."""
    told = [str(event.seen_by(0)) for event in tiles().events]
    assert "hand 1 Rs Rt Gx" in told
    assert "hand 2 ? ? ? ?" in told


def test_the_engine_reads_such_a_game():
    """So it can be reviewed."""
    game = tiles(scores={"Ada": 3})
    event, lines = next(chapters(game))
    assert event is None
    assert "points 1 3\nturn 1" in lines
    if kernel.AVAILABLE:
        assert '"scores":[3,0]' in kernel.ask(question("state", lines))


WRONG: dict[str, dict[str, Any]] = {
    "lie apart": {"board": "Ro@0,0 Rx@5,0"},
    "only three": {"hands": {"Ada": "Ro Ro Ro", "Bo": "Gx"}},
    "at most 6 pieces": {"hands": {"Ada": "Rs Rt Gx Gd Gs Gt Gc", "Bo": "Gx"}},
    "a hand is missing for “Bo”": {"hands": {"Ada": "Rs"}},
    "Nobody here is called “Cy”": {"hands": {**HANDS, "Cy": "Rs"}},
    "a hand is missing for “Di”": {"turn": "Di"},
    "must hold at least one": {"hands": {"Ada": "", "Bo": "Gx"}},
    "“scores” must be whole numbers": {"scores": {"Ada": -1}},
    "“scores” must be given by player": {"scores": [1, 2]},
    "There is no argument “bag”": {"bag": 5},
    "Nobody captures rows": {"captured": {"Ada": SIX}},
}


@pytest.mark.parametrize("sentence", WRONG)
def test_a_position_that_cannot_be_is_refused(sentence):
    """In a sentence that says what is wrong."""
    with pytest.raises((BadSetup, BadArgument), match=sentence):
        tiles(**WRONG[sentence])


def test_so_is_a_table_that_cannot_be():
    """And points that are no rows."""
    wrong: list[dict[str, Any]] = [
        {"board": "Bo Bx"},
        {"captured": {"Ada": "Ro Rx Rd"}},
        {"scores": {"Ada": 1}},
    ]
    for parts in wrong:
        with pytest.raises(BadSetup):
            cards(**parts)
    nothing: Any = {}
    with pytest.raises(BadArgument, match="“board” is missing"):
        Game.from_position(NAMES, **nothing)


def test_an_edition_may_always_deal(monkeypatch):
    """The toy game does."""
    monkeypatch.setitem(EDITIONS, "toy", toy.TOY)
    with pytest.raises(BadSetup, match="cannot begin from a position"):
        Game.from_position(NAMES, toy.TOY, board="", hands=HANDS)


def forged(game, change):
    """The record of a game with its events changed, and right checksums."""
    return write_record(change(str(event)) for event in game.events)


@pytest.mark.parametrize(
    ("old", "new"),
    [("hand 2 Yd Yd Gx Bo", "hand 3 Ro"), ("turn 1", "turn 3"), ("Ro@0,0 Rx", "Ro@0,0 Bx")],
)
def test_a_forged_position_is_refused(old, new):
    """By the line."""
    game = tiles()
    with pytest.raises(BadRecord):
        Game.load(forged(game, lambda line: line.replace(old, new)))


def test_without_its_seed_it_can_still_be_read():
    """As any other record."""
    game = tiles()
    text = forged(game, lambda line: "seed ?" if line.startswith("seed") else line)
    assert Game.load(text).state == game.state


def test_games_are_equal_when_their_records_are():
    """Whether they were played, loaded or copied."""
    game = Game(NAMES, "classic", seed=7)
    assert game == Game(NAMES, "classic", seed=7) == game.copy() == Game.load(game.dump())
    assert game != Game(NAMES, "classic", seed=8)
    assert game != Game(["Ada", "Cy"], "classic", seed=7)
    assert game != game.dump()
    before = game.copy()
    game.push(next(iter(game.legal_moves)))
    assert game != before
    game.pop()
    assert game == before
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_a_game_says_what_it_is():
    """Its edition, scores, turn and moves; nothing hidden."""
    game = Game(NAMES, "classic", seed=7, ages=[30, 31])
    assert repr(game) == "<Game 'classic': Ada 0, Bo 0; Ada to move, 0 moves>"
    game.resign("Bo")
    assert repr(game) == "<Game 'classic': Ada 0, Bo 0; over (O1), 0 moves>"


def test_types_follow_the_edition():
    """With the edition itself, the board and the moves are typed."""
    game = Game.from_position(NAMES, CLASSIC, board=Board.parse("Ro@0,0"), hands=HANDS)
    assert game.board.score("Rs@1,0").points == 2
    table = Table.parse("Bo Bx Bd")
    other = Game.from_position(NAMES, CARDS, board=table, hands={"Ada": "Bs", "Bo": "Gx"})
    assert other.state.table == table
    assert not any(isinstance(event, Dealt | Moved) for event in other.events)
    assert isinstance(other.events[4], Lies)
    assert qwirkle.Game.load(other.dump()) == other


def test_a_verdict_does_not_speak_for_the_position():
    """The shuffle of the rest is proven, but not how the position came about."""
    dealt = Game(["Ada", "Bo"], "classic", seed=3)
    told = [Verdict(Replay(game.dump())).sentences("en") for game in (tiles(), dealt)]
    assert ["nothing proves how it came about" in " ".join(said) for said in told] == [True, False]
