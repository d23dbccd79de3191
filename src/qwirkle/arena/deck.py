"""A deck with a place for each seat, so that what one seat does changes little for the others.

If all seats drew from one end, a bot that plays one piece more would change everything that the
others draw from then on, and two games over the same deck would soon have nothing in common.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable

from qwirkle.bag import Bag
from qwirkle.tiles import Tile


def dice(*parts: object) -> random.Random:
    """Dice that follow from what is named alone."""
    return random.Random(" ".join(map(str, parts)))


def derived_seed(*parts: object) -> int:
    """A seed that follows from what is named alone: a whole number below 2 to the 63."""
    digest = hashlib.sha256(" ".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


class Deck:
    """The pieces that nobody has drawn yet, in an order.

    Of two seats the first draws from the front and the second from the back. Of three or four
    each has a mark in the deck, equally far apart, and takes the next piece behind it, cyclically.

    >>> deck = Deck(Bag.full(), 2)
    >>> [str(tile) for tile in deck.draw(0, 2) + deck.draw(1, 2)]
    ['Ro', 'Ro', 'Pc', 'Pc']
    """

    def __init__(self, pieces: Iterable[Tile], seats: int) -> None:
        self._pieces = list(pieces)
        self._marks = [seat * len(self._pieces) // seats for seat in range(seats)]

    @classmethod
    def shuffled(cls, seats: int, *parts: object) -> Deck:
        """All 108 pieces in an order that follows from what is named."""
        pieces = list(Bag.full())
        dice(*parts).shuffle(pieces)
        return cls(pieces, seats)

    @property
    def left(self) -> tuple[Tile, ...]:
        return tuple(self._pieces)

    def draw(self, seat: int, count: int) -> tuple[Tile, ...]:
        """The next pieces for a seat."""
        return tuple(self._take(self._place(seat)) for _ in range(count))

    def put_back(self, pieces: Iterable[Tile], chance: random.Random) -> None:
        """Each piece goes to some place of the deck; the order of the others stays."""
        for piece in pieces:
            place = chance.randint(0, len(self._pieces))
            self._pieces.insert(place, piece)
            self._marks = [mark + (mark > place) for mark in self._marks]

    def _place(self, seat: int) -> int:
        if len(self._marks) == 2:
            return 0 if seat == 0 else len(self._pieces) - 1
        return self._marks[seat] % len(self._pieces)

    def _take(self, place: int) -> Tile:
        self._marks = [mark - (mark > place) for mark in self._marks]
        return self._pieces.pop(place)
