"""The web application of a node."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar
from litestar.datastructures import ResponseHeader
from litestar.enums import ScopeType
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, HTTPResponseBodyEvent, Message, Receive, Scope, Send

from qwirkle import __version__
from qwirkle.locales import say
from qwirkle.server.http.hosts import own_names
from qwirkle.server.http.openapi import components
from qwirkle.server.http.policy import HEADERS
from qwirkle.server.http.request import HANDLERS, StrictRequest, guard
from qwirkle.server.http.routes import accounts, operations, results, tables
from qwirkle.server.http.static_files import ClientFiles
from qwirkle.server.node.node import Node
from qwirkle.server.node.settings import Settings

logger = structlog.get_logger()

SCHEMA = OpenAPIConfig("Qwirkle", __version__, path="/api/schema", use_handler_docstrings=True)
ENDED: HTTPResponseBodyEvent = {"type": "http.response.body", "body": b"", "more_body": False}
ROUTES: list[Any] = [*operations.ROUTES, *tables.ROUTES, *accounts.ROUTES, *results.ROUTES]
"""Every address of the server."""


def make_app(settings: Settings) -> Litestar:
    """The web application of one node."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        node = Node(settings)
        app.state.node = node
        app.state.names = own_names(settings)
        app.state.files = ClientFiles() if settings.client else None
        if settings.client and not app.state.files:
            logger.warning("client_not_built", hint=say("serve.page.no_client", "en"))
        try:
            await node.start()
            yield
        finally:
            await node.stop()

    app = Litestar(
        ROUTES,
        lifespan=[lifespan],
        before_request=guard,
        request_class=StrictRequest,
        exception_handlers=HANDLERS,
        response_headers=[ResponseHeader(name=k, value=v) for k, v in HEADERS.items()],
        request_max_body_size=256 * 1024,
        logging_config=None,
        openapi_config=SCHEMA,
    )
    app.asgi_handler = _with_head(app.asgi_handler)
    described: Any = app.openapi_schema.components
    described.schemas |= components(route.fn for route in ROUTES)
    return app


def _with_head(answer: ASGIApp) -> ASGIApp:
    """Answer HEAD as GET, up to where the body begins: a stream would go on for an hour."""

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            return await answer(scope, receive, send)
        asked = scope.copy()
        asked["method"] = "GET"

        async def begin(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send(ENDED)

        return await answer(asked, receive, begin)

    return answering
