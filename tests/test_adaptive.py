"""About my strength: a rating that finds the level of a person, as library and browser know it."""

import json
import random

import pytest

from qwirkle.bots.adaptive import Met, Rating, playable, scale
from tests.conformance import strength

GAMES = ["classic", "cards"]


def test_library_and_browser_agree():
    """The file that both are held to is what the library says today."""
    kept = json.loads(strength.FILE.read_text())
    assert kept["constants"] == strength.constants(), "python -m tests.conformance.strength"
    assert kept["opponents"] == strength.opponents()
    for one, now in zip(kept["games"], strength.games(), strict=True):
        assert one["after"]["own"] == pytest.approx(now["after"]["own"])
        assert {**one, "after": 0} == {**now, "after": 0}


def test_the_browser_has_the_same_constants():
    """One file in each language; a change of one needs the other."""
    web = strength.FILE.parents[2] / "web" / "src" / "local" / "strength.json"
    assert json.loads(web.read_text()) == strength.constants()


@pytest.mark.parametrize("edition", GAMES)
def test_a_result_as_expected_changes_nothing(edition):
    """A draw against an equal; a higher lead raises, a resignation lowers, whatever the lead."""
    even = Rating(3.0, 4)
    assert even.after(edition, [Met(300, 0)]) == Rating(3.0, 5)
    assert even.after(edition, [Met(300, 1)]).own > 3
    assert even.after(edition, [Met(300, -1)]).own < 3
    resigned = even.after(edition, [Met(300, None)]).own
    assert resigned < even.after(edition, [Met(300, -3 * scale(edition).lead)]).own


def test_games_count_less_and_less():
    """The first game moves far, and later ones never too little to follow somebody who learns."""
    steps = [scale("classic").gain(games) for games in range(60)]
    assert steps == sorted(steps, reverse=True)
    assert (steps[0], steps[-1]) == (1.6, 0.25)


@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("true", [1.0, 2.6, 4.2])
def test_a_rating_finds_the_level_of_a_person(edition, true):
    """Whose results are as their strength makes them likely, with chance in each game."""
    dice, rating, found = random.Random(5), Rating(), []
    known = scale(edition)
    for _ in range(120):
        (opponent,) = rating.opponents(1)
        won = dice.random() < known.expected(true, opponent / 100)
        rating = rating.after(edition, [Met(opponent, known.lead * (1 if won else -1))])
        found.append(rating.own)
    assert sum(found[20:]) / 100 == pytest.approx(true, abs=0.35)


def test_a_rating_stays_on_the_scale():
    """Nobody falls below the weakest opponent or rises above the strongest."""
    low = high = Rating()
    for _ in range(40):
        low = low.after("classic", [Met(low.opponents(1)[0], -90)])
        high = high.after("classic", [Met(high.opponents(1)[0], 90)])
    assert 0 <= low.own < 0.5
    assert 5.5 < high.own <= 6


def test_between_the_fifth_and_the_sixth_there_is_nobody():
    """The nearer one plays; below that every hundredth is a strength of its own."""
    assert [playable(own) for own in (-1, 0.004, 0.346, 4.99)] == [0, 0, 35, 499]
    assert [playable(own) for own in (5, 5.49, 5.5, 7)] == [500, 500, 600, 600]
    assert Rating(2.35).opponents(3) == [135, 235, 335]
    assert Rating(2.35).opponents(2) == [185, 285]
