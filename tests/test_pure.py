"""What uses the rules works without the kernel, too; the tests of it run compiled."""

import os
import subprocess
import sys

import pytest

from qwirkle.editions import EDITIONS
from qwirkle.locales import say

PROGRAM = """
import sys
from qwirkle import native
from tests.command import qwirkle
from tests.test_review import played

edition, file = sys.argv[1:]
assert native.kernel is None
game = qwirkle("play", "--game", edition, "--seed", "5", "--level", "1", typed="hint\\nquit\\n")
assert game.returncode == 0, game
assert "You could type:" in game.stdout
with open(file, "w") as record:
    record.write(played(edition, 2).dump())
assert qwirkle("hint", file).returncode == 0
assert qwirkle("verify", file).returncode == 0
print(qwirkle("review", file).stderr, end="")
"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_command_works_without_the_kernel(edition, tmp_path):
    """A game in the terminal, a hint and a proof; only the review says what it needs."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, edition, str(tmp_path / "game.qwirkle")],
        env={**os.environ, "QWIRKLE_PURE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"qwirkle: {say('bad.no_kernel')}\n"
