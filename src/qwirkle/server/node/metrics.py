"""Numbers for operators. No label ever names a table, a person or a tile."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
TIMES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """What one node counts."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.commands = Counter(
            "qwirkle_commands", "Commands by what became of them", ["do", "outcome"],
            registry=registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "qwirkle_command_seconds", "From a command to its durable answer",
            registry=registry, buckets=TIMES,
        )  # fmt: skip
        self.batches = Histogram(
            "qwirkle_commit_jobs", "Commands in one commit", registry=registry, buckets=BATCHES
        )
        self.sockets = Gauge("qwirkle_sockets", "Connected viewers", registry=registry)
        self.rooms = Gauge("qwirkle_rooms", "Tables in memory", registry=registry)
        self.bot_moves = Counter(
            "qwirkle_bot_moves", "Moves of computer players", ["outcome"], registry=registry
        )
        self.jobs = Counter(
            "qwirkle_jobs", "Work for the processes by what became of it", ["outcome"],
            registry=registry,
        )  # fmt: skip
        self.jobs_waiting = Gauge(
            "qwirkle_jobs_waiting", "Work that waits for a process", ["lane"], registry=registry
        )
        self.job_wait = Histogram(
            "qwirkle_job_wait_seconds", "How long work waited for a process", ["lane"],
            registry=registry, buckets=TIMES,
        )  # fmt: skip
        self.failures = Counter(
            "qwirkle_storage_failures", "Times the database could not do it", registry=registry
        )

        self.jumps = Counter(
            "qwirkle_clock_jumps", "Times the time of day jumped", registry=registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
