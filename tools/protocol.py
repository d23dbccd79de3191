"""docs/protocol.md, from the structs and the routes of the server: ``make protocol`` writes it."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
from msgspec import inspect as types
from tools import structs
from tools.structs import COMMANDS, EVENTS, MESSAGES, QUESTIONS, REPLIES

from qwirkle import fairness
from qwirkle.locales import LANGUAGES
from qwirkle.server.domain import commands, opening
from qwirkle.server.domain.refusals import ProblemCode
from qwirkle.server.http.app import make_app
from qwirkle.server.http.policy import STATUS
from qwirkle.server.http.session import Session, Wants
from qwirkle.server.node.node import Node
from qwirkle.server.node.settings import Settings
from qwirkle.server.protocol import messages
from qwirkle.server.protocol.frames import LARGEST_FRAME, VERSION, encode
from qwirkle.server.storage import migrator

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "protocol.md"
TEXT = Path(__file__).with_name("protocol.md.in")
CODES: dict[ProblemCode, str] = {
    "bad": "The request is not one: unknown fields, wrong types, a move that is no notation.",
    "forbidden": "A page of another site, or a token that is not known.",
    "unknown": "There is no such table, link or page.",
    "conflict": "Something has happened that `expect` did not know; `seq` is the current number.",
    "refused": "Not now, or not by you: another's turn, a taken seat, a game that is over.",
    "reused": "The id was used for another command.",
    "rule": "A rule of the game is broken; `rule` names it, `tiles` and `cells` point at it.",
    "limit": "Too much at once; wait a few seconds.",
    "storage": "Nothing can be stored at the moment, so nothing has happened; send it again.",
    "failed": "The server itself went wrong; its log says where.",
}
HASH = re.compile(r"(?<=^[0-9a-f]{12})[0-9a-f]{20,}$")
SHOWN = 4
"""How many items of a long list an example shows."""


def spoken(kind: types.Type) -> str:  # noqa: C901
    """A type, for people."""
    match kind:
        case types.StructType(cls=cls):
            tag = structs.tag_of(cls)
            return f"`{tag[1]}`" if tag and cls not in MESSAGES else f"{cls.__name__}"
        case types.UnionType(types=several):
            if {s for one in several for s in structs.structs_in(one)} == set(EVENTS):
                return "an [event](#events)"
            return " or ".join(spoken(one) for one in several)
        case types.LiteralType(values=values):
            return ", ".join(f'`"{value}"`' for value in sorted(values, key=str))
        case types.DictType(value_type=value):
            return f"object of {spoken(value)}"
        case types.TupleType(item_types=several):
            return f"[{', '.join(map(spoken, several))}]"
        case types.CollectionType(item_type=item, max_length=most):
            return f"list of {spoken(item)}" + (f", at most {most}" if most else "")
        case types.Metadata(type=inner):
            return spoken(inner)
    return _plain(kind)


def _plain(kind: types.Type) -> str:
    match kind:
        case types.StrType(min_length=least, max_length=most, pattern=pattern):
            if pattern:
                return f"string `{pattern}`"
            return "string" + _bounds(least, most, " characters")
        case types.IntType(ge=least, le=most):
            return "integer" + _bounds(least, most)
        case types.FloatType():
            return "number"
        case types.BoolType():
            return "true or false"
        case types.NoneType():
            return "null"
    return "anything"


def _bounds(least: int | None, most: int | None, what: str = "") -> str:
    if most is None:
        return ""
    if least == most:
        return f" of {most}{what}"
    return f", {least} to {most}{what}" if least is not None else f", at most {most}{what}"


COMMON = {"id", "expect"}
"""What all commands and questions have, and the page says once."""


def _row(field: structs.Field) -> str:
    kind = spoken(field.type).replace("|", "\\|")
    default = ""
    if field.optional:
        given = field.default is not msgspec.NODEFAULT and field.default is not None
        default = f"`{encode(field.default).decode()}`" if given else "may be left out"
    return f"| `{field.name}` | {kind} | {default} | {field.doc.replace('|', chr(92) + '|')} |"


def described(struct: type, title: str | None = None) -> str:
    """A struct: what it is for, and its fields."""
    tag = structs.tag_of(struct)
    heading = title or (f"`{tag[1]}`" if tag else struct.__name__)
    lines = [f"### {heading}", "", structs.doc_of(struct), ""]
    if struct.__struct_config__.array_like:  # type: ignore[attr-defined]
        lines += ["It travels as a list, in this order.", ""]
    asked = struct in COMMANDS or struct in QUESTIONS
    if fields := [f for f in structs.fields_of(struct) if not (asked and f.name in COMMON)]:
        lines += ["| field | type | default | |", "|---|---|---|---|", *map(_row, fields), ""]
    return "\n".join(lines)


def section(several: Iterable[type]) -> str:
    return "\n".join(map(described, several))


def routes() -> str:
    """The list of the routes, from the same description that OpenAPI gives."""
    schema = make_app(Settings("")).openapi_schema.to_schema()
    rows = ["| | route | |", "|---|---|---|"]
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            said = operation.get("description") or operation.get("summary", "")
            rows.append(f"| {method.upper()} | `{path}` | {' '.join(said.split())} |")
    return "\n".join(rows)


def codes() -> str:
    rows = ["| code | HTTP | |", "|---|---|---|"]
    return "\n".join([*rows, *(f"| `{code}` | {STATUS[code]} | {CODES[code]} |" for code in CODES)])


def phrases() -> str:
    said = {lang: messages.phrases(lang) for lang in LANGUAGES}
    rows = [f"| phrase | {' | '.join(LANGUAGES)} |", "|---" * (len(LANGUAGES) + 1) + "|"]
    rows += [
        f"| `{phrase}` | {' | '.join(said[lang][phrase] for lang in LANGUAGES)} |"
        for phrase in commands.PHRASES
    ]
    return "\n".join(rows)


def parts() -> list[type]:
    """What the messages and answers are made of, and has no section of its own."""
    told = {*COMMANDS, *QUESTIONS, *EVENTS, *MESSAGES, *REPLIES, *structs.bodies()}
    every = structs.with_parts(*told_in_order(), *structs.results())
    return [struct for struct in every if struct not in told]


def told_in_order() -> list[type]:
    return [*COMMANDS, *QUESTIONS, *MESSAGES, *REPLIES, *structs.bodies(), *EVENTS]


def shortened(value: Any) -> Any:
    """The same with the long lists cut off."""
    if isinstance(value, dict):
        items = list(value.items())
        kept = items if len(items) < 28 else [*items[:SHOWN], ("…", "…")]
        return {name: shortened(item) for name, item in kept}
    if isinstance(value, list):
        cut = len(value) > SHOWN + 2
        return [*map(shortened, value[:SHOWN]), "…"] if cut else [*map(shortened, value)]
    return HASH.sub("…", value) if isinstance(value, str) else value


class Exchange:
    """A real exchange with a node, with the same numbers every time."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.lines: list[str] = []
        self.ids = iter(f"01JD3M7Q4N0000000000000{n:03}" for n in range(100))

    async def run(self) -> str:
        await migrator.check(self.node.store)
        self.node.dispatcher.clock = lambda: 1_763_200_000_000
        ada, _ = await self.node.people.newcomer("Ada")
        bo, _ = await self.node.people.newcomer("Bo")
        clock = {"type": "live", "minutes": 10, "increment": 5}
        frame = {"do": "create", "id": next(self.ids), "name": "Ada", "clock": clock}
        answer = await self.node.create(msgspec.convert(frame, commands.Create), ada)
        self._sent(frame)
        self._came(answer)
        table = str(answer.table)
        first, second = (Session(self.node, table, who, Wants(0, True, True)) for who in (ada, bo))
        await self._say(second, {"do": "sit", "name": "Bo"}, shown=False)
        texts = "bb43f8a0c1d25e6947a8b0c3d5e7f901", "rain on the roof"
        for one, text in zip((first, second), texts, strict=True):
            await self._say(one, {"do": "start", "entropy": text}, shown=False)
        room = await self.node.dispatcher.room(table)
        mover = first if room.turn == 0 else second
        await self._burst(mover)
        move = str(next(iter(room.game.legal_moves))) if room.game else ""
        await self._say(mover, {"ask": "check", "move": "Ro@0,0 Ro@1,0"})
        await self._say(mover, {"do": "play", "expect": room.seq, "move": move})
        await self._say(mover, {"do": "play", "expect": room.seq, "move": move})
        return "\n".join(self.lines)

    async def _burst(self, session: Session) -> None:
        stream = session.messages()
        bursts = [await anext(stream), await anext(stream)]
        await stream.aclose()
        for message in (m for burst in bursts for m in burst):
            self._came(msgspec.json.decode(message))

    async def _say(self, session: Session, words: dict[str, Any], shown: bool = True) -> None:
        kind, *rest = words
        frame = {kind: words[kind], "id": next(self.ids)} | {name: words[name] for name in rest}
        came = await session.receive(json.dumps(frame))
        if shown:
            self._sent(frame)
            self._came(msgspec.json.decode(came))

    def _sent(self, frame: object) -> None:
        self.lines.append(f"> {self._text(frame)}")

    def _came(self, frame: object) -> None:
        self.lines.append(f"< {self._text(frame)}")

    def _text(self, frame: object) -> str:
        plain = shortened(msgspec.to_builtins(frame))
        return json.dumps(plain, ensure_ascii=False)


def example() -> str:
    """A short game that is really played, without a network."""

    async def play(folder: str) -> str:
        node = Node(Settings(data=str(Path(folder) / "games.db")))
        try:
            return await Exchange(node).run()
        finally:
            await node.store.close()

    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(fairness, "new_seed", return_value=fairness.seed_of(7)),
        mock.patch.object(opening, "table_id", return_value="qwirkletable2345"),
    ):
        return asyncio.run(play(folder))


def page() -> str:
    """The whole page."""
    filled = {
        "routes": routes(),
        "frame": str(LARGEST_FRAME),
        "version": str(VERSION),
        "codes": codes(),
        "phrases": phrases(),
        "example": example(),
        "commands": section(COMMANDS),
        "questions": section(QUESTIONS),
        "replies": section(REPLIES),
        "messages": section(one for one in MESSAGES if one not in REPLIES),
        "events": section(EVENTS),
        "bodies": section(structs.bodies()) or "None.",
        "parts": section(parts()),
    }
    text = TEXT.read_text()
    for name, said in filled.items():
        text = text.replace("{{" + name + "}}", said.strip())
    return text


def main() -> None:
    FILE.write_text(page())


if __name__ == "__main__":
    main()
