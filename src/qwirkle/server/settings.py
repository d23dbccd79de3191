"""What a host can choose."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Settings:
    """How one node runs."""

    data: str = "qwirkle.db"
    """A SQLite file, or ``postgresql://user:password@host/name``."""
    host: str = "127.0.0.1"
    port: int = 8108
    redis: str | None = None
    """``redis://host`` where there are several nodes."""
    node: str = field(default_factory=lambda: secrets.token_hex(4))
    origins: tuple[str, ...] = ()
    """Other origins than the server's own from which browsers may write."""
    workers: int = 1
    """Processes in which the computer players think."""
    bot_delay: tuple[float, float] = (0.7, 1.6)
    """Seconds that a computer player seems to think, at random between these."""
    bot_budget: float | None = None
    """Seconds that the top level may think; its own choice where None."""
    commands_per_second: int = 10
    """What one person may send, on average over ten seconds."""
    requests_per_second: int = 60
    """What one address may send, on average over ten seconds."""
    absence_live: int = 2 * 60
    """Seconds to come back to a game with a clock."""
    absence_untimed: int = 24 * 60 * 60
    """Seconds to come back to a game without one."""
    batch: int = 256
    """How many commands SQLite stores with one commit at most."""
    sweep: float = 0.5
    """Seconds between two looks for what is due, or what a broker has lost."""
    client: bool = True
    """Whether people get the client where it was built; plain pages without scripts otherwise."""
    secure: bool = False
    """Whether people come by https, so that their cookies must."""
    proxies: str | None = None
    """Addresses of proxies, with commas, that say whom they speak for; None believes nobody."""

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"
