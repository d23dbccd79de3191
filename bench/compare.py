"""The kernel against the reference, in one run: absolute times and ratios."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.compiled import compiled

from bench.clock import best_sums, shown
from bench.reference import games
from qwirkle import Board, kernel
from qwirkle.cards import fast as cards_fast
from qwirkle.cards import solver
from qwirkle.classic import fast, movegen
from qwirkle.classic.moves import Play
from qwirkle.tiles import Hand

Turn = tuple[Board, Hand]
Row = tuple[str, Sequence[Any], int, Callable[[Any], object], Callable[[Any], object]]
AGAIN = 10


def main() -> None:
    print(f"{'the kernel against the reference':<54} {'reference':>10} {'kernel':>10} {'ratio':>9}")
    turns = [(game.board, game.hand) for game in itertools.islice(games("classic", 2), 100)]
    tables = [
        (solver.counted(game.board.cards), game.hand) for game in games("cards", 4) if game.moves
    ]
    for what, items, count, slow, quick in [*classic_rows(turns), *cards_rows(tables)]:
        reference, compiled = (time / count for time in best_sums(items, slow, quick))
        ratio = f"{reference / compiled:,.0f} x"
        print(f"{what:<54} {shown(reference):>10} {shown(compiled):>10} {ratio:>9}", flush=True)


def followed(turns: list[Turn]) -> list[tuple[Board, Play, Hand]]:
    """Each board, the play that was made on it, and the hand of the next player."""
    return [
        (before, Play(tuple(set(after.items()) - set(before.items()))), hand)
        for (before, _), (after, hand) in itertools.pairwise(turns)
        if before and len(after) > len(before)
    ]


def known(board: Board) -> Board:
    """A board of which the kernel has its copy."""
    fast.kernel_board(board)
    return board


def classic_rows(turns: list[Turn]) -> list[Row]:
    fresh = [(board, hand) for board, hand in turns if board]
    steps = [(known(Board(before)), play, hand) for before, play, hand in followed(turns)]
    again = [(known(Board(board)), hand) for board, hand in fresh]
    masked = [(b, hand, fast.kernel_board(b), fast.kinds(hand)) for b, hand in again]
    plays = sum(len(copy.points(mask)) for _, _, copy, mask in masked)
    return [
        (
            "tile game: board.plays(hand), a turn, new board",
            fresh,
            len(fresh),
            lambda turn: list(movegen.plays(*turn)),
            lambda turn: list(Board(turn[0]).plays(turn[1])),
        ),
        (
            "tile game: board.after(play).plays(hand), as in a game",
            steps,
            len(steps),
            lambda step: list(movegen.plays(step[0].after(step[1]), step[2])),
            lambda step: list(step[0].after(step[1]).plays(step[2])),
        ),
        (
            "tile game: board.plays(hand), ten times on each board",
            again,
            len(again) * AGAIN,
            lambda turn: drained(list(movegen.plays(*turn)) for _ in range(AGAIN)),
            lambda turn: drained(list(turn[0].plays(turn[1])) for _ in range(AGAIN)),
        ),
        (
            "tile game: every play with its points, a play",
            masked,
            plays * AGAIN,
            lambda turn: [kernel.reference_count(turn[0], turn[1], 1) for _ in range(AGAIN)],
            lambda turn: [turn[2].best(turn[3]) for _ in range(AGAIN)],
        ),
    ]


def cards_rows(tables: list[tuple[solver.Counts, Hand]]) -> list[Row]:
    few = tables[::4]
    return [
        (
            "card game: is a table legal",
            tables,
            len(tables),
            lambda turn: solver.is_legal(turn[0]),
            lambda turn: compiled().cards_legal(turn[0]),
        ),
        (
            "card game: most captures, a turn",
            tables,
            len(tables),
            lambda turn: solver.best(*turn),
            lambda turn: compiled().cards_best(*turn),
        ),
        (
            "card game: all outcomes of a turn",
            few,
            len(few),
            lambda turn: drained(solver.outcomes(*turn)),
            lambda turn: drained(cards_fast.outcomes(*turn)),
        ),
    ]


def drained(answers: Iterable[object]) -> None:
    """Take the answers one by one and keep none: kept ones would only feed the collector."""
    deque(answers, maxlen=0)
