"""The kernel makes its copy of a board from its copy of the board before, where it has that one."""

import random

import pytest

from qwirkle import Board, Game, Hand
from qwirkle.classic import fast, steps
from qwirkle.classic.moves import Play
from qwirkle.testing import random_move
from qwirkle.tiles import TILES
from tests.test_kernel import assert_same, compiled


def followed(board, play):
    """The board after a play, which the kernel makes from its copy of the board before."""
    assert fast.kernel_board(board)
    after = board.laid(play)
    assert steps.about(after).copy
    assert fast.kernel_board(after)
    return after


@compiled
@pytest.mark.parametrize("seed", range(4))
def test_boards_follow_one_another(seed):
    """The same plays at every turn, on a board made from the one before it; that one stays."""
    game, dice = Game(["Ada", "Bo"], seed=seed), random.Random(seed)
    board = Board()
    while game.turn:
        move = random_move(game.view(game.turn), dice)
        game.push(move)
        if isinstance(move, Play):
            last, board = board, followed(board, move)
            assert_same(board, Hand(dice.choices(TILES, k=4)))
            assert_same(last, Hand(dice.choices(TILES, k=4)))
    assert board == game.board


@compiled
@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_boards_that_follow_far_away(step):
    """Near the edge of the kernel's board the copy is made again, and the answer is the same."""
    board, (dx, dy) = Board.parse("Ro@0,0"), step
    for far in range(2, 102, 2):
        board = followed(board, Play((((far * dx, far * dy), TILES[0]),)))
        assert_same(board, Hand.parse("Rx Bo"))


@compiled
def test_illegal_plays_are_followed_too():
    """A tile on a tile, and a broken line: as the reference has it."""
    board = Board.parse("Ro@0,0 Rx@1,0")
    for text in ("Rd@1,0", "Bs@2,0"):
        assert fast.kernel_board(board)
        after = board.laid(Play.parse(text))
        assert steps.about(after).copy
        assert_same(after, Hand.parse("Rs Rt Bd"))


@compiled
def test_points_follow_the_plays():
    """Each play comes with the points that the reference counts for it."""
    board, hand = Board.parse("Ro@0,0 Rx@1,0 Bo@0,1"), Hand.parse("Rs Rt Bx Go")
    scored = list(fast.scored(board, hand))
    assert [play for play, _ in scored] == list(board.plays(hand))
    assert all(board.score(play).points == points for play, points in scored)
