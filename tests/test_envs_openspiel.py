"""Games whose draws are chosen like actions, and OpenSpiel's own tests of them."""

import random

import pytest

from qwirkle import kernel
from qwirkle.bag import Bag
from qwirkle.envs.chances import Moment
from qwirkle.envs.encoding import KINDS, observation
from qwirkle.seats import LOTS
from qwirkle.testing import everything
from qwirkle.tiles import Tile

GAMES = ["classic", "cards"]


def moments(name, players, seed, most_turns=1000):
    """A game of random actions and draws, moment by moment."""
    dice = random.Random(seed)
    moment = Moment(name, players, most_turns)
    while not moment.over:
        yield moment
        if moment.waits_for_chance:
            outcomes = moment.outcomes()
            assert sum(outcomes.values()) == 1
            action = dice.choices([*outcomes], [*map(float, outcomes.values())])[0]
        else:
            action = dice.choice(moment.legal())
        moment = moment.after(action)
    yield moment


@pytest.mark.parametrize("name", GAMES)
def test_chance_and_players_play_whole_games(name):
    """Nothing is lost on the way, and the returns are in sum zero."""
    for moment in moments(name, 3, seed=2):
        if moment.state:
            assert everything(moment.state) == Bag.full()
            assert len(moment.drawn) <= 9
    assert moment.state.ended
    assert sum(moment.returns()) == pytest.approx(0)
    assert max(moment.returns()) > 0
    assert moment.legal() == []


def test_a_lot_is_asked_for_only_in_a_tie():
    """Where two have equally large sets, chance has a choice more before the first turn."""
    lots = set()
    for seed in range(12):
        *_, last = (moment for moment in moments("classic", 2, seed, 1) if not moment.state)
        lots.add(LOTS if min(last.outcomes()) >= KINDS else 0)
    assert lots == {0, LOTS}


def test_cards_are_dealt_again_where_nobody_can_open():
    """Nine cards with no three of a colour or a symbol alike in kind, for both players (C2)."""
    moment = Moment("cards", 2)
    hand = "Ro Ro Ro Yx Yx Yx Bd Bd Bd Os Os Os Gt Gt Gt Pc Pc Pc"
    for code in hand.split():
        moment = moment.after(Tile.parse(code))
    assert moment == Moment("cards", 2)


@pytest.mark.parametrize("name", GAMES)
def test_what_others_draw_and_do_is_not_seen(name):
    """While somebody acts or draws, the others see what they saw before."""
    before = None
    for moment in moments(name, 2, seed=4, most_turns=6):
        if moment.state and not moment.over:
            seen = (moment.moves, observation(moment.seen_by(1 - moment.seat)).tolist())
            if before and before[0] == moment.moves:
                assert seen == before
            before = seen


def test_a_game_that_is_too_long_is_cut_off():
    """It is over for OpenSpiel, and nobody has earned anything."""
    *_, last = moments("classic", 2, seed=1, most_turns=3)
    assert (last.moves, last.cut_off, last.returns()) == (3, True, [0.0, 0.0])


@pytest.fixture
def pyspiel():
    if not kernel.AVAILABLE:
        pytest.skip("the pure run tries the same moments without OpenSpiel")
    found = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import qwirkle.envs.openspiel  # noqa: F401

    return found


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", GAMES)
def test_the_game_passes_the_simulation_of_openspiel(pyspiel, name):
    """Random whole games, with serialization."""
    game = pyspiel.load_game("python_qwirkle", {"edition": name, "players": 3})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_can_be_replayed(pyspiel, name, tmp_path):
    """OpenSpiel writes everything down that it sees, and sees the same again."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    game = f"python_qwirkle(edition={name},most_turns=3)"
    text = generate_playthrough.playthrough(game, None, seed=1)
    (tmp_path / "game.txt").write_text(text)
    told, again = generate_playthrough.replay(str(tmp_path / "game.txt"))
    assert told == again
    assert "IsTerminal() = True" in text


def test_only_what_a_player_sees_can_be_observed(pyspiel):
    """An observation of public information alone would show a hand, so there is none."""
    game = pyspiel.load_game("python_qwirkle")
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert game.make_py_observer(public) is None
    observer = game.make_py_observer()
    state = game.new_initial_state()
    observer.set_from(state, 0)
    assert (observer.tensor.sum(), observer.string_from(state, 0)) == (0, "")
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    player = state.current_player()
    observer.set_from(state, player)
    assert observer.dict["hand"].sum() == 6
    assert str(state.moment.state.hands[player]) in observer.string_from(state, player)
    assert str(state.moment.state.hands[1 - player]) not in observer.string_from(state, player)
