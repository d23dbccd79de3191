"""What the routes need to know about a request: who sends it, from where, and in which language."""

from __future__ import annotations

import traceback
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import structlog
from litestar import MediaType, Request, Response, WebSocket
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import Empty
from msgspec import ValidationError

from qwirkle.server.accounts.devices import name_of
from qwirkle.server.accounts.people import Person
from qwirkle.server.domain.answers import Answer, Problem, problem_of
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.http import pages
from qwirkle.server.http.disconnects import unless_gone
from qwirkle.server.http.hosts import is_own
from qwirkle.server.http.policy import HEADERS, STATUS, check_origin, check_reader, language
from qwirkle.server.http.static_files import FOREVER, File
from qwirkle.server.node import judging
from qwirkle.server.node.node import Node
from qwirkle.server.protocol import records
from qwirkle.server.protocol.frames import read_body
from qwirkle.server.storage.database import StorageFailed

COOKIE = "qwirkle"
logger = structlog.get_logger()
YEAR = 365 * 24 * 60 * 60
COSTLY = {"cost": 10}
"""For routes that write something for anybody who asks, or check signatures."""
FOR_PROBES = {"any_host": True}
"""For routes that act on nothing and say nothing: load balancers ask by any name, or by none."""
RETRY = 2
"""Seconds after which to try again, if nothing else is known."""
MOST_RECORD = 128 * 1024
"""Bytes of a record; that of a whole game has four or five thousand."""
MOST_LINES = 2000

Req = Request[Any, Any, Any]
Socket = WebSocket[Any, Any, Any]
Result = TypeVar("Result")


class StrictRequest(Request[Any, Any, Any]):
    """Reads a body once: straight into what its route takes, as strictly as a frame of a socket."""

    async def json(self) -> Any:
        taken = self.route_handler.parsed_data_field
        if taken and self._json is Empty:
            self._json = read_body(await self.body(), taken.annotation)
        return await super().json()


def node_of(connection: Req | Socket) -> Node:
    node: Node = connection.app.state.node
    return node


async def person_of(connection: Req | Socket) -> Person | None:
    """The person behind a request's token; None if it has no known token."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    known = token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
    return await node_of(connection).people.who(known) if known else None


async def known_person(request: Req) -> Person:
    """The person who asks; no guest is created for this."""
    if person := await person_of(request):
        return person
    raise Refused("refused", "serve.no_token")


async def someone(request: Req, name: str | None = None) -> tuple[Person, list[Cookie]]:
    """The person who asks; otherwise a new guest, with a cookie to remember them."""
    if person := await person_of(request):
        return person, []
    if request.headers.get("authorization"):
        raise Refused("forbidden", "serve.token")
    node = node_of(request)
    await node.limiter.newcomer(address_of(request))
    person, token = await node.people.newcomer(name or "", device=device_of(request))
    return person, [cookie(request, token)]


def cookie(request: Req, token: str) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=scheme_of(request) == "https",
        path="/",
    )


def lang_of(request: Req) -> str:
    """The language to answer in. Pages use the choice that the client keeps in a cookie; the
    client's own requests name their language."""
    asked = request.query_params.get("lang")
    if not request.url.path.startswith("/api"):
        asked = asked or request.cookies.get("lang")
    return language(request.headers, asked)


def address_of(connection: Req | Socket) -> str:
    return connection.client.host if connection.client else ""


def device_of(request: Req) -> str:
    """The name of the device that asks."""
    return name_of(request.headers.get("user-agent", ""))


def scheme_of(connection: Req | Socket) -> str:
    """The scheme that people use: from the settings, or from a trusted proxy."""
    if node_of(connection).settings.https:
        return "https"
    return connection.url.scheme.replace("ws", "http")


async def _asker(request: Req) -> str:
    """On whose behalf work is done: a person, or an address if the person is not known."""
    person = await person_of(request)
    return person.id if person else address_of(request)


async def until_gone(request: Req, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of the work; it is cancelled when the client disconnects."""
    await request.body()  # after the body, only a disconnect can be received
    return await unless_gone(work, _hung_up(request))


async def verified(request: Req, record: bytes) -> judging.Verified:
    """What a record proves."""
    node, who = node_of(request), await _asker(request)
    return await until_gone(request, judging.checked(node, record, who, lang_of(request)))


async def replayed(request: Req, room: Room) -> bytes:
    """A finished game, position by position, as JSON."""
    node, who = node_of(request), await _asker(request)
    return await until_gone(request, judging.looked_through(node, room, who))


async def written(
    request: Req, room: Room, seat: int | None = None, form: records.Form = "text"
) -> bytes:
    """The record of a table, as a seat or a spectator may know it."""
    node, who = node_of(request), await _asker(request)
    return await until_gone(request, judging.written(node, room, seat, form, who))


async def _hung_up(request: Req) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def origin_of(request: Req) -> str:
    """The public address of this server; without one, the address of the request, which
    ``check_host`` has let pass: no stranger can have made it up.

    QR codes are drawn from it, and passkeys take its name for that of their site, but without a
    public address only if it is localhost. Nothing else needs it: links are paths, which the client
    puts behind its own address, and the operator is shown an address made from the options.
    """
    return node_of(request).settings.public or f"{scheme_of(request)}://{request.headers['host']}"


def check_host(connection: Req | Socket) -> None:
    """Whether the request is meant for this server. The status is 403 and not 421, with which some
    browsers ask again over another connection, and get no further."""
    if not is_own(connection.headers.get("host", ""), connection.app.state.names):
        raise Refused("forbidden", "serve.host")


def check_metrics(request: Req) -> None:
    """Whether the metrics may be read from where the request comes."""
    settings = node_of(request).settings
    proxied = settings.proxies is not None
    check_reader(request.headers, address_of(request), settings.metrics_from, proxied)


def check_page(connection: Req | Socket) -> None:
    """Whether the page that asks may write here."""
    settings = node_of(connection).settings
    own = (settings.public,) if settings.public else ()
    check_origin(connection.headers, (*own, *settings.origins), scheme_of(connection))


async def guard(request: Req) -> None:
    """Before every request."""
    node, reads = node_of(request), request.method in ("GET", "OPTIONS")
    if not request.route_handler.opt.get("any_host"):
        check_host(request)
    if request.url.path.startswith("/api") or not reads:
        await node.limiter.request(address_of(request), request.route_handler.opt.get("cost", 1))
    if not reads:
        check_page(request)


async def record_of(request: Req) -> bytes:
    """The record that was sent; judging it costs as much as many requests."""
    return await _charged(request, await request.body())


async def record_in_form(request: Req) -> str:
    """The same from the plain page."""
    sent = str((await request.form()).get("record", ""))
    await _charged(request, sent.encode("utf-8", "surrogatepass"))
    return sent


async def _charged(request: Req, record: bytes) -> bytes:
    if len(record) > MOST_RECORD:
        raise Refused("bad", "serve.frame", n=MOST_RECORD)
    if record.count(b"\n") > MOST_LINES:
        raise Refused("bad", "serve.record.lines", n=MOST_LINES)
    await node_of(request).limiter.record(address_of(request), len(record))
    return record


def later(problem: Problem | None) -> dict[str, str]:
    """When to try again, if that makes sense."""
    if problem is None or problem.code not in ("limit", "storage"):
        return {}
    seconds = problem.words.get("n", RETRY) if problem.key == "serve.limit" else RETRY
    return {"retry-after": str(seconds)}


def file_answer(request: Req, file: File, status: int = 200) -> Response[bytes]:
    """A file of the client, compressed if the browser accepts that."""
    varies = (
        "accept-encoding" if file.cache == FOREVER else "accept-encoding, accept-language, cookie"
    )
    headers = {"cache-control": file.cache, "vary": varies}
    asked = request.headers.get("accept-encoding", "").split(",")
    accepted = {one.partition(";")[0].strip() for one in asked}
    for encoding, packed in file.packed.items():
        if encoding in accepted:
            headers["content-encoding"] = encoding
            return Response(packed, status_code=status, headers=headers, media_type=file.media)
    return Response(file.body, status_code=status, headers=headers, media_type=file.media)


def answered(
    request: Req, answer: Answer, cookies: list[Cookie], status: int = 200
) -> Response[Answer]:
    """The answer to a command, in the language of its sender."""
    if answer.problem:
        status = STATUS[answer.problem.code]
    said = answer.said(lang_of(request))
    return Response(said, status_code=status, cookies=cookies, headers=later(answer.problem))


def refused(request: Req, reason: Exception) -> Response[Any]:
    """Every failure is a sentence: for programs as a problem, for browsers on a page."""
    problem, status = _problem(request, reason)
    said, headers = problem.said(lang_of(request)), HEADERS | later(problem)
    if not request.url.path.startswith("/api") and wants_page(request):
        page = pages.problem(said.message, lang_of(request))
        return Response(page, status_code=status, media_type=MediaType.HTML, headers=headers)
    return Response(said, status_code=status, media_type=MediaType.JSON, headers=headers)


def wants_page(request: Req) -> bool:
    """Whether a browser asks, and not a program."""
    return "text/html" in request.headers.get("accept", "")


def _problem(request: Req, reason: Exception) -> tuple[Problem, int]:
    match reason:
        case Refused():
            problem = problem_of(reason)
        case StorageFailed():
            problem = problem_of(Refused("storage", "serve.storage"))
        case ValidationException(extra=extra):
            problem = problem_of(Refused("bad", "serve.bad", detail=_details(extra)))
        case RecursionError() | UnicodeDecodeError():
            problem = problem_of(Refused("bad", "serve.json"))
        case HTTPException(status_code=413):
            most = request.route_handler.resolve_request_max_body_size()
            return problem_of(Refused("bad", "serve.frame", n=most)), 413
        case HTTPException(status_code=status, detail=detail):
            return problem_of(Refused("bad", "serve.bad", detail=detail)), status
        case ValidationError():
            problem = problem_of(Refused("bad", "serve.bad", detail=str(reason)))
        case _:
            _note(reason)
            problem = problem_of(Refused("failed", "serve.failed"))
    return problem, STATUS[problem.code]


def _note(reason: Exception) -> None:
    """Log where the server itself failed, but no values: a hand could be among them."""
    frames = traceback.extract_tb(reason.__traceback__)
    place = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-5:]]
    logger.error("failed", error=type(reason).__name__, at=place)


HANDLERS: dict[int | type[Exception], Any] = {Exception: refused, HTTPException: refused}
"""For every exception that a request can raise, including our own."""


def _details(extra: Any) -> str:
    parts = extra if isinstance(extra, list) else [extra]
    return "; ".join(" ".join(map(str, part.values())) for part in parts if isinstance(part, dict))
