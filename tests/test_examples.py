"""The example bot of the docs does what its page says."""

import io
import runpy
import sys
from pathlib import Path

import pytest

from qwirkle import Game, native
from qwirkle.bots import BOTS
from qwirkle.cli import main
from qwirkle.editions import EDITIONS
from qwirkle.testing import check_bot

FILE = Path(__file__).parent.parent / "docs" / "examples" / "my_bot.py"
Thrifty = runpy.run_path(str(FILE))["Thrifty"]


@pytest.mark.parametrize("edition", EDITIONS if native.kernel else ["classic"])
def test_the_example_bot_is_sound(edition: str) -> None:
    """It passes the check that the page tells to run."""
    check_bot(lambda: Thrifty(3), edition, budget=0.01)


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
