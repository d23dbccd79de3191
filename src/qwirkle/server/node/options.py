"""The options of the command line, as settings."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress
from ipaddress import ip_network
from typing import Any
from urllib.parse import SplitResult, urlsplit

from qwirkle.bots import maker, parse_budget
from qwirkle.bots.levels import level
from qwirkle.faults import BadSetup
from qwirkle.server.node.settings import Network, Settings
from qwirkle.server.storage.database import need_driver, need_extra


def settings_of(options: Namespace) -> Settings:
    """The settings, or a refusal of an invalid option; what was not given has its default."""
    need_driver(options.data)
    if options.redis is not None:
        need_extra("redis", "redis")
    delay = options.bot_delay
    person, address = options.rate or (None, None)
    if options.proxy is not None:
        _networks("--proxy", options.proxy)
    given: dict[str, Any] = {
        "host": options.host,
        "port": options.port,
        "redis": options.redis and _broker(options.redis),
        "origins": tuple(_site("--origin", one) for one in options.origin),
        "public": options.public and _site("--public", options.public),
        "workers": options.workers,
        "bot_delay": delay and (delay[0], max(delay)),
        "bot_budget": parse_budget(options.bot_budget) if options.bot_budget else None,
        "bots": tuple(map(_level_bot, options.bot)),
        "commands_per_second": person,
        "requests_per_second": address,
        "newcomers_per_minute": options.newcomers,
        "sockets": options.sockets,
        "client": not options.plain_pages,
        "batch": options.batch,
        "secure": options.https,
        "proxies": options.proxy,
        "metrics_from": options.metrics_from and _networks("--metrics-from", options.metrics_from),
    }
    return Settings(options.data, **{name: one for name, one in given.items() if one is not None})


def _level_bot(text: str) -> tuple[int, str]:
    """A level, and the bot that plays in its place: ``6=cmd:./engine``."""
    number, equals, name = text.partition("=")
    if not (number.isdecimal() and equals):
        raise BadSetup("ui.bad.level_bot", text=text)
    maker(name)
    return level(int(number)).number, name


def _site(option: str, address: str) -> str:
    """An address of pages, reduced to scheme and host, as browsers write it."""
    parts, host = _parts(address), ""
    with suppress(UnicodeError):
        host = parts.netloc.lower().encode("idna").decode()
    web = parts.scheme in ("http", "https") and parts.path in ("", "/")
    if not (web and host and parts.hostname) or "@" in host:
        raise BadSetup(
            "ui.serve.such", option=option, example="https://qwirkle.example", text=address
        )
    return f"{parts.scheme}://{host}"


def _broker(address: str) -> str:
    if _parts(address).scheme not in ("redis", "rediss", "unix"):
        raise BadSetup("ui.serve.such", option="--redis", example="redis://broker", text=address)
    return address


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.port  # refuses a port that is none
    except ValueError:
        return SplitResult("", "", "", "", "")
    return parts


def _networks(option: str, text: str) -> tuple[Network, ...]:
    """Addresses or networks with commas between them, or a star for everybody."""
    listed = "0.0.0.0/0,::/0" if text == "*" else text
    try:
        return tuple(ip_network(one.strip()) for one in listed.split(","))
    except ValueError:
        raise BadSetup("ui.serve.such", option=option, example="10.0.0.5", text=text) from None
