"""Ids of tables, people and tokens: random, and without meaning."""

from __future__ import annotations

import base64
import hashlib
import secrets

TABLE_ID = "^(import-)?[a-z2-7]{16}$"


def table_id() -> str:
    """Sixteen letters that nobody can guess: knowing them is permission to watch and to sit
    down."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def imported_id(record: str) -> str:
    """The id of an imported game, from its record. Its prefix and its length tell it from the id of
    a table at which people sit."""
    digest = hashlib.sha256(record.encode()).digest()[:10]
    return "import-" + base64.b32encode(digest).decode().lower()


def person_id() -> str:
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def token() -> str:
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """A token as it is stored: it has 192 random bits, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()
