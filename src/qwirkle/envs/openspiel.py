"""Both games for OpenSpiel: ``pyspiel.load_game("python_qwirkle")`` once this is imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from qwirkle.envs import encoding
from qwirkle.envs.chances import OUTCOMES, Moment
from qwirkle.envs.encoding import KINDS
from qwirkle.envs.episode import MOST_TURNS
from qwirkle.faults import BadSetup
from qwirkle.seats import FEWEST, MOST
from qwirkle.tiles import Tile

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise BadSetup("bad.no_package", text="OpenSpiel", extra="openspiel") from error

DEFAULTS = {"edition": "classic", "players": FEWEST, "most_turns": MOST_TURNS}
TYPE = pyspiel.GameType(
    short_name="python_qwirkle",
    long_name="Qwirkle, the tile game or the card game",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST,
    min_num_players=FEWEST,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class QwirkleGame(pyspiel.Game):  # type: ignore[misc]
    """A game of either edition, by its parameters."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.start = Moment(**chosen)
        numbers = encoding.encoding(self.start.edition)
        info = pyspiel.GameInfo(
            num_distinct_actions=numbers.actions,
            max_chance_outcomes=OUTCOMES,
            num_players=self.start.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.start.most_turns * numbers.longest,
        )
        super().__init__(TYPE, info, dict(params or {}))

    def new_initial_state(self) -> QwirkleState:
        return QwirkleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What one player sees at one moment; other kinds of observations there are none."""
        return Observer(self.start) if iig_obs_type is None or _is_view(iig_obs_type) else None


class QwirkleState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, as OpenSpiel asks for it."""

    def __init__(self, game: QwirkleGame) -> None:
        super().__init__(game)
        self.moment = game.start

    def current_player(self) -> int:
        if self.moment.over:
            return int(pyspiel.PlayerId.TERMINAL)
        chance = self.moment.waits_for_chance
        return int(pyspiel.PlayerId.CHANCE) if chance else self.moment.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(chosen, float(likely)) for chosen, likely in self.moment.outcomes().items()]

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return f"action {action}"
        return f"draw {Tile(action)}" if action < KINDS else f"lot {action - KINDS}"

    def is_terminal(self) -> bool:
        return self.moment.over

    def returns(self) -> list[float]:
        return self.moment.returns()

    def __str__(self) -> str:
        """Everything that is true, in notation; not what one player may know."""
        state = self.moment.state
        drawn = " ".join(map(str, self.moment.drawn))
        done = " ".join(map(str, self.moment.turn.actions)) if self.moment.turn else ""
        if state is None:
            return f"deal: {drawn}"
        hands = " | ".join(map(str, state.hands))
        return f"{state.layout} / {hands} / {state.turn} / {done} / {drawn}"


class Observer:
    """What one player sees, by the parts of the encoding."""

    def __init__(self, start: Moment) -> None:
        self.name, self.players = start.edition, start.players
        self.tensor = np.zeros(encoding.size(self.name, self.players), np.float32)
        self.dict = encoding.split(self.name, self.players, self.tensor)

    def set_from(self, state: QwirkleState, player: int) -> None:
        self.tensor[:] = 0
        if state.moment.state is not None:
            self.tensor[:] = encoding.observation(state.moment.seen_by(player))

    def string_from(self, state: QwirkleState, player: int) -> str:
        """The position of the player in notation, and the actions of the turn in the making."""
        if state.moment.state is None:
            return ""
        turn = state.moment.seen_by(player)
        return f"{turn.view.position} / {turn.actions}"


def _is_view(kind: Any) -> bool:
    """Whether a kind of observation is what one player sees, and nothing of the past."""
    private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    return bool(kind.public_info and private and not kind.perfect_recall)


pyspiel.register_game(TYPE, QwirkleGame)
