"""What every request is checked for: its origin, its cost, and what browsers may do."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_network
from urllib.parse import urlsplit

from qwirkle.locales import LANGUAGES
from qwirkle.server.domain.refusals import ProblemCode, Refused
from qwirkle.server.node.limiter import parsed
from qwirkle.server.node.settings import Network

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
        "img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""For every answer; the files of the client may be cached, and say so themselves. Other sites get
no referrer, because the address of a table is the key to it. Without any referrer, browsers would
not send the origin of a form, and ``check_origin`` would refuse it."""

LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1"))
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""What proxies write into requests."""

STATUS: dict[ProblemCode, int] = {
    "bad": 400,
    "forbidden": 403,
    "unknown": 404,
    "conflict": 409,
    "refused": 409,
    "reused": 409,
    "rule": 422,
    "limit": 429,
    "storage": 503,
    "failed": 500,
}
"""The HTTP status of each kind of problem."""


def check_origin(headers: Mapping[str, str], allowed: tuple[str, ...], scheme: str) -> None:
    """A browser says where a page came from; pages of other sites must not write here, nor a page
    of the same host over http, which anybody on the way could have changed.

    Programs send no origin, and nobody's cookies either.
    """
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return
    theirs = urlsplit(origin)
    if theirs.netloc != headers.get("host"):
        raise Refused("forbidden", "serve.origin")
    if theirs.scheme != scheme:
        raise Refused("forbidden", "serve.origin.scheme", text=theirs.scheme)


def check_reader(
    headers: Mapping[str, str], address: str, networks: tuple[Network, ...], proxied: bool
) -> None:
    """The metrics are for programs on this machine, and for those that the operator has named.

    Behind a proxy that was not declared everybody seems to come from where it runs, often from this
    machine; so nobody does whose request was passed on.
    """
    forwarded = any(name in headers for name in FORWARDED)
    asks, known = parsed(address), networks if forwarded else (*LOOPBACK, *networks)
    hidden = asks is None or (forwarded and not proxied)
    if hidden or not any(asks in network for network in known):
        raise Refused("forbidden", "serve.metrics")


def language(headers: Mapping[str, str], wanted: str | None = None) -> str:
    """The language to speak: the one asked for, or the first of the browser's that is ours."""
    if wanted in LANGUAGES:
        return str(wanted)
    for part in headers.get("accept-language", "").split(","):
        code = part.partition(";")[0].strip().partition("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"
