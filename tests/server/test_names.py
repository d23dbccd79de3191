"""Names that the server gives, as readers of each language call them."""

import pytest

from qwirkle.bots.levels import LEVELS
from qwirkle.bots.names import spoken
from qwirkle.server.domain.answers import problem_of
from qwirkle.server.domain.names import LONGEST_NAME, unlike
from qwirkle.server.domain.refusals import Refused


@pytest.mark.parametrize(
    ("name", "called"),
    [("Guest", "Гість"), ("Guest 2", "Гість 2"), ("Player 3", "Гравець 3"), ("Astra", "Астра"),
     ("Player", "Player"), ("Guest of honour", "Guest of honour"), ("Ада 2", "Ада 2"),
     ("two\nlines", "two\nlines"), ("7", "7"), ("", "")],
)  # fmt: skip
def test_given_names_are_translated_and_others_stay(name, called):
    """With the number that tells two of them apart."""
    assert spoken(name, "uk") == called
    assert spoken(name, "en") == name


def test_the_log_has_the_english_names_of_the_cast():
    """So that a level is called in English what its records call it."""
    for level in LEVELS:
        assert spoken(level.character, "en") == level.character


def test_a_refusal_names_people_in_its_language():
    """Who has no name of their own is a guest in every language."""
    problem = problem_of(Refused("refused", "serve.turn", player="Guest")).said("pl")
    assert "Gość" in problem.message
    assert "Guest" not in problem.message


@pytest.mark.parametrize(
    ("taken", "name"),
    [("Ada", "ada"), ("Ada", "Аdа"), ("Olo", "0lo"), ("Iks", "lks"),
     ("Iks", "IKS"), ("Bo", "Вο"), ("їжа", "ïжа"), ("Ada", "Ａｄａ")],
)  # fmt: skip
def test_names_that_look_alike_are_told_apart(taken, name):
    """Whatever alphabet or case they are written in."""
    assert unlike(name, [taken]) == f"{name} 2"


def test_names_that_look_different_stay():
    """With accents, in their own alphabet, and as long as may be."""
    others = ["Zoe", "Hata", "Оксана", "Ana"]
    assert [unlike(name, others) for name in ("Zoë", "Ната", "Oleksa", "Ania")] == [
        "Zoë", "Ната", "Oleksa", "Ania",
    ]  # fmt: skip
    longest = "A" * LONGEST_NAME
    assert len(unlike(longest, [longest])) <= LONGEST_NAME
