"""Many games at once in the kernel: no Python runs for any one of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwirkle import native
from qwirkle.envs.encoding import BadAction, Mask, Numbers, encoded, encoding
from qwirkle.envs.episode import MOST_TURNS
from qwirkle.faults import BadSetup


class Batch:
    """Games of one kind, one action each at every step.

    A game that is over makes way for a new one in the same step: its ``rewards``, ``scores``,
    ``terminated`` and ``truncated`` are those of the game that ended, all else is of the new one.
    The arrays are the kernel's own. Every step writes over them, so copy what you keep. What
    happens depends on the seed and the actions alone, never on the number of threads.

    >>> batch = Batch(4, seed=1) if native.kernel else None
    >>> if batch:
    ...     batch.reset()
    ...     batch.step(batch.sample())
    >>> batch is None or (batch.masks.shape[0], len(batch.seats)) == (4, 4)
    True
    """

    def __init__(
        self,
        games: int,
        edition: str = "classic",
        players: int = 2,
        *,
        seed: int = 0,
        threads: int = 1,
        most_turns: int = MOST_TURNS,
    ) -> None:
        if native.kernel is None:
            raise BadSetup("bad.no_kernel")
        kind = encoding(edition).batch
        if kind is None:
            raise BadSetup("bad.no_encoding", text=edition, known=", ".join(encoded()))
        make: Any = getattr(native.kernel, kind)
        self._games = make(games, players, seed % 2**64, threads, most_turns)
        self.observations: Numbers = self._games.observations
        """What the player to move sees, one row a game: ``encoding.split`` names its parts."""
        self.masks: Mask = self._games.masks
        """Which actions that player may choose, one row a game."""
        self.beyond: NDArray[np.int32] = self._games.beyond
        """How many legal moves have no actions, because they reach beyond the bound."""
        self.seats: NDArray[np.int8] = self._games.seats
        """The seat of that player."""
        self.rewards: NDArray[np.float32] = self._games.rewards
        """What each seat earned by the last step, one row a game: nothing before the end."""
        self.scores: NDArray[np.int16] = self._games.scores
        """The points of each seat after the last step."""
        self.terminated: NDArray[np.bool_] = self._games.terminated
        """Whether the last step ended the game by its rules."""
        self.truncated: NDArray[np.bool_] = self._games.truncated
        """Whether it was cut off: too long, or every move beyond the bound."""

    def reset(self) -> None:
        """Begin again with the first games of the seed."""
        self._games.reset()

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each game."""
        actions: NDArray[np.int32] = self._games.sample()
        return actions

    def step(self, actions: ArrayLike) -> None:
        """Follow one action in each game; where one is not legal, nothing happens at all."""
        chosen = np.ascontiguousarray(actions, np.int32)
        game = self._games.step(chosen)
        if game >= 0:
            raise BadAction("bad.action_of_game", action=int(chosen[game]), game=game)
