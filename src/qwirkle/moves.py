"""What every move can do, whatever its game."""

from __future__ import annotations

from typing import ClassVar, Protocol, Self


class Move(Protocol):
    """What a player does in a turn. As text it is its notation."""

    is_play: ClassVar[bool]
    """Whether it lays pieces on the table, and so brings the game nearer to its end."""

    @property
    def public(self) -> Move:
        """The move as the other seats may know it (O2)."""


class Open:
    """A move with nothing to hide."""

    __slots__ = ()
    is_play: ClassVar[bool] = True

    @property
    def public(self) -> Self:
        return self
