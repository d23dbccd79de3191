"""The long differential test: the kernel against the reference over 100,000 positions and more."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from itertools import islice

from qwirkle import Game, native
from qwirkle.cards import fast as cards_fast
from qwirkle.cards import layout, solver
from qwirkle.classic import fast, movegen, scoring
from qwirkle.game import AnyGame
from qwirkle.testing import NAMES, random_move

MOST_OUTCOMES = 500


def main(classic: int = 100_000, cards: int = 2_000) -> None:
    _run("tile game", classic, _classic_positions())
    _run("card game", cards, _cards_positions())


def _run(what: str, wanted: int, answers: Iterator[int]) -> None:
    start, total = time.monotonic(), 0
    for done, answer in enumerate(answers, 1):
        total += answer
        if done % 100 == 0 or done == wanted:
            note = f"\r{what}: {done:,} of {wanted:,} positions the same, {total:,} answers"
            print(f"{note}, {time.monotonic() - start:.0f} s", end="", file=sys.stderr)
        if done == wanted:
            print(f"\n{what}: {done:,} positions, {total:,} answers, all the same")
            return


def _games(edition: str) -> Iterator[tuple[AnyGame, random.Random]]:
    """Random games of 2, 3 and 4 players, one after the other, before each move."""
    seed = 10_000
    while True:
        dice = random.Random(seed)
        game = Game(NAMES[: 2 + seed % 3], edition, seed=seed)
        while game.turn:
            yield game, dice
            game.push(random_move(game.view(game.turn), dice))
        seed += 1


def _classic_positions() -> Iterator[int]:
    """Every play in the same order, and the points of each eighth."""
    for game, dice in _games("classic"):
        board, hand = game.board, game.hand
        plays = list(movegen.plays(board, hand))
        assert list(fast.plays(board, hand)) == plays, game.dump()
        points = fast.kernel_board(board).points(fast.kinds(hand))
        for at in range(dice.randrange(8), len(plays), 8):
            assert scoring.score(board, plays[at]).points == points[at], game.dump()
        yield len(plays)


def _cards_positions() -> Iterator[int]:
    """Legality, any play, the best play, the first 500 outcomes in order, and the layout of one."""
    for game, dice in _games("cards"):
        table, hand = game.board, game.hand
        counts = solver.counted(table.cards)
        if not game.moves or sum(counts) > 45:
            continue
        assert native.kernel is not None
        assert native.kernel.cards_legal(counts) == solver.is_legal(counts)
        assert cards_fast.any_play(counts, hand) == solver.any_play(counts, hand)
        assert cards_fast.best(counts, hand) == solver.best(counts, hand)
        outcomes = list(islice(solver.outcomes(counts, hand), MOST_OUTCOMES))
        found = islice(cards_fast.outcomes(counts, hand), MOST_OUTCOMES)
        assert list(found) == outcomes, game.dump()
        if outcomes:
            outcome = dice.choice(outcomes)
            assert cards_fast.arrange(table, *outcome) == layout.arrange(table, *outcome)
        yield len(outcomes)
