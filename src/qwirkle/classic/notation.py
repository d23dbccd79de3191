"""Positions of the tile game as text."""

from __future__ import annotations

from qwirkle.classic.board import Board
from qwirkle.classic.rules import Position
from qwirkle.tiles import Hand, parse_count, parse_parts


def parse_position(text: str) -> Position:
    """Read ``board / hand / bag``."""
    board, hand, bag = parse_parts(text, 3, "bad.position.classic")
    return Position(Board.parse(board), Hand.parse(hand), parse_count(bag))
