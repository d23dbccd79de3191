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
from qwirkle import BadArgument, Board, CardPosition, Game, Hand, Position, Table, View
from qwirkle.classic.moves import Move, Play, Trade
from qwirkle.classic.state import State
from qwirkle.editions import CARDS, CLASSIC

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

position = Position.parse("Ro@0,0 Rx@1,0 / Rs Rt Bo / 90")
gains: dict[Move, int] = dict(position.scored())
after: Position = position.after("Rs@2,0", drawn="Gx")
points: int = position.score(next(iter(position.legal_moves))).points
rule: str | None = fault.rule if (fault := position.fault("Rs@9,9")) else None
row: CardPosition = CardPosition.parse("Bo Bx Bd / Bs / 9 / exchanges 0").after("Bo Bx Bd Bs")
plays: list[Play] = list(Board().after("Ro@0,0").plays("Rx Bo"))
pictures: list[str] = [tiles.svg(), cards.animation(), row.text(), Table.parse("Bo Bx Bd").svg()]

begun = Game.from_position(
    ["Ada", "Bo"], CLASSIC, board="Ro@0,0", hands={"Ada": "Rx", "Bo": Hand("Rs")}, seed=1
)
begun.push(best(begun))
same: bool = begun == Game.load(begun.dump())
try:
    Game.from_position(["Ada", "Bo"], "cards", board="", hands={}).push("pass")
except BadArgument as refusal:
    said: str = refusal.say("pl")
"""
MORE = """
from qwirkle.cards.moves import Exchange
from qwirkle.editions import Edition
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
    file.write_text(CLIENT + MORE + "\n".join(WRONG))
    errors = strict(file)
    assert len(errors) == len(WRONG), errors
    for error, word in zip(errors, WRONG.values(), strict=True):
        assert word in error


@pytest.mark.parametrize("file", [*EXAMPLES, TOY], ids=lambda file: file.name)
def test_the_examples_of_bots_and_of_an_edition_are_typed(file):
    """They are what people copy, so they pass in strict mode without an exception."""
    assert "type: ignore" not in file.read_text()
    assert strict(file) == []
