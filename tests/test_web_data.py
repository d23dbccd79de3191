"""What the web client learns from the rulebooks is what the library says today."""

import re
import runpy
from functools import cache
from pathlib import Path

import pytest

from qwirkle import native
from qwirkle.locales import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / "tools"
LAST = (("T", 19), ("C", 11), ("O", 3))
clauses = cache(runpy.run_path(str(TOOLS / "web_rules.py"))["clauses"])
pytestmark = pytest.mark.skipif(native.kernel is None, reason="the data is the same")


@pytest.mark.unmeasured
@pytest.mark.parametrize("tool", ["tutorial", "lessons", "web_rules", "web_shuffles"])
def test_the_data_of_the_client_is_up_to_date(tool):
    """Run the tool again after a change of the books' examples or of docs/rules."""
    for path, text in runpy.run_path(str(TOOLS / f"{tool}.py"))["written"]().items():
        assert path.read_text() == text, f"python tools/{tool}.py"


@pytest.mark.unmeasured
def test_the_tutorial_is_the_sample_game():
    """Every hand can make the book's play, and no kind of tile is there four times."""
    game = runpy.run_path(str(TOOLS / "tutorial.py"))["tiles"]()
    assert len(game["turns"]) == 12
    for turn in game["turns"][1:]:
        assert (turn["move"], turn["points"]) in [(move, n) for move, n, *_ in turn["offers"]]
    opening = game["turns"][0]
    assert {len(move.split()) for move, *_ in opening["offers"]} == {3}
    last = game["steps"][-1]
    tiles = [placed.partition("@")[0] for placed in last["board"]]
    tiles += [tile for hand in last["hands"] for tile in hand]
    assert max(map(tiles.count, tiles)) <= 3
    assert len(tiles) + last["bag"] == 108


@pytest.mark.unmeasured
def test_lines_explain_the_points_of_every_play():
    """Line by line, with what going out brings besides; six tiles count double."""
    turns = runpy.run_path(str(TOOLS / "tutorial.py"))["tiles"]()["turns"]
    lessons = runpy.run_path(str(TOOLS / "lessons.py"))["lessons"]()
    for turn in [*turns, *lessons["trade"], *lessons["end"]]:
        for _, points, lines, out in turn["offers"]:
            assert points == sum(line[-1] for line in lines) + out
            assert all(worth == (12 if tiles == 6 else tiles) for *_, tiles, worth in lines)


@pytest.mark.unmeasured
def test_lessons_practise_what_the_books_tell_without_an_example():
    """A tie about the start, a hand that must be traded, going out into a tie, an exchange."""
    lessons = runpy.run_path(str(TOOLS / "lessons.py"))["lessons"]()
    assert all(len(start["tied"]) == 2 for start in lessons["start"].values())
    free, forced = lessons["trade"]
    assert (free["most"], forced["most"], forced["offers"]) == (6, 2, [])
    _, passing, last = lessons["end"]
    assert [move for move, *_ in passing["offers"]] == ["pass"]
    assert last["offers"][0][-1] == 6
    assert set(last["results"].values()) == {(0, 1)}
    cards = lessons["cards"]
    assert len(cards["exchange"]["hand"]) == 9
    assert cards["last"]["pile"] == len(cards["last"]["drawn"]) == 1
    assert cards["end"]["results"] == [(2,), (0, 2)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_can_be_read_in_every_language(lang):
    """In full in docs/rules and in short in the catalogue, under the same title."""
    told = clauses(lang)
    assert list(told) == [f"{part}{n + 1}" for part, most in LAST for n in range(most)]
    assert {rule: clause.title for rule, clause in told.items()} == {
        rule: catalogue(lang)[f"web.rule.{rule}.title"] for rule in told
    }
    assert {key for key in catalogue(lang) if key.startswith("web.rule.")} == {
        key for rule in told for key in (f"web.rule.{rule}", f"web.rule.{rule}.title")
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_says_as_much_in_every_language(lang):
    """As many paragraphs, list items, rulings and terms, the same figures and rules cited."""
    for rule, clause in clauses(lang).items():
        assert outline(clause.html) == outline(clauses("en")[rule].html), rule


def outline(html):
    marks = [html.count(mark) for mark in ("<p>", "<li>", "<strong>", "<em>")]
    figures = re.findall(r"(?<![TCO\d])\d+", html.replace("7,650", "7650"))
    return marks, figures, sorted(set(re.findall(r"[TCO]\d+", html)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_clause_is_left_in_english(lang):
    """Every English clause has one of these words, and none in another language has."""
    for rule, clause in clauses(lang).items():
        words = re.findall(r"\w+", clause.html.lower())
        assert bool({"the", "player", "tile", "tiles"}.intersection(words)) == (lang == "en"), rule
