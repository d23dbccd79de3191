"""The network: how many points a player will gain on the opponent after an afterstate.

The rules do not know one colour from another, nor colours from shapes. Neither does this network:
its numbers lie in a square of six colours by six shapes, and every layer treats all rows alike, all
columns alike, and rows as columns. So what it learns of one line it knows of all twelve.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from examples.learn.afterstates import FACTS, PLANES, Rows
from qwirkle.envs.encoding import KINDS

SIDE = 6
CHANNELS, LAYERS = 32, 3
SCALE = (6, 3, 1, 50, 6, 6, 6)
"""What the numbers of the planes and the facts are divided by, to be about as large as 1."""


class Square(torch.nn.Module):
    """A layer that sees rows and columns, and cannot tell one from another."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.cell = torch.nn.Linear(inputs, outputs)
        self.line = torch.nn.Linear(inputs, outputs, bias=False)
        self.whole = torch.nn.Linear(inputs, outputs, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Of squares (n, 6, 6, inputs): each cell with the means of its lines and of them all."""
        rows, columns = x.mean(2, keepdim=True), x.mean(1, keepdim=True)
        lines = self.line(rows) + self.line(columns)
        return torch.relu(self.cell(x) + lines + self.whole(rows.mean(1, keepdim=True)))


class Network(torch.nn.Module):
    """From rows of numbers to points."""

    def __init__(self, channels: int = CHANNELS, layers: int = LAYERS) -> None:
        super().__init__()
        sizes = [len(PLANES) + len(FACTS), *[channels] * layers]
        self.register_buffer("scale", torch.tensor(SCALE, dtype=torch.float32))
        self.squares = torch.nn.Sequential(*map(Square, sizes, sizes[1:]))
        self.hidden = torch.nn.Linear(channels, channels)
        self.points = torch.nn.Linear(channels, 1)
        torch.nn.init.zeros_(self.points.weight)  # untrained it adds nothing: the player is greedy
        torch.nn.init.zeros_(self.points.bias)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """The value of each row, in points."""
        planes, facts = rows.float().split([len(PLANES) * KINDS, len(FACTS)], dim=1)
        square = planes.view(-1, len(PLANES), SIDE, SIDE).permute(0, 2, 3, 1)
        everywhere = facts.view(-1, 1, 1, len(FACTS)).expand(-1, SIDE, SIDE, -1)
        x = self.squares(torch.cat([square, everywhere], dim=3) / self.scale)
        return self.points(torch.relu(self.hidden(x.mean((1, 2))))).squeeze(1)

    def judge(self, rows: Rows) -> NDArray[np.float32]:
        """The same for arrays."""
        with torch.inference_mode():
            values = self(torch.from_numpy(rows).to(self.scale.device))
        found: NDArray[np.float32] = values.cpu().numpy()
        return found
