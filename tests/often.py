"""What waits for the long mode: ``make test LONG=1`` tries more, and finds what is rare."""

import os

import pytest

LONG = bool(os.environ.get("LONG"))


def often(times: int) -> int:
    """So many times in the long mode, and a third of that by default."""
    return times if LONG else -(-times // 3)


def late(*values):
    """Parameters of a test that wait for the long mode."""
    return pytest.param(*values, marks=pytest.mark.long)
