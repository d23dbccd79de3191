"""The OpenAPI description: exact, because the structs describe themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_type_hints

import litestar
import msgspec
from litestar import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    RequestBody,
    Schema,
)
from litestar.params import Parameter

from qwirkle.server.domain import ids
from qwirkle.server.domain.answers import Answer, Problem

REFERENCE = "#/components/schemas/{name}"
PROBLEMS = {
    status: ResponseSpec(Answer | Problem, description="Why not", generate_examples=False)
    for status in (400, 403, 404, 409, 413, 415, 422, 429, 500, 503)
}
"""For every route. A failure is a problem; that of a command comes as its answer."""
NOT_READY = ResponseSpec(str, generate_examples=False, media_type=MediaType.TEXT)
TableId = Annotated[
    str,
    Parameter(
        description="The id of a table, as in its link.",
        schema_extra={"pattern": ids.TABLE_ID, "examples": ["qwirkletable2345"]},
    ),
]
LINES = ResponseSpec(
    str,
    generate_examples=False,
    description="One JSON object a line",
    media_type="application/x-ndjson",
)

Responses = Mapping[int, ResponseSpec] | None


def get(path: str | list[str], *, responses: Responses = None, **options: Any) -> litestar.get:
    """A route that reads something."""
    return litestar.get(path, responses=PROBLEMS | dict(responses or {}), **options)


def post(path: str, **options: Any) -> litestar.post:
    """A route that does something."""
    return litestar.post(path, responses=PROBLEMS, **options)


def patch(path: str, **options: Any) -> litestar.patch:
    """A route that changes something."""
    return litestar.patch(path, responses=PROBLEMS, **options)


def delete(path: str, **options: Any) -> litestar.delete:
    """A route that deletes something."""
    return litestar.delete(path, responses=PROBLEMS, **options)


def components(handlers: Iterable[Callable[..., Any]]) -> dict[str, Any]:
    """What the handlers take and return, and its parts, as JSON Schema by name."""
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


@dataclass
class TakesText(Operation):
    """The documentation of a route whose body is the text of a record."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody(_text(), "The record of a game.", required=True)


@dataclass
class AlsoText(Operation):
    """The documentation of a route that answers with JSON or with text."""

    def __post_init__(self) -> None:
        answer = (self.responses or {})["200"]
        if isinstance(answer, OpenAPIResponse) and answer.content:
            answer.content |= _text()


def _text() -> dict[str, OpenAPIMediaType]:
    return {"text/plain": OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))}
