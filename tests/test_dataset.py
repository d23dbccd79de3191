"""Data sets: many games of bots as Parquet, described, the same however they were made."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qwirkle import Game, Hand, native
from qwirkle.arena import dataset, journal, shards, tables
from qwirkle.arena.dataset import Options
from qwirkle.arena.match import Match
from qwirkle.arena.runner import Failed
from qwirkle.arena.shards import Folder, Recipe
from qwirkle.bots import BOTS
from qwirkle.cli import main
from qwirkle.editions import EDITIONS
from qwirkle.game import AnyGame

parquet = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.skipif(native.kernel is None, reason="The pure games take long.")


def made(folder: Path, **options: Any) -> Path:
    """A data set, as the command writes it."""
    assert dataset.dataset(Options(str(folder), **({"jobs": 1} | options))) == 0
    return folder


def read(folder: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table, shard by shard."""
    files = sorted((folder / table).glob("*.parquet"), key=lambda file: file.name[-13:])
    return [row for file in files for row in parquet.read_table(file).to_pylist()]


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, by name."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def written(file: Path) -> tuple[int, int]:
    """When a file was written, and which file it is: both change when it is written again."""
    return file.stat().st_mtime_ns, file.stat().st_ino


def replayed(game: dict[str, Any], moves: list[dict[str, Any]], edition: str) -> Iterator[AnyGame]:
    """A game before each of its moves and at its end, by the rules and the files alone."""
    names = [f"{seat} {bot}" for seat, bot in enumerate(game["bots"])]
    hands = dict(zip(names, game["hands"], strict=True))
    played = Game.from_position(names, edition, board="", hands=hands, turn=names[game["first"]])
    for move in moves:
        yield played
        played.follow(move["move"], Hand.parse(move["drawn"]))
    yield played


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bots", [["greedy"], ["level-1", "random", "greedy"]])
def test_every_game_replays_from_the_files(tmp_path: Path, edition: str, bots: list[str]) -> None:
    """With the library, to the same scores; and each row says what its player knew."""
    folder = made(tmp_path / "set", game=edition, bot=bots, games=24, shard=10)
    games, moves = read(folder, "games"), read(folder, "moves")
    assert [game["game"] for game in games] == list(range(24))
    for game in games:
        mine = [move for move in moves if move["game"] == game["game"]]
        *before, end = replayed(game, mine, edition)
        assert list(end.scores.values()) == game["final"][: len(end.players)]
        assert end.outcome
        assert end.outcome.rule == game["ended"]
        winners = {name for name, share in zip(end.players, game["shares"], strict=False) if share}
        assert winners == {*end.outcome.winners}
        assert len(before) == len(mine) == game["turns"] == end.moves


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_row_is_what_its_player_knew(tmp_path: Path, edition: str) -> None:
    """Hand, unseen pieces, scores and bag before the move, and the points that it gave."""
    folder = made(tmp_path / "set", game=edition, games=3)
    moves = read(folder, "moves")
    for game in read(folder, "games"):
        mine = [move for move in moves if move["game"] == game["game"]]
        # One game is changed by what follows, so each row is compared while it is played.
        for turn, (now, row) in enumerate(zip(replayed(game, mine, edition), mine, strict=False)):
            assert now.turn
            view = now.view(now.turn)
            assert (turn, now.players.index(now.turn)) == (row["turn"], row["seat"])
            assert row["hand"] == [view.hand.count(tile) for tile in range(36)]
            assert row["unseen"] == [view.unseen[tile] for tile in range(36)]  # type: ignore[index]
            assert row["bag"] == view.bag
            assert row["scores"] == [*view.scores.values(), -1, -1]
            assert row["points"] == now.state.points(now._read(row["move"]))
            assert row["bot"] == game["bots"][row["seat"]]
            assert (row["final"], row["share"]) == (game["final"], game["shares"][row["seat"]])


@pytest.mark.unmeasured
def test_the_files_do_not_depend_on_the_processes(tmp_path: Path) -> None:
    """One process or two: the same bytes, the card among them."""
    options: dict[str, Any] = {"games": 230, "shard": 110, "game": "cards", "seed": 5}
    one = made(tmp_path / "one", **options)
    assert files(one) == files(made(tmp_path / "two", **options, jobs=2))
    other = made(tmp_path / "other", **options | {"games": 110, "seed": 6})
    assert files(one)["moves/train-00000.parquet"] != files(other)["moves/train-00000.parquet"]


def test_an_interrupted_run_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Finished shards are kept as they are, what was cut off is removed, and all is the same."""
    whole = files(made(tmp_path / "whole", games=9, shard=3))
    real = dataset.play_chunk

    def stopping(recipe: Recipe, first: int) -> dataset.Chunk:
        if first == 6:
            raise KeyboardInterrupt
        return real(recipe, first)

    folder = tmp_path / "set"
    monkeypatch.setattr(dataset, "play_chunk", stopping)
    assert dataset.dataset(Options(str(folder), games=9, shard=3, jobs=1)) == 130
    assert "run the same command to continue" in capsys.readouterr().out
    monkeypatch.undo()
    first = written(folder / "moves" / "train-00000.parquet")
    (folder / "moves" / ".train-00002.parquet.1.new").write_bytes(b"half")
    made(folder, games=9, shard=3)
    assert "Games already written: 6" in capsys.readouterr().out
    assert files(folder) == whole
    assert written(folder / "moves" / "train-00000.parquet") == first


def test_a_full_disk_leaves_no_half_shard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, the exit code of a refusal, and no file that only looks complete."""

    def full(*_: object, **__: object) -> None:
        Path(str(_[1])).write_bytes(b"PAR1")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet, "write_table", full)
    folder = tmp_path / "set"
    assert main(["dataset", str(folder), "--games", "1", "--jobs", "1", "--lang", "en"]) == 2
    assert "cannot be written" in (said := capsys.readouterr().err)
    assert "No space left on device" in said
    assert [*files(folder)] == ["dataset.json"]


def test_another_recipe_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder holds games of one recipe and one program; what differs is named."""
    folder = made(tmp_path / "set", games=2)
    before = files(folder)
    command = ["dataset", str(folder), "--jobs", "1", "--lang", "en", "--games"]
    assert main([*command, "3", "--seed", "4"]) == 2
    assert "made differently (games, seed)" in capsys.readouterr().err
    monkeypatch.setattr(journal, "code", lambda: "other")
    assert main([*command, "2"]) == 2
    assert "made differently (code)" in capsys.readouterr().err
    assert files(folder) == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "chess"], "There is no game “chess”"),
        (["--bot", "hal"], "There is no computer player “hal”"),
        (["--budget", "soon"], "soon"),
        (["--players", "2", *["--bot", "greedy"] * 3], "as many seats, not 2"),
    ],
)
def test_what_cannot_be_made_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    """In a sentence, before anything is written."""
    folder = tmp_path / "set"
    assert main(["dataset", str(folder), "--lang", "en", *words]) == 2
    assert sentence in capsys.readouterr().err
    assert not folder.exists()


def test_other_peoples_folders_are_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder with other files, a file instead of a folder, and a place that is none."""
    (tmp_path / "thesis.txt").write_text("mine")
    command = ["dataset", "--games", "1", "--lang", "en"]
    assert main([*command, str(tmp_path)]) == 2
    assert "not empty and is not a data set" in capsys.readouterr().err
    assert main([*command, str(tmp_path / "thesis.txt")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert [*files(tmp_path)] == ["thesis.txt"]


def test_the_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PyArrow is needed by nothing else; the sentence has the command."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", str(tmp_path / "set"), "--lang", "en"]) == 2
    assert "pip install 'qwirkle[parquet]'" in capsys.readouterr().err


class Broken:
    """A bot that fails in its first turn."""

    name = "broken"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: object, budget: float | None = None) -> None:
        raise RuntimeError("out of ideas")


def test_a_bot_that_fails_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it would have played is not known, and a guess would be a game that nobody played."""
    monkeypatch.setitem(BOTS, "broken", Broken)
    command = ["dataset", str(tmp_path / "set"), "--bot", "broken", "--jobs", "1", "--lang", "en"]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "broken failed in game 0" in said
    assert "out of ideas" in said


def test_a_process_that_dies_keeps_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence is about files, not about an option that the command does not have."""

    def dead(*_: object) -> Iterator[dataset.Chunk]:
        raise Failed("ui.arena.died")
        yield

    monkeypatch.setattr(dataset, "in_processes", dead)
    with pytest.raises(Failed, match="The finished files are kept"):
        made(tmp_path / "set", games=2, jobs=2)


def test_the_card_says_how_it_was_made(tmp_path: Path) -> None:
    """Its command makes the same tables again, and its figures are those of the rows."""
    bots = ["greedy", "level-1@20ms"]
    folder = made(tmp_path / "set", games=22, shard=2, bot=bots, budget="10ms", seed=3)
    card = (folder / "README.md").read_text()
    front = card.split("---\n")[1]
    assert "license: mit" in front
    assert "path: moves/test-*.parquet" in front
    assert "| train | 20 |\n| test | 2 |" in card
    found = re.search(r"^\$ (qwirkle dataset .*)$", card, re.MULTILINE)
    assert found
    again = found[1].replace("FOLDER", str(tmp_path / "again")).split()[1:]
    assert main([*again, "--jobs", "1"]) == 0
    assert files(tmp_path / "again") == files(folder)
    games = read(folder, "games")
    assert f"| moves | {len(read(folder, 'moves')):,} |" in card
    assert f"| score of a seat, mean | {sum(sum(g['final'][:2]) for g in games) / 44:.2f} " in card
    wins = sum(game["shares"][game["first"]] for game in games) / 22
    assert f"| wins of the starter | {wins:.2%} (95% interval: " in card
    assert json.loads((folder / "dataset.json").read_text())["code"] in card


def test_the_docs_list_every_column() -> None:
    """With the words of the card."""
    page = (Path(__file__).parent.parent / "docs" / "datasets.md").read_text()
    for columns in tables.TABLES.values():
        for name, kind, about in columns:
            assert f"| `{name}` | {kind} | {about} |" in page


def test_splits_do_not_share_games() -> None:
    """Every game is in one shard, and every shard in one split."""
    recipe = Recipe(Match("greedy", "greedy"), games=1050, shard=50)
    numbers = [number for shard in range(recipe.shards) for number in recipe.numbers(shard)]
    assert numbers == list(range(1050))
    testing = [shard for shard in range(recipe.shards) if recipe.split(shard) == "test"]
    assert testing == [9, 19]


def test_a_damaged_description_is_refused(tmp_path: Path) -> None:
    """Nothing can be continued whose recipe cannot be read."""
    (tmp_path / shards.SETTINGS).write_text("[")
    with pytest.raises(journal.BadFile, match="made differently"):
        Folder(str(tmp_path), Recipe(Match("greedy", "greedy"), 1, 1))


def test_the_program_makes_a_data_set(tmp_path: Path) -> None:
    """As people run it, with as many processes as there are cores."""
    command = [sys.executable, "-m", "qwirkle", "dataset", "set", "--games", "4", "--lang", "en"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Games: 4. They are in set")
    assert len(read(tmp_path / "set", "games")) == 4
