"""The routes about people: who they are, their devices and their passkeys."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Response
from litestar.params import Parameter
from litestar.response import Redirect

from qwirkle.server.accounts import account, devices, passkeys
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.http import pages
from qwirkle.server.http.openapi import delete, get, patch, post
from qwirkle.server.http.request import (
    COSTLY,
    Req,
    address_of,
    cookie,
    device_of,
    known_person,
    lang_of,
    node_of,
    origin_of,
    person_of,
    someone,
)
from qwirkle.server.node import lobby
from qwirkle.server.storage import listings

DeviceId = Annotated[str, Parameter(max_length=64, description="The id of one of your devices.")]


@get("/api/me")
async def whoami(request: Req) -> account.Me:
    """Who you are here."""
    return await account.me(node_of(request).people, await person_of(request))


@patch("/api/me")
async def change_me(request: Req, data: account.ProfileChange) -> Response[account.Me]:
    """Choose your name, or how you want to look."""
    if data.name is None and data.face is None:
        raise Refused("bad", "serve.bad")
    person, cookies = await someone(request, data.name)
    return Response(await account.change(node_of(request).people, person, data), cookies=cookies)


@get("/api/me/tables")
async def my_tables(request: Req) -> list[listings.TableLine]:
    """The tables at which you sit or sat, the freshest first."""
    person = await person_of(request)
    return await lobby.tables_of(node_of(request).dispatcher, person.id) if person else []


@get("/api/me/devices")
async def my_devices(request: Req) -> list[devices.DeviceLine]:
    """The devices that are yours, the latest first."""
    return await devices.listed(node_of(request).people, await known_person(request))


@delete("/api/me/devices", status_code=200)
async def revoke_others(request: Req) -> list[devices.DeviceLine]:
    """Sign out all your devices except this one: their tokens are no longer valid."""
    return await _revoked(request, None)


@delete("/api/me/devices/{device:str}", status_code=200)
async def revoke_device(request: Req, device: DeviceId) -> list[devices.DeviceLine]:
    """Sign out one of your devices."""
    return await _revoked(request, device)


async def _revoked(request: Req, device: str | None) -> list[devices.DeviceLine]:
    node, person = node_of(request), await known_person(request)
    await node.revoke(person, device)
    return await devices.listed(node.people, person)


@post("/api/me/link", opt=COSTLY)
async def link(request: Req) -> account.Linked:
    """A link, also as a QR code, that makes another device yours too, once and soon."""
    person = await known_person(request)
    return await account.link(node_of(request).people, person, origin_of(request))


@get("/s/{secret:str}", media_type=MediaType.HTML, include_in_schema=False)
async def link_page(request: Req, secret: str) -> str:
    now = await person_of(request)
    return await pages.seat_link(node_of(request), secret, now, lang_of(request))


@post("/s/{secret:str}", status_code=303, include_in_schema=False, opt=COSTLY)
async def follow_link(request: Req, secret: str) -> Redirect:
    _, token = await node_of(request).people.follow_link(secret, device_of(request))
    return Redirect("/", status_code=303, cookies=[cookie(request, token)])


@post("/api/me/passkeys/options", status_code=200, opt=COSTLY)
async def passkey_options(request: Req) -> Response[passkeys.Options]:
    """Begin to make a passkey, which keeps your name and your games."""
    person, cookies = await someone(request)
    options = await node_of(request).passkeys.register_options(
        person, origin_of(request), lang_of(request)
    )
    return Response(options, cookies=cookies)


@post("/api/me/passkeys", opt=COSTLY)
async def add_passkey(request: Req, data: passkeys.Credential) -> account.Me:
    """Store the passkey that your device has made."""
    node, person = node_of(request), await known_person(request)
    await node.passkeys.register(person, data, origin_of(request))
    return await account.me(node.people, person)


@delete("/api/me/passkeys", status_code=200)
async def forget_passkeys(request: Req) -> account.Me:
    """Forget all your passkeys; your devices stay signed in."""
    node, person = node_of(request), await known_person(request)
    await node.passkeys.forget(person)
    return await account.me(node.people, person)


@post("/api/login/options", status_code=200, opt=COSTLY)
async def login_options(request: Req) -> passkeys.Options:
    """Begin to sign in with a passkey."""
    return await node_of(request).passkeys.login_options(origin_of(request))


@post("/api/login", status_code=200, opt=COSTLY)
async def login(request: Req, data: passkeys.Credential) -> Response[account.Me]:
    """Sign in with a passkey: this device is yours from now on."""
    node = node_of(request)
    origin, device = origin_of(request), device_of(request)
    person, token = await node.passkeys.login(data, origin, device)
    return Response(await account.me(node.people, person), cookies=[cookie(request, token)])


@post("/api/bots", opt=COSTLY)
async def new_bot(request: Req, data: account.NamedProgram) -> account.NewProgram:
    """A token for a program that plays; everybody sees of its seat that a program sits there."""
    await node_of(request).limiter.newcomer(address_of(request))
    return await account.program(node_of(request).people, data.name, device_of(request))


ROUTES: list[Any] = [
    whoami, change_me, my_tables, my_devices, revoke_others, revoke_device,
    link, link_page, follow_link, new_bot,
    passkey_options, add_passkey, forget_passkeys, login_options, login,
]  # fmt: skip
