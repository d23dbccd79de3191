"""People without accounts: a token on their device, of which only a hash is stored.

People can see their own devices: what each browser calls itself, and on which days it was first and
last used. Addresses are not stored.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, insert, select, update

from qwirkle.server.domain import ids
from qwirkle.server.domain.clocks import DAY
from qwirkle.server.domain.names import LONGEST_NAME, clean
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.storage.database import StorageFailed, Store
from qwirkle.server.storage.schema import people, revoked, tokens
from qwirkle.server.storage.timekeeping import milliseconds

LINK_LASTS = 15 * 60 * 1000
"""How long a link to another device can be used, in milliseconds."""
REMEMBERED = 10_000
REMEMBERED_FOR = 60 * 1000
"""Milliseconds; the name may have changed at another node."""
REVOKED_FOR = 5 * 60 * 1000
"""Milliseconds for which a revoked token stays in the list for all nodes: longer than any of them
caches it, and than their clocks differ."""


@dataclass(frozen=True, slots=True)
class Person:
    """The person behind a token."""

    id: str
    name: str
    program: bool = False
    """Whether it is a program with a token of its own."""
    face: str = ""
    """How they want to look (``commands.Face``); empty where they have not chosen."""
    device: str | None = field(default=None, compare=False)
    """The hash of the token that was sent, if any."""


@dataclass(frozen=True, slots=True)
class Device:
    """A token, as its owner may see it."""

    hash: str
    name: str
    created: int
    seen: int | None

    @property
    def id(self) -> str:
        """An id for it that is of no use to anybody else."""
        return ids.hashed(self.hash)[:16]


class People:
    """Who is who."""

    def __init__(self, store: Store, clock: Callable[[], int] = milliseconds) -> None:
        self.store = store
        self._clock = clock
        self._known: OrderedDict[str, tuple[Person, int]] = OrderedDict()

    async def who(self, token: str) -> Person | None:
        """The owner of a token; None if there is no such token."""
        digest = ids.hashed(token)
        if digest in self._known:
            known, until = self._known[digest]
            if self._clock() < until:
                return known
        found = await self.store.read(lambda connection: _person(connection, digest))
        if found is None:
            return None
        person, seen = found
        await self._note(digest, seen)
        self._remember(digest, person)
        return person

    async def newcomer(
        self, name: str = "", *, program: bool = False, device: str = ""
    ) -> tuple[Person, str]:
        """A new person, and the token of their device."""
        token = ids.token()
        digest = ids.hashed(token)
        person = Person(ids.person_id(), clean(name, LONGEST_NAME), program, device=digest)
        kind = "program" if program else "device"
        await self.store.write(lambda connection: _add(connection, person, token, kind, device))
        self._remember(digest, person)
        return person, token

    async def devices(self, person: Person) -> list[Device]:
        """The devices of a person, the latest first."""
        return await self.store.read(lambda connection: _devices(connection, person.id))

    async def revoke(self, person: Person, name: str | None) -> set[str]:
        """Sign out a device of a person, or with None all devices except the one that asks."""
        mine = await self.devices(person)
        gone = {
            one.hash
            for one in mine
            if (one.hash != person.device if name is None else one.id == name)
        }
        if name is not None and not gone:
            raise Refused("unknown", "serve.device")
        now = self._clock()
        await self.store.write(lambda connection: _revoke(connection, person.id, gone, now))
        self._forget(gone)
        return gone

    async def revoked(self) -> set[str]:
        """The tokens that were revoked recently, at any node; this node forgets them."""
        since = self._clock() - REVOKED_FOR
        query = select(revoked.c.hash).where(revoked.c.at > since)
        gone = await self.store.read(lambda connection: set(connection.scalars(query)))
        self._forget(gone)
        return gone

    async def change(self, person: Person, name: str | None, face: str | None) -> None:
        """Change the name or the face of a person, at future tables."""
        wanted = {}
        if name is not None:
            wanted["name"] = clean(name, LONGEST_NAME)
            if not wanted["name"]:
                raise Refused("bad", "serve.name")
        if face is not None:
            wanted["face"] = face
        query = update(people).where(people.c.person == person.id).values(wanted)
        await self.store.write(lambda connection: connection.execute(query) and None)
        self._known.clear()

    async def link(self, person: Person) -> str:
        """A secret that signs another device in, once and soon."""
        token = ids.token()
        expires = milliseconds() + LINK_LASTS
        await self.store.write(
            lambda connection: _keep_token(connection, person.id, token, "link", expires)
        )
        return token

    async def linked(self, secret: str) -> Person:
        """The owner of a link; looking does not use it up."""
        person = await self.store.read(lambda connection: _linked(connection, secret))
        if person is None:
            raise Refused("unknown", "serve.link")
        return person

    async def follow_link(self, secret: str, device: str = "") -> tuple[Person, str]:
        """Another device of the person who made the link, with a token of its own."""
        token = ids.token()
        person = await self.store.write(lambda connection: _use(connection, secret, token, device))
        if person is None:
            raise Refused("unknown", "serve.link")
        return person, token

    async def device(self, person: Person, device: str = "") -> str:
        """A token for another device of a person who has proven who they are."""
        token = ids.token()
        await self.store.write(
            lambda connection: _keep_token(connection, person.id, token, "device", None, device)
        )
        return token

    async def by_id(self, person: str) -> Person | None:
        return await self.store.read(lambda connection: _by_id(connection, person))

    async def _note(self, digest: str, seen: int | None) -> None:
        """Store that a device was used, once a day; a failure is ignored."""
        today = self._clock() // DAY * DAY
        if seen is None or seen < today:
            used = update(tokens).where(tokens.c.hash == digest).values(seen=today)
            with suppress(StorageFailed):
                await self.store.write(lambda connection: connection.execute(used) and None)

    def _forget(self, digests: set[str]) -> None:
        for digest in digests:
            self._known.pop(digest, None)

    def _remember(self, digest: str, person: Person) -> None:
        self._known[digest] = person, self._clock() + REMEMBERED_FOR
        self._known.move_to_end(digest)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


_PERSON = (people.c.person, people.c.name, people.c.program, people.c.face)
"""The columns of a ``Person``, in the order of its fields."""


def _by_id(connection: Connection, person: str) -> Person | None:
    query = select(*_PERSON).where(people.c.person == person)
    row = connection.execute(query).first()
    return Person(*row) if row else None


def _person(connection: Connection, digest: str) -> tuple[Person, int | None] | None:
    """The owner of a token, and when it was last used."""
    query = (
        select(*_PERSON, tokens.c.seen)
        .join(tokens, tokens.c.person == people.c.person)
        .where(tokens.c.hash == digest, tokens.c.kind != "link")
    )
    row = connection.execute(query).first()
    return (Person(*row[:-1], device=digest), row.seen) if row else None


def _devices(connection: Connection, person: str) -> list[Device]:
    query = (
        select(tokens.c.hash, tokens.c.name, tokens.c.created, tokens.c.seen)
        .where(tokens.c.person == person, tokens.c.kind != "link")
        .order_by(tokens.c.created.desc(), tokens.c.hash)
    )
    return [Device(*row) for row in connection.execute(query)]


def _revoke(connection: Connection, person: str, gone: set[str], now: int) -> None:
    """Links are deleted too: one may have been made on that device."""
    links = (tokens.c.person == person) & (tokens.c.kind == "link")
    connection.execute(delete(tokens).where(links))
    connection.execute(delete(revoked).where(revoked.c.at <= now - REVOKED_FOR))
    for digest in sorted(gone):
        if connection.execute(delete(tokens).where(tokens.c.hash == digest)).rowcount:
            connection.execute(insert(revoked), [{"hash": digest, "at": now}])


def _add(connection: Connection, person: Person, token: str, kind: str, device: str) -> None:
    row = {
        "person": person.id,
        "name": person.name,
        "program": person.program,
        "created": milliseconds(),
    }
    connection.execute(insert(people), [row])
    _keep_token(connection, person.id, token, kind, None, device)


def _keep_token(
    connection: Connection,
    person: str,
    token: str,
    kind: str,
    expires: int | None,
    device: str = "",
) -> None:
    row = {
        "hash": ids.hashed(token),
        "person": person,
        "kind": kind,
        "created": milliseconds(),
        "expires": expires,
        "name": device,
        "seen": milliseconds() // DAY * DAY,
    }
    connection.execute(insert(tokens), [row])


def _linked(connection: Connection, secret: str) -> Person | None:
    query = (
        select(*_PERSON)
        .join(tokens, tokens.c.person == people.c.person)
        .where(
            tokens.c.hash == ids.hashed(secret),
            tokens.c.kind == "link",
            tokens.c.expires > milliseconds(),
        )
    )
    row = connection.execute(query).first()
    return Person(*row) if row else None


def _use(connection: Connection, secret: str, token: str, device: str) -> Person | None:
    """Use up a link, if it is still valid."""
    person = _linked(connection, secret)
    mine = (tokens.c.hash == ids.hashed(secret)) & (tokens.c.kind == "link")
    if connection.execute(delete(tokens).where(mine)).rowcount != 1 or person is None:
        return None
    _keep_token(connection, person.id, token, "device", None, device)
    return person
