"""Golden games: what is played today is what was played when they were last read."""

import pytest

from tests.playthroughs import GAMES, HERE, told


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name):
    """The whole game is as before; `python -m tests.playthroughs` writes it again."""
    assert told(*GAMES[name]) == (HERE / f"{name}.txt").read_text(encoding="utf-8")
