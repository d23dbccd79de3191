"""Less to type: notation as people write it in a hurry, made into the real one.

Nothing is judged here. Letters get their right case; and in the card game, where a move is the
whole new table, ``2`` stands for the cards of the second row, ``-Ro`` takes a card out of a row,
and ``...`` stands for all rows that were not named.
"""

from __future__ import annotations

import re

from qwirkle.cards.table import Table
from qwirkle.faults import BadNotation
from qwirkle.tiles import Tile, parse_tiles, words

_CODE = re.compile(r"(?<!\w)([roygbp])([oxdstc])(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,3}")
_TAKEN = re.compile(r"-\w+")
_REST = ("...", "…")


def tidied(text: str) -> str:
    """The same text with every tile's letters in their right case.

    >>> tidied("RO@0,0 rx@1,0")
    'Ro@0,0 Rx@1,0'
    """
    return _CODE.sub(lambda code: code[1].upper() + code[2].lower(), text)


def expanded(text: str, table: Table) -> str:
    """A new table with its short forms written out.

    >>> expanded("1 -Rd | Rd Gd Yd | ...", Table.parse("Ro Rx Rd Rs | Bo Bx Bd"))
    'Ro Rx Rs | Rd Gd Yd | Bo Bx Bd'
    """
    typed = text.replace("|", " ").split()
    if not any(map(_is_short, typed)):
        return text
    named = {int(word) for word in typed if _NUMBER.fullmatch(word)}
    rows: list[str] = []
    column = 0
    for part in text.split("|"):
        if part.strip() in _REST:
            rows += [_written(row) for at, row in enumerate(table, 1) if at not in named]
        else:
            rows.append(_written(_row(part, column, table)))
        column += len(part) + 1
    return " | ".join(row for row in rows if row)


def _is_short(word: str) -> bool:
    return bool(_NUMBER.fullmatch(word) or _TAKEN.fullmatch(word) or word in _REST)


def _row(part: str, shift: int, table: Table) -> list[Tile]:
    row: list[Tile] = []
    for column, word in words(part):
        if _NUMBER.fullmatch(word):
            if not 0 < int(word) <= len(table):
                raise BadNotation("ui.bad.row", column=shift + column, text=word, n=len(table))
            row += table[int(word) - 1]
        elif _TAKEN.fullmatch(word):
            (card,) = parse_tiles(word[1:], shift + column)
            if card not in row:
                raise BadNotation("ui.bad.taken", column=shift + column, tile=card)
            row.remove(card)
        else:
            row += parse_tiles(word, shift + column - 1)
    return row


def _written(row: list[Tile] | tuple[Tile, ...]) -> str:
    return " ".join(map(str, row))
