"""The routes of games that were played: records and what they prove, results and ladders."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Response
from litestar.params import Parameter

from qwirkle.server.accounts import ratings
from qwirkle.server.domain import commands
from qwirkle.server.domain.events import EditionName
from qwirkle.server.http import pages
from qwirkle.server.http.openapi import AlsoText, TableId, TakesText, get, post
from qwirkle.server.http.request import (
    COSTLY,
    MOST_RECORD,
    Req,
    lang_of,
    node_of,
    person_of,
    record_in_form,
    record_of,
    replayed,
    someone,
    until_gone,
    verified,
    written,
)
from qwirkle.server.node import judging
from qwirkle.server.protocol import records
from qwirkle.server.storage import listings

Before = Annotated[
    int | None, Parameter(ge=0, le=2**53, description="Only games that ended before this time.")
]


@get("/api/tables/{table:str}/record", operation_class=AlsoText)
async def record(
    request: Req, table: TableId, form: Annotated[records.Form, Parameter(query="format")] = "text"
) -> Response[records.GameRecord]:
    """The record of a table as you may know it; after the end nothing is hidden."""
    person, room = await person_of(request), await node_of(request).dispatcher.refresh(table)
    seat = room.seat_of(person.id if person else None)
    made: Any = await written(request, room, seat, form)
    return Response(made, media_type=MediaType.JSON if form == "json" else MediaType.TEXT)


@get("/api/tables/{table:str}/replay")
async def replay(request: Req, table: TableId) -> Response[records.ReplayView]:
    """A finished game, position by position."""
    room = await node_of(request).dispatcher.refresh(table)
    made: Any = await replayed(request, room)
    return Response(made, media_type=MediaType.JSON)


@get("/api/results")
async def finished(
    request: Req,
    edition: EditionName | None = None,
    player: commands.Name | None = None,
    before: Before = None,
) -> list[listings.ResultLine]:
    """Games that are over, the latest first: those at open tables, and your own."""
    person = await person_of(request)
    you = person.id if person else None
    return await node_of(request).store.read(
        lambda connection: listings.finished(connection, you, edition, player, before)
    )


@post(
    "/api/records",
    operation_class=TakesText,
    request_max_body_size=MOST_RECORD,
    opt=COSTLY,
)
async def import_record(request: Req, listed: bool = False) -> Response[judging.ImportedRecord]:
    """Import the record of a finished game, to look at and to show; it is not rated."""
    body, (person, cookies) = await record_of(request), await someone(request)
    importing = judging.import_record(node_of(request), body, person, listed, lang_of(request))
    return Response(await until_gone(request, importing), cookies=cookies)


@post(
    "/api/verify",
    status_code=200,
    operation_class=TakesText,
    request_max_body_size=MOST_RECORD,
)
async def verify(request: Req) -> judging.Verified:
    """What is proven of a record: by the rules, by its seed, and by its signature."""
    return await verified(request, await record_of(request))


@get("/verify", media_type=MediaType.HTML, include_in_schema=False)
async def verify_page(request: Req, table: str | None = None) -> str:
    """A form for a record; that of a finished table is filled in."""
    room = await node_of(request).dispatcher.room(table) if table else None
    record = await written(request, room) if room and room.phase == "over" else b""
    return pages.verify(record.decode(), lang_of(request))


@post("/verify", media_type=MediaType.HTML, status_code=200, include_in_schema=False)
async def verified_page(request: Req) -> str:
    sent = await record_in_form(request)
    found = await verified(request, sent.encode())
    return pages.verified(sent, found, lang_of(request))


@get("/api/leaderboards/{ladder:str}")
async def leaderboard(request: Req, ladder: ratings.Ladder) -> list[ratings.LadderLine]:
    """The best of a kind of game."""
    person = await person_of(request)
    you = person.id if person else None
    return await node_of(request).store.read(
        lambda connection: ratings.leaderboard(connection, ladder, you)
    )


ROUTES: list[Any] = [
    record, replay, finished, import_record, verify, verify_page, verified_page, leaderboard,
]  # fmt: skip
