"""Either game as a Gymnasium environment: one player against bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsFloat

import gymnasium

from qwirkle.bots import Bot, maker
from qwirkle.envs.encoding import BadAction, encoded
from qwirkle.envs.episode import MOST_TURNS, Episode, names
from qwirkle.envs.spaces import Seen, action_space, observation_space, seen_by, told

Opponent = str | Callable[[int], Bot]
"""The name of a bot, or what makes one from a seed."""


class QwirkleEnv(gymnasium.Env[Seen, int]):
    """Seat 0 against a bot on each other seat. Who starts follows from the deal.

    >>> env = QwirkleEnv("classic", opponents="greedy")
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, ended, cut_off, info = env.step(int(seen["action_mask"].argmax()))
    >>> float(reward), ended, cut_off
    (0.0, False, False)
    >>> env.render().count("/")
    2
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        edition: str = "classic",
        opponents: Opponent | list[Opponent] = "random",
        *,
        by_points: bool = False,
        most_turns: int = MOST_TURNS,
        render_mode: str | None = None,
    ) -> None:
        found = [opponents] if isinstance(opponents, str) or callable(opponents) else opponents
        self._makers = [maker(bot) if isinstance(bot, str) else bot for bot in found]
        self._players = names(1 + len(self._makers))
        self.edition = edition
        self.by_points = by_points
        self.most_turns = most_turns
        self.render_mode = render_mode
        self.observation_space = observation_space(edition, len(self._players))
        self.action_space = action_space(edition)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.episode = Episode(
            self.edition,
            len(self._players),
            self._seed(),
            by_points=self.by_points,
            most_turns=self.most_turns,
        )
        self._bots = [make(self._seed()) for make in self._makers]
        self._reply()
        return self._seen(), told(self.episode)

    def step(self, action: int) -> tuple[Seen, SupportsFloat, bool, bool, dict[str, Any]]:
        """Follow an action, and the bots until it is this player's turn again.

        An action that the mask does not allow loses the game: see ``info["illegal"]``.
        """
        try:
            reward = self.episode.act(action)[self._me]
        except BadAction as error:
            return self._seen(), -1.0, True, False, {"illegal": str(error)}
        reward += self._reply()
        episode = self.episode
        return self._seen(), reward, episode.ended, episode.cut_off, told(episode)

    def render(self) -> str:
        """What this player can see, as docs/notation.md writes it."""
        return str(self.episode.game.view(self._me).position)

    @property
    def _me(self) -> str:
        return self._players[0]

    def _seed(self) -> int:
        return int(self.np_random.integers(2**31))

    def _seen(self) -> Seen:
        return seen_by(self.episode, self._me)

    def _reply(self) -> float:
        """Let the bots move until it is this player's turn; what that earns this player."""
        earned = 0.0
        while self.episode.player != self._me and not self.episode.over:
            view = self.episode.game.view(self.episode.player)
            bot = self._bots[self._players.index(view.player) - 1]
            earned += self.episode.push(bot.choose(view))[self._me]
        return earned


for _edition in encoded():
    gymnasium.register(
        f"qwirkle/{_edition}-v0",
        entry_point="qwirkle.envs.gym:QwirkleEnv",
        kwargs={"edition": _edition},
    )
