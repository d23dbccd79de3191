"""The server's key in the database.

All nodes of a database share one key. It is created when the first of them starts, and stored in
the database, so that backups include it. A key that was replaced no longer signs, but is remembered
as one of this server's.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, insert, select, update

from qwirkle.server.protocol.receipts import ServerKey
from qwirkle.server.storage.database import KEYING, take_turns
from qwirkle.server.storage.schema import keys


def current(connection: Connection, now: int) -> tuple[str, ServerKey]:
    """The secret of the key in use, and its public part; if there is no key, one is created."""
    take_turns(connection, KEYING)
    found = list(connection.execute(select(keys).order_by(keys.c.created, keys.c.key)))
    used = [row for row in found if row.replaced is None]
    if not used:
        _make(connection, now)
        return current(connection, now)
    earlier = [row.key for row in found if row.replaced is not None]
    public = ServerKey(key=used[-1].key, created=used[-1].created, earlier=earlier)
    return used[-1].secret, public


def _make(connection: Connection, now: int) -> None:
    secret = Ed25519PrivateKey.generate()
    public = secret.public_key().public_bytes_raw().hex()
    row = {"key": public, "secret": secret.private_bytes_raw().hex(), "created": now}
    connection.execute(insert(keys), [row])


def look(connection: Connection, now: int) -> ServerKey:
    """The key in use, for the operator."""
    return current(connection, now)[1]


def replace(connection: Connection, now: int) -> ServerKey:
    """Create a new key. The secret of the old one is erased, its public part is kept."""
    take_turns(connection, KEYING)
    old = update(keys).where(keys.c.replaced.is_(None)).values(secret="", replaced=now)
    connection.execute(old)
    _make(connection, now)
    return look(connection, now)
