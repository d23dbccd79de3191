"""``qwirkle replay``: short by itself, whole where asked for, and step by step."""

import io
import random

import pytest

from qwirkle import BadSetup, Game
from qwirkle.terminal.console import Console
from qwirkle.terminal.replay import EVERY, Shown, chosen, replay
from qwirkle.testing import random_move


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A finished game of two, with the number of its moves."""
    game, dice = Game(["Ada", "Bo"], "classic", seed=3), random.Random(3)
    while game.turn is not None:
        game.push(random_move(game.view(game.turn), dice))
    file = tmp_path_factory.mktemp("records") / "game.qwirkle"
    file.write_text(game.dump())
    return str(file), game.moves


def shown(file, *typed, lang="en", how=None):
    out = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    assert replay(file, Console(lang, source=source, out=out, width=80), how) == 0
    return out.getvalue()


def test_a_record_is_short_by_itself(record):
    """Every move in a line or a few, a board every ten moves and at the end."""
    file, moves = record
    text = shown(file)
    assert text.count("\nMove ") == moves
    assert text.count("Bag: ") == moves // EVERY + (moves % EVERY > 0)
    assert "The game is over" in text
    assert len(text) < len(shown(file, how=Shown(boards=True))) / 2


def test_some_moves_are_shown_with_all_their_boards(record):
    """A range, the rest, or one."""
    file, moves = record
    text = shown(file, how=Shown(moves="5-9"))
    assert [f"Move {number}." in text for number in (4, 5, 9, 10)] == [False, True, True, False]
    assert text.count("Bag: ") == 5
    assert "The game is over" not in text
    assert "The game is over" in shown(file, how=Shown(moves=f"{moves - 1}-"))
    assert shown(file, how=Shown(moves="3")).count("\nMove ") == 1


@pytest.mark.parametrize("text", ["", "-", "x", "5 9", "9-5", "0-3", "1-999"])
def test_moves_that_are_not_there_are_refused(text):
    """With what there is."""
    with pytest.raises(BadSetup, match="moves"):
        chosen(text, 60)
    assert chosen("-4", 60) == (1, 4)


def test_a_record_is_stepped_through(record):
    """Enter goes on, back goes back, a number goes there, anything else explains itself."""
    file, moves = record
    text = shown(file, "", "", "back", "back", str(moves), "", "what", "quit", how=Shown(step=True))
    told = [line for line in text.splitlines() if line.startswith("Move ") and line[-1] == "."]
    assert told == ["Move 1.", "Move 2.", "Move 1.", f"Move {moves}."]
    assert text.count("press Enter for the next one") == 3
    assert "The game is over" in text
    assert text.endswith("Goodbye!\n")
    assert shown(file, "", how=Shown(moves="4-", step=True)).count("Move 4.") == 1


def test_a_resignation_is_told(tmp_path):
    """As in the game."""
    game = Game(["Ada", "Bo"], "classic", seed=3)
    game.resign("Bo")
    file = tmp_path / "left.qwirkle"
    file.write_text(game.dump())
    assert "Bo leaves the game" in shown(str(file))
