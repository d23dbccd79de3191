"""What the web client learns from the rulebooks is what the library says today."""

import runpy
from pathlib import Path

import pytest

from qwirkle.locales import catalogue

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("tool", ["tutorial", "web_rules"])
def test_the_data_of_the_client_is_up_to_date(tool):
    """Run the tool again after a change of the books' examples or of docs/rules."""
    for path, text in runpy.run_path(str(ROOT / "tools" / f"{tool}.py"))["written"]().items():
        assert path.read_text() == text, f"python tools/{tool}.py"


def test_the_tutorial_is_the_sample_game():
    """Every hand can make the book's play, and no kind of tile is there four times."""
    game = runpy.run_path(str(ROOT / "tools" / "tutorial.py"))["tiles"]()
    assert len(game["turns"]) == 12
    for turn in game["turns"][1:]:
        assert [turn["move"], turn["points"]] in turn["offers"]
    opening = game["turns"][0]
    assert {len(move.split()) for move, _ in opening["offers"]} == {3}
    last = game["steps"][-1]
    tiles = [placed.partition("@")[0] for placed in last["board"]]
    tiles += [tile for hand in last["hands"] for tile in hand]
    assert max(map(tiles.count, tiles)) <= 3
    assert len(tiles) + last["bag"] == 108


def test_every_rule_can_be_read_in_every_language():
    """The client has a clause and a title for each rule of the docs."""
    rules = runpy.run_path(str(ROOT / "tools" / "web_rules.py"))
    ids = [clause["rule"] for page in rules["PAGES"].values() for clause in rules["clauses"](page)]
    assert len(ids) == 32
    assert {key for key in catalogue("en") if key.startswith("web.rule.")} == {
        key for rule in ids for key in (f"web.rule.{rule}", f"web.rule.{rule}.title")
    }
