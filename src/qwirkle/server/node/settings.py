"""What an operator can choose, with the only copy of the defaults."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Settings:
    """How one node runs."""

    data: str
    """A SQLite file, or ``postgresql://user:password@host/name``."""
    host: str = "127.0.0.1"
    port: int = 8108
    redis: str | None = None
    """``redis://host``, for several nodes."""
    node: str = field(default_factory=lambda: secrets.token_hex(4))
    origins: tuple[str, ...] = ()
    """Other origins than the server's own from which browsers may write."""
    public: str | None = None
    """The public address of this server, such as ``https://qwirkle.example``."""
    workers: int = 2
    """Processes for long-running work: computer players, hints, arrangements, records."""
    bot_delay: tuple[float, float] = (0.7, 1.6)
    """Seconds that a computer player seems to think, at random between these."""
    bot_budget: float | None = None
    """Seconds that the top level may think while nothing else waits; None for its usual time."""
    bots: tuple[tuple[int, str], ...] = ()
    """Bots that play in place of levels: ``(6, "cmd:./engine")``."""
    commands_per_second: int = 10
    """What one person may send, on average over ten seconds."""
    requests_per_second: int = 60
    """What one address may send, on average over ten seconds."""
    newcomers_per_minute: int = 10
    """New people who may come from one address, on average over six minutes."""
    sockets: tuple[int, int] = (20, 200)
    """Sockets and streams that one person, and one address, may hold open at this node."""
    slowest: float = 20.0
    """Seconds in which a request must arrive completely, and an answer must be read."""
    absence_live: int = 2 * 60
    """Seconds to come back to a game with a clock."""
    absence_untimed: int = 24 * 60 * 60
    """Seconds to come back to a game without one."""
    batch: int = 256
    """The most commands that SQLite stores with one commit."""
    sweep: float = 0.5
    """Seconds between two checks for what is due, or what a broker has lost."""
    client: bool = True
    """Whether people get the client, if it was built; otherwise plain pages without scripts."""
    secure: bool = False
    """Whether people connect over https, so that cookies are sent over https only."""
    proxies: str | None = None
    """Addresses of trusted proxies, separated by commas; None trusts nobody."""
    metrics_from: tuple[Network, ...] = ()
    """From where the metrics may be read, besides this machine."""

    def bot_of(self, level: int) -> str | None:
        """The bot that plays in place of a level; None for our own."""
        return dict(self.bots).get(level)

    @property
    def https(self) -> bool:
        """Whether people connect over https, even if a proxy forwards http."""
        return self.secure or (self.public or "").startswith("https:")

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"
