"""Hints are different ideas, and each is said in one sentence."""

from collections import Counter

import pytest

from qwirkle import Game, Table
from qwirkle.analysis import rank
from qwirkle.analysis.ideas import TELLING, different, most_telling
from qwirkle.bots import bot
from qwirkle.cards.moves import Arrange
from qwirkle.classic.moves import Play


def positions(edition, count=6):
    """Positions of a greedy game, as the player to move sees them."""
    game = Game(["Ada", "Bo"], edition, seed=11)
    greedy = bot("greedy", 1)
    for _ in range(count):
        game.push(greedy.choose(game.view(game.turn), None))
        yield game.view(game.turn)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_no_two_ideas_play_the_same_pieces(edition):
    """The best comes first, and the others differ from it in what they play."""
    for view in positions(edition):
        ranked = rank(view, 0.02, most=24)
        there = view.board.cards if isinstance(view.board, Table) else ()
        kept = different(view, ranked, 3)
        assert kept[0] == ranked[0]
        assert len(kept) <= 3
        plays = [one.move for one in kept if isinstance(one.move, Play | Arrange)]
        pieces = [_played(move, there) for move in plays]
        assert len(set(map(frozenset, map(dict.items, pieces)))) == len(plays)


def _played(move, there):
    return Counter(move.tiles) if isinstance(move, Play) else Counter(move.cards) - Counter(there)


def test_permutations_are_one_idea():
    """An opening has each of its orders among the best moves; only one of them is an idea."""
    game = Game(["Ada", "Bo"], seed=4, ages=[30, 31])
    view = game.view("Ada")
    ranked = rank(view, 0.02, most=24)
    assert len(ranked) > 3
    assert len(different(view, ranked, 3)) < len(ranked)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_telling_reason_is_one_of_the_reasons(edition):
    """The first of the list that applies; some reason in any case."""
    for view in positions(edition):
        for advice in rank(view, 0.02, most=5):
            reason = most_telling(advice.reasons)
            assert reason in advice.reasons
            keys = [one.key for one in advice.reasons]
            first = next((key for key in TELLING if key in keys), keys[0])
            assert reason.key == first
