"""What a table keeps in memory."""

import random
from contextlib import contextmanager
from itertools import islice

import pytest
from sqlalchemy import create_engine

from qwirkle import native
from qwirkle.server.protocol import legality
from qwirkle.server.storage import event_log, schema
from tests.resident import in_its_own_process, kib_each
from tests.server.rooms import Bench, same

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
MOST = 250
"""KiB that a table of 30 moves may take."""
PLAYED = 160
"""The same for one that was played here: its proofs share what they have in common."""


def played(number, edition):
    """A table whose legal moves were shown before each of 30 moves."""
    bench, dice = Bench("Ada", "Bo", edition=edition), random.Random(number)
    while bench.room.phase == "playing" and bench.room.game.moves < 30:
        legality.legal_moves(bench.room, bench.room.turn)
        some = list(islice(bench.room.game.legal_moves, 30))
        bench.play(str(dice.choice([move for move in some if move.is_play] or some)))
    return bench.room


def table_of(edition):
    return kib_each(lambda number: played(number, edition), 40)


@contextmanager
def database():
    """An empty one in memory."""
    with create_engine("sqlite://").connect() as connection:
        schema.metadata.create_all(connection)
        yield connection


def loaded(connection, room):
    event_log.append(connection, room, 0)
    again = event_log.load(connection, room.id)
    assert same(again, room)
    connection.rollback()
    return again


def loaded_of(edition):
    with database() as connection:
        return kib_each(lambda number: loaded(connection, played(number, edition)), 40)


def hashes(room):
    """Those of all proofs in a log."""
    draws = [draw for entry in room.log if (draw := getattr(entry.event, "draw", None))]
    return [node for draw in draws for proof in draw.proofs for node in proof.path]


def test_proofs_share_their_hashes():
    """Each is kept once for all proofs of a shuffle, at a table that was played and at one that
    was loaded."""
    room = played(1, "classic")
    with database() as connection:
        again = loaded(connection, room)
    assert hashes(room) == hashes(again) != []
    for found in map(hashes, (room, again)):
        assert len(set(map(id, found))) == len(set(found)) < len(found) / 3


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_table_of_thirty_moves_is_small(edition):
    """One that was played here, and one that was loaded."""
    assert in_its_own_process(f"tests.server.test_memory:table_of('{edition}')") <= PLAYED
    assert in_its_own_process(f"tests.server.test_memory:loaded_of('{edition}')") <= MOST
