"""The kernel against the reference, in one run: absolute times and ratios."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable

from bench.clock import best_of, shown
from bench.reference import games
from qwirkle import Board, kernel, native
from qwirkle.cards import fast as cards_fast
from qwirkle.cards import solver
from qwirkle.classic import fast, movegen
from qwirkle.classic.moves import Play
from qwirkle.tiles import Hand

Work = Callable[[], object]
AGAIN = 10


def main() -> None:
    print(f"{'the kernel against the reference':<54} {'reference':>10} {'kernel':>10} {'ratio':>9}")
    turns = [(game.board, game.hand) for game in itertools.islice(games("classic", 2), 100)]
    tables = [
        (solver.counted(game.board.cards), game.hand)
        for game in games("cards", 4)
        if not game.state.opening
    ]
    for what, count, slow, quick in [*classic_works(turns), *cards_works(tables)]:
        reference, compiled = (time / count for time in best_of(slow, quick, rounds=4))
        ratio = f"{reference / compiled:,.0f} x"
        print(f"{what:<54} {shown(reference):>10} {shown(compiled):>10} {ratio:>9}", flush=True)


def drained(answers: Iterable[object]) -> None:
    """Take the answers one by one and keep none: kept ones would only feed the collector."""
    deque(answers, maxlen=0)


def followed(turns: list[tuple[Board, Hand]]) -> list[tuple[Board, Play, Hand]]:
    """Each board, the play that was made on it, and the hand of whoever is next."""
    return [
        (before, Play(tuple(set(after.items()) - set(before.items()))), hand)
        for (before, _), (after, hand) in itertools.pairwise(turns)
        if before and len(after) > len(before)
    ]


def classic_works(turns: list[tuple[Board, Hand]]) -> list[tuple[str, int, Work, Work]]:
    boards = [(board, hand) for board, hand in turns if board]
    steps = [(Board(before), play, hand) for before, play, hand in followed(turns)]
    for before, _, _ in steps:
        fast.kernel_board(before)
    fresh = [Board(board) for board, _ in boards]
    for board in fresh:
        fast.kernel_board(board)
    masks = [fast.kinds(hand) for _, hand in boards]
    native_boards = [fast.kernel_board(board) for board in fresh]
    plays = sum(len(board.points(mask)) for board, mask in zip(native_boards, masks, strict=True))
    return [
        (
            "tile game: board.plays(hand), a turn, board made anew",
            len(boards),
            lambda: drained(list(movegen.plays(board, hand)) for board, hand in boards),
            lambda: drained(list(Board(board).plays(hand)) for board, hand in boards),
        ),
        (
            "tile game: board.after(play).plays(hand), as games go",
            len(steps),
            lambda: drained(list(movegen.plays(b.after(play), hand)) for b, play, hand in steps),
            lambda: drained(list(b.after(play).plays(hand)) for b, play, hand in steps),
        ),
        (
            "tile game: board.plays(hand), ten times on each board",
            len(boards) * AGAIN,
            lambda: drained(
                list(movegen.plays(b, hand)) for b, hand in boards for _ in range(AGAIN)
            ),
            lambda: drained(
                list(b.plays(hand))
                for b, (_, hand) in zip(fresh, boards, strict=True)
                for _ in range(AGAIN)
            ),
        ),
        (
            "tile game: every play with its points, a play",
            plays * AGAIN,
            lambda: drained(
                kernel.reference_count(b, hand, 1) for b, hand in boards for _ in range(AGAIN)
            ),
            lambda: drained(
                b.best(mask)
                for b, mask in zip(native_boards, masks, strict=True)
                for _ in range(AGAIN)
            ),
        ),
    ]


def cards_works(tables: list[tuple[solver.Counts, Hand]]) -> list[tuple[str, int, Work, Work]]:
    few = tables[::4]
    return [
        (
            "card game: is a table legal",
            len(tables),
            lambda: drained(solver.is_legal(table) for table, _ in tables),
            lambda: drained(native.kernel.cards_legal(table) for table, _ in tables),
        ),
        (
            "card game: most captures, a turn",
            len(tables),
            lambda: drained(solver.best(table, hand) for table, hand in tables),
            lambda: drained(native.kernel.cards_best(table, hand) for table, hand in tables),
        ),
        (
            "card game: all outcomes of a turn",
            len(few),
            lambda: drained(list(solver.outcomes(table, hand)) for table, hand in few),
            lambda: drained(list(cards_fast.outcomes(table, hand)) for table, hand in few),
        ),
    ]
