"""The frozen positions that regret is measured on; ``python -m bench.positions`` wrote them once.

Each line of positions.txt is ``board / hand / bag``, as in docs/notation.md: the player to move has
that hand, the other player has six tiles, and both have no points yet. They come from games of
``sim`` against ``greedy``, one position a game. Written again they would be others: do not.
"""

from __future__ import annotations

import random
from pathlib import Path

from rich.progress import track

from qwirkle import Game
from qwirkle.bag import Bag
from qwirkle.bots import bot
from qwirkle.bots.search import Sim
from qwirkle.classic.notation import parse_position
from qwirkle.classic.rules import Position
from qwirkle.classic.state import HAND_SIZE, State
from qwirkle.editions import CLASSIC
from qwirkle.tiles import Hand
from qwirkle.views import AnyView, View

FILE = Path(__file__).with_name("positions.txt")
NUMBER = 300
PLAYERS = ("Ada", "Bo")


def read() -> list[AnyView]:
    """What the player to move sees in each frozen position."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [view_of(parse_position(line)) for line in lines]


def view_of(position: Position) -> AnyView:
    """A view with nothing but a position: no points, no history, the other tiles anywhere."""
    unseen = list(Bag.full().without([*position.board.values(), *position.hand]))
    theirs, bag = Hand(unseen[:HAND_SIZE]), Bag(unseen[HAND_SIZE:])
    state = State((position.hand, theirs), bag, 0, (0, 0), position.board)
    return View.of(CLASSIC, PLAYERS, state, 0)


def write() -> None:
    lines = []
    for seed in track(range(NUMBER), "Games"):
        game, dice = Game(PLAYERS, seed=10_000_000 + seed), random.Random(seed)
        players = dict(zip(PLAYERS, (Sim(seed), bot("greedy")), strict=True))
        stop = dice.randrange(4, 44)
        while game.turn and (len(game.events) < stop + 8 or game.turn != PLAYERS[0]):
            game.push(players[game.turn].choose(game.view(game.turn)))
        if game.turn and len(game.state.bag) > 0:
            lines.append(str(game.view(PLAYERS[0]).position))
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
