"""The routes of tables: to set one up, to act and ask at it, and to look on."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from litestar import Response, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import Parameter
from litestar.response import Stream

from qwirkle.server.accounts import account
from qwirkle.server.accounts.outlook import Outlook, outlook
from qwirkle.server.domain import commands
from qwirkle.server.domain.answers import Answer
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.http.openapi import LINES, TableId, get, post
from qwirkle.server.http.policy import STATUS
from qwirkle.server.http.request import (
    Req,
    Socket,
    address_of,
    answered,
    check_host,
    check_page,
    lang_of,
    node_of,
    origin_of,
    person_of,
    someone,
    until_gone,
)
from qwirkle.server.http.session import Session, Wants
from qwirkle.server.http.transport import converse, held, lines, log_lines, wants
from qwirkle.server.node import lobby
from qwirkle.server.protocol import messages, questions, receipts, views
from qwirkle.server.protocol.frames import LARGEST_FRAME
from qwirkle.server.protocol.questions import Reply
from qwirkle.server.storage import listings

After = Annotated[int, Parameter(ge=0, le=1_000_000, description="The last event seen.")]
SMALL: dict[str, Any] = {"request_max_body_size": LARGEST_FRAME}


@get("/api/phrases")
async def phrases(request: Req) -> dict[commands.Phrase, str]:
    """The ready phrases of the chat, in your language."""
    return messages.phrases(lang_of(request))


@post("/api/tables", **SMALL)
async def create(request: Req, data: commands.Create) -> Response[Answer]:
    """Set up a table."""
    person, cookies = await someone(request, data.name)
    return answered(request, await node_of(request).create(data, person), cookies, 201)


@get("/api/tables")
async def open_tables(request: Req) -> list[listings.TableLine]:
    """Open tables: those that wait for players, and games to watch."""
    return await lobby.open_tables(node_of(request).dispatcher)


@get("/api/tables/{table:str}")
async def look(request: Req, table: TableId) -> views.TableView:
    """A table as you may see it."""
    node, person = node_of(request), await person_of(request)
    room = await node.dispatcher.refresh(table)
    return views.view(room, person.id if person else None, node.dispatcher.clock())


@get("/api/tables/{table:str}/outlook")
async def foresee(request: Req, table: TableId) -> Outlook:
    """Whether the game at a table will count for the ratings, as things stand, and if not, why."""
    node, person = node_of(request), await person_of(request)
    room = await node.dispatcher.refresh(table)
    you, now = person.id if person else None, node.dispatcher.clock()
    return await node.dispatcher.store.read(lambda c: outlook(c, room, you, now))


@post("/api/tables/{table:str}/commands", status_code=200, **SMALL)
async def act(request: Req, table: TableId, data: commands.AtTable) -> Response[Answer]:
    """Do something at a table; answered when it is stored."""
    await node_of(request).dispatcher.room(table)
    person, cookies = await someone(request, getattr(data, "name", None))
    return answered(request, await node_of(request).command(table, data, person), cookies)


@post("/api/tables/{table:str}/questions", status_code=200, **SMALL)
async def ask(request: Req, table: TableId, data: questions.AnyQuestion) -> Reply:
    """Ask something about your own game."""
    person, lang = await person_of(request), lang_of(request)
    return await until_gone(request, node_of(request).ask(table, data, person, lang))


@get("/api/tables/{table:str}/events", responses={200: LINES})
async def events(
    request: Req,
    table: TableId,
    after: After = 0,
    follow: bool = True,
    views: bool = False,
    offers: bool = False,
    receipts: bool = False,
) -> Stream:
    """What has happened after an event, one JSON object a line; and what happens from now on."""
    wanted, node = Wants(after, views, offers, receipts, lang_of(request)), node_of(request)
    session = Session(node, table, await person_of(request), wanted, address_of(request))
    with held(session):  # one too many is refused with a status, and not in a stream
        await node.dispatcher.refresh(table)
    return Stream(lines(session, follow), media_type="application/x-ndjson")


@get("/api/tables/{table:str}/log", responses={200: LINES})
async def public_log(request: Req, table: TableId) -> Stream:
    """Everything that has happened, as a spectator may see it, one event a line as it is hashed;
    the last line is the receipt for it (docs/fairness.md)."""
    room = await node_of(request).dispatcher.refresh(table)
    receipt = node_of(request).signer.receipt(room)
    if receipt is None:
        raise Refused("refused", "serve.imported")
    return Stream(log_lines(room, receipt), media_type="application/x-ndjson")


@get("/api/key")
async def key(request: Req) -> receipts.ServerKey:
    """The key with which this server signs receipts and records."""
    return node_of(request).signer.public


@websocket("/api/tables/{table:str}/socket")
async def socket(socket: Socket, table: str) -> None:
    """Events, views and legal moves as they come; commands and questions as they are sent."""
    node = node_of(socket)
    try:
        check_host(socket)
        check_page(socket)
        await node.limiter.request(address_of(socket))
        await node.dispatcher.room(table)
        person = await person_of(socket)
    except Refused as reason:
        raise WebSocketException(detail=str(reason), code=4000 + STATUS[reason.code]) from None
    await socket.accept()
    wanted = wants(socket.query_params, socket.headers)
    session = Session(node, table, person, wanted, address_of(socket))

    async def send(message: bytes) -> None:
        try:
            await socket.send_data(message, "text")
        except (RuntimeError, WebSocketDisconnect) as gone:
            raise ConnectionResetError from gone

    async def receive() -> str | None:
        with suppress(WebSocketDisconnect):
            return str(await socket.receive_data("text"))
        return None

    if code := await converse(session, send, receive):
        with suppress(Exception):
            await socket.close(code)


@get("/api/tables/{table:str}/qr.svg", media_type="image/svg+xml")
async def table_qr(request: Req, table: TableId) -> str:
    """The link of a table as a QR code."""
    room = await node_of(request).dispatcher.room(table)
    return account.qr(f"{origin_of(request)}/t/{room.id}")


ROUTES: list[Any] = [
    phrases, create, open_tables, look, foresee, act, ask, events, public_log, key, socket,
    table_qr,
]  # fmt: skip
