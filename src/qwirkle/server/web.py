"""What the routes need to know of a request: who sends it, from where, and in which language."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
from litestar import MediaType, Request, Response, WebSocket
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    RequestBody,
    Schema,
)
from msgspec import ValidationError

from qwirkle.server import pages
from qwirkle.server.clientfiles import File
from qwirkle.server.guarding import HEADERS, STATUS, check_origin, language
from qwirkle.server.hosting import Host
from qwirkle.server.people import Person
from qwirkle.server.store import StorageFailed
from qwirkle.server.wire import Answer, Problem, Refused, problem_of

COOKIE = "qwirkle"
logger = structlog.get_logger()
YEAR = 365 * 24 * 60 * 60

Req = Request[Any, Any, Any]
Socket = WebSocket[Any, Any, Any]


def host_of(connection: Req | Socket) -> Host:
    host: Host = connection.app.state.host
    return host


async def person_of(connection: Req | Socket) -> Person | None:
    """Who a request's token stands for; None where it has none that is known."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    known = token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
    return await host_of(connection).people.who(known) if known else None


async def known_person(request: Req) -> Person:
    """Who asks; nobody is made anew for this."""
    if person := await person_of(request):
        return person
    raise Refused("refused", "serve.no_token")


async def someone(request: Req, name: str | None = None) -> tuple[Person, list[Cookie]]:
    """The person who asks; somebody new where nobody is known, with a cookie to remember them."""
    if person := await person_of(request):
        return person, []
    if request.headers.get("authorization"):
        raise Refused("forbidden", "serve.token")
    person, token = await host_of(request).people.newcomer(name or "")
    return person, [cookie(request, token)]


def cookie(request: Req, token: str) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=_scheme(request) == "https",
        path="/",
    )


def lang_of(request: Req) -> str:
    return language(request.headers, request.query_params.get("lang"))


def address_of(connection: Req | Socket) -> str:
    return connection.client.host if connection.client else ""


def _scheme(request: Req) -> str:
    return "https" if host_of(request).settings.secure else request.url.scheme


def origin_of(request: Req) -> str:
    """The public address of this server, as whoever asks has reached it."""
    name = request.headers.get("host")
    return f"{_scheme(request)}://{name}" if name else host_of(request).settings.url


async def guard(request: Req) -> None:
    """Before every request."""
    host, reads = host_of(request), request.method in ("GET", "HEAD", "OPTIONS")
    if request.url.path.startswith("/api") or not reads:
        host.limiter.request(address_of(request))
    if not reads:
        check_origin(request.headers, host.settings.origins)


def file_answer(request: Req, file: File) -> Response[bytes]:
    """A file of the client, packed for those who can unpack it."""
    headers = {"cache-control": file.cache, "vary": "accept-encoding"}
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, headers=headers, media_type=file.media)
    return Response(file.body, headers=headers, media_type=file.media)


def answered(
    request: Req, answer: Answer, cookies: list[Cookie], status: int = 200
) -> Response[Answer]:
    """The answer to a command, in the language of whoever sent it."""
    if answer.problem:
        status = STATUS[answer.problem.code]
    return Response(answer.said(lang_of(request)), status_code=status, cookies=cookies)


def refused(request: Req, reason: Exception) -> Response[Any]:
    """Every failure is a sentence: for programs with all that belongs to it, else on a page."""
    problem, status = _problem(request, reason)
    said = problem.said(lang_of(request))
    if not request.url.path.startswith("/api") and "text/html" in request.headers.get("accept", ""):
        page = pages.problem(said.message, lang_of(request))
        return Response(page, status_code=status, media_type=MediaType.HTML, headers=HEADERS)
    return Response(said, status_code=status, media_type=MediaType.JSON, headers=HEADERS)


def _problem(request: Req, reason: Exception) -> tuple[Problem, int]:
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
            return problem_of(Refused("bad", "serve.frame", n=most)), 413
        case HTTPException(status_code=status, detail=detail):
            return problem_of(Refused("bad", "serve.bad", text=detail)), status
        case ValidationError():
            problem = problem_of(Refused("bad", "serve.bad", text=str(reason)))
        case _:
            _note(reason)
            problem = problem_of(Refused("failed", "serve.failed"))
    return problem, STATUS[problem.code]


def _note(reason: Exception) -> None:
    """Tell the operator where the server itself went wrong, and not with what: a hand could be
    among the values."""
    frames = traceback.extract_tb(reason.__traceback__)
    place = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-5:]]
    logger.error("failed", error=type(reason).__name__, at=place)


HANDLERS: dict[int | type[Exception], Any] = {Exception: refused, HTTPException: refused}
"""For every failure that a request can bring about, ours among them."""


def _details(extra: Any) -> str:
    parts = extra if isinstance(extra, list) else [extra]
    return "; ".join(" ".join(map(str, part.values())) for part in parts if isinstance(part, dict))


@dataclass
class TakesText(Operation):
    """The documentation of a route that takes the text of a record as it is."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody(_text(), "The record of a game.", required=True)


@dataclass
class AlsoText(Operation):
    """The documentation of a route that answers with JSON or with text."""

    def __post_init__(self) -> None:
        answer = (self.responses or {})["200"]
        if isinstance(answer, OpenAPIResponse) and answer.content:
            answer.content |= _text()


def _text() -> dict[str, OpenAPIMediaType]:
    return {"text/plain": OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))}
