"""The options of the command line, as settings."""

from __future__ import annotations

from argparse import Namespace
from typing import Any
from urllib.parse import urlsplit

from qwirkle.bots import maker, parse_budget
from qwirkle.bots.levels import level
from qwirkle.faults import BadSetup
from qwirkle.server.node.settings import Settings
from qwirkle.server.storage.database import need_driver, need_extra


def settings_of(options: Namespace) -> Settings:
    """The settings, or a refusal of an invalid option; what was not given has its default."""
    need_driver(options.data)
    if options.redis is not None:
        need_extra("redis", "redis")
    delay = _pair("--bot-delay", options.bot_delay)
    person, address = _whole_pair("--rate", options.rate) or (None, None)
    given: dict[str, Any] = {
        "host": options.host,
        "port": options.port,
        "redis": options.redis,
        "origins": tuple(options.origin),
        "public": _public(options.public),
        "workers": _at_least(1, options.workers),
        "bot_delay": delay and (delay[0], max(delay)),
        "bot_budget": parse_budget(options.bot_budget) if options.bot_budget else None,
        "bots": tuple(map(_level_bot, options.bot)),
        "commands_per_second": person,
        "requests_per_second": address,
        "newcomers_per_minute": _at_least(0, options.newcomers),
        "sockets": _whole_pair("--sockets", options.sockets),
        "client": not options.plain_pages,
        "batch": _at_least(1, options.batch),
        "secure": options.https,
        "proxies": options.proxy,
    }
    return Settings(options.data, **{name: one for name, one in given.items() if one is not None})


def _level_bot(text: str) -> tuple[int, str]:
    """A level, and the bot that plays in its place: ``6=cmd:./engine``."""
    number, equals, name = text.partition("=")
    if not (number.isdecimal() and equals):
        raise BadSetup("ui.bad.level_bot", text=text)
    maker(name)
    return level(int(number)).number, name


def _at_least(least: int, number: int | None) -> int | None:
    return None if number is None else max(least, number)


def _pair(option: str, text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        one, other = (float(part) for part in text.split(","))
    except ValueError:
        raise BadSetup("ui.serve.two", option=option, text=text) from None
    if min(one, other) < 0 or max(one, other) > 1e6:
        raise BadSetup("ui.serve.two", option=option, text=text)
    return one, other


def _whole_pair(option: str, text: str | None) -> tuple[int, int] | None:
    pair = _pair(option, text)
    return pair and (int(pair[0]), int(pair[1]))


def _public(address: str | None) -> str | None:
    """The public address, reduced to scheme and host; None if it was not given."""
    if address is None:
        return None
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise BadSetup("ui.serve.public", text=address)
    return f"{parts.scheme}://{parts.netloc}"
