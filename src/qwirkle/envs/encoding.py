"""Actions and observations as numbers (docs/environments.md).

A move is a short sequence of actions, each a number below ``Encoding.actions``. Every legal move
within the bound has exactly one sequence, and no sequence is the beginning of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Generic, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwirkle.editions import EDITIONS, M, edition, part_of
from qwirkle.faults import BadSetup
from qwirkle.moves import Move
from qwirkle.tiles import TILES, Tile
from qwirkle.views import AnyView

KINDS = len(TILES)
Numbers: TypeAlias = NDArray[np.int16]
Mask: TypeAlias = NDArray[np.int8]


class BadAction(BadSetup):
    """An action that is not allowed now."""


class Turn(Protocol):
    """A turn in the making: what one seat sees, and the actions of that seat so far."""

    @property
    def view(self) -> AnyView: ...

    @property
    def actions(self) -> tuple[int, ...]: ...

    @property
    def move(self) -> Move | None:
        """The move that the actions make, once they are complete."""
        ...

    @property
    def beyond(self) -> int:
        """How many legal moves have no actions, because they reach beyond the bound."""
        ...

    def legal(self) -> Sequence[int]:
        """The actions that can come next, in ascending order; none while another seat moves."""
        ...

    def after(self, action: int) -> Turn:
        """The turn with one more legal action."""
        ...

    def parts(self) -> Mapping[str, Iterable[int]]:
        """The observation, part by part, each in the order of its ``Encoding.parts``."""
        ...


class Encoding(Protocol):
    """How a game is written in numbers."""

    actions: int
    """How many actions there are."""
    longest: int
    """No move has more actions than this."""
    batch: str | None
    """The kernel's class of many such games at once, where it has one."""

    def parts(self, players: int) -> Mapping[str, tuple[int, ...]]:
        """The name and the shape of each part of an observation, in order."""
        ...

    def begin(self, view: AnyView) -> Turn:
        """The turn of the player of a view, before the first action."""
        ...

    def encode(self, view: AnyView, move: Move) -> tuple[int, ...] | None:
        """The actions of a move; None for one beyond the bound."""
        ...


def encoding(name: str) -> Encoding:
    """The encoding of the edition of that name."""
    found = _encoding(edition(name).name)
    if found is None:
        raise BadSetup("bad.no_encoding", text=name, known=", ".join(encoded()))
    return found


def encoded() -> list[str]:
    """The editions that have an encoding."""
    return [name for name in EDITIONS if _encoding(name)]


def _encoding(name: str) -> Encoding | None:
    found: Encoding | None = part_of(name, "qwirkle.envs", "ENCODING", None)
    return found


def begin(view: AnyView) -> Turn:
    """The turn of the player of a view, before the first action."""
    return encoding(view.edition).begin(view)


def after(turn: Turn, action: int) -> Turn:
    """The turn with one more action, which may be anything."""
    if action not in turn.legal():
        raise BadAction("bad.action", action=int(action))
    return turn.after(int(action))


def encode(view: AnyView, move: Move) -> tuple[int, ...] | None:
    """The actions of a move; None for one beyond the bound."""
    return encoding(view.edition).encode(view, move)


def decode(view: AnyView, actions: Iterable[int]) -> Move | None:
    """The move that these actions make; None where they are not complete."""
    turn = begin(view)
    for action in actions:
        turn = after(turn, action)
    return turn.move


def mask(actions: int, legal: Sequence[int] = ()) -> Mask:
    """One for each action that can come next, and zero for the others."""
    allowed = np.zeros(actions, np.int8)
    allowed[list(legal)] = 1
    return allowed


def observation(turn: Turn) -> Numbers:
    """What the seat of a turn sees, all parts one after the other."""
    numbers = [number for part in turn.parts().values() for number in part]
    return np.array(numbers, np.int16)


def size(name: str, players: int) -> int:
    """How many numbers an observation has."""
    return sum(map(prod, encoding(name).parts(players).values()))


def split(name: str, players: int, numbers: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of an observation by name, each in its shape; of many at once, too."""
    found, at = {}, 0
    for part, shape in encoding(name).parts(players).items():
        behind = at + prod(shape)
        found[part] = numbers[..., at:behind].reshape(*numbers.shape[:-1], *shape)
        at = behind
    return found


def counted(tiles: Iterable[Tile]) -> list[int]:
    """How many there are of each kind."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


def seen_by_all(view: AnyView) -> dict[str, list[int]]:
    """What both games show of the players, from the seat of the view on, and of the bag."""
    at = view.players.index(view.player)
    seats = view.players[at:] + view.players[:at]
    return {
        "scores": [view.scores[name] for name in seats],
        "hand_sizes": [view.hand_sizes[name] for name in seats],
        "bag": [view.bag],
    }


@dataclass(frozen=True)
class Listed(Generic[M]):
    """The moves of a turn that can all be listed, by their actions."""

    moves: Mapping[tuple[int, ...], M]

    def legal(self, actions: tuple[int, ...]) -> list[int]:
        """What can come after these actions."""
        size = len(actions)
        found = {known[size] for known in self.moves if known[:size] == actions != known}
        return sorted(found)
