"""``qwirkle review``: a record goes in; tables, sentences, JSON or a page come out."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from qwirkle import Game
from qwirkle.analysis import DEPTHS, Depth, workers
from qwirkle.analysis.export import as_data
from qwirkle.cli import main
from qwirkle.editions import EDITIONS
from qwirkle.game import AnyGame
from qwirkle.locales import LANGUAGES, say
from tests.test_review import compiled, played, quick

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command, run here: its exit code, what it says, and what it complains about."""
    for name, value in {"TERM": "xterm", "COLUMNS": "110", "LC_ALL": "C.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setitem(DEPTHS, "standard", Depth(0.005, 4))
    monkeypatch.setattr(workers, "cores", lambda: 1)

    def command(*arguments: object) -> tuple[int, str, str]:
        code = main(["review", *map(str, arguments)])
        return code, *capsys.readouterr()

    return command


@pytest.fixture
def record(tmp_path: Path) -> Callable[[AnyGame], Path]:
    def write(game: AnyGame) -> Path:
        file = tmp_path / "game.qwirkle"
        file.write_text(game.dump())
        return file

    return write


@compiled
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
def test_the_terminal_tells_it(
    edition: str, lang: str, plain: bool, run: Run, record: Callable[[AnyGame], Path]
) -> None:
    """Every turn with its judgement, the players, and what luck and skill are; progress aside."""
    game = played(edition, 8)
    code, shown, progress = run(record(game), "--lang", lang, *["--plain"] * plain)
    assert code == 0
    for turn in quick(game, budget=0.005, games=4).turns:
        assert say(f"ui.review.judgement.{turn.judgement}", lang) in shown
        if edition == "classic" and turn.move.is_play and not plain:
            assert str(turn.move).split()[0] in shown
    for key in ("ui.review.luck", "ui.review.skill", "ui.review.unfinished"):
        assert say(key, lang) in re.sub(r"[ \n]+", " ", shown)
    assert say("ui.review.progress", lang, number=17, total=17) in progress
    assert lang == "en" or not re.search(r"\d\.\d", shown)


@compiled
def test_one_player_can_be_asked_for(run: Run, record: Callable[[AnyGame], Path]) -> None:
    """The list then has only that player's turns; the figures are still everybody's."""
    game = played("classic", 6)
    _, shown, _ = run(record(game), "--player", "Ada", "--plain")
    told = re.findall(r"Turn \d+, (.*?): ", shown)
    assert set(told) == {"Ada"}
    assert "Bo & <Co>: " in shown


@compiled
def test_json_is_for_programs(run: Run, record: Callable[[AnyGame], Path]) -> None:
    """Nothing else is on the output, and the reasons are in the language that was asked for."""
    game = played("cards", 6)
    code, shown, _ = run(record(game), "--json", "--lang", "pl")
    assert code == 0
    told = json.loads(shown)
    expected = quick(game, budget=0.005, games=4)
    assert told == json.loads(json.dumps(as_data(expected, "pl")))
    assert told["format"] == "qwirkle review 1"
    assert [turn["number"] for turn in told["turns"]] == list(range(1, 7))
    assert told["turns"][0]["reasons"][0]["text"] == expected.turns[0].reasons[0].say("pl")


@compiled
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("lang", ["en", "uk"])
def test_the_page_stands_alone(
    edition: str, lang: str, run: Run, record: Callable[[AnyGame], Path], tmp_path: Path
) -> None:
    """Well formed, no script and no address, every picture named, every column headed."""
    file = tmp_path / "review.html"
    code, shown, _ = run(record(played(edition, players=3)), "--html", file, "--lang", lang)
    assert code == 0
    assert shown == say("ui.review.written", lang, file=file) + "\n"
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    root = ET.fromstring(text)  # noqa: S314
    assert root.get("lang") == lang
    assert not re.search(r"https?:|//[a-z]|<script|\bsrc=|@import|url\((?!#)", text)
    assert "Bo &amp; &lt;Co&gt;" in text
    for picture in root.iter("svg"):
        assert picture.get("aria-hidden") == "true" or picture.get("aria-label")
    used = {use.get("href") for use in root.iter("use")}
    assert used <= {f"#{symbol.get('id')}" for symbol in root.iter("symbol")}
    heads = [cell.text for cell in root.iter("th") if cell.get("scope") == "col"]
    assert heads[0] == say("ui.review.column.turn", lang)
    rows = [row for row in root.iter("tr") if row.find("td") is not None]
    assert all(len(row) == len(heads) for row in rows)
    code, *_ = run(record(played(edition, 3)), "--html", file)
    assert code == 0
    assert file.read_text(encoding="utf-8") != text


@compiled
@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "and is not a game review"), ("pl", "nie jest analizą gry")],
)
def test_other_files_are_left_alone(
    lang: str, sentence: str, run: Run, record: Callable[[AnyGame], Path], tmp_path: Path
) -> None:
    """Before anything is worked out; a folder that is not there is refused too."""
    file = tmp_path / "letter.html"
    file.write_text("Dear Ada")
    code, shown, complaint = run(record(played("classic", 3)), "--html", file, "--lang", lang)
    assert (code, shown) == (2, "")
    assert sentence in complaint
    assert complaint.count("\n") == 1
    assert file.read_text() == "Dear Ada"
    code, _, complaint = run(tmp_path / "game.qwirkle", "--html", tmp_path / "no" / "page.html")
    assert code == 2
    assert "cannot be written" in complaint


@compiled
def test_what_cannot_be_reviewed_is_a_sentence(
    run: Run, record: Callable[[AnyGame], Path], tmp_path: Path
) -> None:
    """No file, no record, a damaged one, nobody of that name, and nothing played."""
    file = record(played("classic", 3))
    damaged = tmp_path / "damaged"
    damaged.write_text(file.read_text().replace("move 1", "move 2", 1))
    unplayed = tmp_path / "unplayed"
    unplayed.write_text(Game(["Ada", "Bo"], seed=1).dump())
    refused: list[tuple[list[object], str]] = [
        (["/nowhere"], "There is no file /nowhere."),
        ([__file__], "cannot be used. Line 1: this is not a record"),
        ([damaged], "cannot be used. Line "),
        ([file, "--player", "Zed"], "Nobody here is called “Zed”"),
        ([unplayed], "Nobody has moved yet"),
    ]
    for arguments, sentence in refused:
        code, shown, complaint = run(*arguments)
        assert (code, shown) == (2, "")
        assert sentence in complaint
        assert complaint.count("\n") == 1
