"""What is written about the wire is what the server takes and sends."""

import json
from typing import get_args
from unittest import mock

import msgspec
import pytest
from tools import protocol, structs, typescript

from qwirkle import native
from qwirkle.server.domain import commands, handlers, refusals
from qwirkle.server.http.policy import STATUS
from qwirkle.server.protocol import frames, questions

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


def test_the_page_is_up_to_date():
    """After a change of a struct or a route: make protocol."""
    assert protocol.FILE.read_text() == protocol.page()


def test_the_types_of_the_web_client_are_up_to_date():
    """After a change of a struct: make protocol."""
    assert typescript.FILE.read_text() == typescript.page()


def test_every_code_of_a_problem_is_explained():
    """With its HTTP status, in the one order."""
    assert list(protocol.CODES) == list(STATUS)
    assert set(STATUS) == set(get_args(refusals.ProblemCode))


def test_every_command_event_and_message_has_a_sentence():
    """And its name on the page."""
    page = protocol.FILE.read_text()
    for struct in structs.with_parts(*protocol.told_in_order(), *structs.results()):
        assert structs.doc_of(struct).endswith("."), struct
        tag = structs.tag_of(struct)
        assert f"### `{tag[1]}`" in page if tag else f"### {struct.__name__}" in page


def test_sentences_below_fields_are_found():
    """Also those of the structs that a struct extends."""
    docs = structs.field_docs(commands.Offer)
    assert docs["seat"].startswith("For a takeover")
    assert docs["expect"].startswith("The last event")


def test_commands_of_the_example_can_be_read():
    """What the page says was sent is what the server takes."""
    sent = [line[2:] for line in protocol.FILE.read_text().splitlines() if line.startswith("> {")]
    kinds = [json.loads(line) for line in sent]
    assert [kind.get("do") or kind.get("ask") for kind in kinds] == [
        "create",
        "check",
        "play",
        "play",
    ]
    for frame in kinds:
        msgspec.convert(
            frame, commands.Create | commands.AtTable if "do" in frame else questions.AnyQuestion
        )


def test_the_types_know_what_can_be_left_out():
    """Of a command the defaults; of an event what it omits; of a view nothing."""
    page = typescript.page()
    assert 'do: "sit"\n  id: string\n' in page
    assert "  seat?: number | null" in page
    assert "  event: LogEvent" in page
    assert "export type LegalMove = [move: string, points: number]" in page
    view = page[page.index("export interface TableView {") :]
    assert "?:" not in view[: view.index("}")]


def test_every_command_has_its_handler():
    """The commands of a table are listed once; a handler names those that it carries out."""
    assert set(handlers.HANDLERS) == set(get_args(commands.AtTable))


def test_the_old_forms_of_a_move_are_the_same_move():
    """Version 1 had three; what they say is said by ``play`` in notation."""
    name = "0" * 26
    assert commands.Trade(id=name, tiles=["Ro", "Gx"]).notation == "trade Ro Gx"
    rows = [["Ro", "Go", "Bo"], ["Rx", "Rd", "Rs", "Rt"]]
    laid = commands.Arrange(id=name, rows=rows).notation
    assert laid == "Ro Go Bo | Rx Rd Rs Rt"
    assert commands.Play(id=name, move=laid).notation == laid


ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
FRAMES = [
    {"do": "play", "id": ID, "expect": 4, "move": "Ro@0,0"},
    {"do": "play", "id": ID, "expect": 4.0, "move": "Ro@0,0"},
    {"do": "play", "id": ID, "expect": 4.5, "move": "Ro@0,0"},
    {"do": "play", "id": ID, "expect": "4", "move": "Ro@0,0"},
    {"do": "play", "id": ID, "expect": True, "move": "Ro@0,0"},
    {"do": "play", "id": ID, "expect": 10**30, "move": "Ro@0,0"},
    {"do": "play", "id": ID, "expect": 4, "move": "Ro@0,0", "more": 1},
    {"do": "trade", "id": ID, "expect": 4, "tiles": ["Ro", 1]},
    {"do": "chat", "id": ID, "text": None},
    {"do": "dance", "id": ID},
    {"ask": "check", "id": ID, "move": "pass"},
    {"ask": "check", "id": f"{ID}\n", "move": "pass"},
    {"id": ID},
    [ID],
    None,
]


@pytest.mark.parametrize("body", FRAMES)
def test_a_frame_is_decoded_once_and_read_like_a_body(body):
    """Whether it is good or not; its id is known in either case."""
    text = json.dumps(body)
    asks = isinstance(body, dict) and "ask" in body
    kind = questions.AnyQuestion if asks else commands.AtTable
    with mock.patch.object(frames, "_decode", wraps=frames._decode) as decode:
        frame = frames.Frame(text)
        found = outcome(frame.read)
        assert frame.id == (body["id"] if isinstance(body, dict) and body["id"] == ID else "")
    assert decode.call_count == 1
    assert found == outcome(frames.read_body, text.encode(), kind)


def outcome(read, *args):
    """What was read, or the words of the refusal."""
    try:
        return read(*args)
    except refusals.Refused as reason:
        return reason.key, reason.words


@pytest.mark.parametrize("text", ["", "{", "x" * 5000, b"\xff", "[" * 4000, "\ud800"])
def test_a_frame_that_is_no_json_has_no_id(text):
    """It is refused with a sentence when it is read, and not before."""
    frame = frames.Frame(text)
    assert frame.id == ""
    with pytest.raises(refusals.Refused) as refused:
        frame.read()
    assert refused.value.code == "bad"
