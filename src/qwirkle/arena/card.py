"""The card of a data set: what is in it, how it was made, and what it is not good for."""

from __future__ import annotations

import hashlib
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qwirkle import __version__
from qwirkle.arena import provenance
from qwirkle.arena.shards import Folder, Recipe
from qwirkle.arena.stats import Moments
from qwirkle.arena.tables import TABLES, Column
from qwirkle.editions import edition

GAMES = {"classic": "the tile game", "cards": "the card game"}
SIZES = {
    1_000: "n<1K",
    10_000: "1K<n<10K",
    100_000: "10K<n<100K",
    1_000_000: "100K<n<1M",
    10_000_000: "1M<n<10M",
    100_000_000: "10M<n<100M",
}
"""The sizes that catalogues of data sets know, by the number of rows."""
LARGEST = "100M<n<1B"


@dataclass(slots=True)
class Statistics:
    """What is counted over all games."""

    turns: Moments = field(default_factory=Moments)
    scores: Moments = field(default_factory=Moments)
    best: Moments = field(default_factory=Moments)
    starter: Moments = field(default_factory=Moments)
    """The starter's share of the win, game by game."""
    ended: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    size: int = 0
    digest: Any = field(default_factory=hashlib.sha256)

    @classmethod
    def of(cls, folder: Folder) -> Statistics:
        """Read a finished data set, a shard at a time."""
        found = cls()
        for shard in range(folder.recipe.shards):
            for game in _games(folder.file("games", shard)):
                found.add(game)
                found.splits[folder.recipe.split(shard)] += 1
            for table in TABLES:
                data = folder.file(table, shard).read_bytes()
                found.size += len(data)
                found.digest.update(data)
        return found

    def add(self, game: dict[str, Any]) -> None:
        """Count a row of the games."""
        final = [points for points in game["final"] if points >= 0]
        self.moves += game["turns"]
        self.turns.add(game["turns"])
        self.best.add(max(final))
        self.starter.add(game["shares"][game["first"]])
        self.ended[game["ended"]] += 1
        for points in final:
            self.scores.add(points)


def _games(file: Path) -> Iterator[dict[str, Any]]:
    from pyarrow import parquet

    columns = ["turns", "final", "shares", "first", "ended"]
    for batch in parquet.ParquetFile(file).iter_batches(columns=columns):
        yield from batch.to_pylist()


def card(folder: Folder) -> str:
    """The card as Markdown, with the front matter that catalogues of data sets read."""
    recipe, found = folder.recipe, Statistics.of(folder)
    parts = (
        _front(recipe, found),
        _about(recipe),
        _made(recipe, found),
        _columns(),
        _splits(found),
        _figures(recipe, found),
        _limits(),
    )
    return "\n".join(parts)


def command(recipe: Recipe) -> str:
    """The command that makes the same data set again."""
    match = recipe.match
    bots = match.bots if len(set(match.bots)) > 1 else match.bots[:1]
    words = ["qwirkle", "dataset", "FOLDER", "--game", match.game, "--players", str(match.players)]
    words += [word for bot in bots for word in ("--bot", bot)]
    words += [] if match.budget is None else ["--budget", f"{match.budget:g}s"]
    words += ["--games", str(recipe.games), "--seed", str(match.seed)]
    return shlex.join([*words, "--shard", str(recipe.shard)])


def _title(recipe: Recipe) -> str:
    game = GAMES.get(recipe.match.game, recipe.match.game)
    return f"Qwirkle: {recipe.games:,} games of {game}"


def _front(recipe: Recipe, found: Statistics) -> str:
    size = next((name for most, name in SIZES.items() if found.moves < most), LARGEST)
    configs = "\n".join(
        "\n".join([
            f"- config_name: {name}",
            *(["  default: true"] if name == "moves" else []),
            "  data_files:",
            *(f"  - split: {split}\n    path: {name}/{split}-*.parquet" for split in found.splits),
        ])
        for name in reversed(TABLES)
    )  # fmt: skip
    return f"""---
pretty_name: "{_title(recipe)}"
license: mit
language: en
task_categories:
- reinforcement-learning
tags:
- qwirkle
- board-games
- self-play
size_categories:
- {size}
configs:
{configs}
---
"""


def _about(recipe: Recipe) -> str:
    match = recipe.match
    bots = ", ".join(f"`{bot}`" for bot in dict.fromkeys(match.bots))
    return f"""# {_title(recipe)}

Whole games of Qwirkle between computer players, {match.players} at a table: {bots}.
`moves` has one row a move: what its player knew before it, what was played, and what came of the
game. `games` has one row a game, with what is needed to replay it.
"""


def _made(recipe: Recipe, found: Statistics) -> str:
    import pyarrow

    settings = recipe.settings
    guests = [
        f"- {key}: `{value}`" for key, value in settings.items() if key.startswith("code of ")
    ]
    lines = [
        f"- version: qwirkle {__version__}",
        f"- commit: {provenance.commit() or 'not known'}",
        f"- fingerprint of rules, bots and kernel: `{settings['code']}`",
        *guests,
        f"- SHA-256 of all shards, games before moves: `{found.digest.hexdigest()}`",
        f"- written with pyarrow {pyarrow.__version__}; another version may give other bytes",
    ]
    return f"""## How it was made

```console
$ pip install "qwirkle[parquet]=={__version__}"
$ {command(recipe)}
```

The same command with the same version gives the same tables, with any number of processes. Every
game has a deck of its own, which follows from the seed and the number of the game.

{chr(10).join(lines)}
"""


def _columns() -> str:
    return "## Columns\n\n" + "\n".join(
        f"`{name}`:\n\n| column | type | what it holds |\n|---|---|---|\n{_rows(columns)}"
        for name, columns in reversed(TABLES.items())
    )


def _rows(columns: tuple[Column, ...]) -> str:
    return "".join(f"| `{name}` | {kind} | {about} |\n" for name, kind, about in columns)


def _splits(found: Statistics) -> str:
    rows = "".join(f"| {split} | {count:,} |\n" for split, count in found.splits.items())
    return f"""## Splits

Every tenth shard is for testing. A game is never in two splits, and no two games share a deck.

| split | games |
|---|---|
{rows}"""


def _figures(recipe: Recipe, found: Statistics) -> str:
    unit = "rows" if edition(recipe.match.game).words == "cards" else "points"
    share = found.starter.chance()
    ended = ", ".join(f"{rule} {count:,}" for rule, count in sorted(found.ended.items()))
    return f"""## Statistics

| | |
|---|---|
| games | {recipe.games:,} |
| moves | {found.moves:,} |
| size | {found.size / 1e6:,.1f} MB in {2 * recipe.shards:,} files |
| moves a game, mean | {found.turns.mean:.2f} |
| score of a seat, mean | {found.scores.mean:.2f} {unit} |
| best score of a game, mean | {found.best.mean:.2f} {unit} |
| wins of the starter | {share.value:.2%} (95% interval: {share.low:.2%} to {share.high:.2%}) |
| games by the rule that ended them | {ended} |
"""


def _limits() -> str:
    return """## Licence and limits

The games are published under the terms of the program that played them (MIT).

- Nobody here is a person. What these bots do says little about what people do.
- A bot plays by one plan, so many positions that other players would reach are missing.
- The decks come from a generator of pseudo-random numbers, not from a committed shuffle.
- The name Qwirkle belongs to its owner, who neither made nor endorsed this.
- Games that are `stopped` were cut off after 1000 moves. Nobody has won them by the rules, and
  everybody shares the win.
"""
