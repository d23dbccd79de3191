"""One game, action by action: what every kind of environment here is made of."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from qwirkle.envs import encoding
from qwirkle.envs.encoding import Mask, Numbers, Turn
from qwirkle.game import AnyGame, Game
from qwirkle.moves import Move

Player = TypeVar("Player", str, int)

MOST_TURNS = 1_000
"""No rule ends a game in which everybody trades, or passes, for ever; it is cut off here."""


class Episode:
    """A game whose player to move acts action by action."""

    def __init__(
        self,
        edition: str,
        players: int,
        seed: int | None = None,
        *,
        by_points: bool = False,
        most_turns: int = MOST_TURNS,
    ) -> None:
        self.encoding = encoding.encoding(edition)
        self.by_points = by_points
        self.most_turns = most_turns
        self.game: AnyGame = Game(names(players), edition, seed=seed)
        self._turn: Turn | None = None

    @property
    def player(self) -> str:
        """The name of the player to move."""
        return self.game.players[self.game.state.turn]

    @property
    def ended(self) -> bool:
        """Whether the game is over by its rules."""
        return self.game.state.ended is not None

    @property
    def over(self) -> bool:
        """Whether it ended, or has become too long."""
        return self.ended or self.game.moves >= self.most_turns

    @property
    def cut_off(self) -> bool:
        """Whether it goes on but is followed no further: too long, or beyond the bound."""
        return not self.ended and (self.over or not self.turn.legal())

    @property
    def turn(self) -> Turn:
        """The turn in the making of the player to move."""
        if self._turn is None:
            self._turn = self._begun(self.player)
        return self._turn

    def act(self, action: int) -> dict[str, float]:
        """Follow an action of the player to move; what each player earns by it."""
        turn = encoding.after(self.turn, action)
        if turn.move is not None:
            return self.push(turn.move)
        self._turn = turn
        return dict.fromkeys(self.game.players, 0.0)

    def push(self, move: Move) -> dict[str, float]:
        """Follow a whole move of the player to move; what each player earns by it."""
        player, self._turn = self.player, None
        points = self.game.push(move).points
        return self._shared([player], points) if self.by_points else self._result()

    def observation(self, player: str) -> Numbers:
        """What a player sees. What somebody else is about to do is not seen before it is done."""
        return encoding.observation(self.turn if player == self.player else self._begun(player))

    def mask(self, player: str) -> Mask:
        """What a player can do; nothing while somebody else moves."""
        legal = () if player != self.player or self.cut_off else self.turn.legal()
        return encoding.mask(self.encoding.actions, legal)

    def _begun(self, player: str) -> Turn:
        return self.encoding.begin(self.game.view(player, history=0))

    def _result(self) -> dict[str, float]:
        """At the end by the rules, 1 for the only winner; several winners share."""
        outcome = self.game.outcome
        return self._shared(outcome.winners if outcome else (), 1)

    def _shared(self, winners: Collection[str], prize: float) -> dict[str, float]:
        return {name: prize * share for name, share in shares(self.game.players, winners).items()}


def shares(players: Collection[Player], winners: Collection[Player]) -> dict[Player, float]:
    """What each player gets of a prize of 1, which the winners share and the others pay.

    All together get nothing; without winners, so does each.
    """
    if not winners:
        return dict.fromkeys(players, 0.0)
    part, others = len(players) / len(winners), len(players) - 1
    return {player: (part * (player in winners) - 1) / others for player in players}


def names(players: int) -> tuple[str, ...]:
    """What the players of an environment are called, in the order of their seats."""
    return tuple(f"player_{seat}" for seat in range(players))
