"""The pictures of the docs that the library draws: python -m tools.docs_pictures."""

from __future__ import annotations

from pathlib import Path

from qwirkle import Game, Position
from qwirkle.bots import bot
from qwirkle.game import AnyGame

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


def opened(edition: str) -> AnyGame:
    """The game of the quickstart: an opening and the answer of a bot."""
    game = Game(["Ada", "Bo"], edition, seed=4)
    game.push("Rx@0,0 Rt@1,0 Ro@2,0 Rc@3,0" if edition == "classic" else "Rc Oc Bc Pc")
    game.push(bot("greedy").choose(game.view(str(game.turn))))
    return game


def finished() -> AnyGame:
    """A whole game of two bots."""
    game = Game(["Ada", "Bo"], "classic", seed=7)
    while game.turn is not None:
        game.push(bot("greedy").choose(game.view(game.turn)))
    return game


def pictures() -> dict[str, str]:
    """Every picture by its name."""
    five = Position.parse("Ro@0,0 Rx@1,0 Rd@2,0 Rs@3,0 Yo@0,1 / Rt Gd Yc Px Bc Os / 90")
    return {
        "tiles.svg": opened("classic").svg(),
        "cards.svg": opened("cards").svg(),
        "game.svg": finished().animation(),
        "five.svg": five.svg(),
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text + "\n")


if __name__ == "__main__":
    main()
