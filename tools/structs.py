"""What goes over the wire, read from the server's structs: for the docs, and for TypeScript."""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect as types

from qwirkle.server.domain import clocks, commands, events
from qwirkle.server.http import app
from qwirkle.server.protocol import frames, legal_moves, questions, receipts, views

COMMANDS = typing.get_args(commands.Create | commands.AtTable)
QUESTIONS = typing.get_args(questions.AnyQuestion)
EVENTS = typing.get_args(events.AnyEvent)
MESSAGES = (
    frames.Hello, views.Told, receipts.Receipt, frames.Viewed, legal_moves.LegalMoveList,
    frames.Answered, frames.Bye,
)  # fmt: skip
REPLIES = typing.get_args(questions.Reply)


@dataclass(frozen=True)
class Field:
    """A field of a struct as it is on the wire."""

    name: str
    type: types.Type
    doc: str
    optional: bool
    """Whether it can be left out."""
    default: Any = msgspec.NODEFAULT


def tag_of(struct: type) -> tuple[str, str] | None:
    """The field that names the kind of a struct, and its name."""
    config = struct.__struct_config__  # type: ignore[attr-defined]
    return (config.tag_field, config.tag) if config.tag_field else None


def fields_of(struct: type) -> list[Field]:
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)  # noqa: S101
    docs = field_docs(struct)
    sent = struct in COMMANDS or struct in QUESTIONS or _is_clock(struct)
    skips = struct.__struct_config__.omit_defaults  # type: ignore[attr-defined]
    return [
        Field(
            field.encode_name,
            field.type,
            docs.get(field.name, ""),
            optional=not field.required and (sent or skips or _is_body(struct)),
            default=field.default,
        )
        for field in info.fields
    ]


def _is_clock(struct: type) -> bool:
    return struct in typing.get_args(clocks.ClockRule)


def field_docs(struct: type) -> dict[str, str]:
    """The sentences below the fields, also of the structs that this one extends."""
    found: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        if issubclass(cls, msgspec.Struct) and cls is not msgspec.Struct:
            found |= _own_docs(cls)
    return found


def _own_docs(struct: type) -> dict[str, str]:
    module = inspect.getmodule(struct)
    assert module  # noqa: S101
    body = _classes(module)[struct.__name__].body
    return {
        field.target.id: " ".join(str(said.value.value).split())
        for field, said in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(said, ast.Expr)
        and isinstance(said.value, ast.Constant)
    }


@cache
def _classes(module: ModuleType) -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(module))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def doc_of(struct: type) -> str:
    return " ".join((struct.__doc__ or "").split())


def structs_in(kind: types.Type) -> Iterator[type]:
    """The structs that a type mentions itself."""
    match kind:
        case types.StructType(cls=cls):
            yield cls
        case types.UnionType(types=several):
            for one in several:
                yield from structs_in(one)
        case types.DictType(key_type=key, value_type=value):
            yield from structs_in(key)
            yield from structs_in(value)
        case types.TupleType(item_types=several):
            for one in several:
                yield from structs_in(one)
        case types.CollectionType(item_type=item) | types.Metadata(type=item):
            yield from structs_in(item)


def with_parts(*structs: type) -> list[type]:
    """These structs and all that they are made of, each once."""
    found: list[type] = []
    waiting = list(structs)
    while waiting:
        struct = waiting.pop(0)
        if struct not in found:
            found.append(struct)
            for field in fields_of(struct):
                waiting += structs_in(field.type)
    return found


def _hints(handler: Any) -> dict[str, Any]:
    return typing.get_type_hints(handler.fn, include_extras=False)


def _mentioned(annotation: Any) -> Iterator[type]:
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for part in typing.get_args(annotation):
        yield from _mentioned(part)


@cache
def bodies() -> tuple[type, ...]:
    """What routes take that is no command and no question."""
    known = {*COMMANDS, *QUESTIONS}
    taken = [s for route in app.ROUTES for s in _mentioned(_hints(route).get("data"))]
    return tuple(dict.fromkeys(struct for struct in taken if struct not in known))


def _is_body(struct: type) -> bool:
    return struct in bodies()


@cache
def results() -> tuple[type, ...]:
    """What routes answer with, beside what is said elsewhere."""
    known = {*COMMANDS, *QUESTIONS, *EVENTS, *MESSAGES, *REPLIES, *bodies()}
    given = [s for route in app.ROUTES for s in _mentioned(_hints(route).get("return"))]
    return tuple(dict.fromkeys(struct for struct in given if struct not in known))
