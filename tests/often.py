"""How often what is random is tried: ``make test LONG=1`` finds what is rare."""

import os

LONG = bool(os.environ.get("LONG"))


def often(times: int) -> int:
    """So many times in the long mode, and a third of that by default."""
    return times if LONG else -(-times // 3)
