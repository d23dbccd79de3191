"""Positions of the card game as text."""

from __future__ import annotations

import re

from qwirkle.cards.rules import Position
from qwirkle.cards.table import Table
from qwirkle.faults import BadNotation
from qwirkle.tiles import Hand, parse_count, parse_parts


def parse_position(text: str) -> Position:
    """Read ``table / hand / pile / opening`` or ``table / hand / pile / exchanges 0``."""
    table, hand, pile, turn = parse_parts(text, 4, "bad.position.cards")
    match = re.fullmatch(r"opening|exchanges ([0-9])", turn)
    if not match:
        raise BadNotation("bad.position.cards", text=text)
    return Position(
        Table.parse(table),
        Hand.parse(hand),
        parse_count(pile),
        match[1] is None,
        int(match[1] or 0),
    )
