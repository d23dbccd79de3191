"""Either game as an AEC environment of PettingZoo."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from qwirkle.envs.episode import MOST_TURNS, Episode, names
from qwirkle.envs.spaces import Seen, action_space, observation_space, seen_by, told


class QwirkleAEC(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """All seats of one game. Agents are ``player_0`` and so on, in the order of their seats.

    >>> env = QwirkleAEC("classic", players=2)
    >>> env.reset(seed=1)
    >>> agent = env.agent_selection
    >>> mask = env.observe(agent)["action_mask"]
    >>> int(env.action_space(agent).n) == len(mask)
    True
    >>> env.observation_space(agent).contains(env.observe(agent))
    True
    >>> env.step(int(mask.argmax()))
    >>> env.render().count("/")
    2
    >>> env.close()
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "qwirkle_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str = "classic",
        players: int = 2,
        *,
        by_points: bool = False,
        most_turns: int = MOST_TURNS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.edition = edition
        self.by_points = by_points
        self.most_turns = most_turns
        self.render_mode = render_mode
        self.possible_agents = list(names(players))
        seen, actions = observation_space(edition, players), action_space(edition)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.episode = Episode(
            self.edition,
            len(self.agents),
            int(self._dice.integers(2**63)),
            by_points=self.by_points,
            most_turns=self.most_turns,
        )
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Follow an action of the agent whose turn it is; None from one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards = self.episode.act(-1 if action is None else action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = rewards
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.episode.ended)
        self.truncations = dict.fromkeys(self.agents, self.episode.cut_off)
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.episode.player
        self.infos[self.agent_selection] = told(self.episode)

    def observe(self, agent: str) -> Seen:
        return seen_by(self.episode, agent)

    def render(self) -> str:
        """The position of the player to move, as docs/notation.md writes it."""
        return str(self.episode.game.state.position_of(self.episode.game.state.turn))

    def close(self) -> None:
        """There is nothing to close."""
