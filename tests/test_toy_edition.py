"""A third game needs one package and one registration; nothing else in the library knows it."""

import io
from itertools import count

import pytest

from qwirkle import BadNotation, BadSetup, Game, IllegalMove, native
from qwirkle.analysis import explain, rank
from qwirkle.analysis.ideas import different
from qwirkle.bots import BOTS, bot
from qwirkle.bots.unstuck import some_move
from qwirkle.cli import main
from qwirkle.editions import EDITIONS, edition, register
from qwirkle.terminal.companion import Options as ScoreOptions
from qwirkle.terminal.companion import score
from qwirkle.terminal.console import Console
from qwirkle.terminal.hint import Options as HintOptions
from qwirkle.terminal.hint import hint
from qwirkle.terminal.play import play
from qwirkle.terminal.replay import replay
from qwirkle.terminal.setup import Options
from qwirkle.testing import check_bot, check_edition
from tests.toy import TOY, Lay

PURE = ("random", "greedy", "level-1", "level-2", "level-3")
"""The bots that do without the kernel."""


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """The toy is one of the games, for the length of a test."""
    monkeypatch.setattr("qwirkle.editions.EDITIONS", dict(EDITIONS))
    return register(TOY)


def played(seed=1, players=("Ada", "Bo", "Cy"), **settings):
    """A whole game of the random bot."""
    game, dice = Game(players, "toy", seed=seed, **settings), bot("random", seed)
    while game.turn is not None:
        game.push(dice.choose(game.view(game.turn)))
    return game


def test_it_is_known_by_its_name_once_it_is_registered():
    """And by none before."""
    assert edition("toy") is TOY
    with pytest.raises(BadSetup, match="toy"):
        edition("unheard-of")


def test_it_keeps_what_every_edition_promises():
    """Whole games with 2, 3 and 4 players."""
    check_edition("toy", games=1)


@pytest.mark.parametrize("name", [name for name in BOTS if native.kernel or name in PURE])
def test_every_bot_plays_it(name):
    """By what it sees and nothing else, and without knowing more than its rules."""
    check_bot(lambda: bot(name, 3), "toy", budget=0.001)


def test_a_bot_that_fails_is_replaced():
    """By an obvious move, as in every game."""
    game = Game(["Ada", "Bo"], "toy", seed=2)
    assert some_move(game.view(game.turn)) in game.legal_moves


@pytest.mark.parametrize("rules", [1, 2])
def test_a_game_is_recorded_and_replayed(rules):
    """Line by line the same again, and by the first rules as well."""
    game = played(rules=rules)
    record = game.dump()
    again = Game.load(record)
    assert (again.state, again.dump()) == (game.state, record)
    assert "edition toy" in record
    assert game.outcome.rule == "T17"


def test_its_moves_are_read_and_judged():
    """As text or as an object, with the reason where one is refused."""
    game = Game(["Ada", "Bo"], TOY, seed=2)
    first = next(iter(game.legal_moves))
    assert (str(first) in game.legal_moves, first in game.legal_moves) == (True, True)
    assert "lay nothing" not in game.legal_moves
    assert game.fault("lay Rc").rule == "T4"
    with pytest.raises(IllegalMove):
        game.push(Lay(next(t for t in game.state.bag if t not in game.hand)))
    with pytest.raises(BadNotation):
        game.push("pass")


def test_its_opening_and_its_positions_are_general():
    """What the first tile is like, and a position as text."""
    game = Game(["Ada", "Bo"], TOY, seed=2)
    assert game.opened_with is None
    move = next(iter(game.legal_moves))
    game.push(move)
    assert game.opened_with == move.tile.color
    position = game.view("Ada").position
    assert TOY.parse_position(str(position)) == position


def test_a_position_of_it_cannot_be_hinted_at():
    """The terminal has no presentation of it that could make a view of a text."""
    with pytest.raises(BadSetup):
        hint(HintOptions(position="/ Ro Rx / 3", edition="toy"), Console())


def test_there_is_advice():
    """By the points of this turn, in plain words."""
    game = Game(["Ada", "Bo"], TOY, seed=2)
    view = game.view(game.turn)
    found = rank(view, 0.01)
    assert {advice.move for advice in found} == set(game.legal_moves)
    assert [str(reason) for reason in explain(view, found[0].move)] == ["Scores no points now."]
    assert different(view, found, 3) == found


@pytest.mark.parametrize("plain", [False, True])
def test_people_play_it_in_the_terminal(tmp_path, plain):
    """Its notation is shown and typed; the record is kept and shown again."""
    file, out = tmp_path / "toy.qwirkle", io.StringIO()
    games = (Game(["Ada", "Computer"], "toy", seed=seed) for seed in count())
    seed, game = next((seed, game) for seed, game in enumerate(games) if game.turn == "Ada")
    first = next(iter(game.legal_moves))
    typed = ["moves", "hint", "help", "unseen", first, "board", "undo", first, f"save {file}"]
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    console = Console(plain=plain, source=source, out=out)
    play(Options(game="toy", players=["Ada"], seed=seed, bot="random"), console)
    assert out.getvalue().count(f"Ada plays {first}") == 2
    assert replay(str(file), console) == 0
    assert hint(HintOptions(file=str(file)), console) == 0
    assert out.getvalue().count(f"Ada plays {first}") == 3


def test_nobody_keeps_its_score_at_a_real_table():
    """That is a refusal, and no accident: the edition does not say how."""
    with pytest.raises(BadSetup, match="keep score of “toy”"):
        score(ScoreOptions("toy", ["Ada", "Bo"]), Console(source=io.StringIO(), out=io.StringIO()))


def test_bots_meet_in_the_arena(capsys):
    """In pairs over one deck, with a report in the words that it borrows."""
    arguments = ["arena", "greedy", "random", "--game", "toy", "--pairs", "2", "--jobs", "1"]
    assert main([*arguments, "--lang", "en"]) == 0
    assert "greedy’s margin over the best opponent: +" in capsys.readouterr().out
