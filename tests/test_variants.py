"""The kernel compiled for any processor, and once more for newer ones: the same answers."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from qwirkle import native
from qwirkle.classic import fast
from qwirkle.classic.notation import parse_position
from tests.conformance import HERE

compiled = pytest.mark.skipif(native.kernel is None, reason="this is the pure run")
two = pytest.mark.skipif(
    native.VARIANT in ("pure", "portable"), reason="only one kernel was built, or can run here"
)


@pytest.fixture
def portable():
    return import_module("qwirkle._kernel")


@compiled
def test_the_processor_chooses(portable):
    """The variant where the processor has what it needs, else the portable module."""
    name = portable.suited_module()
    variant = {"_kernel": "portable", "_kernel_v3": "v3"}[name]
    assert native.kernel.__name__ == f"qwirkle.{name}"
    assert variant == native.VARIANT == native.kernel.variant()
    assert portable.variant() == "portable"


def test_an_old_processor_gets_the_portable_kernel(monkeypatch):
    """Nothing that it lacks is ever loaded."""
    portable: Any = SimpleNamespace(
        __name__="qwirkle._kernel", suited_module=lambda: "_kernel", tell_tiles=len
    )
    monkeypatch.delenv("QWIRKLE_PURE", raising=False)
    monkeypatch.setattr(native, "import_module", {"qwirkle._kernel": portable}.__getitem__)
    assert native.load() is portable


@two
@pytest.mark.parametrize("game", ["classic", "cards"])
@pytest.mark.parametrize("policy", ["greedy", "greedy-all", "random"])
def test_both_play_the_same_games(portable, game, policy):
    """Scores, turns and winners of whole games."""
    games = 60, [policy] * 3, 9, 1
    answers = (getattr(module, f"{game}_selfplay")(*games) for module in (portable, native.kernel))
    for one, other in zip(*answers, strict=True):
        assert (one == other).all()


@two
@pytest.mark.parametrize("line", (HERE / "classic.perft").read_text().splitlines())
def test_both_find_the_same_plays(portable, line):
    """Plays and points of the positions of the conformance file, and what can follow them."""
    where = parse_position(line.rpartition(" = ")[0])
    one, other = (module.Board(dict(where.board)) for module in (portable, native.kernel))
    assert one.points(fast.kinds(where.hand)) == other.points(fast.kinds(where.hand))
    assert one.count(where.hand, 2) == other.count(where.hand, 2)
