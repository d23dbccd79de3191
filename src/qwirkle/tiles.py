"""The 36 kinds of piece, and a handful of them.

Both games are played with six colours and six shapes, three pieces of each kind.
A piece is written with two letters, colour then shape: ``Ro`` is the red circle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Self

from qwirkle.faults import BadNotation, bad_argument, text_given

COPIES = 3


class Color(StrEnum):
    """The six colours, in the order of the notation; each is its letter.

    >>> Color.RED, "".join(Color)
    (<Color.RED: 'R'>, 'ROYGBP')
    """

    RED = "R"
    ORANGE = "O"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"
    PURPLE = "P"


class Shape(StrEnum):
    """The six shapes, in the order of the notation; each is its letter.

    >>> Shape.STAR, "".join(Shape)
    (<Shape.STAR: 't'>, 'oxdstc')
    """

    CIRCLE = "o"
    CROSS = "x"
    DIAMOND = "d"
    SQUARE = "s"
    STAR = "t"
    CLOVER = "c"


COLORS = tuple(Color)
SHAPES = tuple(Shape)
_CODES = tuple(color + shape for color in COLORS for shape in SHAPES)
_NUMBERS = {code: number for number, code in enumerate(_CODES)}


class Tile(int):
    """One kind of piece.

    A tile *is* its number from 0 to 35, colour by colour: tiles sort, hash and compare as fast
    as whole numbers do, and always in the same order.

    >>> red_circle = Tile.of(Color.RED, Shape.CIRCLE)
    >>> red_circle, int(red_circle), red_circle.color, red_circle.shape
    (Tile.parse('Ro'), 0, <Color.RED: 'R'>, <Shape.CIRCLE: 'o'>)
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Tile:
        if not isinstance(number, int):
            raise bad_argument("number", "bad.argument.number", number)
        if not 0 <= number < len(_CODES):
            raise ValueError(f"A tile's number must be between 0 and 35, not {number}.")
        return super().__new__(cls, number)

    @classmethod
    def of(cls, color: Color, shape: Shape) -> Tile:
        """The tile with this colour and this shape."""
        return TILES[_NUMBERS[color + shape]]

    @classmethod
    def parse(cls, code: str) -> Tile:
        """Read a two-letter code.

        >>> Tile.parse("Rc").shape
        <Shape.CLOVER: 'c'>
        """
        return _tile(text_given(code, "code").strip(), 1)

    @property
    def color(self) -> Color:
        """Its colour."""
        return COLORS[self // 6]

    @property
    def shape(self) -> Shape:
        """Its shape."""
        return SHAPES[self % 6]

    def __bool__(self) -> bool:
        """Always true: number 0 is a tile like any other."""
        return True

    def __str__(self) -> str:
        return _CODES[self]

    def __repr__(self) -> str:
        return f"Tile.parse({str(self)!r})"


TILES = tuple(Tile(number) for number in range(len(_CODES)))


def _tile(code: str, column: int) -> Tile:
    number = _NUMBERS.get(code)
    if number is None:
        raise BadNotation("bad.tile", text=code, column=column)
    return TILES[number]


def words(text: str) -> Iterator[tuple[int, str]]:
    """The words of a text, each with the column where it begins, counted from 1."""
    for match in re.finditer(r"\S+", text):
        yield match.start() + 1, match.group()


def parse_tiles(text: str, shift: int = 0) -> tuple[Tile, ...]:
    """The tiles of a text such as ``"Ro Gx"``, in the order in which they are written."""
    return tuple(_tile(word, shift + column) for column, word in words(text))


def parse_parts(text: str, count: int, refusal: str) -> list[str]:
    """The parts of a position, which a ``/`` separates."""
    parts = [part.strip() for part in text_given(text).split("/")]
    if len(parts) != count:
        raise BadNotation(refusal, text=text)
    return parts


def parse_count(text: str) -> int:
    """A number of pieces."""
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise BadNotation("bad.number", text=text)
    return int(text)


class Pieces(tuple[Tile, ...]):
    """Some pieces in no particular order, duplicates and all; kept sorted.

    >>> Pieces.parse("Bo Ro Bo").without([Tile.parse("Bo")])
    Pieces.parse('Ro Bo')
    """

    __slots__ = ()

    def __new__(cls, pieces: str | Iterable[Tile] = ()) -> Self:
        given = parse_tiles(pieces) if isinstance(pieces, str) else pieces
        return super().__new__(cls, sorted(given))

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(parse_tiles(text_given(text)))

    @classmethod
    def of(cls, pieces: str | Iterable[Tile], name: str = "pieces") -> Self:
        """An argument that must be pieces, as text or as tiles.

        >>> Hand.of("Bo Ro") == Hand.of([Tile.parse("Ro"), Tile.parse("Bo")])
        True
        """
        if isinstance(pieces, cls):
            return pieces
        given = parse_tiles(pieces) if isinstance(pieces, str) else pieces
        if not isinstance(given, Iterable) or isinstance(given, bytes):
            raise bad_argument(name, "bad.argument.pieces", pieces)
        given = tuple(given)
        for piece in given:
            if not isinstance(piece, Tile):
                raise bad_argument(name, "bad.argument.pieces", piece)
        return cls(given)

    def plus(self, pieces: Iterable[Tile]) -> Self:
        return type(self)((*self, *pieces))

    def without(self, pieces: Iterable[Tile]) -> Self:
        """The rest when these are taken out; each of them must be there."""
        rest = list(self)
        for piece in pieces:
            rest.remove(piece)
        return type(self)(rest)

    def missing(self, pieces: Iterable[Tile]) -> tuple[Tile, ...]:
        """Those of the given pieces that are not here, counting copies."""
        rest = list(self)
        absent = []
        for piece in pieces:
            if piece in rest:
                rest.remove(piece)
            else:
                absent.append(piece)
        return tuple(absent)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


class Hand(Pieces):
    """The pieces that one player holds, as text or from tiles; always in the same order.

    >>> hand = Hand.parse("Bo Ro Bo")
    >>> str(hand), len(hand), Tile.parse("Ro") in hand
    ('Ro Bo Bo', 3, True)
    """

    __slots__ = ()
