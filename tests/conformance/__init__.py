"""Counts that Python, C++ and WebAssembly must all reproduce, as plain text.

A line of ``classic.perft`` is ``board / hand / bag = depth plays points trades hash``; a line of
``cards.perft`` is ``table / hand / pile / turn = outcomes captures hash``; ``qwirkle.kernel`` says
what is hashed. ``QWIRKLE_PURE=1 python -m tests.conformance`` writes them again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from qwirkle import Board, Game, Hand
from qwirkle.cards.rules import Position as CardsPosition
from qwirkle.classic.notation import parse_position
from qwirkle.classic.rules import Position
from qwirkle.editions import CARDS, CLASSIC
from qwirkle.kernel import cards_count, perft
from qwirkle.testing import random_move
from qwirkle.tiles import TILES

HERE = Path(__file__).parent
CORNERS = [
    " / Ro Rx Rd Rs Rt Rc / 60",
    " / Ro Ro Ro Yx Gd Bs / 90",
    "Ro@0,0 / Rx Rx Rd Bo Go Yo / 3",
    "Rc@0,0 Bs@2,0 / Rs Bc Rt / 50",
    "Yo@0,0 Yx@1,0 Ys@3,0 Yt@4,0 / Yc Yd Ro / 0",
    "Oo@0,0 Ox@1,0 Os@3,0 Oo@4,0 / Ot Oc Od / 12",
    "Ro@0,0 Rx@1,0 Rd@2,0 Rs@3,0 Rt@4,0 Rc@5,0 / Ro Bo Bx / 7",
    "Ro@1000000,-1000000 / Rx Bo Gx / 5",
    "Ro@0,0 / Ro Ro / 0",
]


def classic_positions() -> Iterator[tuple[Position, int]]:
    """Corner cases, then positions from random games of 2 to 4 players."""
    for text in CORNERS:
        yield parse_position(text), 1
    for seed in range(18):
        dice = random.Random(seed)
        game = Game(["Ada", "Bo", "Cy", "Di"][: 2 + seed % 3], CLASSIC, seed=seed)
        while game.turn:
            if dice.random() < 0.12:
                deep = len(game.board) < 12 and dice.random() < 0.5
                yield game.state.position, 2 if deep else 1
            game.push(random_move(game.view(game.turn), dice))
    yield from _rich_positions()


def _rich_positions() -> Iterator[tuple[Position, int]]:
    """Hands of one colour on growing boards: many plays of many tiles."""
    dice = random.Random(99)
    board = Board.parse("Ro@0,0")
    for _ in range(12):
        hand = Hand(dice.sample(TILES[6 * dice.randrange(6) :][:6], 6))
        plays = list(board.plays(hand))
        yield Position(board, hand, 40), 1
        if plays:
            board = board.after(dice.choice(plays))


def cards_positions() -> Iterator[CardsPosition]:
    for seed in range(12):
        dice = random.Random(seed)
        game = Game(["Ada", "Bo", "Cy", "Di"][: 2 + seed % 3], CARDS, seed=seed)
        while game.turn:
            position = game.state.position
            if not position.opening and len(position.table.cards) < 40 and dice.random() < 0.3:
                yield position
            game.push(random_move(game.view(game.turn), dice))


def main() -> None:
    lines = [
        f"{position!s} = {depth} {perft(position, depth)}\n"
        for position, depth in classic_positions()
    ]
    (HERE / "classic.perft").write_text("".join(lines), encoding="utf-8")
    lines = []
    for table in cards_positions():
        outcomes, captures, value = cards_count(table)
        lines.append(f"{table!s} = {outcomes} {captures} {value:016x}\n")
    (HERE / "cards.perft").write_text("".join(lines), encoding="utf-8")
