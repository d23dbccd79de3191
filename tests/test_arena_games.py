"""The games of the arena, kept: as records, as arrays, as Parquet."""

import sys
from pathlib import Path

import pytest

from qwirkle import BadSetup, native
from qwirkle.arena import Match, games, play_pair
from qwirkle.arena.command import Options, arena
from qwirkle.editions import EDITIONS
from qwirkle.replay import Replay
from qwirkle.seats import FEWEST, MOST

pytestmark = pytest.mark.skipif(native.kernel is None, reason="The pure games take long.")


@pytest.mark.parametrize("players", range(FEWEST, MOST + 1))
@pytest.mark.parametrize("game", EDITIONS)
def test_the_record_of_a_game_replays_to_its_scores(game: str, players: int) -> None:
    """By the rules, with the bots as players."""
    pair = play_pair(Match("greedy", "random", game, players, records=True), 0)
    for played, record in zip(pair.games, pair.records, strict=True):
        replayed = Replay(record).game
        assert tuple(replayed.scores.values()) == played.scores
        assert replayed.moves == played.moves
        assert replayed.players[played.seat] == "greedy"
        assert replayed.outcome
        assert replayed.outcome.rule == played.ended


def test_a_forfeit_is_a_resignation_in_the_record() -> None:
    """Who fails leaves the game, and the record says so."""

    class Broken:
        name = "broken"

        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: object, budget: float | None = None) -> None:
            raise RuntimeError

    makers = {"greedy": Broken, "broken": Broken}
    pair = play_pair(Match("broken", "greedy", records=True), 0, makers)
    assert "resign 1" in pair.records[0] or "resign 2" in pair.records[0]
    assert Replay(pair.records[0]).game.outcome


def kept(folder: Path, **options: object) -> Path:
    """A file of games, as the command writes it."""
    file = folder / "games.txt"
    chosen = Options(["greedy", "random"], pairs=2, jobs=1, games_out=str(file), **options)  # type: ignore[arg-type]
    assert arena(chosen) == 0
    return file


def test_every_game_is_kept(tmp_path: Path) -> None:
    """Two pairs are four games, in the order of the pairs; the file is replaced by the next run."""
    file = kept(tmp_path)
    loaded = list(games.load(file))
    assert [game.players for game in loaded] == [("greedy", "random"), ("random", "greedy")] * 2
    assert len({game.dump() for game in loaded}) == 4
    assert kept(tmp_path, out=str(tmp_path / "out.json")).read_text() == file.read_text()
    assert not (tmp_path / "out.json.part").exists()


@pytest.mark.parametrize("game", EDITIONS)
def test_games_are_arrays(tmp_path: Path, game: str) -> None:
    """A row a move: what its player knew, what was played, and who won in the end."""
    pytest.importorskip("numpy")
    file = kept(tmp_path, game=game)
    rows, loaded = games.arrays(file), list(games.load(file))
    assert {len(column) for column in rows.values()} == {sum(game.moves for game in loaded)}
    assert rows["hand"].shape[1] == rows["unseen"].shape[1] == 36
    first = rows["turn"] == 0
    size = EDITIONS[game].hand_size
    assert rows["hand"][first].sum(axis=1).tolist() == [size] * 4
    assert (rows["unseen"][first].sum(axis=1) == 108 - size).all()
    assert rows["scores"][first].tolist() == [[0, 0, -1, -1]] * 4
    for number, played in enumerate(loaded):
        mine = rows["game"] == number
        assert rows["final"][mine][0].tolist()[:2] == list(played.scores.values())
        assert rows["points"][mine].sum() == sum(played.scores.values())
        winners = {*rows["bot"][mine][rows["share"][mine] > 0]}
        assert played.outcome
        assert winners == {*played.outcome.winners}


def test_games_are_parquet(tmp_path: Path) -> None:
    """The same rows, for any program that reads Parquet."""
    parquet = pytest.importorskip("pyarrow.parquet")
    file = kept(tmp_path, game="cards")
    games.to_parquet(file, tmp_path / "games.parquet")
    read, rows = parquet.read_table(tmp_path / "games.parquet").to_pydict(), games.arrays(file)
    assert read["move"] == rows["move"].tolist()
    assert read["hand"] == rows["hand"].tolist()
    assert read["share"] == rows["share"].tolist()


@pytest.mark.parametrize(("package", "extra"), [("numpy", "numpy"), ("pyarrow", "parquet")])
def test_what_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, extra: str
) -> None:
    """Neither NumPy nor PyArrow is needed by anything else; the sentence has the command."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BadSetup, match=rf"pip install 'qwirkle\[{extra}\]'"):
        games.to_parquet(tmp_path / "games.txt", tmp_path / "out")
