"""The names by which a server may be called.

Anybody can let a name of their own lead to somebody's laptop (DNS rebinding). For a browser the
pages of that name and this server are then one site, and only the ``Host`` header tells. So a
server answers to names that no stranger can take: addresses, those of its machine and its network,
and what the operator has said.
"""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from qwirkle.server.node.settings import Settings

FORM = re.compile(r"([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
"""A name or an address, and perhaps a port; any port, because a proxy may have another one."""
UNREGISTERED = (".localhost", ".local")
"""Nobody can register a name that ends like this. The first is always the device itself (RFC 6761).
The second is asked for in the network at hand and never in the DNS (RFC 6762): a stranger on the
internet cannot take ``qwirkle.local``, and somebody in the same network who does gets a guest
without anybody's cookies, for these belong to the name at which they were made."""


def own_names(settings: Settings) -> frozenset[str]:
    """The names of a server. The machine is asked for its own, but not the DNS, which could wait;
    there a name would be somebody else's word, too."""
    machine = socket.gethostname().lower()
    sites = filter(None, (settings.public, *settings.origins))
    named = {str(urlsplit(site).hostname) for site in sites}
    own = {"localhost", settings.host.lower(), machine, machine.partition(".")[0]}
    return frozenset((own | named) - {""})


def is_own(host: str, names: frozenset[str]) -> bool:
    """Whether a ``Host`` header names this server; a dot at the end changes no name."""
    if not (found := FORM.fullmatch(host.lower())):
        return False
    name = found[1].removesuffix(".")
    return name in names or name.endswith(UNREGISTERED) or _is_address(name.strip("[]"))


def _is_address(name: str) -> bool:
    """An address is what it is: it leads nowhere else."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
