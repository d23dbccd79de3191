"""What the terminal keeps by itself: games and real tables that were left."""

import io
import json
import os
from pathlib import Path

import pytest

from qwirkle import BadSetup, Game
from qwirkle.terminal import kept
from qwirkle.terminal.companion import Options as ScoreOptions
from qwirkle.terminal.companion import score
from qwirkle.terminal.console import Console
from qwirkle.terminal.kept import Kept, folder, latest
from qwirkle.terminal.play import play
from qwirkle.terminal.setup import Options

FIRST = "Ro@0,0 Go@1,0"


def console(*lines, lang="en", plain=True):
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    return Console(lang, plain=plain, source=source, out=io.StringIO(), width=100)


def played(where, *lines, lang="en", **options):
    """What a game shows that is kept in a folder."""
    at = console(*lines, lang=lang)
    if not options.get("resume"):
        options = {"ages": "40,30", "seed": 5, "bot": "greedy", **options}
    assert play(Options(keep=where, **options), at) == 0
    return at._out.getvalue()


def scored(where, *lines, game="classic", **options):
    """The same for a real table."""
    at = console(*lines)
    chosen = {} if options.get("resume") else {"game": game, "players": ["Ada", "Bo"]}
    assert score(ScoreOptions(keep=where, **chosen, **options), at) == 0
    return at._out.getvalue()


def test_the_folder_is_the_users(tmp_path):
    """As the system says; ``QWIRKLE_STATE`` names another."""
    assert folder({"QWIRKLE_STATE": "/a"}) == Path("/a")
    assert folder({"XDG_STATE_HOME": "/b"}) == Path("/b/qwirkle")
    assert folder({"LOCALAPPDATA": "/c"}) == Path("/c/qwirkle")
    assert folder({}) == Path.home() / ".local" / "state" / "qwirkle"


def test_a_game_is_kept_and_continued(tmp_path):
    """After every move; with its people, its computer players and its points."""
    assert "qwirkle play --resume" in played(tmp_path, FIRST, "quit")
    assert "Player: 2 points" in played(tmp_path, "board", resume=True)
    facts = latest(tmp_path, "play", "people", "bot", "record")
    assert (facts["people"], facts["bot"]) == (["Player"], "greedy")
    assert Game.load(facts["record"]).scores["Player"] == 2


def test_undo_is_kept_too(tmp_path):
    """What was taken back stays taken back."""
    played(tmp_path, FIRST, "undo", "quit")
    assert Game.load(latest(tmp_path, "play", "record")["record"]).moves == 0


def test_a_game_that_is_over_is_not_continued(tmp_path):
    """Nor one of which nothing was played."""
    assert "not saved" in played(tmp_path, "quit")
    played(tmp_path, FIRST, "resign", "yes", "")
    with pytest.raises(BadSetup, match="nothing to continue"):
        played(tmp_path, resume=True)


def test_two_games_do_not_replace_each_other(tmp_path):
    """Each has its own place; the one left last goes on."""
    for at, name in enumerate(("one", "two", "three")):
        one = Kept(tmp_path, "play", name)
        one.keep({"name": name})
        os.utime(one.path, (at, at))
    assert latest(tmp_path, "play", "name") == {"name": "three"}
    one.forget()
    assert latest(tmp_path, "play", "name") == {"name": "two"}


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"people": 3}'])
def test_what_cannot_be_read_is_a_sentence(tmp_path, content):
    """It names the file."""
    (tmp_path / "play-0.json").write_text(content)
    with pytest.raises(BadSetup, match="play-0"):
        played(tmp_path, resume=True)


def test_a_disk_that_is_full_does_not_stop_a_game(tmp_path, monkeypatch):
    """It is told once, with the way to save elsewhere."""

    def full(path, text):
        raise OSError

    monkeypatch.setattr(kept, "replace", full)
    shown = played(tmp_path, FIRST, "undo", FIRST, "quit")
    assert shown.count("cannot be kept") == 1
    assert "not saved" in shown
    Kept(tmp_path, "play", "nothing").forget()


@pytest.mark.parametrize(
    ("lang", "no", "yes"),
    [("en", "no", "YES"), ("pl", "nie", "tak"), ("ro", "", "da"), ("uk", "ні", "так")],
)
def test_who_resigns_is_asked(tmp_path, lang, no, yes):
    """Only a yes leaves the game, in each language."""
    stays = played(tmp_path, "resign", no, "quit", lang=lang)
    leaves = played(tmp_path, "resign", yes, "", lang=lang)
    assert "(O1)" not in stays
    assert "(O1)" in leaves


def test_a_real_table_is_kept_and_continued(tmp_path):
    """With all its turns; until it is over."""
    shown = scored(tmp_path, "Ro@0,0 Rx@1,0", "7", "quit")
    assert "qwirkle score --resume" in shown
    shown = scored(tmp_path, "Rs@2,0", "end", resume=True)
    assert "Resuming this table after 2 turns." in shown
    assert "Ada: 5 points" in shown
    assert "Bo: 7 points" in shown
    with pytest.raises(BadSetup, match="nothing to continue"):
        scored(tmp_path, resume=True)


@pytest.mark.parametrize(
    ("game", "told"), [("classic", "Bo scores 12 points."), ("cards", "Bo captures 12 rows.")]
)
def test_points_can_be_told_without_pieces(tmp_path, game, told):
    """A plain number is a turn."""
    shown = scored(tmp_path, "3", "+12", "0", "totals", "end", game=game)
    assert told in shown
    assert "Bo wins!" in shown


def test_an_earlier_turn_is_corrected(tmp_path):
    """By its number, in notation or in points; everything after it is counted again."""
    shown = scored(tmp_path, "Ro@0,0 Rx@1,0", "Rs@2,0", "list", "correct 2 Bx@1,1", "end")
    assert "  2. Bo: Rs@2,0" in shown
    assert "Turn 2 is corrected" in shown
    assert shown.rstrip().endswith("Shared win: Ada, Bo.")
    shown = scored(tmp_path, "Ro@0,0", "Rx@1,0", "correct 1 40", "list", "end")
    assert "Turn 2 would not fit" not in shown
    assert "Ada: 40 points" in shown


def test_a_correction_that_does_not_fit_changes_nothing(tmp_path):
    """It says which turn breaks which rule."""
    shown = scored(tmp_path, "Ro@0,0 Rx@1,0", "Rs@2,0", "correct 1 Go@0,0", "totals", "end")
    assert "Turn 2 would not fit any more" in shown
    assert "Bo: 3 points" in shown
    for bad in ("correct 9 1", "correct x 1", "correct 1"):
        assert "correct" in scored(tmp_path, "Ro@0,0", bad, "end")
    assert "There is no turn 9" in scored(tmp_path, "Ro@0,0", "correct 9 1", "end")


def test_a_table_that_cannot_be_read_is_a_sentence(tmp_path):
    """As for games."""
    (tmp_path / "score-0.json").write_text(json.dumps({"game": "classic"}))
    with pytest.raises(BadSetup, match="score-0"):
        scored(tmp_path, resume=True)
