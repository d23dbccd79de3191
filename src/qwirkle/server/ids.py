"""Names for tables, people and tokens: random, and telling nothing."""

from __future__ import annotations

import base64
import hashlib
import secrets


def table_id() -> str:
    """Sixteen letters that nobody guesses: whoever knows them may watch and sit down."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def person_id() -> str:
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def token() -> str:
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """How a token is kept: it has 192 random bits, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()
