"""The example that learns by self-play: what it sees, what it learns from, and that it learns."""

from xml.etree import ElementTree

import numpy as np
import pytest
from examples import learn
from examples.learn import BadWeights, afterstates, curve, selfplay
from examples.learn.__main__ import main
from examples.learn.bot import WEIGHTS, Learned, trained
from examples.learn.curve import Point
from examples.learn.selfplay import Step

from qwirkle import Game, Tile, native
from qwirkle.bots import bot
from qwirkle.classic.moves import Play, Trade
from qwirkle.editions import CLASSIC
from qwirkle.testing import check_bot

compiled = pytest.mark.skipif(native.kernel is None, reason="this is the pure run")
KINDS = 36


def nothing(rows):
    """A judge to whom all afterstates are alike."""
    return np.zeros(len(rows), np.float32)


def fickle(rows):
    """A judge to whom every number matters."""
    weights = np.random.default_rng(5).normal(size=afterstates.SIZE)
    return (rows @ weights / 10).astype(np.float32)


def position(**parts):
    """What Ada sees of a position in which it is her turn."""
    hands = {"Ada": parts.pop("hand"), "Bo": parts.pop("theirs", "Bo Gx")}
    return Game.from_position(["Ada", "Bo"], CLASSIC, hands=hands, turn="Ada", **parts).view("Ada")


def split(row):
    """The planes and the facts of a row, by name; planes by the codes of the tiles."""
    planes = {
        name: {str(Tile(kind)): int(row[at * KINDS + kind]) for kind in range(KINDS)}
        for at, name in enumerate(afterstates.PLANES)
    }
    facts = dict(zip(afterstates.FACTS, map(int, row[-len(afterstates.FACTS) :]), strict=True))
    return planes, facts


def test_a_row_says_what_a_play_leaves_behind():
    """The points of single tiles are those on the new board; the tiles played are not kept."""
    view = position(board="Ro@0,0 Rx@1,0", hand="Rs Rt Bt Bt")
    planes, facts = split(afterstates.rows(view, [Play.parse("Rs@2,0")])[0])
    alone = {kind: planes["alone"][kind] for kind in ("Rt", "Rc", "Rs", "Bs", "Bt")}
    assert alone == {"Rt": 4, "Rc": 4, "Rs": 2, "Bs": 2, "Bt": 0}
    assert {kind for kind, count in planes["kept"].items() if count} == {"Rt", "Bt"}
    assert planes["kept"]["Bt"] == 2
    assert (planes["unseen"]["Ro"], planes["unseen"]["Bo"], planes["unseen"]["Rs"]) == (2, 3, 2)
    assert facts == {
        "bag": view.bag - 1,
        "theirs": 2,
        "mine": 3,
        "next": 6,
    }  # Rt and Bt, in the row and in a column


def test_a_trade_leaves_the_board_and_the_size_of_the_bag():
    """Nobody draws more than was put back."""
    view = position(board="Ro@0,0 Rx@1,0", hand="Rs Bt")
    planes, facts = split(afterstates.rows(view, [Trade.parse("trade Bt")])[0])
    assert planes["alone"]["Rs"] == 3
    assert facts == {"bag": view.bag, "theirs": 2, "mine": 1, "next": 3}


@compiled
def test_options_are_the_plays_with_the_most_points():
    """They come in the order in which greedy prefers them, the best first."""
    game = Game(["Ada", "Bo"], CLASSIC, seed=3)
    while game.outcome is None:
        view = game.view(game.turn)
        found = afterstates.options(view, 5)
        assert len(found) <= 5
        assert found[0].move == bot("greedy").choose(view)
        every = sorted((view.position.points(move) for move in view.legal_moves), reverse=True)
        assert [option.points for option in found] == every[: len(found)]
        game.push(found[-1].move)


def test_without_a_play_there_is_one_option():
    """As many tiles are traded as can be."""
    view = position(board="Ro@0,0", hand="Bx Gd", theirs="Yd Ps")
    assert [str(option.move) for option in afterstates.options(view)] == ["trade Gd Bx"]


@compiled
def test_with_nothing_learnt_it_is_greedy():
    """A judge that adds nothing leaves the points, and so every move of greedy."""
    learned, greedy = Learned(judge=nothing), bot("greedy")
    for seed in range(3):
        game = Game(["Ada", "Bo"], CLASSIC, seed=seed)
        while game.outcome is None:
            view = game.view(game.turn)
            move = learned.choose(view)
            assert move == greedy.choose(view)
            game.push(move)


@compiled
def test_the_bot_is_sound():
    """It makes legal moves at tables of two to four, and from nothing but what it may see."""
    check_bot(lambda: Learned(judge=fickle), "classic")


def test_the_bot_knows_only_the_tile_game():
    """At a table of the card game it says so."""
    view = Game(["Ada", "Bo"], "cards", seed=1).view("Ada")
    with pytest.raises(TypeError, match="only the tile game"):
        Learned(judge=nothing).choose(view)


def test_missing_weights_are_named(monkeypatch, tmp_path):
    """A bot without weights says which file it looked for, and how to make one."""
    monkeypatch.setenv(WEIGHTS, str(tmp_path / "none.pt"))
    with pytest.raises(BadWeights, match=r"none\.pt: train a network with"):
        Learned()


def test_targets_by_hand():
    """TD(lambda) goes from what was expected next to what really came."""
    steps = [Step(None, 9.0, reward=1), Step(None, 4.0, reward=-2), Step(None, 2.0, reward=3)]
    assert selfplay.targets(steps, 1.0) == [2, 1, 3]
    assert selfplay.targets(steps, 0.0) == [1 + 4, -2 + 2, 3]
    half = [1 + (0.5 + 4) / 2, -2 + (3 + 2) / 2, 3]
    assert selfplay.targets(steps, 0.5) == half


@compiled
def test_rewards_are_the_points_of_the_game():
    """After a player's first move, the rewards add up to what the lead still changes by."""
    dice = np.random.default_rng(2)
    for table in selfplay.play(fickle, [1, 2], 1.0, dice):
        moves = table.game.view("Ada").history
        for seat, steps in enumerate(table.steps):
            first = next(at for at, event in enumerate(moves) if event.seat == seat)
            later = sum(
                event.points if event.seat == seat else -event.points
                for event in moves[first + 1 :]
            )
            assert selfplay.targets(steps, 1.0)[0] == later


@compiled
def test_self_play_follows_from_its_seeds():
    """The same seeds and dice give the same games, and exploring gives others."""

    def records(heat):
        tables = selfplay.play(fickle, [7, 8], heat, np.random.default_rng(1))
        return [table.game.dump() for table in tables]

    assert records(1.0) == records(1.0)
    assert records(1.0) != records(0.0)


@compiled
def test_lessons_have_a_value_for_each_move():
    """Every move of both players is learnt from."""
    tables = selfplay.play(nothing, [1, 2, 3], 0.5, np.random.default_rng(1))
    rows, values = selfplay.lessons(tables, 0.5)
    assert len(rows) == len(values) == sum(table.game.moves for table in tables)
    assert rows.shape[1] == afterstates.SIZE


def test_the_curve_is_a_picture():
    """Each measurement is a dot in its place, with its interval; one beyond the edge lies on it."""
    points = [Point(0, 0.0, 0.5, 0.45, 0.55), Point(400, 90.0, 0.6, 0.55, 0.9)]
    drawn = ElementTree.fromstring(curve.picture(points))  # noqa: S314
    dots = [node.attrib for node in drawn.iter() if node.tag.endswith("circle")]
    assert [float(dot["cx"]) for dot in dots] == [curve.LEFT, curve.RIGHT]
    assert float(dots[0]["cy"]) > float(dots[1]["cy"])
    bars = [node.attrib for node in drawn.iter() if node.tag.endswith("}line")]
    assert float(bars[-1]["y2"]) == curve.TOP
    assert "400 took 2 minutes" in "".join(drawn.itertext())


def network():
    """A network with random weights in all layers, where PyTorch is installed."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from examples.learn.network import Network

    torch.manual_seed(1)
    made = Network()
    torch.nn.init.normal_(made.points.weight)
    return made


def seen(games=1):
    """Afterstates of games of self-play."""
    return selfplay.lessons(selfplay.play(nothing, range(games), 1.0, np.random.default_rng(1)), 0)[
        0
    ]


@compiled
def test_an_untrained_network_adds_nothing():
    """So learning begins from greedy."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from examples.learn.network import Network

    assert not Network().judge(seen()).any()


@compiled
def test_colours_and_shapes_are_alike_to_the_network():
    """Other colours, other shapes, or colours for shapes: the value is the same."""
    made, rows, dice = network(), seen(), np.random.default_rng(3)
    planes = rows[:, : 3 * KINDS].reshape(-1, 3, 6, 6)
    moved = planes[:, :, dice.permutation(6)][..., dice.permutation(6)].swapaxes(2, 3)
    others = np.concatenate([moved.reshape(len(rows), -1), rows[:, 3 * KINDS :]], axis=1)
    assert (others != rows).any()
    assert made.judge(np.ascontiguousarray(others)) == pytest.approx(made.judge(rows), abs=1e-4)
    assert np.ptp(made.judge(rows)) > 0.01


@compiled
def test_it_learns(tmp_path, monkeypatch, capsys):
    """After 200 games it knows some of what happens in games that it has not seen; what it knows
    is saved, continued from, and played with."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from examples.learn.training import resume

    out = tmp_path / "weights.pt"
    monkeypatch.setenv(WEIGHTS, str(out))
    main(["train", "--games", "100", "--pairs", "2", "--out", str(out)])
    assert "A new network" in capsys.readouterr().out
    main(["train", "--games", "200", "--pairs", "2", "--out", str(out)])
    assert "continues after 100 games" in capsys.readouterr().out
    learner = resume(out)
    assert [point.games for point in learner.curve] == [0, 100, 200]
    assert out.with_suffix(".svg").read_text() == curve.picture(learner.curve)

    tables = selfplay.play(nothing, range(20), 0.0, np.random.default_rng(1))
    rows, values = selfplay.lessons(tables, 0.0)
    assert np.corrcoef(learner.network.judge(rows), values)[0, 1] > 0.2  # by chance: below 0.1
    assert (Learned().judge(rows) == learner.network.judge(rows)).all()


def test_a_file_of_something_else_is_refused(tmp_path):
    """The command and the bot say that this is no network of theirs, and what to do."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    other = tmp_path / "other.pt"
    other.write_text("not weights")
    with pytest.raises(SystemExit, match=r"other\.pt does not hold the weights"):
        main(["train", "--out", str(other)])
    with pytest.raises(BadWeights, match="train anew"):
        trained(other)


def test_without_pytorch_it_says_so(monkeypatch, tmp_path):
    """The command and the bot say what to install."""
    monkeypatch.setattr(learn, "find_spec", lambda _: None)
    with pytest.raises(SystemExit, match=r"PyTorch is not installed\. Run: pip install"):
        main(["train", "--out", str(tmp_path / "weights.pt")])
    (tmp_path / "some.pt").touch()
    with pytest.raises(ModuleNotFoundError, match="pip install"):
        trained(tmp_path / "some.pt")
