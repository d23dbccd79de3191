"""Offers: what the seat to move may do, with the points that it would bring."""

import pytest

from qwirkle import native
from qwirkle.server import commands, play, views, wire
from qwirkle.server.commands import Actor

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
U = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def started():
    room = commands.create(wire.Create(id=U, name="Ada"), Actor("a"), 1)
    commands.decide(room, wire.Sit(id=U, name="Bo"), Actor("b"), 1)
    for person in "ab":
        commands.decide(room, wire.Start(id=U), Actor(person), 1)
    return room


def test_offers_are_the_legal_moves_with_the_judges_points():
    """From the first move to the last, going out and passing among them."""
    room = started()
    while room.turn is not None:
        offered = views.offers(room, room.turn)
        legal = [(str(move), room.game.state.points(move)) for move in room.game.legal_moves]
        trades = [len(text.split()) - 1 for text, _ in legal if text.startswith("trade")]
        assert [(one.move, one.points) for one in offered.moves] == [
            pair for pair in legal if not pair[0].startswith("trade")
        ]
        assert offered.trade == max(trades, default=0)
        assert views.offers(room, 1 - room.turn).moves == []
        best = max(offered.moves, key=lambda one: one.points, default=None)
        tiles = " ".join(map(str, list(room.game.hand)[:1]))
        play.move(room, best.move if best else f"trade {tiles}", 1)
