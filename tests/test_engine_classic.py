"""The engine in the tile game: the library's answers, and nothing that a seat may not know."""

import json
import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle import Game, native
from qwirkle.bots.levels import LEVELS
from qwirkle.editions import CLASSIC
from qwirkle.game import AnyGame
from qwirkle.kernel import ask
from qwirkle.tiles import Hand
from tests.conformance.classic_reference import NAMES, answer
from tests.conformance.engine_classic import (
    FILES,
    HERE,
    asked,
    chosen,
    lines_of,
    moves_to_judge,
    random_game,
    seat_of,
    set_up,
    written,
)
from tests.often import often

compiled = pytest.mark.skipif(native.kernel is None, reason="the engine is the kernel's")
WITHOUT_SEARCH = {"deals", "games", "faults", "first-rules"}
"""The files that the library can answer without the kernel."""


@pytest.mark.parametrize("name", FILES if native.kernel else sorted(WITHOUT_SEARCH))
def test_the_files_are_what_the_library_answers(name):
    """The questions and answers of a file are those that the reference would write now."""
    assert (HERE / f"classic-{name}.txt").read_text(encoding="utf-8") == written(name)


def check(question: str) -> None:
    assert ask(question) == answer(question), question


def questions(game: AnyGame, dice: random.Random) -> list[str]:
    """What somebody could ask about a game."""
    seats = range(len(game.players))
    lines = ["state", *(f"offers seat={seat}" for seat in seats)]
    if game.turn:
        seat = seat_of(game)
        lines += [f"judge seat={seat} : {move}" for move in moves_to_judge(game, dice)]
        lines += [f"judge seat={other} : {dice.choice(lines[-4:])[15:]}" for other in seats]
        who = dice.choice((f"level={dice.randint(1, 6)}", f"hundredths={dice.randrange(500)}"))
        lines.append(f"choose seat={seat} {who} seed={dice.randint(-9, 99)} budget=3")
        lines.append(f"advise seat={seat} seed={dice.randint(-9, 99)} budget=3 most=9")
    return lines


@pytest.mark.unmeasured
@compiled
@pytest.mark.parametrize("seed", range(100, 100 + often(6)))
def test_the_engine_answers_as_the_library_does(seed):
    """At moments of random games with 2 to 4 players: whoever asks, and whoever left."""
    dice = random.Random(f"engine {seed}")
    for game in random_game(seed, trades=0.1, leaves=0.02):
        if dice.random() < 0.1 or game.turn is None:
            for line in questions(game, dice):
                check(asked(line, game))
                check(asked(line, game, dice.randrange(len(game.players))))
                check(asked(line, game, None))


@compiled
@pytest.mark.parametrize("known", LEVELS, ids=str)
def test_a_level_plays_the_same_in_the_engine(known):
    """As in a game of the library, with the view that the game gives."""
    for seed in (20, 21, 22):
        game = next(chosen(seed, lambda at: len(at.board) > 20, leaves=0.0))
        view, seat = game.view(str(game.turn)), seat_of(game)
        move = known.player(seed).choose(view, 0.003)
        line = f"choose seat={seat} level={known.number} seed={seed} budget=3"
        assert json.loads(ask(asked(line, game))) == {"move": str(move)}


SAID = ["Ro@0,0", "Rx@1,0", "trade", "pass", "Gx", "@", "1,2", "Bs@-3,4", "?"]
WORDS = [
    "deal",
    "move",
    "resign",
    "start",
    "1",
    "2",
    "3",
    "?",
    "pass",
    "trade",
    "draws",
    "Ro",
    "Rx@0,1",
]


@compiled
@settings(max_examples=often(150), deadline=None)
@given(st.integers(0, 40), st.integers(0, 30), st.randoms(use_true_random=False))
def test_changed_games_are_read_or_refused_alike(seed, moves, dice):
    """Lines that are lost, twice, in another place or have another word."""
    states = random_game(seed, trades=0.2, leaves=0.03)
    game = next(game for at, game in enumerate(states) if at == moves or game.turn is None)
    lines = lines_of(game, dice.choice([-1, None, 0])).splitlines()
    at = dice.randrange(1, len(lines))
    change = dice.randrange(4)
    if change == 0:
        del lines[at]
    elif change == 1:
        lines.insert(dice.randrange(1, len(lines)), lines[at])
    elif change == 2:
        words = lines[at].split()
        words[dice.randrange(len(words))] = dice.choice(WORDS)
        lines[at] = " ".join(words)
    else:
        lines[at] += f" {dice.choice(WORDS)}"
    check(asked("state", "\n".join(lines)))


@compiled
@settings(max_examples=often(80), deadline=None)
@given(
    st.integers(0, 20),
    st.lists(st.sampled_from(SAID)),
)
def test_any_words_are_judged_alike(seed, words):
    """A move, or none; in the opening as later."""
    game = next(game for at, game in enumerate(random_game(seed)) if at == seed or not game.turn)
    check(asked(f"judge seat=0 : {' '.join(words)}", game))


def hidden_otherwise(game: AnyGame, seat: int, dice: random.Random) -> str:
    """The position as it is, with other tiles where this seat cannot look."""
    state = game.state
    pool = [tile for at, hand in enumerate(state.hands) if at != seat for tile in hand]
    pool += state.bag
    dice.shuffle(pool)
    hands = []
    for at, hand in enumerate(state.hands):
        hands.append(hand if at == seat else Hand(pool[: len(hand)]))
        pool = pool if at == seat else pool[len(hand) :]
    points = [f"points {at} {points}" for at, points in enumerate(state.scores, 1)]
    more = [*points, f"turn {seat + 1}"]
    return set_up(str(state.layout), *map(str, hands), more=more)


def is_larger(size: int, game: AnyGame) -> bool:
    return len(game.board) > size


@compiled
@pytest.mark.parametrize("verb", ["advise", *(f"choose level={n}" for n in range(1, 7))])
def test_what_a_seat_cannot_see_changes_nothing(verb):
    """Choices and advice are the same with other hidden tiles, or with none told."""
    dice = random.Random(verb)
    for seed in (30, 31, 32):
        for size in (8, 30, 60):
            game = next(chosen(seed, partial(is_larger, size), leaves=0.0))
            seat = seat_of(game)
            line = f"{verb} seat={seat} seed=5 budget=4"
            assert ask(asked(line, game)) == ask(asked(line, game, seat))
            found = {ask(asked(line, hidden_otherwise(game, seat, dice))) for _ in range(4)}
            assert len(found) == 1


@compiled
def test_games_far_from_the_middle_are_the_same_games():
    """A board has no middle: moved by any distance, its moves and their points are the same."""
    game = next(chosen(40, lambda at: len(at.board) > 40, leaves=0.0))
    seat, text = seat_of(game), lines_of(game)
    near = json.loads(ask(asked(f"offers seat={seat}", text)))["moves"]
    for shift in (-999_999_000, 123_456, 999_999_000):
        moved = "\n".join(shifted(line, shift) for line in text.splitlines())
        far = json.loads(ask(asked(f"offers seat={seat}", moved)))["moves"]
        assert far == [[shifted(move, shift), points] for move, points in near]


def shifted(line: str, shift: int) -> str:
    words = []
    for word in line.split(" "):
        tile, at, cell = word.partition("@")
        x, _, y = cell.partition(",")
        words.append(f"{tile}@{int(x) + shift},{int(y) - shift}" if at else word)
    return " ".join(words)


@compiled
def test_a_deal_is_the_deal_of_the_library():
    """The same order of pieces, the same lot: the same hands, and the same start."""
    for seed in range(12):
        game = Game(NAMES[: 2 + seed % 3], CLASSIC, seed=seed)
        hands = [list(map(str, hand)) for hand in game.state.hands]
        pieces = [str(tile) for hand in game.state.hands for tile in hand]
        pieces += map(str, game.state.bag)
        found = json.loads(
            ask(f"deal players={len(hands)} lot=3 : {' '.join(pieces)}\nedition classic")
        )
        assert found["hands"] == hands
        assert found["start"]["tied"] == list(game.start.tied)
        assert found["start"]["size"] == game.start.size
