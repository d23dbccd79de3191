"""Passkeys: a way back to one's name and games, from any device, without a password.

A challenge is kept in the database, so that any node can check what another one asked. It is used
up by the first answer, good or bad. The package for it is loaded when somebody uses a passkey: a
node starts faster without it.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from qwirkle.server import ids
from qwirkle.server.cleaning import NOBODY
from qwirkle.server.desk import milliseconds
from qwirkle.server.people import Person
from qwirkle.server.schema import challenges, passkeys
from qwirkle.server.wire import Refused

if TYPE_CHECKING:
    from qwirkle.server.hosting import Host

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


async def register_options(host: Host, person: Person, origin: str) -> Options:
    """Begin to make a passkey for somebody."""
    import webauthn
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
    )

    challenge = secrets.token_bytes(32)
    known = await host.store.read(lambda connection: _credentials(connection, person.id))
    if len(known) >= MOST:
        raise Refused("refused", "serve.passkey.most", n=MOST)
    options = webauthn.generate_registration_options(
        rp_id=_site(origin),
        rp_name="Qwirkle",
        user_id=person.id.encode(),
        user_name=person.name or NOBODY,
        challenge=challenge,
        timeout=LASTS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(_decoded(c)) for c in known],
    )
    await host.store.write(lambda c: _ask(c, challenge, "register", person.id))
    return Options(json.loads(webauthn.options_to_json(options)))


async def register(host: Host, person: Person, sent: Credential, origin: str) -> None:
    """Keep a passkey that answers what this person was asked."""
    import webauthn

    challenge = await _answered(host, sent, "register", person.id)
    made = _checked(
        lambda: webauthn.verify_registration_response(
            credential=sent.credential,
            expected_challenge=challenge,
            expected_rp_id=_site(origin),
            expected_origin=[origin, *host.settings.origins],
        )
    )
    row = {
        "credential": _coded(made.credential_id),
        "person": person.id,
        "public_key": _coded(made.credential_public_key),
        "sign_count": made.sign_count,
        "created": milliseconds(),
    }
    await host.store.write(lambda connection: _keep(connection, row))


async def login_options(host: Host, origin: str) -> Options:
    """Begin to say who one is; the device knows which of its passkeys are for this place."""
    import webauthn

    challenge = secrets.token_bytes(32)
    options = webauthn.generate_authentication_options(
        rp_id=_site(origin), challenge=challenge, timeout=LASTS
    )
    await host.store.write(lambda connection: _ask(connection, challenge, "login", ""))
    return Options(json.loads(webauthn.options_to_json(options)))


async def login(host: Host, sent: Credential, origin: str) -> tuple[Person, str]:
    """The person of a passkey, and a token for one more device of theirs."""
    import webauthn

    challenge = await _answered(host, sent, "login", "")
    name = sent.credential.get("id")
    row = await host.store.read(lambda connection: _passkey(connection, name))
    if row is None:
        raise Refused("unknown", "serve.passkey.unknown")
    proven = _checked(
        lambda: webauthn.verify_authentication_response(
            credential=sent.credential,
            expected_challenge=challenge,
            expected_rp_id=_site(origin),
            expected_origin=[origin, *host.settings.origins],
            credential_public_key=_decoded(row.public_key),
            credential_current_sign_count=row.sign_count,
        )
    )
    counted = proven.new_sign_count
    if not await host.store.write(lambda c: _count_up(c, row.credential, row.sign_count, counted)):
        raise Refused("refused", "serve.passkey.challenge")
    person = await host.people.by_id(row.person)
    assert person is not None  # noqa: S101
    return person, await host.people.device(person)


async def forget(host: Host, person: Person) -> None:
    """Let go of all passkeys of somebody; the devices that they are on now stay theirs."""
    gone = delete(passkeys).where(passkeys.c.person == person.id)
    await host.store.write(lambda connection: connection.execute(gone).rowcount)


def count(connection: Connection, person: str) -> int:
    """How many passkeys somebody has."""
    query = select(func.count()).select_from(passkeys).where(passkeys.c.person == person)
    return int(connection.scalar(query) or 0)


def _site(origin: str) -> str:
    """The name that passkeys are bound to; browsers make none for an address of numbers."""
    name = urlsplit(origin).hostname or ""
    try:
        ip_address(name)
    except ValueError:
        return name
    raise Refused("refused", "serve.passkey.address", text=name)


def _checked(check: Callable[[], Result]) -> Result:
    """Every way in which an answer of a browser, or of somebody else, can be wrong."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return check()
    except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError) as reason:
        raise Refused("forbidden", "serve.passkey.failed") from reason


async def _answered(host: Host, sent: Credential, kind: str, person: str) -> bytes:
    """The challenge that an answer is for, used up from now on."""

    def challenge() -> bytes:
        data = sent.credential["response"]["clientDataJSON"]
        return _decoded(json.loads(_decoded(data))["challenge"])

    found = _checked(challenge)
    if not await host.store.write(lambda connection: _use(connection, found, kind, person)):
        raise Refused("refused", "serve.passkey.challenge")
    return found


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
    """Count a use; somebody who used the same passkey in between has been quicker."""
    there = (passkeys.c.credential == credential) & (passkeys.c.sign_count == before)
    changed = connection.execute(update(passkeys).where(there), {"sign_count": after})
    return changed.rowcount == 1
