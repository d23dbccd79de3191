"""What people can see and change of themselves, and the links that take them to another device."""

from __future__ import annotations

import io

import segno
from msgspec import Struct

from qwirkle.server.accounts import passkeys, ratings
from qwirkle.server.accounts.people import LINK_LASTS, People, Person
from qwirkle.server.domain.commands import Face, Name
from qwirkle.server.storage.timekeeping import milliseconds

QR_PIXELS = 6
"""The width of the smallest square of a QR code, unless something scales it."""


class Me(Struct, frozen=True, kw_only=True):
    """Who you are here."""

    known: bool
    """Whether you have done anything yet: a guest is made at the first action."""
    person: str | None = None
    name: str = ""
    face: str = ""
    """How you want to look; empty where you have not chosen."""
    program: bool = False
    passkeys: int = 0
    ratings: list[ratings.OwnRating] = []


class ProfileChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to be called and how you want to look at tables to come: one, or both."""

    name: Name | None = None
    face: Face | None = None
    """Three characters, as in ``s12``: the letter of a shape as on the tiles, the number of a
    colour, and that of what is on the head. An empty text clears the choice: clients then draw a
    face from the name."""


class NamedProgram(Struct, frozen=True, forbid_unknown_fields=True):
    """What a program is to be called."""

    name: Name


class Linked(Struct, frozen=True, kw_only=True):
    """A link that makes another device yours too, once and soon."""

    path: str
    """What follows the address of the server, by which you know it best yourself."""
    expires: int
    """Milliseconds since 1970."""
    qr: str
    """The whole link as a QR code: an SVG picture."""


class NewProgram(Struct, frozen=True, kw_only=True):
    """A program that may play: its token goes into the header ``Authorization: Bearer``."""

    person: str
    name: str
    token: str


async def me(people: People, person: Person | None) -> Me:
    known = await people.by_id(person.id) if person else None
    if known is None:
        return Me(known=False)
    count, standings = await people.store.read(
        lambda c: (passkeys.count(c, known.id), ratings.standings_of(c, known.id))
    )
    return Me(
        known=True,
        person=known.id,
        name=known.name,
        face=known.face,
        program=known.program,
        passkeys=count,
        ratings=standings,
    )


async def change(people: People, person: Person, wanted: ProfileChange) -> Me:
    """Change the name, the face, or both."""
    await people.change(person, wanted.name, wanted.face)
    return await me(people, person)


async def link(people: People, person: Person, origin: str) -> Linked:
    """A link for this person, at the address by which they know the server."""
    path = f"/s/{await people.link(person)}"
    return Linked(path=path, expires=milliseconds() + LINK_LASTS, qr=qr(origin + path))


def qr(text: str) -> str:
    """A QR code as SVG: dark on light, even if the page is dark."""
    code = segno.make(text, micro=False, error="m")
    picture = io.BytesIO()
    code.save(picture, kind="svg", xmldecl=False, scale=QR_PIXELS, dark="#000", light="#fff")
    return picture.getvalue().decode()


async def program(people: People, name: str, device: str) -> NewProgram:
    """A program with a token of its own."""
    made, token = await people.newcomer(name, program=True, device=device)
    return NewProgram(person=made.id, name=made.name, token=token)
