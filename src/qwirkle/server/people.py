"""People without accounts: a token on their device, of which only a hash is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from qwirkle.server import ids
from qwirkle.server.cleaning import LONGEST_NAME, clean
from qwirkle.server.desk import milliseconds
from qwirkle.server.schema import people, tokens
from qwirkle.server.store import Store
from qwirkle.server.wire import Refused

LINK_LASTS = 15 * 60 * 1000
"""How long a link to another device can be used, in milliseconds."""
REMEMBERED = 10_000
REMEMBERED_FOR = 60 * 1000
"""Milliseconds: somebody may get another name at another node."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom a token stands for."""

    id: str
    name: str
    bot: bool = False


class People:
    """Who is who."""

    def __init__(self, store: Store, clock: Callable[[], int] = milliseconds) -> None:
        self.store = store
        self._clock = clock
        self._known: OrderedDict[str, tuple[Person, int]] = OrderedDict()

    async def who(self, token: str) -> Person | None:
        """The person of a token; None where there is no such token."""
        digest = ids.hashed(token)
        if digest in self._known:
            known, until = self._known[digest]
            if self._clock() < until:
                return known
        person = await self.store.read(lambda connection: _person(connection, digest))
        if person:
            self._remember(digest, person)
        return person

    async def newcomer(self, name: str = "", *, bot: bool = False) -> tuple[Person, str]:
        """Somebody new, and the token of their device."""
        token = ids.token()
        person = Person(ids.person_id(), clean(name, LONGEST_NAME), bot)
        kind = "bot" if bot else "device"
        await self.store.write(lambda connection: _add(connection, person, token, kind))
        self._remember(ids.hashed(token), person)
        return person, token

    async def rename(self, person: Person, name: str) -> Person:
        """Change what somebody is called at tables to come."""
        cleaned = clean(name, LONGEST_NAME)
        if not cleaned:
            raise Refused("bad", "serve.name")
        query = update(people).where(people.c.person == person.id).values(name=cleaned)
        await self.store.write(lambda connection: connection.execute(query) and None)
        self._known.clear()
        return Person(person.id, cleaned, person.bot)

    async def link(self, person: Person) -> str:
        """A secret that moves this person to another device, once and soon."""
        token = ids.token()
        expires = milliseconds() + LINK_LASTS
        await self.store.write(
            lambda connection: _keep_token(connection, person.id, token, "link", expires)
        )
        return token

    async def linked(self, secret: str) -> Person:
        """Whom a link would take to another device; looking does not use it up."""
        person = await self.store.read(lambda connection: _linked(connection, secret))
        if person is None:
            raise Refused("unknown", "serve.link")
        return person

    async def follow_link(self, secret: str) -> tuple[Person, str]:
        """Another device of the person who made the link, with a token of its own."""
        token = ids.token()
        person = await self.store.write(lambda connection: _use(connection, secret, token))
        if person is None:
            raise Refused("unknown", "serve.link")
        return person, token

    async def device(self, person: Person) -> str:
        """A token for one more device of somebody who has proven who they are."""
        token = ids.token()
        await self.store.write(
            lambda connection: _keep_token(connection, person.id, token, "device", None)
        )
        return token

    async def by_id(self, person: str) -> Person | None:
        return await self.store.read(lambda connection: _by_id(connection, person))

    def _remember(self, digest: str, person: Person) -> None:
        self._known[digest] = person, self._clock() + REMEMBERED_FOR
        self._known.move_to_end(digest)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _by_id(connection: Connection, person: str) -> Person | None:
    query = select(people.c.person, people.c.name, people.c.bot).where(people.c.person == person)
    row = connection.execute(query).first()
    return Person(*row) if row else None


def _person(connection: Connection, digest: str) -> Person | None:
    query = (
        select(people.c.person, people.c.name, people.c.bot)
        .join(tokens, tokens.c.person == people.c.person)
        .where(tokens.c.hash == digest, tokens.c.kind != "link")
    )
    row = connection.execute(query).first()
    return Person(*row) if row else None


def _add(connection: Connection, person: Person, token: str, kind: str) -> None:
    row = {
        "person": person.id,
        "name": person.name,
        "bot": person.bot,
        "created": milliseconds(),
    }
    connection.execute(insert(people), [row])
    _keep_token(connection, person.id, token, kind, None)


def _keep_token(
    connection: Connection, person: str, token: str, kind: str, expires: int | None
) -> None:
    row = {
        "hash": ids.hashed(token),
        "person": person,
        "kind": kind,
        "created": milliseconds(),
        "expires": expires,
    }
    connection.execute(insert(tokens), [row])


def _linked(connection: Connection, secret: str) -> Person | None:
    query = (
        select(people.c.person, people.c.name, people.c.bot)
        .join(tokens, tokens.c.person == people.c.person)
        .where(
            tokens.c.hash == ids.hashed(secret),
            tokens.c.kind == "link",
            tokens.c.expires > milliseconds(),
        )
    )
    row = connection.execute(query).first()
    return Person(*row) if row else None


def _use(connection: Connection, secret: str, token: str) -> Person | None:
    """Use up a link, if it is still good."""
    person = _linked(connection, secret)
    mine = (tokens.c.hash == ids.hashed(secret)) & (tokens.c.kind == "link")
    if connection.execute(delete(tokens).where(mine)).rowcount != 1 or person is None:
        return None
    _keep_token(connection, person.id, token, "device", None)
    return person
