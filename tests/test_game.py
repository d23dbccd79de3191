"""One host for both games: the names that others rely on, setup, views, and the way back."""

import ast
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qwirkle
from qwirkle import BadNotation, BadSetup, Game, Hand, IllegalMove, Tile, fairness
from qwirkle.bag import Bag
from qwirkle.cards.moves import Arrange
from qwirkle.classic.moves import HiddenTrade, Pass, Play, Trade
from qwirkle.classic.rules import Position
from qwirkle.editions import CLASSIC
from qwirkle.events import Dealt, Moved, Revealed
from qwirkle.lines import largest_sets
from qwirkle.testing import (
    check_bot,
    check_edition,
    check_moment,
    permuted,
    random_move,
)
from qwirkle.views import AnyView
from tests.often import often


def played(edition="classic", players=2, moves=8, seed=0):
    """A game after some random moves."""
    game = Game(["Ada", "Bo", "Cy", "Di"][:players], edition, seed=seed)
    dice = random.Random(seed)
    while moves and game.turn:
        game.push(random_move(game.view(game.turn), dice))
        moves -= 1
    return game


def test_the_public_names():
    """The names that the design fixes are there and work as written."""
    assert str(qwirkle.Tile.parse("Rc")) == "Rc"
    board = qwirkle.Board.parse("Ro@0,0 Rx@1,0")
    hand = qwirkle.Hand.parse("Rs Rt Bo")
    plays = [str(play) for play in board.plays(hand)]
    assert len(plays) == len(set(plays))
    assert {"Rs@2,0", "Rs@2,0 Rt@3,0", "Bo@0,1"} <= set(plays)
    assert board.fault("Rs@5,0").rule == "T8"
    assert board.fault("Rs@2,0") is None
    assert board.score("Rs@2,0").points == 3
    assert [str(line) for line in board.score("Rs@2,0").lines] == ["Ro Rx Rs = 3"]
    table = qwirkle.Table.parse("Bo Bx Bd Bs | Rd Yd Gd")
    assert table.fault("Bo Bx Bd Bs Bt | Rd Yd Gd", Hand.parse("Bt")) is None
    assert table.fault("Bo Bx Bd Bs Bt | Rd Yd Gd", hand).rule == "C5"
    assert isinstance(table.best(Hand.parse("Bt")), Arrange)
    assert qwirkle.__all__ == sorted(qwirkle.__all__)
    assert all(hasattr(qwirkle, name) for name in qwirkle.__all__)
    assert set(qwirkle.__all__) <= set(dir(qwirkle))
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        _ = qwirkle.Chess


@pytest.mark.parametrize("name", ["analysis", "bots", "kernel", "notation"])
def test_the_public_modules_need_no_import_of_their_own(name):
    """In a fresh interpreter, ``import qwirkle`` is enough to reach them."""
    script = f"import qwirkle; print(qwirkle.{name}.__name__)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.decode().strip() == f"qwirkle.{name}"


def test_type_checkers_see_the_public_names():
    """The imports for type checkers are those that happen when a name is first used."""
    tree = ast.parse(Path(qwirkle.__file__).read_text())
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.asname: node.module if node.module != "qwirkle" else f"qwirkle.{alias.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == qwirkle._HOMES


def test_a_game_tells_about_itself():
    """Turn, hand, scores, board, outcome, legal moves: live, and by name."""
    game = Game(["Ada", "Bo"], "classic", seed=7, ages=[30, 31])
    assert (game.turn, game.edition, game.players) == ("Ada", "classic", ("Ada", "Bo"))
    assert game.ages == (30, 31)
    assert len(game.hand) == 6
    assert game.scores == {"Ada": 0, "Bo": 0}
    assert len(game.board) == 0
    assert game.outcome is None
    moves = game.legal_moves
    first = next(iter(moves))
    assert first in moves
    assert str(first) in moves
    assert "nonsense" not in moves
    assert "Ro@0,0 Bx@1,0" not in moves
    assert moves.count() == len(list(moves)) > 0
    assert bool(moves)
    assert str(first) in repr(moves)
    event = game.push(first)
    assert isinstance(event, Moved)
    assert event.points == game.scores["Ada"]
    assert game.commitment in game.dump()
    assert game.turn == "Bo"


@pytest.mark.parametrize(("edition", "size"), [("classic", 6), ("cards", 9)])
def test_everybody_is_dealt_a_hand_and_the_rest_is_left(edition, size):
    """Six tiles or nine cards each, out of 108 (T1, C1)."""
    for players in (["Ada", "Bo"], ["Ada", "Bo", "Cy"], ["Ada", "Bo", "Cy", "Di"]):
        view = Game(players, edition, seed=3).view("Ada")
        assert view.hand_sizes == dict.fromkeys(players, size)
        assert view.bag == 108 - size * len(players)


def test_an_illegal_move_changes_nothing():
    """Text or object: the judge's fault is in the exception, and the game is as before."""
    game = Game(["Ada", "Bo"], seed=7)
    record = game.dump()
    for move in ("pass", Trade(()), "Ro@0,0 Bx@1,0"):
        with pytest.raises(IllegalMove) as refusal:
            game.push(move)
        assert refusal.value.fault == game.fault(move)
        assert refusal.value.fault.rule in str(refusal.value)
    with pytest.raises(BadNotation):
        game.push("Ro@0")
    assert game.dump() == record


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": ["Ada"]}, "2 to 4 players, not for 1"),
        ({"players": []}, "2 to 4 players, not for 0"),
        ({"players": list("abcde")}, "2 to 4 players, not for 5"),
        ({"players": "Ada"}, "2 to 4 players"),
        ({"players": ["Ada", ""]}, "cannot be used"),
        ({"players": ["Ada", "  "]}, "cannot be used"),
        ({"players": ["Ada", "B\x07o"]}, "cannot be used"),
        ({"players": ["Ada", "B\no"]}, "cannot be used"),
        ({"players": ["Ada", "B\u2028o"]}, "cannot be used"),
        ({"players": ["Ada", "x" * 61]}, "cannot be used"),
        ({"players": ["Ada", " Ada"]}, "Two players cannot both be called “Ada”"),
        ({"edition": "chess"}, "no game “chess”; choose one of: classic, cards"),
        ({"ages": [30]}, "2 are expected, not 1"),
        ({"ages": [30, -1]}, "“-1” is not an age"),
        ({"ages": [30, 151]}, "“151” is not an age"),
        ({"ages": [30, "old"]}, "“old” is not an age"),
        ({"seed": b"short"}, "32 bytes, not 5"),
        ({"entropy": {"Eve": "x"}}, "Nobody here is called “Eve”; the players are: Ada, Bo"),
        ({"entropy": {"Ada": "\t"}}, "cannot be used"),
    ],
)
def test_a_bad_setup_is_refused_with_a_sentence(arguments, words):
    """Players, names, ages, edition, seed, entropy: each says what was expected."""
    players = arguments.pop("players", ["Ada", "Bo"])
    with pytest.raises(BadSetup, match=words):
        Game(players, **arguments)


def test_equal_ages_are_no_mistake():
    """The earliest seat of the tied starts (T2)."""
    assert Game(["Ada", "Bo"], seed=1, ages=[30, 30]).turn in ("Ada", "Bo")


def test_games_without_a_seed_differ():
    """The dice are the operating system's unless a seed is given."""
    assert Game(["Ada", "Bo"]).dump() != Game(["Ada", "Bo"]).dump()
    assert Game(["Ada", "Bo"], seed=3).dump() == Game(["Ada", "Bo"], seed=3).dump()
    assert Game(["Ada", "Bo"], seed=bytes(32)).dump() == Game(["Ada", "Bo"], seed=bytes(32)).dump()


def test_strangers_have_no_view():
    """A name that is not at the table is answered with those that are."""
    game = Game(["Ada", "Bo"], seed=1)
    for ask in (game.view, game.resign):
        with pytest.raises(BadSetup, match="Nobody here is called “Eve”"):
            ask("Eve")


def test_a_view_knows_its_own_hand_and_counts_of_the_rest():
    """Hand, hand sizes, size of the bag, and the kinds that are unseen."""
    game = played(moves=6)
    view = game.view("Ada")
    assert view.hand == game.state.hands[0]
    assert view.hand_sizes == {"Ada": 6, "Bo": 6}
    assert view.bag == len(game.state.bag)
    assert view.scores == game.scores
    assert view.board == game.board
    seen = Counter(game.board.values()) + Counter(view.hand)
    assert view.unseen == Counter(Bag.full()) - seen
    assert view.legal_moves.count() == (game.legal_moves.count() if game.turn == "Ada" else 0)
    assert view.fault("Ro@500,0").rule in ("T4", "T8")
    waiting = game.view("Bo" if game.turn == "Ada" else "Ada")
    assert not waiting.legal_moves
    assert "Ro@0,0" not in waiting.legal_moves


def test_the_captured_rows_lie_open():
    """In the card game everybody sees what everybody has captured."""
    game = played("cards", moves=12)
    view = game.view("Ada")
    assert view.captured == dict(zip(game.players, game.state.captured, strict=True))
    assert {name: len(rows) for name, rows in view.captured.items()} == game.scores


@given(
    st.sampled_from(["classic", "cards"]),
    st.integers(2, 4),
    st.integers(0, 30),
    st.integers(0, 1000),
)
@settings(max_examples=often(40))
def test_a_view_never_depends_on_what_is_hidden(edition, players, moves, seed):
    """Two states that differ only in hidden parts give equal views, at any moment."""
    game = played(edition, players, moves, seed)
    check_moment(game, random.Random(seed))


def test_a_permuted_state_really_differs():
    """The check above compares different states."""
    game = played(moves=5)
    other = permuted(game.state, 0, random.Random(1))
    assert other != game.state
    assert other.hands[0] == game.state.hands[0]
    assert other.hands[1] != game.state.hands[1]


def test_others_see_how_many_not_which():
    """Deals, draws and trades are counted for everybody and shown to their owner alone (O2)."""
    game = Game(["Ada", "Bo"], seed=3)
    game.push(next(iter(game.legal_moves)))
    name, seat = game.turn, game.state.turn
    event = game.push(Trade(tuple(game.hand[:2])))
    assert event.seen_by(seat) == event
    for stranger in (1 - seat, None):
        seen = event.seen_by(stranger)
        assert seen.move == HiddenTrade(2)
        assert seen.drawn == (None, None)
        assert str(seen) == f"move {seat + 1} trade ? ? scores 0 draws ? ?"
    assert game.view(name).history[-1] == event
    dealt = next(event for event in game.events if isinstance(event, Dealt))
    assert dealt.seen_by(dealt.seat) == dealt
    assert str(dealt.seen_by(None)) == f"deal {dealt.seat + 1} ? ? ? ? ? ?"
    revealed = game.events[-1]
    assert isinstance(revealed, Revealed)
    assert str(revealed.seen_by(seat)) == "seed ?"


def test_the_seed_is_shown_to_all_after_the_end():
    """After the game everybody may check everything."""
    game = played(moves=1)
    game.resign("Ada")
    revealed = game.events[-1]
    assert revealed.seen_by(None) == revealed
    assert "?" not in str(revealed)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_way_back(edition):
    """Undo to the first move, and the same moves again draw the same pieces."""
    game = played(edition, moves=10, seed=2)
    record, moves = game.dump(), []
    while game._past:
        moves.append(game.pop())
    with pytest.raises(BadSetup, match="no move to take back"):
        game.pop()
    assert game.dump() == Game(["Ada", "Bo"], edition, seed=2).dump()
    for event in reversed(moves):
        assert game.push(event.move) == event
    assert game.dump() == record


def test_resigning_and_taking_it_back():
    """Out of turn too; the last one left wins; who left cannot leave again (O1)."""
    game = played(players=3, moves=4)
    other = next(name for name in game.players if name != game.turn)
    turn = game.turn
    game.resign(other)
    assert game.turn == turn
    with pytest.raises(IllegalMove, match=f"{other} has already left"):
        game.resign(other)
    game.resign(turn)
    (winner,) = game.outcome.winners
    assert winner not in (other, turn)
    assert game.turn is None
    assert game.outcome.rule == "O1"
    assert str(game.outcome).startswith(f"{winner} won (O1): Ada ")
    assert game.view(winner).turn is None
    assert not game.legal_moves
    with pytest.raises(IllegalMove, match="only one player is left"):
        game.resign(winner)
    assert str(game.pop()) == f"resign {game.players.index(turn) + 1}"
    assert game.turn == turn


def test_a_redeal_is_recorded():
    """Where nobody can open, the cards are shuffled and dealt again, as facts (C2)."""
    seed = next(seed for seed in range(100_000) if redeals(seed))
    game = Game(["Ada", "Bo"], "cards", seed=seed)
    again = Game.load(game.dump())
    assert again.state == game.state
    assert again.dump() == game.dump()


def redeals(seed):
    """Whether the first deal of a two-player card game is thrown away."""
    key = fairness.game_key(fairness.seed_of(seed), ("", ""))
    hands = fairness.Order.shuffled(key, Bag.full()).tiles[:18]
    return all(len(largest_sets(hand)[0]) < 3 for hand in (hands[:9], hands[9:]))


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_whole_games_keep_every_promise(edition):
    """Random games of 2, 3 and 4 players: 108 pieces, views, way back, record, winners."""
    check_edition(edition, games=often(3), seed=100)


class Honest:
    """A bot that captures what it can, and else takes the first move it finds."""

    def choose(self, view: AnyView, budget=None):
        best = view.board.best(view.hand) if view.edition == "cards" else None
        return best if best in view.legal_moves else next(iter(view.legal_moves))


class Fickle:
    """A bot whose choice follows from something other than its view."""

    calls = 0

    def choose(self, view: AnyView, budget=None):
        Fickle.calls += 1
        return sorted(view.legal_moves, key=str)[Fickle.calls % 2]


class Cheating:
    """A bot that plays tiles that it does not have."""

    def choose(self, view: AnyView, budget=None):
        return Play((((0, 0), Tile(0)),))


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_check_bot_accepts_an_honest_bot(edition):
    """A bot that looks at its view alone passes."""
    check_bot(Honest, edition)


def test_check_bot_notices_a_bot_that_looks_elsewhere():
    """Choices that do not follow from the view are found."""
    with pytest.raises(AssertionError, match="when hidden pieces differed"):
        check_bot(Fickle, "classic")


def test_check_bot_notices_an_illegal_move():
    """An illegal choice is reported with its reason."""
    with pytest.raises(AssertionError, match=r"Not in your hand|largest set"):
        check_bot(Cheating, "classic")


def test_a_copy_goes_its_own_way():
    """What happens to one of two equal games does not happen to the other."""
    game = Game(["Ada", "Bo"], seed=5)
    twin = game.copy()
    moved = twin.push(next(iter(twin.legal_moves)))
    assert game.state != twin.state
    assert game.push(moved.move) == moved
    assert game.dump() == twin.dump()
    assert twin.pop() == moved
    assert game.state != twin.state


def test_moves_come_with_their_points():
    """All but the trades, the bonus for going out among them; and how many a trade may have."""
    game, out = Game(["Ada", "Bo"], CLASSIC, seed=8), False
    while game.turn is not None:
        moves, state = list(game.legal_moves), game.state
        trades = [len(move.tiles) for move in moves if isinstance(move, Trade)]
        position = state.position_of(state.turn)
        expected = [(m, state.points(m)) for m in moves if not isinstance(m, Trade)]
        assert list(position.scored()) == expected
        assert position.most_traded == max(trades, default=0)
        out |= any(state.after(m).ended == "T17" for m, _ in expected if not state.bag)
        game.push(expected[0][0] if expected else moves[0])
    assert out


def test_a_pass_comes_with_no_points():
    """It is the one move where nothing fits and the bag is empty."""
    stuck = Position(qwirkle.Board.parse("Ro@0,0 Rx@1,0"), Hand.parse("Bs"), 0)
    assert list(stuck.scored()) == [(Pass(), 0)]
    assert stuck.most_traded == 0
