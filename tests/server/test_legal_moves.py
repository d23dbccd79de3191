"""What the seat to move may do, with the points that it would bring."""

import pytest

from qwirkle import native
from qwirkle.server.domain import commands, handlers, turns
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.protocol import legality, views

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
U = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def started():
    room = handlers.create(commands.Create(id=U, name="Ada"), Actor("a"), 1)
    handlers.decide(room, commands.Sit(id=U, name="Bo"), Actor("b"), 1)
    for person in "ab":
        handlers.decide(room, commands.Start(id=U), Actor(person), 1)
    return room


def test_the_last_move_tells_where_its_points_come_from():
    """Line by line, to everybody; what going out brings on top belongs to no line (T17)."""
    room = started()
    assert views.view(room, None, 1).last is None
    while room.turn is not None:
        best = max(
            legality.legal_moves(room, room.turn).moves, key=lambda one: one.points, default=None
        )
        tiles = " ".join(map(str, list(room.game.hand)[:1]))
        turns.move(room, best.move if best else f"trade {tiles}", 1)
        last = views.view(room, None, 1).last
        out = 0 if room.turn is not None else 6
        assert sum(line.points for line in last.lines) in (last.points, last.points - out)
        assert all(line.qwirkle == (len(line.cells) == 6) for line in last.lines)
        assert bool(last.lines) == bool(best and best.move != "pass")


def test_the_list_has_every_legal_move_with_the_judges_points():
    """From the first move to the last, going out and passing among them."""
    room = started()
    while room.turn is not None:
        known = legality.legal_moves(room, room.turn)
        legal = [(str(move), room.game.state.points(move)) for move in room.game.legal_moves]
        trades = [len(text.split()) - 1 for text, _ in legal if text.startswith("trade")]
        assert [(one.move, one.points) for one in known.moves] == [
            pair for pair in legal if not pair[0].startswith("trade")
        ]
        assert known.trade == (0 if turns.must_play(room) else max(trades, default=0))
        assert legality.legal_moves(room, 1 - room.turn).moves == []
        best = max(known.moves, key=lambda one: one.points, default=None)
        tiles = " ".join(map(str, list(room.game.hand)[:1]))
        turns.move(room, best.move if best else f"trade {tiles}", 1)
