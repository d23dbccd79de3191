"""A security key in software: makes passkeys and signs with them, as a browser's would."""

import base64
import hashlib
import json
import secrets
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def coded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """One passkey at most, of one person."""

    def __init__(self, counts=True, verifies=True):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = secrets.token_bytes(16)
        self.counts = counts
        self.flags = PRESENT | (VERIFIED if verifies else 0)
        self.used = 0
        self.handle = None

    def make(self, options, origin):
        """What the browser answers to the options of a registration."""
        asked = options["publicKey"]
        self.handle = asked["user"]["id"]
        attested = bytes(16) + struct.pack(">H", len(self.name)) + self.name + self._public_key()
        data = self._data(asked["rp"]["id"], self.flags | ATTESTED) + attested
        statement = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        client = _client("webauthn.create", asked["challenge"], origin)
        response = {"clientDataJSON": coded(client), "attestationObject": coded(statement)}
        return self._credential(response)

    def sign(self, options, origin):
        """What it answers to the options of a login."""
        asked = options["publicKey"]
        data = self._data(asked["rpId"], self.flags)
        client = _client("webauthn.get", asked["challenge"], origin)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": coded(client),
            "authenticatorData": coded(data),
            "signature": coded(signature),
            "userHandle": self.handle,
        }
        return self._credential(response)

    def _credential(self, response):
        name = coded(self.name)
        made = {"id": name, "rawId": name, "type": "public-key", "response": response}
        return {"credential": {**made, "clientExtensionResults": {}}}

    def _data(self, site, flags):
        self.used += self.counts
        return hashlib.sha256(site.encode()).digest() + struct.pack(">BI", flags, self.used)

    def _public_key(self):
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        return encode_cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})


def _client(kind, challenge, origin):
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()
