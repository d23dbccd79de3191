"""Whether a signature is that of a key: Ed25519, where the package that knows it is installed."""

from __future__ import annotations


def fits(key: str, signature: str, text: bytes) -> bool | None:
    """Whether the holder of a key has signed a text; None where that cannot be checked here."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ModuleNotFoundError:
        return None
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), text
        )
    except (InvalidSignature, ValueError):
        return False
    return True
