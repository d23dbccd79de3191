"""Both games in numbers, and the environments that are made of them."""

import random
import subprocess
import sys
import warnings
from itertools import islice

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from qwirkle import Game, envs, kernel
from qwirkle.bag import Bag
from qwirkle.bots import bot
from qwirkle.classic.board import Board
from qwirkle.editions import EDITIONS, edition
from qwirkle.envs import QwirkleAEC, QwirkleEnv, encoding
from qwirkle.envs.classic import DONE, SIDE, Window
from qwirkle.envs.encoding import BadAction
from qwirkle.envs.episode import Episode
from qwirkle.faults import BadSetup
from qwirkle.testing import NAMES, permuted
from qwirkle.tiles import Hand
from qwirkle.views import View
from tests.often import often
from tests.toy import TOY

GAMES = ["classic", "cards"]


def views(name, players=2, seed=1, moves=200):
    """A game of random actions: the game and the view of the player to move, turn by turn."""
    game, dice = Game(NAMES[:players], name, seed=seed), random.Random(seed)
    while game.outcome is None and game.moves < moves:
        view = game.view(game.turn, 0)
        yield game, view
        turn = encoding.begin(view)
        while turn.move is None:
            turn = turn.after(dice.choice(turn.legal()))
        game.push(turn.move)


def sequences(turn):
    """Every complete sequence of actions that the masks allow, with its move."""
    for action in turn.legal():
        longer = turn.after(action)
        if longer.move is None:
            yield from sequences(longer)
        else:
            yield longer.actions, longer.move


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=often(12) if kernel.AVAILABLE else 3)
@given(seed=st.integers(0, 2**32), moves=st.integers(1, 40), players=st.integers(2, 4))
def test_actions_and_legal_moves_are_the_same_thing_twice(name, seed, moves, players):
    """Every legal move has exactly one sequence of actions, and every sequence is a legal move."""
    *_, (_, view) = views(name, players, seed, moves)
    listed = list(islice(view.legal_moves, 301))
    assume(len(listed) <= 300)
    found = list(sequences(encoding.begin(view)))
    assert dict(found) == {encoding.encode(view, move): move for move in listed}
    assert len(found) == len(listed) > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_move_comes_back_from_its_actions(name):
    """Any move of a bot, written in actions and read again, plays the same pieces."""
    game, player = Game(NAMES[:3], name, seed=3), bot("greedy")
    while game.outcome is None:
        view = game.view(game.turn, 0)
        move = player.choose(view)
        again = encoding.decode(view, encoding.encode(view, move))
        assert encoding.encode(view, again) == encoding.encode(view, move)
        assert view.position.points(again) == view.position.points(move)
        game.push(again)
    assert encoding.decode(view, encoding.encode(view, move)[:-1]) is None


@pytest.mark.parametrize("name", GAMES)
def test_observations_know_nothing_that_is_hidden(name):
    """However the hidden pieces lie, a seat gets the same numbers and the same masks."""
    dice = random.Random(8)
    for game, _ in views(name, players=3, moves=12):
        for seat, player in enumerate(game.players):
            view = game.view(player, 0)
            other = permuted(game.state, seat, dice)
            twin = View.of(edition(name), game.players, other, seat)
            one, two = encoding.begin(view), encoding.begin(twin)
            assert (encoding.observation(one) == encoding.observation(two)).all()
            assert one.legal() == two.legal()
            assert bool(one.legal()) == (player == game.turn)


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_of_an_observation_have_their_names(name):
    """Split by name, the numbers say what the view says; of many games at once, too."""
    for _, view in views(name, players=4, moves=6):
        seen = encoding.observation(encoding.begin(view))
        parts = encoding.split(name, 4, seen)
        assert [*parts["hand"]] == encoding.counted(view.hand)
        assert [*parts["unseen"]] == [view.unseen[kind] for kind in range(36)]
        assert parts["bag"] == [view.bag]
        assert parts["scores"][0] == view.scores[view.player]
        both = encoding.split(name, 4, np.stack([seen, seen]))
        assert both["hand"].shape == (2, 36)


def test_what_was_done_in_a_turn_is_seen_by_its_player():
    """A tile that was taken leaves the hand, and lies on the board once it has its cell."""
    view = Game(["Ada", "Bo"], seed=7).view("Ada")
    turn = encoding.begin(view)
    first = encoding.encode(view, next(iter(view.legal_moves)))
    taken = encoding.split("classic", 2, encoding.observation(turn.after(first[0])))
    assert (taken["taken"].sum(), taken["hand"].sum(), taken["board"].sum()) == (1, 5, 0)
    turn = turn.after(first[0]).after(first[1])
    placed = encoding.split("classic", 2, encoding.observation(turn))
    assert (placed["taken"].sum(), placed["hand"].sum()) == (0, 5)
    assert placed["board"].reshape(-1)[first[1]] == first[0] - SIDE * SIDE + 37


def far_apart(bag):
    """A board that is wider than the window, with plays at both of its ends only."""
    state = edition("classic").start([Hand.parse("Rs Gt"), Hand.parse("Bo")], bag, 0)
    board = Board.parse(f"Ro@0,0 Rx@{SIDE + 5},0")
    return type(state)(state.hands, state.bag, 0, state.scores, board=board)


def test_plays_beyond_the_window_are_counted():
    """They have no actions; what is within the window keeps its own."""
    view = View.of(edition("classic"), ("Ada", "Bo"), far_apart(Bag.full()), 0)
    turn = encoding.begin(view)
    plays = [move for move in view.legal_moves if move.is_play]
    assert turn.beyond == len(plays) > 0
    assert all(encoding.encode(view, play) is None for play in plays)
    assert {actions[-1] for actions, _ in sequences(turn)} == {DONE}
    assert encoding.split("classic", 2, encoding.observation(turn))["board"].sum() == 0


def test_a_game_with_nothing_in_the_window_is_cut_off():
    """Where every legal move is beyond it, nobody has to pretend to pass."""
    episode = Episode("classic", 2)
    episode.game._state = far_apart(Bag())
    assert episode.turn.beyond > 0
    assert episode.cut_off
    assert not episode.ended
    assert not episode.mask("player_0").any()


def test_the_window_has_the_board_in_its_middle():
    """It follows the board, wherever that has grown to."""
    assert Window.around(Board.parse("Ro@100,-7")).action((100, -7)) == (SIDE + 1) * (SIDE // 2 - 1)
    assert Window.around(Board()) == Window.around(Board.parse("Ro@0,0"))


@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("cards", 2), ("cards", 4)])
def test_the_aec_environment_passes_the_tests_of_pettingzoo(name, players):
    """Its own API test and its seed test."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "(The )?[Oo]bservation|Action")
        api_test(QwirkleAEC(name, players), num_cycles=150)
    seed_test(lambda: QwirkleAEC(name, players), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_in_sum_zero(name):
    """The winner gets one, and points are paid by the others."""
    for by_points in (False, True):
        env = QwirkleAEC(name, 3, by_points=by_points)
        env.reset(seed=4)
        earned = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            earned[agent] += reward
            over = terminated or truncated
            env.step(None if over else np.flatnonzero(seen["action_mask"])[0])
        outcome = env.episode.game.outcome
        assert sum(earned.values()) == pytest.approx(0)
        best = max(earned.values())
        assert {agent for agent, sum_ in earned.items() if sum_ == best} == {*outcome.winners}
        scores = outcome.scores
        mean = sum(scores.values()) / 3
        if by_points:
            assert earned == {who: pytest.approx((scores[who] - mean) * 1.5) for who in scores}


def test_an_illegal_action_is_refused():
    """With a sentence, and nothing has happened."""
    env = QwirkleAEC("classic")
    env.reset(seed=1)
    before = env.observe(env.agent_selection)["observation"]
    for action in (DONE, -1, 10**9, None):
        with pytest.raises(BadAction, match="choose one that the mask allows"):
            env.step(action)
    assert (env.observe(env.agent_selection)["observation"] == before).all()
    assert "/" in env.render()


def test_a_game_that_is_too_long_is_cut_off():
    """No rule would end it, so the environment does, and nobody earns anything."""
    env = QwirkleAEC("classic", most_turns=2)
    env.reset(seed=1)
    while env.agents and not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.episode.game.moves == 2
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


@pytest.mark.parametrize("name", GAMES)
def test_the_gymnasium_environment_passes_its_checker(name):
    """Against any bot; made by its name, too."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*(render|seed|Box|spec)")
        check_env(QwirkleEnv(name, ["random", "greedy"]), skip_render_check=True)
        check_env(gymnasium.make(f"qwirkle/{name}-v0", opponents=bot_of_mine).unwrapped)


def bot_of_mine(seed):
    return bot("greedy", seed)


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the pure run tries one environment alone")
@pytest.mark.parametrize("name", GAMES)
def test_many_gymnasium_environments_are_a_vector(name):
    """By Gymnasium's own vectors: whole games go through, each in its place."""
    many = gymnasium.make_vec(f"qwirkle/{name}-v0", num_envs=3, vectorization_mode="sync")
    seen, _ = many.reset(seed=2)
    over = 0
    for _ in range(250):
        seen, _, ended, cut, _ = many.step(seen["action_mask"].argmax(axis=1))
        over += int(ended.sum() + cut.sum())
    assert seen["observation"].shape == (3, encoding.size(name, 2))
    assert over > 0
    many.close()


def test_an_action_that_the_mask_forbids_loses_the_gymnasium_game():
    """Learners try everything, so it is an answer and no exception; the info says why."""
    env = QwirkleEnv("classic")
    env.reset(seed=1)
    _, reward, ended, cut, info = env.step(DONE)
    assert (reward, ended, cut) == (-1.0, True, False)
    assert "choose one that the mask allows" in info["illegal"]
    assert "/" in env.render()


@pytest.mark.parametrize(
    ("package", "module", "what", "extra"),
    [
        ("gymnasium", "qwirkle.envs as e; e.QwirkleEnv", "gymnasium", "envs"),
        ("pyspiel", "qwirkle.envs.openspiel", "OpenSpiel", "openspiel"),
    ],
)
def test_a_missing_package_is_said_in_a_sentence(package, module, what, extra):
    """With the command that installs it; the library itself does not need it."""
    code = f"import sys; sys.modules['{package}'] = None; import {module}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"Environments need {what}, which is not installed." in run.stderr
    assert f'pip install "qwirkle[{extra}]"' in run.stderr


def test_there_are_no_other_environments():
    """A name that is none of them is refused as modules do."""
    with pytest.raises(AttributeError, match="Nothing"):
        _ = envs.Nothing


def test_an_edition_without_an_encoding_is_refused(monkeypatch):
    """The sentence names those that have one."""
    monkeypatch.setitem(EDITIONS, TOY.name, TOY)
    with pytest.raises(BadSetup, match="classic, cards"):
        encoding.encoding(TOY.name)
