"""What a game keeps in memory, and that nothing it has forgotten is missed."""

import pickle
import random
from itertools import islice

import pytest

from qwirkle import Game
from qwirkle.testing import random_move
from tests.resident import in_its_own_process, kib_each
from tests.test_kernel import compiled

MOST = 120
"""KiB that a game of 30 moves may keep."""


def played(number, edition="classic", moves=30):
    """A game in which the legal moves were looked at before each move."""
    game, dice = Game(["Ada", "Bo"], edition, seed=number), random.Random(number)
    while game.turn and game.moves < moves:
        some = list(islice(game.legal_moves, 30))
        game.push(dice.choice([move for move in some if move.is_play] or some))
    return game


def game_of(edition):
    return kib_each(lambda number: played(number, edition), 100)


@pytest.mark.parametrize("edition", ["classic", pytest.param("cards", marks=compiled)])
def test_a_game_of_thirty_moves_is_small(edition):
    """Old boards keep their tiles, and nothing of the kernel. The solver in Python remembers its
    answers for all games together."""
    assert in_its_own_process(f"tests.test_memory:game_of('{edition}')") <= MOST


def answers(board, hand):
    """What a board answers, the points and the next boards too."""
    return [(play, board.score(play), board.after(play)) for play in islice(board.plays(hand), 9)]


def test_old_boards_answer_as_they_did():
    """In any order, after other boards and other games were asked, and as a copy."""
    dice, seen = random.Random(1), []
    one, other = Game(["Ada", "Bo"], seed=1), Game(["Ada", "Bo"], seed=2)
    for game in (one, other) * 8:
        seen.append((game.board, game.hand, answers(game.board, game.hand)))
        game.push(random_move(game.view(game.turn), dice))
    dice.shuffle(seen)
    for board, hand, before in seen:
        assert answers(board, hand) == before
        assert answers(pickle.loads(pickle.dumps(board)), hand) == before  # noqa: S301


def test_moves_that_were_taken_back_are_made_again():
    """With the same boards, points and draws."""
    game = played(3, moves=12)
    record, moves = game.dump(), [event.move for event in game.backwards()][::-1]
    boards = [game.board]
    while game.moves:
        game.pop()
        boards.append(game.board)
    for move in moves:
        assert game.board == boards.pop()
        assert move in list(game.legal_moves)
        game.push(move)
    assert game.dump() == record
