"""A position from which a game begins instead of a deal: what lies, and what each seat has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, TypeVar

from qwirkle.bag import Bag
from qwirkle.faults import BadArgument, BadSetup, bad_argument
from qwirkle.tiles import Hand, Tile

Item = TypeVar("Item")


class _Needed(TypedDict):
    board: object
    """The tile game's board or the card game's table, as text or as an object."""
    hands: Mapping[str, str | Iterable[Tile]]
    """What each player holds."""


class Parts(_Needed, total=False):
    """A position by the names of its players."""

    scores: Mapping[str, int]
    """The points so far; in the card game ``captured`` says them."""
    captured: Mapping[str, object]
    """The captured rows of each player, as text or as a table; only in the card game."""
    turn: str
    """Who is to move; the first player, where nothing is said."""
    seed: int | bytes | None
    """What the bag is shuffled with."""


@dataclass(frozen=True, slots=True)
class Given:
    """A position as it was written down; the edition reads the layout and the captured rows."""

    layout: str
    hands: tuple[Hand, ...]
    points: tuple[int, ...]
    captured: tuple[str, ...]
    turn: int

    @classmethod
    def of(cls, players: Sequence[str], parts: Parts) -> Given:
        """By name; who is not mentioned has no points and has captured nothing."""
        _check_names(parts)
        turn = parts.get("turn")
        hands = _by_player(players, "hands", parts["hands"])
        scores = _by_player(players, "scores", parts.get("scores"))
        captured = _by_player(players, "captured", parts.get("captured"))
        for player in (*players, *([] if turn is None else [turn])):
            if player not in hands:
                raise BadSetup("bad.given.hands", text=str(player))
        return cls(
            str(parts["board"]),
            tuple(Hand.of(hands[player], "hands") for player in players),
            tuple(_points(scores.get(player, 0)) for player in players),
            tuple(str(captured.get(player, "")) for player in players),
            0 if turn is None else list(players).index(turn),
        )

    def bag(self, lying: Iterable[Tile], hand_size: int, copies: str) -> Bag:
        """What is left to draw, if all of this can be."""
        if not self.hands[self.turn]:
            raise BadSetup("bad.given.turn")
        if max(map(len, self.hands)) > hand_size:
            raise BadSetup("bad.given.many", n=hand_size)
        known = (*lying, *(piece for hand in self.hands for piece in hand))
        if extra := Bag.full().missing(known):
            raise BadSetup(copies, tiles=extra)
        return Bag.full().without(known)


def _check_names(parts: Parts) -> None:
    known = Parts.__required_keys__ | Parts.__optional_keys__
    for unknown in parts.keys() - known:
        raise BadArgument("bad.argument.unknown", name=unknown, known=", ".join(sorted(known)))
    for missing in sorted(Parts.__required_keys__ - parts.keys()):
        raise BadArgument("bad.argument.missing", name=missing)


def _by_player(
    players: Sequence[str], name: str, values: Mapping[str, Item] | None
) -> Mapping[str, Item]:
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise bad_argument(name, "bad.argument.by_player", values)
    for stranger in values.keys() - set(players):
        raise BadSetup("bad.player", text=str(stranger), known=", ".join(players))
    return values


def _points(points: int) -> int:
    if not isinstance(points, int) or points < 0:
        raise bad_argument("scores", "bad.argument.points", points)
    return points
