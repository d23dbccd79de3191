"""A position that somebody wrote down, as its player to move sees it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from qwirkle.bag import Bag
from qwirkle.editions import Position
from qwirkle.faults import BadSetup
from qwirkle.seats import FEWEST, MOST
from qwirkle.tiles import Tile
from qwirkle.views import AnyView, View


@dataclass(frozen=True, slots=True)
class Players:
    """Who is there, the player to move first, and how many points each has."""

    names: tuple[str, ...]
    scores: tuple[int, ...]

    @classmethod
    def of(cls, player: str, computer: str, players: int | None, scores: str | None) -> Players:
        """As many players as are asked for, or as have a score; two where nothing is said."""
        points = _points(scores)
        count = players or max(FEWEST, len(points))
        if not FEWEST <= count <= MOST:
            raise BadSetup("bad.players", n=count)
        if points and len(points) != count:
            raise BadSetup("ui.bad.scores", count=len(points), players=count)
        others = (computer if at == 1 else f"{computer} {at}" for at in range(1, count))
        return cls((player, *others), points or (0,) * count)


def _points(scores: str | None) -> tuple[int, ...]:
    words = [] if scores is None else scores.split(",")
    if not all(re.fullmatch(r"\s*[0-9]{1,4}\s*", word) for word in words):
        raise BadSetup("ui.bad.scores_text", text=str(scores))
    return tuple(map(int, words))


@dataclass(frozen=True, slots=True)
class Refusals:
    """What is said where an edition's position cannot be."""

    copies: str
    bag: str


def view(
    edition: str,
    position: Position[Any, Any],
    board: object,
    open_pieces: Iterable[Tile],
    *,
    bag: int,
    hand_size: int,
    table: Players,
    refusals: Refusals,
) -> AnyView:
    """The view of the player to move. Pieces that are neither open nor in the hand, the bag or the
    other hands are taken to be out of the game: nobody knows which they are."""
    known = (*open_pieces, *position.hand)
    if extra := Bag.full().missing(known):
        raise BadSetup(refusals.copies, tiles=extra)
    unseen = Counter(Bag.full()) - Counter(known)
    names, others = table.names, unseen.total() - bag
    if others < len(names) - 1:
        raise BadSetup(refusals.bag, count=bag, most=unseen.total() - len(names) + 1)
    sizes = [min(hand_size, (others + at) // (len(names) - 1)) for at in range(len(names) - 1)]
    return View(
        edition=edition,
        player=names[0],
        players=names,
        turn=names[0],
        position=position,
        board=board,
        hand_sizes=dict(zip(names, (len(position.hand), *sizes), strict=True)),
        bag=bag,
        unseen=unseen,
        scores=dict(zip(names, table.scores, strict=True)),
        captured=dict.fromkeys(names, ()),
        history=(),
        outcome=None,
    )
