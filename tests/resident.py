"""How much memory something takes, native memory included: in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest


def kib_each(make: Callable[[int], object], count: int) -> float:
    """What each of many things takes that are made one after the other and kept, in KiB."""
    warm = [make(number) for number in range(2)]  # what is loaded once
    before = _resident()
    kept = [make(number) for number in range(count)]
    assert len(warm) < len(kept)
    return (_resident() - before) / count


def in_its_own_process(expression: str) -> float:
    """The value of ``module:expression`` there."""
    if sys.platform != "linux":
        pytest.skip("Only Linux says how much memory a process has now.")
    module, called = expression.split(":", 1)
    program = f"import {module} as made; print(made.{called})"
    command = [sys.executable, "-c", program]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _resident() -> float:
    with open("/proc/self/status") as status:  # noqa: PTH123
        return next(float(line.split()[1]) for line in status if line.startswith("VmRSS:"))
