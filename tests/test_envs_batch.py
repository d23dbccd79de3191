"""Many games at once in the kernel, held against the encodings in Python."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from qwirkle import kernel, native, seats
from qwirkle.bag import Bag
from qwirkle.cards.moves import Exchange
from qwirkle.editions import edition
from qwirkle.envs import Batch, encoding
from qwirkle.envs.encoding import BadAction
from qwirkle.envs.episode import names
from qwirkle.faults import BadSetup
from qwirkle.tiles import TILES, Hand
from qwirkle.views import View

GAMES = ["classic", "cards"]
compiled = pytest.mark.skipif(not kernel.AVAILABLE, reason="this is the pure run")


def played(batch, northward=0.0):
    """One game: who acted, what was seen, what was allowed, and what was done, step by step.

    The first action of all puts a tile as far north as can be.
    """
    dice = np.random.default_rng(1)
    steps: list[tuple[Any, ...]] = []
    while not steps or not (batch.terminated[0] or batch.truncated[0]):
        first, any_ = batch.masks.argmax(axis=1), batch.sample()
        action = first if dice.random() < northward else any_
        seat, seen, mask = int(batch.seats[0]), batch.observations[0], batch.masks[0]
        steps.append((seat, seen.copy(), mask.copy(), int(action[0]), int(batch.beyond[0])))
        batch.step(action)
    return steps


def hand_of(name, players, seen):
    """What an observation says is left in the hand."""
    counts = encoding.split(name, players, seen)["hand"]
    return Hand(tile for tile in TILES for _ in range(counts[tile]))


def retold(name, players, steps):
    """The same game by the rules in Python: its states, and the steps of each turn.

    Every hand is seen when its turn comes, so what was drawn follows from what is held later.
    """

    def next_hand(seat, at):
        hands = (hand_of(name, players, seen) for who, seen, *_ in steps[at:] if who == seat)
        return next(hands, None)

    hands = [next_hand(seat, 0) for seat in range(players)]
    bag = Bag.full()
    for hand in hands:
        bag = bag.without(hand)
    state, at = edition(name).start(hands, bag, steps[0][0]), 0
    while at < len(steps):
        view = View.of(edition(name), names(players), state, state.turn)
        turn = encoding.begin(view)
        while turn.move is None:
            yield turn, steps[at]
            turn, at = encoding.after(turn, steps[at][3]), at + 1
        rest = hand_of(name, players, steps[at - 1][1])
        rest = Hand() if isinstance(turn.move, Exchange) else rest
        hand = next_hand(state.turn, at)
        number = state.draws(turn.move)
        drawn = state.bag[:number] if hand is None else hand.without(rest)
        state = state.after(turn.move, drawn)
    yield state, None


def check(turn, seat, seen, mask, _, beyond):
    """A turn of the reference tells the same as a step of the kernel."""
    assert turn.view.player == f"player_{seat}"
    assert (encoding.observation(turn) == seen).all()
    assert (encoding.mask(len(mask), turn.legal()) == mask).all()
    assert turn.beyond == beyond


@compiled
def test_the_kernel_and_python_have_the_same_window():
    """Where a board outgrows it, they leave out the same plays."""
    steps = played(Batch(1, seed=59), northward=0.8)
    *turns, _ = retold("classic", 2, steps)
    for turn, step in turns:
        check(turn, *step)
    assert max(turn.beyond for turn, _ in turns) > 0


@compiled
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_the_kernel_tells_what_python_tells(name, players, seed):
    """Whole games: every observation, every mask, the scores and the rewards."""
    batch = Batch(1, name, players, seed=seed)
    steps = played(batch)
    *turns, (state, _) = retold(name, players, steps)
    assert len(turns) == len(steps) > 50
    for turn, step in turns:
        check(turn, *step)
    assert state.ended is not None
    assert batch.terminated[0]
    assert tuple(batch.scores[0]) == state.scores
    assert batch.rewards[0].sum() == pytest.approx(0, abs=1e-6)
    assert {*np.flatnonzero(batch.rewards[0] == batch.rewards[0].max())} == {*seats.winners(state)}


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name):
    """The same seed and actions give the same games, one after the other in each place."""
    one, four = (Batch(40, name, 3, seed=9, threads=threads) for threads in (1, 4))
    over = 0
    for _ in range(600):
        actions = one.sample().copy()
        assert (actions == four.sample()).all()
        one.step(actions)
        four.step(actions)
        over += int(one.terminated.sum())
    for part in ("observations", "masks", "seats", "rewards", "scores", "terminated", "beyond"):
        assert (getattr(one, part) == getattr(four, part)).all(), part
    assert over > 0
    assert len(np.unique(one.observations, axis=0)) == 40


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_reset_begins_the_same_games_again(name):
    """A batch can be repeated, and the arrays stay where they are."""
    batch = Batch(5, name, seed=3)
    first, seen = batch.observations.copy(), batch.observations
    batch.step(batch.sample())
    assert (seen != first).any()
    batch.reset()
    assert (seen == first).all()


@compiled
def test_games_without_an_end_are_cut_off():
    """After so many turns, with no reward for anybody."""
    batch = Batch(8, most_turns=3)
    cut = 0
    for _ in range(60):
        batch.step(batch.sample())
        cut += int(batch.truncated.sum())
        assert not batch.rewards.any()
    assert cut > 0


@compiled
def test_garbage_is_refused_and_changes_nothing():
    """One illegal action of one game, and none of the games goes on."""
    batch = Batch(4, seed=1)
    before, good = batch.observations.copy(), batch.sample().copy()
    for action in (-1, 2**31 - 1, -(2**31), batch.masks.shape[1], int(np.argmin(batch.masks[2]))):
        actions = good.copy()
        actions[2] = action
        with pytest.raises(BadAction, match="in game 2"):
            batch.step(actions)
    batch.masks[2] = 1  # what somebody writes there is not believed
    with pytest.raises(BadAction):
        batch.step(actions)
    with pytest.raises(ValueError, match="one action for each game"):
        batch.step(good[:3])
    assert (batch.observations == before).all()


@compiled
@pytest.mark.parametrize(
    "wrong", [{"players": 1}, {"players": 5}, {"threads": 0}, {"games": 0}, {"most_turns": 0}]
)
def test_a_batch_that_cannot_be_is_refused(wrong):
    """Before any memory is asked for."""
    with pytest.raises(ValueError, match=r"players|threads|games|turn"):
        Batch(**{"games": 1, **wrong})


@compiled
def test_two_threads_cannot_step_the_same_games():
    """The second is refused while the first is at it, and the games stay in order."""
    batch = Batch(500, seed=1)

    def step(_):
        try:
            batch.step(batch.sample().copy())
        except BadAction:  # sampled before the other thread's step
            return "late"
        except ValueError as error:
            return str(error)
        return "stepped"

    with ThreadPoolExecutor(4) as pool:
        said = {*pool.map(step, range(60))}
    assert "stepped" in said
    assert said <= {"stepped", "late", "Another thread is using this batch."}
    assert batch.masks.any(axis=1).all()
    batch.step(batch.sample())


@compiled
def test_the_arrays_outlive_their_batch():
    """Whoever holds an array holds its games."""
    seen = Batch(2, seed=-5).observations
    assert (seen == Batch(2, seed=-5).observations).all()


def test_without_the_kernel_there_is_no_batch(monkeypatch):
    """The sentence says how to get it."""
    monkeypatch.setattr(native, "kernel", None)
    with pytest.raises(BadSetup, match="C\\+\\+ compiler"):
        Batch(1)
