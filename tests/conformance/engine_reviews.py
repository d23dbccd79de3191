"""Moves that were reviewed, and the luck of draws: what the kernel says of them, in every home.

The search behind a review is the kernel's alone, so these answers are its own, as built for this
machine. C++ and WebAssembly give the same, bit by bit.
``python -m tests.conformance.engine_reviews`` writes them again.
"""

from __future__ import annotations

from collections.abc import Iterator

from qwirkle import Game, kernel
from qwirkle.bots import bot
from qwirkle.game import AnyGame
from tests.conformance.engine_classic import HERE, lines_of

NAMES = ("Ada", "Bo", "Cy", "Di")
LEVELS = ("level-1", "level-4", "level-2", "level-3")
MOMENTS = (0, 1, 2, 7, 15, 24, 33)
"""After how many moves questions are asked; and at the end."""


def played(edition: str, players: int, seed: int) -> Iterator[AnyGame]:
    """The moments of a game of levels, some of which make mistakes."""
    game: AnyGame = Game(NAMES[:players], edition, seed=seed)
    sitting = {name: bot(level, seed) for name, level in zip(NAMES, LEVELS, strict=True)}
    yield game
    while game.turn:
        game.push(sitting[game.turn].choose(game.view(game.turn)))
        yield game


def questions(edition: str) -> Iterator[str]:
    for players in (2, 3, 4):
        for game in played(edition, players, seed=players):
            if game.moves in MOMENTS or game.turn is None:
                yield f"luck seed=3 games=12\n{lines_of(game)}"
                if game.moves:
                    yield f"review seed=3 budget=2\n{lines_of(game)}"
    late = list(played(edition, 2, seed=9))[-1]
    for _ in range(3):  # where the end can be worked out
        yield f"review seed=1 budget=2\n{lines_of(late)}"
        late.pop()
    yield f"luck games=0\n{lines_of(late)}"
    yield f"review\nedition {edition}"


def main() -> None:
    for edition in ("classic", "cards"):
        pairs = [f"{question}\n= {kernel.ask(question)}\n" for question in questions(edition)]
        (HERE / f"{edition}-reviews.txt").write_text("\n".join(pairs), encoding="utf-8")


if __name__ == "__main__":
    main()
