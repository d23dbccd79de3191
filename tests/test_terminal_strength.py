"""Opponents of about one's own strength at the terminal, and what they say there."""

import io
import json
import re
from pathlib import Path

import pytest

from qwirkle import BadSetup, Game, native
from qwirkle.bots.adaptive import Met, Rating
from qwirkle.locales import LANGUAGES
from qwirkle.terminal import advice
from qwirkle.terminal.console import Console
from qwirkle.terminal.kept import Kept
from qwirkle.terminal.play import Match, play
from qwirkle.terminal.setup import Options, seated
from qwirkle.terminal.strength import Standing, standing, told
from tests.test_terminal_play import HintFollower


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "BUDGET", 0.01)


def played(where: Path, *lines: str, lang: str = "en", **options: object) -> str:
    """What a game shows to somebody who types these lines."""
    out = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    console = Console(lang, plain=True, source=source, out=out, width=100)
    chosen = {"keep": where, "state": where, "seed": 5, "ages": "40,30", "mine": True, **options}
    if options.get("resume") or options.get("load"):
        chosen = {**chosen, "seed": None, "ages": None, "mine": False}
    play(Options(**chosen), console)  # type: ignore[arg-type]
    return out.getvalue()


def to_the_end(where: Path, edition: str, **options: object) -> str:
    """A whole game of somebody who follows the hints."""
    out = io.StringIO()
    console = Console(plain=True, source=HintFollower(out, [""]), out=out, width=100)
    chosen = {"game": edition, "seed": 11, "mine": True, "state": where, "remarks": True, **options}
    play(Options(**chosen), console)  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_game_moves_the_rating(edition: str, tmp_path: Path) -> None:
    """It says where one stands, and how it goes on; the other game is not touched."""
    shown = to_the_end(tmp_path, edition)
    assert "The computer plays about as well as you do: today it is Luka." in shown
    assert Standing(tmp_path, edition).rating.games == 1
    assert re.search(r"^(You play|Your first goal).*[Nn]ext time", shown, re.MULTILINE)
    other = "cards" if edition == "classic" else "classic"
    assert Standing(tmp_path, other).rating == Rating()


def test_the_computer_speaks_now_and_then(tmp_path: Path) -> None:
    """It says who it is in its first game here, and a kind word at the end; on request nothing."""
    first = to_the_end(tmp_path, "classic", seed=13)
    lines = [line for line in first.splitlines() if line.startswith("Computer: “")]
    assert "Luka" in lines[0]
    assert 2 <= len(lines) <= 5
    assert "I’m Luka" not in to_the_end(tmp_path, "classic", level=2, mine=False, seed=12)
    assert "Computer: “" not in to_the_end(tmp_path, "classic", remarks=False, level=2, mine=False)


def test_leaving_for_good_is_a_loss(tmp_path: Path) -> None:
    """Whatever the scores; quitting is not."""
    played(tmp_path, "quit")
    assert Standing(tmp_path, "classic").rating.games == 0
    shown = played(tmp_path, "resign", "yes", "")
    assert "Next time it will be a little easier." in shown
    rating = Standing(tmp_path, "classic").rating
    assert rating == Rating().after("classic", [Met(200, None)])


def test_a_match_goes_on_at_its_strength(tmp_path: Path) -> None:
    """Kept by itself or saved in a file, whatever one's rating is by then."""
    file = tmp_path / "game.qwirkle"
    game = seated(Options(mine=True, seed=5, ages="40,30"), "en").game
    first = str(next(iter(game.legal_moves)))
    assert game.turn == "Player"
    played(tmp_path, f"save {file}", first, "quit")
    Kept(tmp_path, "strength", "classic").keep({"own": 5.0, "games": 9})
    for how in ({"resume": True}, {"load": str(file)}):
        shown = played(tmp_path, "quit", **how)
        assert "as well as you do: today it is Luka." in shown
    assert "entropy 2 level 2.00" in file.read_text()
    highest = "Iks" if native.kernel else "Dia"  # without the kernel nobody thinks ahead
    assert f"today it is {highest}." in played(tmp_path, "quit")


def test_several_opponents_sit_around_ones_strength(tmp_path: Path) -> None:
    """A level apart, so that they are different characters."""
    options = Options(mine=True, computers=3, state=tmp_path, seed=1)
    table = seated(options, "en")
    assert list(table.strengths.values()) == [100, 200, 300]
    assert table.levels == [None, 1, 2, 3]
    assert [bot.name for bot in table.bots.values()] == ["level-1", "level-2", "level-3"]


def test_nobody_is_rated_for_others(tmp_path: Path) -> None:
    """A game of two people, and one that was over before, say nothing about one of them."""
    shown = played(tmp_path, "resign", "yes", "resign", "yes", players=["A", "B"], ages="40,30",
                   computers=1)  # fmt: skip
    assert Standing(tmp_path, "classic").rating.games == 0
    assert "Next time" not in shown
    seating = seated(Options(mine=True, state=tmp_path, seed=5, ages="40,30"), "en")
    seating.game.resign(seating.people[0])
    console = Console(source=io.StringIO("\n"), out=io.StringIO())
    Match(seating, console, None, Options(state=tmp_path)).run()
    assert Standing(tmp_path, "classic").rating.games == 0


def test_a_damaged_note_is_named(tmp_path: Path) -> None:
    """Nobody is matched as a newcomer by mistake; a greeting is not worth a refusal."""
    note = Kept(tmp_path, "strength", "classic")
    note.keep({})
    note.path.write_text("{")
    with pytest.raises(BadSetup, match="cannot be read"):
        played(tmp_path)
    note.forget()
    met = Kept(tmp_path, "met", "computers")
    met.path.write_text("[")
    assert "your move" in played(tmp_path, "quit", remarks=True)
    assert json.loads(met.path.read_text() + "]") == []


def test_a_level_and_a_bot_are_two_wishes(tmp_path: Path) -> None:
    """One of them chooses the computer player."""
    with pytest.raises(BadSetup, match="not both"):
        played(tmp_path, bot="greedy")


def test_without_a_folder_one_is_matched_as_a_newcomer() -> None:
    """Nothing is known, and nothing is noted."""
    assert seated(Options(mine=True, seed=1), "en").strengths == {"Computer": 200}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_one_stands_is_said_without_numbers(lang: str) -> None:
    """Before the first, about like one of the six, or between two of them; and what comes next."""
    texts = {standing(own, lang) for own in (0.4, 1.1, 1.5, 2.9, 3.5, 5.6, 6.0)}
    assert len(texts) == 7
    assert not any(sign.isdigit() for text in texts for sign in text)
    words = {told([200], Rating(own), lang) for own in (1.2, 2.1, 3.4)}
    assert len(words) == 3


def test_a_record_of_a_match_is_one_like_any_other(tmp_path: Path) -> None:
    """It follows from its seed, the level of the computer player included."""
    file = tmp_path / "game.qwirkle"
    played(tmp_path, f"save {file}", "quit")
    game = Game.load(file.read_text())
    assert game.draws_follow
