"""Pairs over a Ray cluster: the same pairs, played on other machines.

A pair is a task. Where a machine or a process is lost, Ray plays its pair again somewhere else,
and since a pair is a pure function, nobody can tell the difference.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from itertools import islice
from typing import Any

from qwirkle.arena.match import Makers, Match, Pair
from qwirkle.arena.play import play_pair
from qwirkle.arena.provenance import code
from qwirkle.arena.runner import Failed, Pairs
from qwirkle.bots import BOTS

LOCAL = "local"
"""The address that starts a cluster of this machine alone."""
OBJECT_STORE = 200_000_000
RETRIES = 10
"""How often a pair is played again after losses, before something must be wrong with it."""


def cluster(
    match: Match,
    numbers: Iterable[int],
    makers: Makers = BOTS,
    *,
    address: str,
    jobs: int | None = None,
) -> Pairs:
    """Play on the cluster at an address; ``jobs`` is how many processes a local one has."""
    ray = connected(address, jobs)
    try:
        yield from _results(ray, match, numbers, None if makers is BOTS else dict(makers))
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, Failed) else error) from None
    except ray.exceptions.RayError as error:
        reason = str(error).partition("\n")[0]
        raise Failed("ui.arena.no_cluster", address=address, reason=reason) from None
    finally:
        ray.shutdown()


def _results(
    ray: Any, match: Match, numbers: Iterable[int], makers: dict[str, Any] | None
) -> Pairs:
    task = ray.remote(max_retries=RETRIES)(_played)
    shared = ray.put(makers)
    left, pending = iter(numbers), set[Any]()
    while True:
        # Machines may join and leave while the run goes on.
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(pending)
        pending |= {
            task.remote(match, shared, number, code()) for number in islice(left, max(0, room))
        }
        if not pending:
            return
        done, rest = ray.wait(list(pending), num_returns=1)
        pending = set(rest)
        yield from ray.get(done)


def _played(match: Match, makers: Makers | None, number: int, expected: str) -> Pair:
    if code() != expected:
        raise Failed("ui.arena.other_code")
    return play_pair(match, number, BOTS if makers is None else makers)


def connected(address: str, jobs: int | None = None) -> Any:
    """Ray, connected to the cluster at an address."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Without it Ray gives tasks a GPU environment of their own, and warns that this will change.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise Failed("ui.arena.no_ray") from None
    try:
        if address == LOCAL:
            ray.init(
                address="local",
                num_cpus=jobs,
                include_dashboard=False,
                object_store_memory=OBJECT_STORE,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        else:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # Ray has many ways to say that nobody answers
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise Failed("ui.arena.no_cluster", address=address, reason=reason) from None
    return ray
