"""The routes for operators, and the pages that people see."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response

from qwirkle.server.domain.refusals import Refused
from qwirkle.server.http import pages
from qwirkle.server.http.openapi import NOT_READY, get
from qwirkle.server.http.request import (
    FOR_PROBES,
    Req,
    check_metrics,
    file_answer,
    lang_of,
    node_of,
    wants_page,
)


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(request: Req, path: str = "/") -> Response[Any]:
    """The pages that people see: the client's, or plain ones if it was not built."""
    node, files = node_of(request), request.app.state.files
    if not files:
        return Response(await pages.plain(node, path, lang_of(request)), media_type=MediaType.HTML)
    if file := files.get(path, lang_of(request)):
        return file_answer(request, file)
    if not wants_page(request):
        raise Refused("unknown", "serve.no_page")
    return file_answer(request, files.page(lang_of(request)), 404)


@get("/healthz", media_type=MediaType.TEXT, opt=FOR_PROBES)
async def healthz() -> str:
    """Whether the process is alive."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT, responses={503: NOT_READY}, opt=FOR_PROBES)
async def readyz(request: Req) -> Response[str]:
    """Whether this node can serve: it can store something, and it is not about to stop."""
    ready = await node_of(request).is_ready()
    return Response("ready" if ready else "not ready", status_code=200 if ready else 503)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: Req) -> Response[bytes]:
    """Metrics in the format of Prometheus, for programs on the same machine and those at addresses
    that the operator has named."""
    check_metrics(request)
    node = node_of(request)
    node.metrics.sockets.set(node.subscriptions.count)
    node.metrics.rooms.set(len(node.dispatcher.rooms))
    return Response(node.metrics.text(), media_type="text/plain; version=0.0.4")


ROUTES: list[Any] = [
    client, healthz, readyz, metrics,
]  # fmt: skip
