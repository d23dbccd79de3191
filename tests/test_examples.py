"""The example bot of the docs does what its page says."""

import io
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from qwirkle import Game, native
from qwirkle.bots import BOTS
from qwirkle.cli import main
from qwirkle.editions import EDITIONS
from qwirkle.testing import check_bot

FILE = Path(__file__).parent.parent / "docs" / "examples" / "my_bot.py"
compiled = pytest.mark.skipif(native.kernel is None, reason="The pure games take long.")
Thrifty = runpy.run_path(str(FILE))["Thrifty"]


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", EDITIONS if native.kernel else ["classic"])
def test_the_example_bot_is_sound(edition: str) -> None:
    """It passes the check that the page tells to run."""
    check_bot(lambda: Thrifty(3), edition, budget=0.01)


@pytest.mark.unmeasured
@compiled
@pytest.mark.parametrize("name", ["First", "Points", "Careful", "Calm"])
def test_the_bots_of_the_tutorial_are_sound(name: str) -> None:
    """They play by what they may see."""
    file = FILE.with_name("first_bot.py" if name == "First" else "careful_bot.py")
    check_bot(lambda: runpy.run_path(str(file))[name](3), "classic")


def test_the_example_bot_takes_the_most_points() -> None:
    """And of equal moves the one with the fewest tiles."""
    game = Game(["Ada", "Bo"], seed=4)
    game.push("Rx@0,0 Rt@1,0 Ro@2,0 Rc@3,0")
    chosen = Thrifty().choose(game.view("Bo"))
    assert game.state.points(chosen) == max(map(game.state.points, game.legal_moves))


def test_a_registered_bot_plays_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the page says: an entry in the registry, and the program knows it."""
    monkeypatch.setitem(BOTS, "thrifty", Thrifty)
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ro@0,0 Go@1,0\n"))
    assert main(["play", "--bot", "thrifty", "--seed", "5", "--lang", "en"]) == 0
    assert "Computer plays" in capsys.readouterr().out


def typed(folder: Path, *words: str) -> str:
    """What a command says, as people run it."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@compiled
def test_the_recipe_of_the_page_works_with_the_default_settings() -> None:
    """In the folder of the bot, with as many processes as there are cores."""
    page = (FILE.parent.parent / "writing-bots.md").read_text()
    assert "$ cd docs/examples\n$ qwirkle arena my_bot:Thrifty greedy" in page
    command = [sys.executable, "-m", "qwirkle", "arena", "my_bot:Thrifty", "greedy", "--lang", "en"]
    said = typed(FILE.parent, *command, "--pairs", "2")
    assert "my_bot:Thrifty wins" in said
    assert "No bot failed." in said


@compiled
def test_a_program_with_a_bot_of_its_own_runs_the_arena(tmp_path: Path) -> None:
    """Registered at the top, with the call of main below its guard: in several processes, too."""
    program = f"""
import sys
sys.path.append({str(FILE.parent)!r})
import qwirkle.cli
from my_bot import Thrifty
from qwirkle.bots import BOTS
BOTS["thrifty"] = Thrifty
if __name__ == "__main__":
    raise SystemExit(qwirkle.cli.main())
"""
    (tmp_path / "mine.py").write_text(program)
    command = [sys.executable, "mine.py", "arena", "thrifty", "random", "--lang", "en"]
    said = typed(tmp_path, *command, "--pairs", "2", "--jobs", "2")
    assert "No bot failed." in said
