"""The parts of the OpenAPI description: exact, because the structs describe themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args, get_type_hints

import msgspec

REFERENCE = "#/components/schemas/{name}"


def components(handlers: Iterable[Callable[..., Any]]) -> dict[str, Any]:
    """What the handlers take and give, and all that it is made of, as JSON Schema by name."""
    hints = [get_type_hints(handler) for handler in handlers]
    found = dict.fromkeys(s for one in hints for hint in one.values() for s in _structs(hint))
    _, parts = msgspec.json.schema_components(list(found), ref_template=REFERENCE)
    return parts


def _structs(hint: Any) -> Iterator[type]:
    """The structs that an annotation mentions."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in get_args(hint):
        yield from _structs(part)
