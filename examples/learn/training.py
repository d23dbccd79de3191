"""Training: a round of games, then some steps of learning from the last rounds.

What happens in a round follows from the seed and from the games played before, so a run can be
stopped and continued at any round. Only the games of earlier rounds are not kept in the file.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from examples.learn import BadWeights
from examples.learn.afterstates import Rows
from examples.learn.bot import Learned
from examples.learn.curve import Point, picture
from examples.learn.network import Network
from examples.learn.selfplay import lessons, play
from qwirkle.arena import Match, run
from qwirkle.bots import BOTS

MEASURED = 7
"""The seed of the games against greedy. The arena shuffles its own decks: they are never those of
self-play."""


@dataclass(frozen=True)
class Settings:
    """How it learns. These were good in a few short runs; nobody has searched for the best."""

    seed: int = 0
    round: int = 100
    """Games at once."""
    remembered: int = 40
    """Rounds that are learnt from."""
    uses: int = 30
    """How often each afterstate is learnt from, on average."""
    batch: int = 256
    rate: float = 2e-3
    """Of learning, at the beginning; it falls to almost nothing."""
    heat: float = 1.0
    """Points that a player may miss by exploring."""
    trace: float = 0.3
    """The lambda of TD(lambda): how far what happened later counts, and not what was expected."""


@dataclass
class Learner:
    """A network in training."""

    settings: Settings
    device: str = "cpu"
    games: int = 0
    seconds: float = 0.0
    """The time spent playing and learning."""
    curve: list[Point] = field(default_factory=list)

    def __post_init__(self) -> None:
        torch.manual_seed(self.settings.seed)
        self.network = Network().to(self.device)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), weight_decay=1e-4)
        self.memory: deque[tuple[Rows, NDArray[np.float32]]] = deque(
            maxlen=self.settings.remembered
        )

    def advance(self, games: int) -> float:
        """Play a round and learn from it, as a part of so many games; the mean squared error."""
        begun, chosen = time.perf_counter(), self.settings
        torch.manual_seed(chosen.seed + self.games)
        dice = np.random.default_rng([chosen.seed, self.games])
        seeds = [int(seed) for seed in dice.integers(2**63, size=chosen.round)]
        self.memory.append(
            lessons(play(self.network.judge, seeds, chosen.heat, dice), chosen.trace)
        )
        self.games += chosen.round
        error = self._learn(chosen.rate * max(0.02, 1 - self.games / games))
        self.seconds += time.perf_counter() - begun
        return error

    def _learn(self, rate: float) -> float:
        """As many steps as the last round has earned, over all rounds that are remembered."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        rows, values = (
            torch.from_numpy(np.concatenate(part)).to(self.device)
            for part in zip(*self.memory, strict=True)
        )
        steps = max(1, len(self.memory[-1][1]) * self.settings.uses // self.settings.batch)
        error = 0.0
        for _ in range(steps):
            some = torch.randint(len(rows), (self.settings.batch,)).to(self.device)
            loss = torch.mean((self.network(rows[some]) - values[some]) ** 2)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            error += loss.item()
        return error / steps

    def measure(self, pairs: int, seed: int) -> Point:
        """Play against greedy in the arena, and add the result to the curve."""
        makers = {**BOTS, "learned": lambda seed: Learned(seed, self.network.judge)}
        shares = run(Match("learned", "greedy", seed=seed), pairs, makers=makers).summary.shares
        rate = shares.chance()
        self.curve.append(Point(self.games, self.seconds, rate.value, rate.low, rate.high))
        return self.curve[-1]

    def save(self, path: Path) -> None:
        """Write everything that is needed to continue, whole or not at all."""
        about = {"settings": asdict(self.settings), "games": self.games, "seconds": self.seconds}
        parts = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        new = path.with_name(path.name + ".new")
        torch.save({**about, **parts, "curve": [tuple(point) for point in self.curve]}, new)
        new.replace(path)


def resume(path: Path, device: str = "cpu") -> Learner:
    """A learner as it was saved."""
    saved = _read(path, device)
    learner = Learner(Settings(**saved["settings"]), device, saved["games"], saved["seconds"])
    learner.curve = [Point(*point) for point in saved["curve"]]
    learner.network.load_state_dict(saved["network"])
    learner.optimizer.load_state_dict(saved["optimizer"])
    return learner


def load(path: Path) -> Network:
    """The network of a file, to play with."""
    network = Network()
    network.load_state_dict(_read(path, "cpu")["network"])
    return network


def _read(path: Path, device: str) -> dict[str, Any]:
    try:
        saved: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
        Network().load_state_dict(saved["network"])
    except Exception as error:
        raise BadWeights(
            f"{path} does not hold the weights of this network. Name another file, or train anew."
        ) from error
    return saved


def train(*, games: int, out: Path, every: int, pairs: int, seed: int, threads: int) -> None:
    """Train the network of a file, or a new one, until it has learnt from so many games."""
    torch.set_num_threads(threads)
    learner = begun(out, seed)
    if not learner.curve:
        measured(learner, pairs, out)  # greedy itself, to compare with
    while learner.games < games:
        error = learner.advance(games)
        seconds = f"{learner.seconds:.0f} s"
        print(f"{learner.games} games, {seconds}, mean squared error {error:.2f}", flush=True)
        if learner.games - learner.curve[-1].games >= every or learner.games >= games:
            measured(learner, pairs, out)
        learner.save(out)
    print(f"{out} has learnt from {learner.games} games. Measure it in the arena:")
    print("  qwirkle arena examples.learn.bot:Learned greedy --pairs 500 --seed 1")


def begun(path: Path, seed: int) -> Learner:
    """A new learner, or that of the file."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if not path.exists():
        print(f"A new network learns on: {device}.", flush=True)
        return Learner(Settings(seed), device)
    learner = resume(path, device)
    print(f"{path} continues after {learner.games} games on: {device}.", flush=True)
    return learner


def measured(learner: Learner, pairs: int, out: Path) -> None:
    """Measure the network, and draw the curve beside the file of its weights."""
    print(f"  {learner.measure(pairs, MEASURED)}", flush=True)
    out.with_suffix(".svg").write_text(picture(learner.curve))
