"""The wire as TypeScript types, for the web client: ``make protocol`` writes them."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec import inspect as types
from tools import structs
from tools.structs import COMMANDS, EVENTS, MESSAGES, QUESTIONS, REPLIES

from qwirkle.server.domain import commands

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "web" / "src" / "protocol" / "wire.ts"
HEAD = """\
// What goes over the wire. Written by tools/typescript.py from the server's structs: make protocol.
"""
UNIONS = {
    "Command": COMMANDS,
    "Question": QUESTIONS,
    "LogEvent": EVENTS,
    "Reply": REPLIES,
    "Message": tuple(dict.fromkeys((*MESSAGES, *REPLIES))),
}


def name_of(struct: type) -> str:
    """Its own name; events say that they are events, because other things have their names too."""
    return f"{struct.__name__}Event" if struct in EVENTS else struct.__name__


def written(kind: types.Type) -> str:  # noqa: C901
    """A type in TypeScript."""
    match kind:
        case types.StructType(cls=cls):
            return name_of(cls)
        case types.UnionType(types=several):
            if {s for one in several for s in structs.structs_in(one)} == set(EVENTS):
                return "LogEvent"
            return " | ".join(written(one) for one in several)
        case types.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in sorted(values, key=str))
        case types.DictType(key_type=key, value_type=value):
            if isinstance(key, types.LiteralType):
                return f"Record<{written(key)}, {written(value)}>"
            return f"Record<string, {written(value)}>"
        case types.TupleType(item_types=several):
            return f"[{', '.join(map(written, several))}]"
        case types.CollectionType(item_type=item):
            inner = written(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case types.Metadata(type=inner):
            return written(inner)
    return _plain(kind)


def _plain(kind: types.Type) -> str:
    plain = {
        types.StrType: "string",
        types.IntType: "number",
        types.FloatType: "number",
        types.BoolType: "boolean",
        types.NoneType: "null",
    }
    return plain.get(type(kind), "unknown")


def interface(struct: type) -> str:
    """A struct: an object, or a tuple where it travels as a list."""
    fields = structs.fields_of(struct)
    doc = f"/** {structs.doc_of(struct)} */\n"
    if struct.__struct_config__.array_like:  # type: ignore[attr-defined]
        items = ", ".join(f"{field.name}: {written(field.type)}" for field in fields)
        return f"{doc}export type {name_of(struct)} = [{items}]\n"
    lines = []
    if tag := structs.tag_of(struct):
        lines.append(f"  {tag[0]}: {json.dumps(tag[1])}")
    for field in fields:
        if field.doc:
            lines.append(f"  /** {field.doc} */")
        lines.append(f"  {field.name}{'?' if field.optional else ''}: {written(field.type)}")
    return f"{doc}export interface {name_of(struct)} {{\n" + "\n".join(lines) + "\n}\n"


def page() -> str:
    roots = [struct for several in UNIONS.values() for struct in several]
    every = structs.with_parts(*roots, *structs.bodies(), *structs.results())
    phrases = json.dumps(list(commands.PHRASES))
    emotes = json.dumps(list(commands.EMOTES))
    parts = [
        HEAD,
        f"export const PHRASES = {phrases} as const\n",
        f"export const EMOTES = {emotes} as const\n",
    ]
    parts += [
        f"export type {name} =\n" + "\n".join(f"  | {name_of(struct)}" for struct in several) + "\n"
        for name, several in UNIONS.items()
    ]
    return "\n".join([*parts, *map(interface, every)])


def main() -> None:
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(page())


if __name__ == "__main__":
    main()
