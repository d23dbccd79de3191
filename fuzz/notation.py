"""Texts of every kind: tiles, boards, moves, positions and records."""

from __future__ import annotations

import contextlib
import sys

import atheris

from qwirkle import BadNotation, Board, Game, Hand, IllegalMove, Table, Tile
from qwirkle.editions import CARDS, CLASSIC
from qwirkle.faults import Refusal

RECORDS = [Game(["Ada", "Bo"], edition, seed=1).dump() for edition in ("classic", "cards")]
GAMES = [Game(["Ada", "Bo"], edition, seed=1) for edition in ("classic", "cards")]
PARSERS = [
    Tile.parse,
    Hand.parse,
    Board.parse,
    Table.parse,
    CLASSIC.parse_position,
    CARDS.parse_position,
    Game.load,
    GAMES[0].fault,
    GAMES[1].fault,
]


def one_input(data: bytes) -> None:
    provider = atheris.FuzzedDataProvider(data)
    parse = PARSERS[provider.ConsumeIntInRange(0, len(PARSERS) - 1)]
    text = provider.ConsumeUnicodeNoSurrogates(400)
    if parse == Game.load and provider.ConsumeBool():  # a real record with a piece replaced
        record = RECORDS[provider.ConsumeIntInRange(0, 1)]
        start = provider.ConsumeIntInRange(0, len(record))
        text = record[:start] + text + record[start + provider.ConsumeIntInRange(0, 20) :]
    with contextlib.suppress(BadNotation, Refusal, IllegalMove):
        parse(text)


if __name__ == "__main__":
    atheris.instrument_all()  # the loader of an editable install hides imports from the fuzzer
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
