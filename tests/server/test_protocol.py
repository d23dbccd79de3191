"""What is written about the wire is what the server takes and sends."""

import json

import msgspec
import pytest
from tools import protocol, structs, typescript

from qwirkle import native
from qwirkle.server import wire
from qwirkle.server.guarding import STATUS

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
    assert set(STATUS) == set(wire.ProblemCode.__args__)


def test_every_command_event_and_message_has_a_sentence():
    """And its name on the page."""
    page = protocol.FILE.read_text()
    for struct in structs.with_parts(*protocol.told_in_order(), *structs.results()):
        assert structs.doc_of(struct).endswith("."), struct
        tag = structs.tag_of(struct)
        assert f"### `{tag[1]}`" in page if tag else f"### {struct.__name__}" in page


def test_sentences_below_fields_are_found():
    """Also those of the structs that a struct extends."""
    docs = structs.field_docs(wire.Offer)
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
        msgspec.convert(frame, wire.Create | wire.AtTable if "do" in frame else wire.AnyQuestion)


def test_the_types_know_what_can_be_left_out():
    """Of a command the defaults; of an event what it omits; of a view nothing."""
    page = typescript.page()
    assert 'do: "sit"\n  id: string\n' in page
    assert "  seat?: number | null" in page
    assert "  event: LogEvent" in page
    assert "export type PlayOffer = [move: string, points: number]" in page
    view = page[page.index("export interface TableView {") :]
    assert "?:" not in view[: view.index("}")]
