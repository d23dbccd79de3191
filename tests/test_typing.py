"""What type checkers know of a game: clients in strict mode need no casts and no exceptions."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))
TOY = ROOT / "tests" / "toy.py"

CLIENT = """
from qwirkle import Board, Game, Table, View
from qwirkle.cards.moves import Exchange
from qwirkle.classic.moves import Move, Play, Trade
from qwirkle.classic.state import State
from qwirkle.editions import CARDS, CLASSIC, Edition

def best(game: Game[State, Move, Board]) -> Play:
    return max(game.board.plays(game.hand), key=lambda play: game.board.score(play).points)

def trades(view: View[Move, Board]) -> list[Trade]:
    return [move for move in view.legal_moves if isinstance(move, Trade)]

tiles = Game(["Ada", "Bo"], CLASSIC, seed=7)
tiles.push(best(tiles))
passes: int = tiles.state.passes
found: list[Trade] = trades(tiles.view("Bo"))

cards = Game(["Ada", "Bo"], CARDS, seed=4)
table: Table = cards.board
exchanges: int = cards.state.exchanges

named = Game(["Ada", "Bo"], "classic")
named.push("Ro@0,0")
"""
WRONG = {
    "cards.push(Trade(()))": "push",
    "tiles.push(Exchange())": "push",
    "tiles.board.cards": "Board",
    "trades(cards.view('Ada'))": "View",
    "stateless: Edition[int, Move, Board]": "State",
}


def strict(*files):
    """What mypy says in strict mode."""
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", *map(str, files)],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": "src"},
        capture_output=True,
        text=True,
    )
    return [line for line in checked.stdout.splitlines() if "error:" in line]


def test_a_typed_client_needs_no_casts(tmp_path):
    """The moves, the board and the state of an edition are known, and nothing is ignored."""
    file = tmp_path / "client.py"
    file.write_text(CLIENT)
    assert strict(file) == []


def test_a_move_of_another_game_is_noticed(tmp_path):
    """So the types say something: each of these mistakes is found, and nothing else."""
    file = tmp_path / "client.py"
    file.write_text(CLIENT + "\n".join(WRONG))
    errors = strict(file)
    assert len(errors) == len(WRONG), errors
    for error, word in zip(errors, WRONG.values(), strict=True):
        assert word in error


@pytest.mark.parametrize("file", [*EXAMPLES, TOY], ids=lambda file: file.name)
def test_the_examples_of_bots_and_of_an_edition_are_typed(file):
    """They are what people copy, so they pass in strict mode without an exception."""
    assert "type: ignore" not in file.read_text()
    assert strict(file) == []
