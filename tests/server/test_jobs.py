"""What worker processes do, called here; and a worker from its first line to its last."""

import sys

import pytest

from qwirkle import Game, native
from qwirkle.bots import bot
from qwirkle.cards.moves import Arrange
from qwirkle.server.node import jobs
from qwirkle.server.node.worker import CONTEXT, _work
from tests.server import work

PATIENCE = 60.0
pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


def middle(edition):
    """A game after some moves, as its player to move sees it."""
    game = Game(["Ada", "Bo"], edition, seed=5)
    for _ in range(8):
        game.push(jobs.rescue(game.view(str(game.turn))))
    return game.view(str(game.turn))


@pytest.mark.parametrize("edition", ["classic", "cards"])
@pytest.mark.parametrize("level", [1, 6])
def test_a_level_chooses_a_legal_move_and_reports_no_fault(edition, level):
    """As text, so that it can be sent; the same seed gives the same move."""
    view = middle(edition)
    move, faults = jobs.choose(view, level, seed=3, budget=0.05)
    assert move in view.legal_moves
    assert faults == []


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_bot_of_others_moves_in_a_process_of_its_own(edition):
    """And one that fails is replaced, so that people can play on."""
    view = middle(edition)
    engine = f"cmd:{sys.executable} -m qwirkle engine --bot greedy"
    assert jobs.invited(view, engine, 2, 3, 0.05) == (str(bot("greedy").choose(view)), [])


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_level_moves_for_a_bot_of_others_that_fails(edition, tmp_path, monkeypatch):
    """With the move that it would have made itself; the other is not asked again for a while."""
    monkeypatch.setattr(jobs, "_RESTING", {})
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engine.py").write_text("open('started', 'a').write('once')")
    view, name = middle(edition), f"cmd:{sys.executable} engine.py"
    expected = str(bot("level-2", 3).choose(view))
    move, [fault] = jobs.invited(view, name, 2, 3, 0.05)
    assert move == expected
    assert "level-2 moved instead" in fault
    assert jobs.invited(view, name, 2, 3, 0.05) == (expected, [])
    assert (tmp_path / "started").read_text() == "once"
    monkeypatch.setitem(jobs._RESTING, name, 0.0)
    jobs.invited(view, name, 2, 3, 0.05)
    assert (tmp_path / "started").read_text() == "onceonce"


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_hints_are_different_legal_moves_with_their_reasons(edition):
    """In the language of the person who asked."""
    view = middle(edition)
    hints = jobs.advise(view, "pl", most=3, budget=0.05)
    assert len({hint.move for hint in hints}) == len(hints) > 0
    for hint in hints:
        assert hint.move in view.legal_moves
        assert hint.why
        assert hint.details


def test_arrangements_are_offered_the_most_rows_first():
    """Each can be laid, and captures as many rows as it says."""
    view = middle("cards")
    offers, _ = jobs.more_moves("cards", view.position)
    rows = [captured for _, captured in offers]
    assert rows == sorted(rows, reverse=True)
    for text, captured in offers:
        move = Arrange.parse(text)
        assert view.position.fault(move) is None
        assert len(move.captured) == captured


def test_at_the_opening_every_arrangement_is_offered():
    """There is nothing on the table yet that could be moved."""
    game = Game(["Ada", "Bo"], "cards", seed=5)
    position = game.view(str(game.turn)).position
    offers, complete = jobs.more_moves("cards", position)
    assert complete
    assert {move for move, _ in offers} == {str(move) for move in position.moves()}


def test_a_worker_answers_until_its_line_is_closed():
    """Values and exceptions come back; then the process ends by itself, without a fault."""
    ours, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()

    def ask(what, *args):
        ours.send((what, args))
        assert ours.poll(PATIENCE)
        ours.recv()  # it has read the work
        assert ours.poll(PATIENCE)
        return ours.recv()

    assert ours.poll(PATIENCE)
    assert ours.recv() is None
    assert ask(work.pid) == (True, process.pid)
    good, error = ask(work.fail, ValueError("no"))
    assert (good, type(error), str(error)) == (False, ValueError, "no")
    good, error = ask(work.fail_for_good)
    assert (good, type(error), str(error)) == (False, RuntimeError, "Unsendable")
    ours.close()
    process.join(PATIENCE)
    assert process.exitcode == 0
