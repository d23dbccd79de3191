"""Attacks on a server that once worked, kept as checks that they do not work again.

Each module is one attack. Its ``run`` starts a node of its own on loopback, attacks it for a
bounded time, ends it, and returns what it found. ``python -m bench.attacks`` runs them all.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One promise under attack: whether it held, and the figure behind that word."""

    promise: str
    held: bool
    measured: str
