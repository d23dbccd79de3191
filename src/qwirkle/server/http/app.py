"""The web application of a node."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar
from litestar.datastructures import ResponseHeader
from litestar.openapi import OpenAPIConfig

from qwirkle import __version__
from qwirkle.locales import say
from qwirkle.server.http.openapi import components
from qwirkle.server.http.policy import HEADERS
from qwirkle.server.http.hosts import own_names
from qwirkle.server.http.request import HANDLERS, StrictRequest, guard
from qwirkle.server.http.routes import accounts, operations, results, tables
from qwirkle.server.http.static_files import ClientFiles
from qwirkle.server.node.node import Node
from qwirkle.server.node.settings import Settings

logger = structlog.get_logger()

SCHEMA = OpenAPIConfig("Qwirkle", __version__, path="/api/schema", use_handler_docstrings=True)
ROUTES: list[Any] = [*operations.ROUTES, *tables.ROUTES, *accounts.ROUTES, *results.ROUTES]
"""Every address of the server."""


def make_app(settings: Settings) -> Litestar:
    """The web application of one node."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        node = Node(settings)
        app.state.node = node
        app.state.files = ClientFiles() if settings.client else None
        if settings.client and not app.state.files:
            logger.warning("client_not_built", hint=say("serve.page.no_client", "en"))
        app.state.names = own_names(settings)
        try:
            yield
        finally:
            await node.stop()

    app = Litestar(
            await node.start()
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
    described: Any = app.openapi_schema.components
    described.schemas |= components(route.fn for route in ROUTES)
    return app
