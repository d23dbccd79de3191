"""The routes: the only file that knows the web framework."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie, ResponseHeader
from litestar.exceptions import (
    HTTPException,
    ValidationException,
    WebSocketDisconnect,
    WebSocketException,
)
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream

from qwirkle import __version__
from qwirkle.server import pages, results, views, wire
from qwirkle.server.guarding import HEADERS, STATUS, check_origin, language
from qwirkle.server.hosting import Host
from qwirkle.server.people import Person
from qwirkle.server.questions import Reply
from qwirkle.server.session import LARGEST_FRAME, Session, Wants, read_body
from qwirkle.server.settings import Settings
from qwirkle.server.store import StorageFailed
from qwirkle.server.streams import converse, lines, wants
from qwirkle.server.wire import Answer, Problem, Refused, problem_of

COOKIE = "qwirkle"
YEAR = 365 * 24 * 60 * 60

TableId = Annotated[wire.TableId, Parameter(description="The id of a table, as in its link.")]
After = Annotated[int, Parameter(ge=0, le=1_000_000, description="The last event seen.")]
PROBLEMS = {
    status: ResponseSpec(Problem, description="Why not")
    for status in (400, 403, 404, 409, 413, 415, 422, 429, 503)
}


def _host(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> Host:
    host: Host = connection.app.state.host
    return host


def _token(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


async def _person(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> Person | None:
    token = _token(connection)
    return await _host(connection).people.who(token) if token else None


async def _someone(request: Request[Any, Any, Any], name: str = "") -> tuple[Person, list[Cookie]]:
    """The person who asks; somebody new where nobody is known, with a cookie to remember them."""
    if person := await _person(request):
        return person, []
    if request.headers.get("authorization"):
        raise Refused("forbidden", "serve.token")
    person, token = await _host(request).people.newcomer(name)
    return person, [_cookie(request, token)]


def _cookie(request: Request[Any, Any, Any], token: str) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=_host(request).settings.secure or request.url.scheme == "https",
        path="/",
    )


def _lang(request: Request[Any, Any, Any]) -> str:
    return language(request.headers, request.query_params.get("lang"))


def _answered(
    request: Request[Any, Any, Any], answer: Answer, cookies: list[Cookie], status: int = 200
) -> Response[Answer]:
    if answer.problem:
        status = STATUS[answer.problem.code]
    return Response(answer.said(_lang(request)), status_code=status, cookies=cookies)


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def home(request: Request[Any, Any, Any]) -> str:
    return await pages.home(_host(request), _lang(request))


@get("/t/{table:str}", media_type=MediaType.HTML, include_in_schema=False)
async def table_page(request: Request[Any, Any, Any], table: str) -> str:
    return await pages.table(_host(request), table, _lang(request))


@get("/healthz", media_type=MediaType.TEXT)
async def healthz() -> str:
    """Whether the process is alive."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT, responses={503: ResponseSpec(str)})
async def readyz(request: Request[Any, Any, Any]) -> Response[str]:
    """Whether this node can serve: it has its database, and it is not about to stop."""
    ready = await _host(request).is_ready()
    return Response("ready" if ready else "not ready", status_code=200 if ready else 503)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Numbers for operators, as Prometheus reads them."""
    host = _host(request)
    host.metrics.sockets.set(host.hub.count)
    host.metrics.rooms.set(len(host.desk.rooms))
    return Response(host.metrics.text(), media_type="text/plain; version=0.0.4")


@post("/api/tables", responses=PROBLEMS, request_max_body_size=LARGEST_FRAME)
async def create(request: Request[Any, Any, Any], data: wire.Create) -> Response[Answer]:
    """Set up a table."""
    data = read_body(await request.body(), wire.Create)
    person, cookies = await _someone(request, data.name or "")
    return _answered(request, await _host(request).create(data, person), cookies, 201)


@get("/api/tables")
async def open_tables(request: Request[Any, Any, Any]) -> list[results.TableLine]:
    """Open tables: those that wait for players, and games to watch."""
    return await results.open_tables(_host(request))


@get("/api/tables/{table:str}", responses=PROBLEMS)
async def look(request: Request[Any, Any, Any], table: TableId) -> views.TableView:
    """A table as you may see it."""
    host, person = _host(request), await _person(request)
    room = await host.desk.refresh(table)
    return views.view(room, room.seat_of(person.id if person else None), host.desk.clock())


@post(
    "/api/tables/{table:str}/commands",
    status_code=200,
    responses=PROBLEMS,
    request_max_body_size=LARGEST_FRAME,
)
async def act(
    request: Request[Any, Any, Any], table: TableId, data: wire.AtTable
) -> Response[Answer]:
    """Do something at a table; answered when it is stored."""
    data = read_body(await request.body(), wire.AtTable)
    await _host(request).desk.room(table)
    person, cookies = await _someone(request)
    return _answered(request, await _host(request).command(table, data, person), cookies)


@post(
    "/api/tables/{table:str}/questions",
    status_code=200,
    responses=PROBLEMS,
    request_max_body_size=LARGEST_FRAME,
)
async def ask(request: Request[Any, Any, Any], table: TableId, data: wire.AnyQuestion) -> Reply:
    """Ask something about your own game."""
    return await _host(request).ask(table, data, await _person(request), _lang(request))


@get("/api/tables/{table:str}/events", responses=PROBLEMS)
async def events(
    request: Request[Any, Any, Any], table: TableId, after: After = 0, follow: bool = True
) -> Stream:
    """What has happened after an event, one JSON object a line; and what happens from now on."""
    person = await _person(request)
    session = Session(_host(request), table, person, Wants(after, lang=_lang(request)))
    await _host(request).desk.refresh(table)
    return Stream(lines(session, follow), media_type="application/x-ndjson")


@websocket("/api/tables/{table:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], table: str) -> None:
    """Events, views and offers as they come; commands and questions as they are sent."""
    host = _host(socket)
    try:
        check_origin(socket.headers, host.settings.origins)
        host.limiter.request(_address(socket))
        await host.desk.room(table)
    except Refused as reason:
        raise WebSocketException(detail=str(reason), code=4000 + STATUS[reason.code]) from None
    await socket.accept()
    wanted = wants(socket.query_params, socket.headers)
    session = Session(host, table, await _person(socket), wanted)

    async def send(message: bytes) -> None:
        await socket.send_data(message, "text")

    async def receive() -> str | None:
        with suppress(WebSocketDisconnect):
            return str(await socket.receive_data("text"))
        return None

    if code := await converse(session, send, receive):
        with suppress(Exception):
            await socket.close(code)


def _address(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


async def _guard(request: Request[Any, Any, Any]) -> None:
    """Before every request."""
    host = _host(request)
    if request.url.path.startswith("/api"):
        host.limiter.request(_address(request))
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        check_origin(request.headers, host.settings.origins)


def _refused(request: Request[Any, Any, Any], reason: Exception) -> Response[Problem]:
    """Every failure is a sentence."""
    match reason:
        case Refused():
            problem = problem_of(reason)
        case StorageFailed():
            problem = problem_of(Refused("storage", "serve.storage"))
        case ValidationException(extra=extra):
            problem = problem_of(Refused("bad", "serve.bad", text=_details(extra)))
        case RecursionError() | UnicodeDecodeError():
            problem = problem_of(Refused("bad", "serve.json"))
        case HTTPException(status_code=413):
            most = request.route_handler.resolve_request_max_body_size()
            problem = problem_of(Refused("bad", "serve.frame", n=most))
            return Response(problem.said(_lang(request)), status_code=413)
        case HTTPException(status_code=status, detail=detail):
            problem = problem_of(Refused("bad", "serve.bad", text=detail))
            return Response(problem.said(_lang(request)), status_code=status)
        case _:
            problem = problem_of(Refused("bad", "serve.bad", text=str(reason)))
    said = problem.said(_lang(request))
    return Response(said, status_code=STATUS[problem.code], media_type=MediaType.JSON)


def _details(extra: Any) -> str:
    parts = extra if isinstance(extra, list) else [extra]
    return "; ".join(" ".join(map(str, part.values())) for part in parts if isinstance(part, dict))


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

    return Litestar(
        ROUTES,
        lifespan=[lifespan],
        before_request=_guard,
        exception_handlers={
            Refused: _refused,
            StorageFailed: _refused,
            HTTPException: _refused,
            msgspec.ValidationError: _refused,
            RecursionError: _refused,
            UnicodeDecodeError: _refused,
        },
        response_headers=[ResponseHeader(name=k, value=v) for k, v in HEADERS.items()],
        request_max_body_size=256 * 1024,
        logging_config=None,
        openapi_config=OpenAPIConfig("Qwirkle", __version__, path="/api/schema"),
    )


ROUTES: list[Any] = [
    home, table_page, healthz, readyz, metrics,
    create, open_tables, look, act, ask, events, socket,
]  # fmt: skip
