"""What a host typed, as settings."""

from __future__ import annotations

import importlib.util
from argparse import Namespace

from qwirkle.bots import parse_budget
from qwirkle.faults import BadSetup
from qwirkle.server.settings import Settings
from qwirkle.server.store import is_postgres


def settings_of(options: Namespace) -> Settings:
    """The settings, or a sentence about what cannot be one."""
    need_extras(options.data, options.redis)
    least, most = _numbers("--bot-delay", options.bot_delay)
    person, address = _numbers("--rate", options.rate)
    return Settings(
        data=options.data,
        host=options.host,
        port=options.port,
        redis=options.redis,
        origins=tuple(options.origin),
        workers=max(1, options.workers),
        bot_delay=(least, max(least, most)),
        bot_budget=parse_budget(options.bot_budget) if options.bot_budget else None,
        commands_per_second=int(person),
        requests_per_second=int(address),
        client=not options.plain_pages,
        secure=options.https,
        proxies=options.proxy,
    )


def _numbers(option: str, text: str) -> tuple[float, float]:
    try:
        one, other = (float(part) for part in text.split(","))
    except ValueError:
        raise BadSetup("ui.serve.two", option=option, text=text) from None
    if min(one, other) < 0 or max(one, other) > 1e6:
        raise BadSetup("ui.serve.two", option=option, text=text)
    return one, other


def need_extras(data: str, redis: str | None = None) -> None:
    """The packages without which the database or the broker cannot be used."""
    _need_extra("postgres", "asyncpg", is_postgres(data))
    _need_extra("redis", "redis", redis is not None)


def _need_extra(extra: str, module: str, wanted: bool) -> None:
    if wanted and importlib.util.find_spec(module) is None:
        raise BadSetup("ui.serve.extra", extra=extra)
