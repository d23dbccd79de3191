"""Remarks of computer players: rare, true, and the same every time."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from qwirkle.locales import LANGUAGES, say
from qwirkle.terminal.remarks import EARLY, GAP, MOST, Made, Remarkable, Story, remarks_of
from tests.conformance import remarks as conformance

GAMES = conformance.kept()
ENDS = ("won", "lost", "shared")
OCCASIONS = ("first", "own", "yours", "big", "close", *ENDS)
TILES = Remarkable("points", big=8, close=6)


def story(moves: Sequence[Made], **more: Any) -> Story:
    """A game of a person against the second level."""
    facts: dict[str, Any] = {
        "key": "k", "bots": [None, 2], "yours": [0], "strangers": [], "winners": [], "of": TILES
    }  # fmt: skip
    return Story(**{**facts, "moves": list(moves), **more})


def quiet(turns: int) -> list[Made]:
    """Moves of which nobody says anything."""
    return [Made(turn % 2, 3, 0, 2, 2) for turn in range(turns)]


def occasions(told: Story) -> list[str]:
    return [remark.occasion for remark in remarks_of(told)]


def test_library_and_browser_say_the_same():
    """Whole games of both kinds, with two to four players, as the shared file has them."""
    for told, said in GAMES:
        assert remarks_of(told) == said, "python -m tests.conformance.remarks"
    assert {remark.occasion for _, said in GAMES for remark in said} == {*OCCASIONS}


def test_remarks_are_rare():
    """At most one in eight turns and four a game, and one more at the end."""
    for told, said in GAMES:
        before = [remark for remark in said if remark.occasion not in ENDS]
        assert len(before) <= MOST
        assert len(said) - len(before) <= 1
        assert all(other.turn - one.turn >= GAP for one, other in pairwise(before))
        assert len(before) <= len(told.moves) / 6


def test_what_was_said_stays_said():
    """A game that goes on changes no earlier remark: a reload says the same."""
    for told, said in GAMES:
        for turn in range(0, len(told.moves), 5):
            part = replace(told, moves=told.moves[:turn], winners=[])
            assert remarks_of(part) == [
                one for one in said if one.turn <= turn and one.occasion not in ENDS
            ]


def test_remarks_are_true():
    """Every occasion is what it says, and a computer player says it."""
    for told, said in GAMES:
        for remark in said:
            made = told.moves[: remark.turn]
            last, size = made[-1], told.of.by
            mine, computer = last.seat in told.yours, told.bots[remark.seat] is not None
            level = told.bots[remark.seat]
            scores = [sum(one.points for one in made if one.seat == n) for n in range(4)]
            best = max(scores[seat] for seat in told.yours)
            won = [told.bots[seat] is None for seat in told.winners]
            true = {
                "first": last.seat == remark.seat and level in told.strangers,
                "own": last.seat == remark.seat and last.qwirkles > 0,
                "yours": mine and last.qwirkles > 0,
                "big": mine and getattr(last, size) > max(getattr(one, size) for one in made[:-1]),
                "close": last.drawn < last.laid
                and abs(scores[remark.seat] - best) <= told.of.close,
                "won": remark.seat in told.winners and not any(won),
                "lost": all(won),
                "shared": remark.seat in told.winners and any(won),
            }
            assert computer
            assert true[remark.occasion], remark


def test_a_quiet_game_is_quiet():
    """Without a Qwirkle, a large turn or a close end there is nothing to say."""
    assert occasions(story(quiet(40))) == []
    assert occasions(story(quiet(40), bots=[None, None], winners=[0])) == []


def test_a_big_turn_is_the_biggest_so_far():
    """After the first turns, for a person, and larger than all before."""
    assert occasions(story([*quiet(EARLY), Made(0, 8, 0, 3, 3)])) == ["big"]
    assert occasions(story([*quiet(EARLY), Made(0, 7, 0, 3, 3)])) == []
    assert occasions(story([Made(0, 8, 0, 3, 3)])) == []
    assert occasions(story([Made(1, 8, 0, 3, 3), *quiet(EARLY), Made(0, 8, 0, 3, 3)])) == []


def test_it_is_close_when_nothing_is_left_to_draw():
    """Once, and only for those who are about level."""
    end = [Made(0, 3, 0, 3, 1), Made(1, 3, 0, 2, 0)]
    assert occasions(story([*quiet(8), *end])) == ["close"]
    assert occasions(story([Made(0, 7, 0, 2, 2), *quiet(8), *end])) == []


@pytest.mark.parametrize(
    ("winners", "occasion"), [([0], "lost"), ([1], "won"), ([0, 1], "shared"), ([2], None)]
)
def test_the_end_is_told_by_one_who_played(winners, occasion):
    """Also beside another person, of whose win nobody speaks here."""
    told = story(quiet(9), bots=[None, 2, None], yours=[0], winners=winners)
    assert occasions(told) == ([occasion] if occasion else [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_remark_fits_a_phone(lang):
    """Six characters, eight occasions, two sentences each; none twice, and none long."""
    texts = [
        say(f"web.remark.{level}.{occasion}.{variant}", lang)
        for level in range(1, 7)
        for occasion in OCCASIONS
        for variant in (1, 2)
    ]
    assert len(set(texts)) == len(texts)
    assert max(map(len, texts)) <= 52
