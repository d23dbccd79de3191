"""What a player of the tile game can do: play tiles, trade tiles, or pass (T4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from qwirkle.faults import BadNotation, Cell, text_given
from qwirkle.moves import Open
from qwirkle.tiles import Tile, parse_tiles, words

_CELL = re.compile(r"-?[0-9]{1,9},-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Play(Open):
    """Tiles put on the board, each with its cell; two plays are equal however they were listed."""

    placements: tuple[tuple[Cell, Tile], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "placements", tuple(sorted(self.placements)))

    @classmethod
    def parse(cls, text: str) -> Play:
        """Read ``tile@x,y`` one or more times.

        >>> str(Play.parse("Rx@1,0 Ro@0,0"))
        'Ro@0,0 Rx@1,0'
        """
        placements = tuple(parse_placements(text_given(text)))
        if not placements:
            raise BadNotation("bad.move", text=text, column=1)
        return cls(placements)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for cell, _ in self.placements)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for _, tile in self.placements)

    def __str__(self) -> str:
        return write_placements(self.placements)

    def __repr__(self) -> str:
        return f"Play.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Trade:
    """Tiles set aside: as many are drawn, and then these are mixed into the bag (T15)."""

    is_play: ClassVar[bool] = False
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))

    @classmethod
    def parse(cls, text: str) -> Trade:
        return cls(_traded(text_given(text)))

    @property
    def public(self) -> HiddenTrade:
        return HiddenTrade(len(self.tiles))

    def __str__(self) -> str:
        return "trade " + " ".join(map(str, self.tiles))

    def __repr__(self) -> str:
        return f"Trade.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class HiddenTrade(Open):
    """A trade of which only the number of tiles is known: what the other seats see of it."""

    is_play: ClassVar[bool] = False
    count: int

    def __str__(self) -> str:
        return "trade" + " ?" * self.count


@dataclass(frozen=True, slots=True)
class Pass(Open):
    """Nothing: only when the bag is empty and no tile fits (T16)."""

    is_play: ClassVar[bool] = False
    tiles: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        return "pass"

    def __repr__(self) -> str:
        return "Pass()"


Move = Play | Trade | Pass


def parse_move(text: str) -> Move:
    """Read a move: ``Ro@0,0 Rx@1,0`` or ``trade Ro Gx`` or ``pass``."""
    match text_given(text).split()[:1]:
        case ["pass"] if text.strip() == "pass":
            return Pass()
        case ["trade"]:
            return Trade.parse(text)
        case _:
            return Play.parse(text)


def parse_placements(text: str, refusal: str = "bad.move") -> Iterable[tuple[Cell, Tile]]:
    """Each ``tile@x,y`` of a text, in its order."""
    for column, word in words(text):
        code, at, cell = word.partition("@")
        if not at:
            raise BadNotation(refusal, text=word, column=column)
        (tile,) = parse_tiles(code, column - 1) or (_no_tile(word, column),)
        yield _cell(cell, column + len(code) + 1), tile


def write_placements(placements: Iterable[tuple[Cell, Tile]]) -> str:
    return " ".join(f"{tile}@{x},{y}" for (x, y), tile in placements)


def _no_tile(word: str, column: int) -> Tile:
    raise BadNotation("bad.tile", text=word, column=column)


def _cell(text: str, column: int) -> Cell:
    if not _CELL.fullmatch(text):
        raise BadNotation("bad.cell", text=text, column=column)
    x, y = text.split(",")
    return int(x), int(y)


def _traded(text: str) -> tuple[Tile, ...]:
    head, _, tiles = text.partition("trade")
    traded = parse_tiles(tiles, len(head) + len("trade"))
    if not traded:
        raise BadNotation("bad.trade", text=text, column=len(text) + 1)
    return traded
