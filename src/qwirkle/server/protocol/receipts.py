"""What the server signs: the heads of its logs, and the records of games that were played here."""

from __future__ import annotations

from collections import OrderedDict

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from qwirkle.chain import receipt_text
from qwirkle.server.domain.room import Room

MOST_RECEIPTS = 5000


class Receipt(Struct, frozen=True, tag="receipt", tag_field="type"):
    """A signed statement: after this event the log of this table has this head. Keep it, to prove
    later what the log was (docs/fairness.md)."""

    table: str
    seq: int
    head: str
    key: str
    """The server's public key, Ed25519, as 64 hexadecimal digits."""
    signature: str
    """Over ``qwirkle receipt TABLE SEQ HEAD``, as 128 hexadecimal digits."""


class ServerKey(Struct, frozen=True, kw_only=True):
    """The public key of this server; compare it with the one in your receipts and records."""

    key: str
    created: int
    earlier: list[str]
    """Earlier keys of this server, which were replaced."""


class Signer:
    """Signs for this server."""

    def __init__(self) -> None:
        self.public = ServerKey(key="", created=0, earlier=[])
        self._secret: Ed25519PrivateKey | None = None
        self._receipts: OrderedDict[str, Receipt] = OrderedDict()

    def use(self, secret: str, public: ServerKey) -> None:
        """Sign with this key from now on."""
        self._secret = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
        self.public = public

    @property
    def own(self) -> tuple[str, ...]:
        """Every key that is or was this server's."""
        return (self.public.key, *self.public.earlier)

    def sign(self, text: bytes) -> str:
        assert self._secret is not None  # noqa: S101
        return self._secret.sign(text).hex()

    def receipt(self, room: Room) -> Receipt | None:
        """The receipt for the log as it is now: signed once for all viewers.

        An imported game has none, because it was not played here.
        """
        if room.imported:
            return None
        known = self._receipts.get(room.id)
        if known is None or known.seq != room.seq:
            known = self._receipts[room.id] = self._signed(room.id, room.seq, room.head.hex())
            while len(self._receipts) > MOST_RECEIPTS:
                self._receipts.popitem(last=False)
        return known

    def _signed(self, table: str, seq: int, head: str) -> Receipt:
        signature = self.sign(receipt_text(table, seq, head))
        return Receipt(table, seq, head, self.public.key, signature)
