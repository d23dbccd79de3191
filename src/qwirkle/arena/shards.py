"""A data set on disk: its recipe, and the shards that are finished.

A shard is two files, ``moves/train-00003.parquet`` and ``games/train-00003.parquet``. Each is
written beside its place and then put there, the games last: where they are, the shard is whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qwirkle.arena import journal, tables
from qwirkle.arena.match import Match

if TYPE_CHECKING:
    import pyarrow

FORMAT = 1
MARK = "qwirkle dataset"
SETTINGS = "dataset.json"
CARD = "README.md"
TEST_EVERY = 10
"""Of so many shards the last is for testing, and the others are for training."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that a data set follows from.

    >>> recipe = Recipe(Match("greedy", "greedy"), games=25, shard=10)
    >>> recipe.shards, recipe.numbers(2)
    (3, range(20, 25))
    """

    match: Match
    games: int
    shard: int

    @property
    def shards(self) -> int:
        """How many there are; the last may be shorter."""
        return -(-self.games // self.shard)

    def numbers(self, shard: int) -> range:
        """The games of a shard."""
        return range(shard * self.shard, min((shard + 1) * self.shard, self.games))

    def split(self, shard: int) -> str:
        """What a shard is for. A game is never in two splits."""
        return "test" if shard % TEST_EVERY == TEST_EVERY - 1 else "train"

    @property
    def settings(self) -> dict[str, Any]:
        """All of it, with the program and the code of bots that are not ours, to be compared."""
        head = journal.header(self.match)
        del head[journal.MARK]
        return {MARK: FORMAT, "games": self.games, "shard": self.shard, **head}


class Folder:
    """The folder of a data set: a new one, or one that was begun with the same recipe."""

    def __init__(self, name: str, recipe: Recipe) -> None:
        self.name, self.recipe = name, recipe
        self.path = Path(name)
        try:
            self._begin()
        except OSError as error:
            raise journal.unwritable(name, error) from None

    def _begin(self) -> None:
        settings = self.path / SETTINGS
        if settings.exists():
            self._check(journal.read_object(settings.read_bytes()))
        elif self.path.exists() and any(self.path.iterdir()):
            raise journal.BadFile("ui.dataset.other_folder", file=self.name)
        for table in tables.TABLES:
            (self.path / table).mkdir(parents=True, exist_ok=True)
            journal.clear(self.path / table)
        if not settings.exists():
            journal.write(str(settings), json.dumps(self.recipe.settings, indent=1) + "\n")

    def _check(self, found: dict[str, Any]) -> None:
        expected = self.recipe.settings
        differ = [key for key in expected if found.get(key) != expected[key]]
        if differ:
            words = {"file": self.name, "differ": ", ".join(differ)}
            raise journal.BadFile("ui.dataset.other_recipe", **words)

    def file(self, table: str, shard: int) -> Path:
        """Where a shard of a table is, or will be."""
        return self.path / table / f"{self.recipe.split(shard)}-{shard:05}.parquet"

    @property
    def missing(self) -> list[int]:
        """The shards that are not finished."""
        shards = range(self.recipe.shards)
        return [shard for shard in shards if not self.file("games", shard).exists()]

    @property
    def missing_games(self) -> int:
        """How many games they have."""
        return sum(len(self.recipe.numbers(shard)) for shard in self.missing)

    def write(self, shard: int, parts: Sequence[Mapping[str, pyarrow.Table]]) -> None:
        """Write a shard from its parts, in the order of their games."""
        for table in ("moves", "games"):
            tables.write(str(self.file(table, shard)), [part[table] for part in parts])

    def describe(self, text: str) -> None:
        """Write the card."""
        journal.write(str(self.path / CARD), text)
