"""The kernel for researchers and for other programs.

``ask`` answers every question about a game, ``selfplay`` plays games by the thousand, and ``perft``
counts, to prove sameness. ``ask`` needs the compiled kernel, and ``selfplay`` also NumPy
(``pip install "qwirkle[numpy]"``). ``perft`` works without: readable Python gives the same counts,
more slowly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from qwirkle import native
from qwirkle.cards import fast as cards_fast
from qwirkle.cards import rules as cards_rules
from qwirkle.cards import solver
from qwirkle.classic import fast, movegen, scoring
from qwirkle.classic.board import Board
from qwirkle.classic.notation import parse_position
from qwirkle.classic.rules import Position
from qwirkle.editions import edition
from qwirkle.faults import BadSetup
from qwirkle.lines import subsets
from qwirkle.tiles import Hand

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AVAILABLE = native.kernel is not None
"""Whether the compiled kernel is there and not turned off."""


def ask(question: str) -> str:
    """The answer to a question about a game, as ``docs/engine.md`` writes both.

    >>> game = "edition classic\\nlies Ro@0,0\\nhand 1 Rx\\nhand 2 Gx\\nturn 1"
    >>> answer = ask(f"offers seat=0\\n{game}") if AVAILABLE else "Rx@1,0"
    >>> "Rx@1,0" in answer
    True
    """
    if native.kernel is None:
        raise BadSetup("bad.no_kernel")
    answer: str = native.kernel.ask(question)
    return answer


class SelfPlay(NamedTuple):
    """The results of many games, as NumPy arrays.

    >>> played = selfplay(10, seed=1) if AVAILABLE else None
    >>> played is None or (played.scores.shape, played.turns.shape) == ((10, 2), (10,))
    True
    """

    scores: NDArray[np.int16]
    """Points or captured rows, one row a game, one column a seat."""
    turns: NDArray[np.int16]
    winners: NDArray[np.uint8]
    """Bit s is set where seat s won; several are a shared win."""


class Perft(NamedTuple):
    """The plays of a position: how many, their points, the trades, and a hash of the set of plays.

    The hash is the sum of the FNV-1a hashes of the plays' texts, modulo 2 to the 64.

    >>> str(Perft(plays=4, points=8, trades=0, hash=255))
    '4 8 0 00000000000000ff'
    """

    plays: int
    points: int
    trades: int
    hash: int

    def __str__(self) -> str:
        return f"{self.plays} {self.points} {self.trades} {self.hash:016x}"


def selfplay(
    games: int,
    players: int = 2,
    policy: str | Sequence[str] = "greedy",
    seed: int = 0,
    threads: int = 1,
    *,
    game: str = "classic",
) -> SelfPlay:
    """Play whole games with given policies, "random" or "greedy", one for all or one a seat.

    The results depend on the seed alone, never on the number of threads.

    >>> played = selfplay(100, policy=["greedy", "random"], seed=1) if AVAILABLE else None
    >>> played is None or bool((played.winners == 1).mean() > 0.9)
    True
    """
    if native.kernel is None:
        raise BadSetup("bad.no_kernel")
    policies = [policy] * players if isinstance(policy, str) else list(policy)
    play = getattr(native.kernel, f"{edition(game).name}_selfplay")
    return SelfPlay(*play(games, policies, seed, threads))


def perft(position: str | Position, depth: int = 1) -> Perft:
    """Count the plays of a tile game position, ``board / hand / bag``.

    At depth 2 and more it counts the plays that can follow one another with the tiles of the hand,
    without drawing.

    >>> perft("Ro@0,0 / Rx Rx / 3").plays
    4
    """
    where = parse_position(position) if isinstance(position, str) else position
    trades = sum(1 for _ in subsets(where.hand, where.bag)) if where.board else 0
    board = fast.kernel_board(where.board)
    if board:
        plays, points, value = board.count(where.hand, depth)
    else:
        plays, points, value = reference_count(where.board, where.hand, depth)
    return Perft(plays, points, trades, value)


def reference_count(board: Board, hand: Hand, depth: int) -> tuple[int, int, int]:
    """Plays, points and hash by the readable generator.

    >>> plays, points, value = reference_count(Board.parse("Ro@0,0"), Hand.parse("Rx"), 1)
    >>> plays, points
    (4, 8)
    """
    plays = points = value = 0
    for play in movegen.plays(board, hand):
        if depth == 1:
            found = 1, scoring.score(board, play).points, fnv(str(play))
        else:
            found = reference_count(board.laid(play), hand.without(play.tiles), depth - 1)
        plays, points, value = plays + found[0], points + found[1], value + found[2]
    return plays, points, value % 2**64


def cards_count(position: cards_rules.Position) -> tuple[int, int, int]:
    """The card game's counterpart: outcomes, rows captured in them, and the hash of their texts.

    >>> cards_count(cards_rules.Position.parse("Bo Bx Bd / Bs Rt / 70 / exchanges 0"))[:2]
    (1, 0)
    """
    table = solver.counted(position.table.cards)
    outcomes = captures = value = 0
    for played, captured in cards_fast.outcomes(table, position.hand):
        outcomes += 1
        captures += len(captured)
        value += fnv(f"{_codes(played)}>{_codes(captured)}")
    return outcomes, captures, value % 2**64


def _codes(items: Iterable[object]) -> str:
    return " ".join(map(str, items))


def fnv(text: str) -> int:
    """FNV-1a, 64 bits.

    >>> f"{fnv('Ro@0,0'):016x}"
    'cb7fa058a11b1aa2'
    """
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value
