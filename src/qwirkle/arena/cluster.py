"""Pairs over a Ray cluster: the same pairs, played on other machines.

A pair is a task. Where a machine or a process is lost, Ray plays its pair again somewhere else,
and since a pair is a pure function, nobody can tell the difference.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from qwirkle.arena.match import Match, Pair
from qwirkle.arena.play import play_pair
from qwirkle.arena.provenance import code
from qwirkle.arena.runner import Failed, Pairs
from qwirkle.bots import BOTS, Makers
from qwirkle.bots.finding import fingerprint, is_guest
from qwirkle.faults import BadSetup

LOCAL = "local"
"""The address that starts a cluster of this machine alone."""
OBJECT_STORE = 200_000_000
PATIENCE = 20.0
"""How many seconds a cluster has to answer at first."""
RETRIES = 10
"""How often a pair is played again after losses, before something must be wrong with it."""


class Cluster:
    """A way to spread pairs: open it as a context, then call it for as many matches as you like.

    ``jobs`` is how many processes a local cluster has.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self.address = address
        self._jobs = jobs
        self._ray: Any = None

    def __enter__(self) -> Cluster:
        self._ray = connected(self.address, self._jobs)
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def __call__(self, match: Match, numbers: Iterable[int], makers: Makers = BOTS) -> Pairs:
        """Play on the cluster."""
        pending: set[Any] = set()
        try:
            yield from self._results(match, numbers, makers, pending)
        except self._ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, Failed) else error) from None
        except self._ray.exceptions.RayError as error:
            raise _unusable(self.address, error) from None
        finally:
            for task in pending:
                self._ray.cancel(task, force=True)

    def _results(
        self, match: Match, numbers: Iterable[int], makers: Makers, pending: set[Any]
    ) -> Pairs:
        ray = self._ray
        task = ray.remote(max_retries=RETRIES)(_played)
        shared = ray.put(None if makers is BOTS else dict(makers))
        left = iter(numbers)
        while True:
            # Machines may join and leave while the run goes on.
            room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(pending)
            for number in islice(left, max(0, room)):
                pending.add(task.remote(match, shared, number, programs(match), str(Path.cwd())))
            if not pending:
                return
            done, _ = ray.wait(list(pending), num_returns=1)
            pending.difference_update(done)
            yield from ray.get(done)


def programs(match: Match) -> dict[str, str | None]:
    """Fingerprints of everything that plays a match here: of the package, and of other bots."""
    guests = {bot: fingerprint(bot) for bot in match.bots if is_guest(bot)}
    return {"": code(), **guests}


def _played(
    match: Match, makers: Makers | None, number: int, expected: dict[str, str | None], folder: str
) -> Pair:
    """Play a pair on a machine of the cluster, if the same programs are there."""
    if expected[""] != code():
        raise Failed("ui.arena.other_code")
    if len(expected) > 1:
        try:
            os.chdir(folder)
            same = programs(match) == expected
        except (OSError, BadSetup):
            same = False
        if not same:
            raise Failed("ui.arena.other_bot", bots=", ".join(bot for bot in expected if bot))
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
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # Ray has many ways to say that nobody answers
        raise _unusable(address, error) from None
    return ray


def _knock(address: str) -> None:
    """Fail where nobody listens: Ray itself would try again for a very long time."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()


def _unusable(address: str, error: Exception) -> Failed:
    reason = str(error).strip().partition("\n")[0] or type(error).__name__
    return Failed("ui.arena.no_cluster", address=address, detail=reason)
