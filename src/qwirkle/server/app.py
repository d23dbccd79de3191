"""The routes: every address of the server is in this file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any, Literal

from litestar import Litestar, MediaType, Response, delete, get, patch, post, websocket
from litestar.datastructures import ResponseHeader
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import Redirect, Stream

from qwirkle import __version__
from qwirkle.server import me, pages, passkeys, ratings, records, results, views, wire
from qwirkle.server.describing import components
from qwirkle.server.guarding import HEADERS, STATUS, check_origin
from qwirkle.server.hosting import Host
from qwirkle.server.questions import Reply
from qwirkle.server.session import LARGEST_FRAME, Session, Wants, read_body
from qwirkle.server.settings import Settings
from qwirkle.server.streams import converse, lines, wants
from qwirkle.server.web import (
    HANDLERS,
    AlsoText,
    Req,
    Socket,
    TakesText,
    address_of,
    answered,
    cookie,
    file_answer,
    guard,
    host_of,
    known_person,
    lang_of,
    origin_of,
    person_of,
    someone,
)
from qwirkle.server.wire import Answer, Problem, Refused

TableId = Annotated[
    str,
    Parameter(
        description="The id of a table, as in its link.",
        schema_extra={"pattern": wire.TABLE_ID, "examples": ["qwirkletable2345"]},
    ),
]
After = Annotated[int, Parameter(ge=0, le=1_000_000, description="The last event seen.")]
Before = Annotated[
    int | None, Parameter(ge=0, le=2**53, description="Only games that ended before this time.")
]
Form = Literal["text", "json"]
PROBLEMS = {
    status: ResponseSpec(Answer | Problem, description="Why not", generate_examples=False)
    for status in (400, 403, 404, 409, 413, 415, 422, 429, 500, 503)
}
"""For every route. A failure is a problem; that of a command comes as its answer."""
SMALL: dict[str, Any] = {"responses": PROBLEMS, "request_max_body_size": LARGEST_FRAME}
NOT_READY = ResponseSpec(str, generate_examples=False, media_type=MediaType.TEXT)
LINES = ResponseSpec(
    str,
    generate_examples=False,
    description="One JSON object a line",
    media_type="application/x-ndjson",
)


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(request: Req, path: str = "/") -> Response[Any]:
    """The pages that people see: the client's, or plain ones where it was not built."""
    host = host_of(request)
    if not host.client:
        return Response(await pages.plain(host, path, lang_of(request)), media_type=MediaType.HTML)
    file = host.client.get(path)
    if file is None:
        raise Refused("unknown", "serve.no_page")
    return file_answer(request, file)


@get("/healthz", media_type=MediaType.TEXT)
async def healthz() -> str:
    """Whether the process is alive."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT, responses={503: NOT_READY})
async def readyz(request: Req) -> Response[str]:
    """Whether this node can serve: it has its database, and it is not about to stop."""
    ready = await host_of(request).is_ready()
    return Response("ready" if ready else "not ready", status_code=200 if ready else 503)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: Req) -> Response[bytes]:
    """Numbers for operators, as Prometheus reads them."""
    host = host_of(request)
    host.metrics.sockets.set(host.hub.count)
    host.metrics.rooms.set(len(host.desk.rooms))
    return Response(host.metrics.text(), media_type="text/plain; version=0.0.4")


@post("/api/tables", **SMALL)
async def create(request: Req, data: wire.Create) -> Response[Answer]:
    """Set up a table."""
    data = read_body(await request.body(), wire.Create)
    person, cookies = await someone(request, data.name)
    return answered(request, await host_of(request).create(data, person), cookies, 201)


@get("/api/tables")
async def open_tables(request: Req) -> list[results.TableLine]:
    """Open tables: those that wait for players, and games to watch."""
    return await results.open_tables(host_of(request))


@get("/api/phrases")
async def phrases(request: Req) -> dict[wire.Phrase, str]:
    """The ready phrases of the chat, in your language."""
    return wire.phrases(lang_of(request))


@get("/api/tables/{table:str}", responses=PROBLEMS)
async def look(request: Req, table: TableId) -> views.TableView:
    """A table as you may see it."""
    host, person = host_of(request), await person_of(request)
    room = await host.desk.refresh(table)
    return views.view(room, person.id if person else None, host.desk.clock())


@post("/api/tables/{table:str}/commands", status_code=200, **SMALL)
async def act(request: Req, table: TableId, data: wire.AtTable) -> Response[Answer]:
    """Do something at a table; answered when it is stored."""
    data = read_body(await request.body(), wire.AtTable)
    await host_of(request).desk.room(table)
    person, cookies = await someone(request, getattr(data, "name", None))
    return answered(request, await host_of(request).command(table, data, person), cookies)


@post("/api/tables/{table:str}/questions", status_code=200, **SMALL)
async def ask(request: Req, table: TableId, data: wire.AnyQuestion) -> Reply:
    """Ask something about your own game."""
    return await host_of(request).ask(table, data, await person_of(request), lang_of(request))


@get("/api/tables/{table:str}/events", responses={200: LINES})
async def events(
    request: Req,
    table: TableId,
    after: After = 0,
    follow: bool = True,
    views: bool = False,
    offers: bool = False,
) -> Stream:
    """What has happened after an event, one JSON object a line; and what happens from now on."""
    wanted = Wants(after, views, offers, lang_of(request))
    session = Session(host_of(request), table, await person_of(request), wanted)
    await host_of(request).desk.refresh(table)
    return Stream(lines(session, follow), media_type="application/x-ndjson")


@websocket("/api/tables/{table:str}/socket")
async def socket(socket: Socket, table: str) -> None:
    """Events, views and offers as they come; commands and questions as they are sent."""
    host = host_of(socket)
    try:
        check_origin(socket.headers, host.settings.origins)
        host.limiter.request(address_of(socket))
        await host.desk.room(table)
    except Refused as reason:
        raise WebSocketException(detail=str(reason), code=4000 + STATUS[reason.code]) from None
    await socket.accept()
    wanted = wants(socket.query_params, socket.headers)
    session = Session(host, table, await person_of(socket), wanted)

    async def send(message: bytes) -> None:
        await socket.send_data(message, "text")

    async def receive() -> str | None:
        with suppress(WebSocketDisconnect):
            return str(await socket.receive_data("text"))
        return None

    if code := await converse(session, send, receive):
        with suppress(Exception):
            await socket.close(code)


@get("/api/me")
async def whoami(request: Req) -> me.Me:
    """Who you are here."""
    return await me.me(host_of(request), await person_of(request))


@patch("/api/me", responses=PROBLEMS)
async def rename(request: Req, data: me.Renamed) -> Response[me.Me]:
    """Say what you want to be called."""
    host, (person, cookies) = host_of(request), await someone(request, data.name)
    return Response(await me.me(host, await host.people.rename(person, data.name)), cookies=cookies)


@get("/api/me/tables", responses=PROBLEMS)
async def my_tables(request: Req) -> list[results.TableLine]:
    """The tables at which you sit or sat, the freshest first."""
    person = await person_of(request)
    return await results.tables_of(host_of(request), person.id) if person else []


@post("/api/me/link", responses=PROBLEMS)
async def link(request: Req) -> me.Linked:
    """A link, also as a QR code, that makes another device yours too, once and soon."""
    return await me.link(host_of(request), await known_person(request), origin_of(request))


@get("/s/{secret:str}", media_type=MediaType.HTML, include_in_schema=False)
async def link_page(request: Req, secret: str) -> str:
    now = await person_of(request)
    return await pages.seat_link(host_of(request), secret, now, lang_of(request))


@post("/s/{secret:str}", status_code=303, include_in_schema=False)
async def follow_link(request: Req, secret: str) -> Redirect:
    _, token = await host_of(request).people.follow_link(secret)
    return Redirect("/", status_code=303, cookies=[cookie(request, token)])


@post("/api/me/passkeys/options", status_code=200, responses=PROBLEMS)
async def passkey_options(request: Req) -> Response[passkeys.Options]:
    """Begin to make a passkey, which keeps your name and your games."""
    person, cookies = await someone(request)
    options = await passkeys.register_options(host_of(request), person, origin_of(request))
    return Response(options, cookies=cookies)


@post("/api/me/passkeys", responses=PROBLEMS)
async def add_passkey(request: Req, data: passkeys.Credential) -> me.Me:
    """Keep the passkey that your device has made."""
    host, person = host_of(request), await known_person(request)
    await passkeys.register(host, person, data, origin_of(request))
    return await me.me(host, person)


@delete("/api/me/passkeys", status_code=200, responses=PROBLEMS)
async def forget_passkeys(request: Req) -> me.Me:
    """Let go of all your passkeys; the devices that you are on now stay yours."""
    host, person = host_of(request), await known_person(request)
    await passkeys.forget(host, person)
    return await me.me(host, person)


@post("/api/login/options", status_code=200, responses=PROBLEMS)
async def login_options(request: Req) -> passkeys.Options:
    """Begin to come back with a passkey."""
    return await passkeys.login_options(host_of(request), origin_of(request))


@post("/api/login", status_code=200, responses=PROBLEMS)
async def login(request: Req, data: passkeys.Credential) -> Response[me.Me]:
    """Come back with a passkey: this device is yours from now on."""
    host = host_of(request)
    person, token = await passkeys.login(host, data, origin_of(request))
    return Response(await me.me(host, person), cookies=[cookie(request, token)])


@post("/api/bots", responses=PROBLEMS)
async def new_bot(request: Req, data: me.Renamed) -> me.NewProgram:
    """A token for a program that plays; everybody sees of its seat that a program sits there."""
    return await me.program(host_of(request), data.name)


@get("/api/tables/{table:str}/qr.svg", media_type="image/svg+xml", responses=PROBLEMS)
async def table_qr(request: Req, table: TableId) -> str:
    """The link of a table as a QR code."""
    return await me.table_qr(host_of(request), table, origin_of(request))


@get("/api/tables/{table:str}/record", responses=PROBLEMS, operation_class=AlsoText)
async def record(
    request: Req, table: TableId, form: Annotated[Form, Parameter(query="format")] = "text"
) -> Response[records.GameRecord]:
    """The record of a table as you may know it; after the end nothing is hidden."""
    person, room = await person_of(request), await host_of(request).desk.refresh(table)
    seat = room.seat_of(person.id if person else None)
    if form == "json":
        return Response(records.data(room, seat), media_type=MediaType.JSON)
    written: Response[Any] = Response(records.text(room, seat), media_type=MediaType.TEXT)
    return written


@get("/api/tables/{table:str}/replay", responses=PROBLEMS)
async def replay(request: Req, table: TableId) -> records.ReplayView:
    """A finished game, position by position."""
    return await asyncio.to_thread(records.replay, await host_of(request).desk.refresh(table))


@get("/api/results", responses=PROBLEMS)
async def finished(
    request: Req,
    edition: wire.EditionName | None = None,
    player: wire.Name | None = None,
    before: Before = None,
) -> list[results.ResultLine]:
    """Games that are over, the latest first: those at open tables, and your own."""
    person = await person_of(request)
    you = person.id if person else None
    return await host_of(request).store.read(
        lambda connection: results.finished(connection, you, edition, player, before)
    )


@post("/api/records", responses=PROBLEMS, operation_class=TakesText)
async def import_record(request: Req, listed: bool = False) -> Response[records.ImportedRecord]:
    """Import the record of a finished game, to look at and to show; it is not rated."""
    body, (person, cookies) = await request.body(), await someone(request)
    made = await records.bring(host_of(request), body, person, listed, lang_of(request))
    return Response(made, cookies=cookies)


@post(
    "/api/verify",
    status_code=200,
    responses=PROBLEMS,
    operation_class=TakesText,
)
async def verify(request: Req) -> records.Verified:
    """Check a record against the rules, and its shuffle against the seed."""
    return await asyncio.to_thread(records.verify, await request.body(), lang_of(request))


@get("/verify", media_type=MediaType.HTML, include_in_schema=False)
async def verify_page(request: Req, table: str | None = None) -> str:
    return await pages.verify(host_of(request), table, lang_of(request))


@post("/verify", media_type=MediaType.HTML, status_code=200, include_in_schema=False)
async def verified_page(request: Req) -> str:
    sent = str((await request.form()).get("record", ""))
    found = await asyncio.to_thread(records.verify, sent.encode(), lang_of(request))
    return pages.verified(sent, found, lang_of(request))


@get("/api/leaderboards/{ladder:str}", responses=PROBLEMS)
async def leaderboard(request: Req, ladder: ratings.Ladder) -> list[ratings.LadderLine]:
    """The best of a kind of game."""
    person = await person_of(request)
    you = person.id if person else None
    return await host_of(request).store.read(
        lambda connection: ratings.leaderboard(connection, ladder, you)
    )


def make_app(settings: Settings) -> Litestar:
    """The web application of one node."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        host = Host(settings)
        app.state.host = host
        await host.start()
        try:
            yield
        finally:
            await host.stop()

    for route in ROUTES:
        if isinstance(route, HTTPRouteHandler):
            route.responses = PROBLEMS | dict(route.responses or {})
    app = Litestar(
        ROUTES,
        lifespan=[lifespan],
        before_request=guard,
        exception_handlers=HANDLERS,
        response_headers=[ResponseHeader(name=k, value=v) for k, v in HEADERS.items()],
        request_max_body_size=256 * 1024,
        logging_config=None,
        openapi_config=SCHEMA,
    )
    described: Any = app.openapi_schema.components
    described.schemas |= components(route.fn for route in ROUTES)
    return app


SCHEMA = OpenAPIConfig("Qwirkle", __version__, path="/api/schema", use_handler_docstrings=True)
ROUTES: list[Any] = [
    client, healthz, readyz, metrics,
    phrases, create, open_tables, look, act, ask, events, socket,
    whoami, rename, my_tables, link, link_page, follow_link, new_bot,
    passkey_options, add_passkey, forget_passkeys, login_options, login,
    table_qr, record, replay, finished, import_record,
    verify, verify_page, verified_page, leaderboard,
]  # fmt: skip
