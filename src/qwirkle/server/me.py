"""What people are told about themselves, and the links that take them to another device."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import segno
from msgspec import Struct

from qwirkle.server import passkeys, ratings
from qwirkle.server.desk import milliseconds
from qwirkle.server.people import LINK_LASTS, Person
from qwirkle.server.wire import Name

if TYPE_CHECKING:
    from qwirkle.server.hosting import Host

QR_PIXELS = 6
"""The width of the smallest square of a QR code, where nothing scales it."""


class Me(Struct, frozen=True, kw_only=True):
    """Who you are here."""

    known: bool
    """Whether you have done anything yet: a guest is made at the first action."""
    person: str | None = None
    name: str = ""
    program: bool = False
    passkeys: int = 0
    ratings: list[ratings.OwnRating] = []


class Renamed(Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to be called at tables to come."""

    name: Name


class Linked(Struct, frozen=True, kw_only=True):
    """A link that makes another device yours too, once and soon."""

    url: str
    expires: int
    """Milliseconds since 1970."""
    qr: str
    """The link as a QR code: an SVG picture."""


class NewProgram(Struct, frozen=True, kw_only=True):
    """A program that may play: its token goes into the header ``Authorization: Bearer``."""

    person: str
    name: str
    token: str


async def me(host: Host, person: Person | None) -> Me:
    known = await host.people.by_id(person.id) if person else None
    if known is None:
        return Me(known=False)
    count, standings = await host.store.read(
        lambda c: (passkeys.count(c, known.id), ratings.standings_of(c, known.id))
    )
    return Me(
        known=True,
        person=known.id,
        name=known.name,
        program=known.bot,
        passkeys=count,
        ratings=standings,
    )


async def link(host: Host, person: Person, origin: str) -> Linked:
    """A link for this person, at the address by which they know the server."""
    url = f"{origin}/s/{await host.people.link(person)}"
    return Linked(url=url, expires=milliseconds() + LINK_LASTS, qr=qr(url))


async def table_qr(host: Host, table: str, origin: str) -> str:
    """The link of a table as a picture."""
    room = await host.desk.room(table)
    return qr(f"{origin}/t/{room.id}")


def qr(text: str) -> str:
    """A QR code as SVG: dark on a light ground, also where the page is dark."""
    code = segno.make(text, micro=False, error="m")
    picture = io.BytesIO()
    code.save(picture, kind="svg", xmldecl=False, scale=QR_PIXELS, dark="#000", light="#fff")
    return picture.getvalue().decode()


async def program(host: Host, name: str) -> NewProgram:
    """A program with a token of its own."""
    made, token = await host.people.newcomer(name, bot=True)
    return NewProgram(person=made.id, name=made.name, token=token)
