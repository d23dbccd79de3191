"""Observations and masks as spaces of Gymnasium."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from qwirkle.envs import encoding
from qwirkle.envs.episode import Episode

Seen: TypeAlias = dict[str, NDArray[Any]]
"""The observation of a player, and the mask of that player's actions."""


def action_space(edition: str) -> spaces.Space[Any]:
    return spaces.Discrete(encoding.encoding(edition).actions)


def observation_space(edition: str, players: int) -> spaces.Space[Any]:
    most = np.iinfo(np.int16).max
    seen = spaces.Box(0, most, (encoding.size(edition, players),), np.int16)
    mask = spaces.Box(0, 1, (encoding.encoding(edition).actions,), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask})


def told(episode: Episode) -> dict[str, Any]:
    """What else the player to move is told: how many moves are beyond the bound."""
    return {"beyond": 0 if episode.ended else episode.turn.beyond}


def seen_by(episode: Episode, player: str) -> Seen:
    return {"observation": episode.observation(player), "action_mask": episode.mask(player)}
