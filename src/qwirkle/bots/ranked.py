"""A move with what is expected of it: the answer of every search, in both games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from qwirkle.moves import Move

M = TypeVar("M", bound=Move, covariant=True)


@dataclass(frozen=True, slots=True)
class Ranked(Generic[M]):
    """A move with what is expected of it; the errors are standard errors."""

    move: M
    margin: float
    """Points (or rows) more than the best of the others, in the end."""
    margin_error: float
    win: float
    """The chance to win, from 0 to 1; a shared win counts half."""
    win_error: float
    samples: int
    """How many times it was tried out; 0: it was judged without search."""
    exact: bool = False
    """Whether the game was searched to its end: then nothing is left to chance."""
