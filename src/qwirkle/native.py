"""The compiled kernel, where it was built and is not turned off with ``QWIRKLE_PURE=1``.

``kernel`` is None otherwise: then readable Python gives the same answers, more slowly. Where there
is a variant for newer processors and this is one, it is taken instead of the portable module; their
answers are the same.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from qwirkle.tiles import TILES


def load() -> ModuleType | None:
    """The kernel that suits the processor best, unless it is turned off or was not built."""
    if os.environ.get("QWIRKLE_PURE") == "1":
        return None
    try:
        portable = import_module("qwirkle._kernel")
        found = import_module(f"qwirkle.{portable.suited_module()}")
    except ImportError:
        return None
    found.tell_tiles(list(TILES))
    return found


kernel = load()
VARIANT: str = kernel.variant() if kernel else "pure"
"""``pure`` without the kernel, else what it was compiled for: ``portable``, or ``v3`` (x86-64)."""
