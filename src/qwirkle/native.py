"""The compiled kernel, where it was built and is not turned off with ``QWIRKLE_PURE=1``.

``kernel`` is None otherwise: then readable Python gives the same answers, more slowly.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from qwirkle.tiles import TILES


def load() -> ModuleType | None:
    """The kernel, unless it is turned off or was not built."""
    if os.environ.get("QWIRKLE_PURE") == "1":
        return None
    try:
        found = import_module("qwirkle._kernel")
    except ImportError:
        return None
    found.tell_tiles(list(TILES))
    return found


kernel = load()
