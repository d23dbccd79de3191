"""The players around the table, by number: who starts, who is next, who wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from qwirkle.bag import Bag
from qwirkle.faults import BadNotation
from qwirkle.lines import largest_sets
from qwirkle.tiles import Hand, Tile

FEWEST, MOST = 2, 4
"""How many can play."""

LOTS = 12
"""How many lots there are: two, three and four seats each get the same share of them."""

Ages = Sequence[int | None]
Item = TypeVar("Item")

Why = Literal["set", "age", "lot", "seat", "given"]
"""By what a seat starts: the largest set, age, a lot; by the first rules also the earliest seat.
Or it is given, with the position from which a game begins."""


@dataclass(frozen=True, slots=True)
class Start:
    """Who starts, and why (T2, C2)."""

    seat: int
    size: int
    """Of the largest set."""
    tied: tuple[int, ...]
    """The seats that hold a set of that size."""
    among: tuple[int, ...]
    """Those of the tied whom age does not part."""
    drawn: bool = True
    """Whether a lot decided among them; by the first rules it was the earliest seat."""

    @classmethod
    def given(cls, seat: int) -> Start:
        """The seat to move in a position from which a game begins."""
        return cls(seat, 0, (), ())

    @property
    def why(self) -> Why:
        if not self.tied:
            return "given"
        if len(self.tied) == 1:
            return "set"
        if len(self.among) == 1:
            return "age"
        return "lot" if self.drawn else "seat"


def starter(hands: Sequence[Hand], ages: Ages, lot: int, *, oldest: bool) -> Start:
    """The seat with the largest set; of the tied the oldest (or the youngest) one.

    The lot, a number below ``LOTS``, decides among all the tied where an age is not known, and
    else among the equally old.
    """
    sizes = [len(largest_sets(hand)[0]) for hand in hands]
    tied = tuple(seat for seat, size in enumerate(sizes) if size == max(sizes))
    among = _not_parted_by_age(tied, ages, oldest=oldest)
    seat = among[lot % len(among)]
    return Start(seat, max(sizes), tied, among)


def _not_parted_by_age(tied: tuple[int, ...], ages: Ages, *, oldest: bool) -> tuple[int, ...]:
    known = [age for seat in tied if (age := ages[seat]) is not None]
    if len(known) < len(tied):
        return tied
    wanted = max(known) if oldest else min(known)
    return tuple(seat for seat in tied if ages[seat] == wanted)


class Seated(Protocol):
    """What a game in progress says about its seats."""

    @property
    def turn(self) -> int: ...
    @property
    def gone(self) -> frozenset[int]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...


def staying(table: Seated) -> list[int]:
    """The seats still in the game (O1)."""
    return [seat for seat in range(len(table.scores)) if seat not in table.gone]


def next_seat(table: Seated, gone: Collection[int] | None = None) -> int:
    """The next seat to the left that is still in the game; the same one where no other is."""
    seats = len(table.scores)
    away = table.gone if gone is None else gone
    around = ((table.turn + step) % seats for step in range(1, seats + 1))
    return next(seat for seat in around if seat not in away)


def winners(table: Seated) -> tuple[int, ...]:
    """Those with the most points share the win (T19, C11); who left cannot win (O1)."""
    there = staying(table)
    best = max(table.scores[seat] for seat in there)
    return tuple(seat for seat in there if table.scores[seat] == best)


def changed(items: tuple[Item, ...], seat: int, item: Item) -> tuple[Item, ...]:
    """The same items with one seat's replaced."""
    return (*items[:seat], item, *items[seat + 1 :])


def check_draw(bag: Bag, drawn: Iterable[Tile], count: int) -> None:
    """Refuse a draw of another number than the rules say, or of pieces that are not there."""
    drawn = tuple(drawn)
    if len(drawn) != count:
        raise BadNotation("bad.draw_count", count=len(drawn), expected=count)
    if missing := bag.missing(drawn):
        raise BadNotation("bad.draw", tiles=missing)
