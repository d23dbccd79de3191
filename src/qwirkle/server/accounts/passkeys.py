"""Passkeys: a way back to one's name and games, from any device, without a password.

A challenge is stored in the database, so that any node can check the answer to it. It can be
answered once, correctly or not. The WebAuthn package is loaded when somebody uses a passkey: a node
starts faster without it.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from qwirkle.bots.names import NOBODY, spoken
from qwirkle.server.accounts.people import People, Person
from qwirkle.server.domain import ids
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.storage.schema import challenges, passkeys
from qwirkle.server.storage.timekeeping import milliseconds

Result = TypeVar("Result")
LASTS = 5 * 60 * 1000
"""How long an attempt may take, in milliseconds."""
MOST = 10
"""How many passkeys one person can have."""


class Options(Struct, frozen=True):
    """What the browser needs to know: hand it to ``navigator.credentials``."""

    publicKey: dict[str, Any]  # noqa: N815


class Credential(Struct, frozen=True):
    """What the browser answered, as ``PublicKeyCredential.toJSON`` writes it."""

    credential: dict[str, Any]


class Passkeys:
    """The passkeys of this server: made, and used to sign in."""

    def __init__(self, people: People, public: str | None, origins: tuple[str, ...]) -> None:
        self._people = people
        self._public = public
        """The public address of the server, if the operator has set it."""
        self._origins = origins
        """Other origins that may sign in here."""

    async def register_options(self, person: Person, origin: str, lang: str) -> Options:
        """Begin to register a passkey."""
        import webauthn
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        challenge = secrets.token_bytes(32)
        known = await self._people.store.read(
            lambda connection: _credentials(connection, person.id)
        )
        if len(known) >= MOST:
            raise Refused("refused", "serve.passkey.most", n=MOST)
        options = webauthn.generate_registration_options(
            rp_id=self._site(origin),
            rp_name="Qwirkle",
            user_id=person.id.encode(),
            user_name=spoken(person.name or NOBODY, lang),
            challenge=challenge,
            timeout=LASTS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(_decoded(c)) for c in known],
        )
        await self._people.store.write(lambda c: _ask(c, challenge, "register", person.id))
        return Options(json.loads(webauthn.options_to_json(options)))

    async def register(self, person: Person, sent: Credential, origin: str) -> None:
        """Store a passkey that answers the challenge of this person."""
        import webauthn

        challenge = await self._answered(sent, "register", person.id)
        made = _checked(
            lambda: webauthn.verify_registration_response(
                credential=sent.credential,
                expected_challenge=challenge,
                expected_rp_id=self._site(origin),
                expected_origin=[origin, *self._origins],
                require_user_verification=True,
            )
        )
        row = {
            "credential": _coded(made.credential_id),
            "person": person.id,
            "public_key": _coded(made.credential_public_key),
            "sign_count": made.sign_count,
            "created": milliseconds(),
        }
        await self._people.store.write(lambda connection: _keep(connection, row))

    async def login_options(self, origin: str) -> Options:
        """Begin to sign in; the device knows which of its passkeys belong to this site."""
        import webauthn
        from webauthn.helpers.structs import UserVerificationRequirement

        challenge = secrets.token_bytes(32)
        options = webauthn.generate_authentication_options(
            rp_id=self._site(origin),
            challenge=challenge,
            timeout=LASTS,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        await self._people.store.write(lambda connection: _ask(connection, challenge, "login", ""))
        return Options(json.loads(webauthn.options_to_json(options)))

    async def login(self, sent: Credential, origin: str, device: str) -> tuple[Person, str]:
        """The owner of a passkey, and a token for this device."""
        import webauthn

        challenge = await self._answered(sent, "login", "")
        name = sent.credential.get("id")
        row = await self._people.store.read(lambda connection: _passkey(connection, name))
        if row is None:
            raise Refused("unknown", "serve.passkey.unknown")
        proven = _checked(
            lambda: webauthn.verify_authentication_response(
                credential=sent.credential,
                expected_challenge=challenge,
                expected_rp_id=self._site(origin),
                expected_origin=[origin, *self._origins],
                require_user_verification=True,
                credential_public_key=_decoded(row.public_key),
                credential_current_sign_count=row.sign_count,
            )
        )
        counted = proven.new_sign_count
        if not await self._people.store.write(
            lambda c: _count_up(c, row.credential, row.sign_count, counted)
        ):
            raise Refused("refused", "serve.passkey.challenge")
        person = await self._people.by_id(row.person)
        assert person is not None  # noqa: S101
        return person, await self._people.device(person, device)

    async def forget(self, person: Person) -> None:
        """Forget all passkeys of a person; their devices stay signed in."""
        gone = delete(passkeys).where(passkeys.c.person == person.id)
        await self._people.store.write(lambda connection: connection.execute(gone).rowcount)

    def _site(self, origin: str) -> str:
        """The host name that passkeys are bound to: that of the public address, which the operator
        has to set. The Host header of a request does not matter, because anybody can write it. Only
        localhost needs no setting: it is always the device itself.

        Browsers create no passkeys for IP addresses.
        """
        name = urlsplit(origin).hostname or ""
        if self._public is None and name != "localhost":
            raise Refused("refused", "serve.passkey.address", text=name)
        try:
            ip_address(name)
        except ValueError:
            return name
        raise Refused("refused", "serve.passkey.address", text=name)

    async def _answered(self, sent: Credential, kind: str, person: str) -> bytes:
        """The challenge that an answer is for; it cannot be answered again."""

        def challenge() -> bytes:
            data = sent.credential["response"]["clientDataJSON"]
            return _decoded(json.loads(_decoded(data))["challenge"])

        found = _checked(challenge)
        if not await self._people.store.write(
            lambda connection: _use(connection, found, kind, person)
        ):
            raise Refused("refused", "serve.passkey.challenge")
        return found


def count(connection: Connection, person: str) -> int:
    """How many passkeys somebody has."""
    query = select(func.count()).select_from(passkeys).where(passkeys.c.person == person)
    return int(connection.scalar(query) or 0)


def _checked(check: Callable[[], Result]) -> Result:
    """Everything that can be wrong with an answer, from a browser or from an attacker."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return check()
    except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError) as reason:
        raise Refused("forbidden", "serve.passkey.failed") from reason


def _ask(connection: Connection, challenge: bytes, kind: str, person: str) -> None:
    now = milliseconds()
    connection.execute(delete(challenges).where(challenges.c.expires <= now))
    row = {"hash": _hash(challenge), "kind": kind, "person": person, "expires": now + LASTS}
    connection.execute(insert(challenges), [row])


def _use(connection: Connection, challenge: bytes, kind: str, person: str) -> bool:
    used = delete(challenges).where(
        challenges.c.hash == _hash(challenge),
        challenges.c.kind == kind,
        challenges.c.person == person,
        challenges.c.expires > milliseconds(),
    )
    return connection.execute(used).rowcount == 1


def _hash(challenge: bytes) -> str:
    return ids.hashed(_coded(challenge))


def _coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _credentials(connection: Connection, person: str) -> list[str]:
    query = select(passkeys.c.credential).where(passkeys.c.person == person)
    return list(connection.scalars(query))


def _passkey(connection: Connection, name: object) -> Any:
    if not isinstance(name, str):
        return None
    return connection.execute(select(passkeys).where(passkeys.c.credential == name)).first()


def _keep(connection: Connection, row: dict[str, Any]) -> None:
    known = _passkey(connection, row["credential"])
    if known is not None:
        raise Refused("refused", "serve.passkey.known")
    connection.execute(insert(passkeys), [row])


def _count_up(connection: Connection, credential: str, before: int, after: int) -> bool:
    """Count a use, unless the same passkey was used in between."""
    there = (passkeys.c.credential == credential) & (passkeys.c.sign_count == before)
    changed = connection.execute(update(passkeys).where(there), {"sign_count": after})
    return changed.rowcount == 1
