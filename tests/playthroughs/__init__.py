"""Whole games told for people, to be read in reviews.

``python -m tests.playthroughs`` writes them again; a change in them is a change in behaviour.
"""

from __future__ import annotations

from pathlib import Path

from qwirkle import Game
from qwirkle.game import AnyGame
from qwirkle.moves import Move

HERE = Path(__file__).parent
GAMES = {
    "classic-2": ("classic", 2, 11),
    "classic-4": ("classic", 4, 12),
    "cards-2": ("cards", 2, 13),
    "cards-3": ("cards", 3, 14),
}


def told(edition: str, players: int, seed: int) -> str:
    """A game in which everybody plays for the most points at once."""
    names = ["Ada", "Bo", "Cy", "Di"][:players]
    game = Game(names, edition, seed=seed, ages=[30, 31, 32, 33][:players])
    lines = [f"{edition}, {players} players, seed {seed}", f"commitment {game.commitment}", ""]
    while game.turn:
        lines += moment(game)
        move = choice(game)
        event = game.push(move)
        lines += [f"move    {event}", ""]
    lines += [f"table   {game.board}", f"outcome {game.outcome}"]
    return "\n".join(lines) + "\n"


def moment(game: AnyGame) -> list[str]:
    view = game.view(str(game.turn))
    scores = ", ".join(f"{name} {points}" for name, points in view.scores.items())
    return [
        f"turn    {view.turn}; {scores}; {view.bag} left to draw",
        f"table   {view.board}",
        f"hand    {view.hand}",
        f"legal   {legal(game)}",
    ]


def legal(game: AnyGame) -> str:
    """How many moves, and the first few; the card game's lists can be very long."""
    if game.edition == "cards":
        best = game.board.best(game.hand)
        return f"best: {best}" if best else ", ".join(map(str, game.legal_moves))
    moves = list(map(str, game.legal_moves))
    return f"{len(moves)}: {'; '.join(moves[:3])}{'; ...' if len(moves) > 3 else ''}"


def choice(game: AnyGame) -> Move:
    found: Move
    if game.edition == "cards":
        best = game.board.best(game.hand)
        found = best if best in game.legal_moves else next(iter(game.legal_moves))
    else:
        found = max(game.legal_moves, key=game.state.points)
    return found


def main() -> None:
    for name, game in GAMES.items():
        (HERE / f"{name}.txt").write_text(told(*game), encoding="utf-8")
