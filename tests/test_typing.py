"""What type checkers know of a game: clients in strict mode need no casts and no exceptions."""

import os
import subprocess
import sys
from pathlib import Path

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


def test_typed_programs_need_no_casts_and_mistakes_are_noticed(tmp_path):
    """The types are known without an exception, also in what people copy; and they say something.

    Each of the mistakes in a file of its own is found, and nothing else. All are checked in one go.
    """
    assert not any("type: ignore" in file.read_text() for file in (*EXAMPLES, TOY))
    client, wrong = tmp_path / "client.py", tmp_path / "wrong.py"
    client.write_text(CLIENT)
    wrong.write_text(CLIENT + MORE + "\n".join(WRONG))
    errors = strict(client, wrong, *EXAMPLES, TOY)
    assert len(errors) == len(WRONG), errors
    for error, word in zip(errors, WRONG.values(), strict=True):
        file, _, said = error.partition(":")
        assert (Path(file).name, word in said) == (wrong.name, True), error
