"""Faces that people choose: kept with the person, and brought along to the tables to come."""

import asyncio

import httpx
import pytest
from sqlalchemy import text

from qwirkle import native
from qwirkle.locales import LANGUAGES, say
from qwirkle.server.accounts.people import People
from qwirkle.server.domain import commands, events, handlers, opening
from qwirkle.server.protocol import views
from qwirkle.server.storage import backups, listings, migrator
from qwirkle.server.storage.database import SqliteStore
from tests.server.nodes import players, seated, ulid
from tests.server.rooms import START, folded

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
FACE, OTHER = "s12", "t63"


async def patched(url, *bodies, lang="en"):
    """What one person is answered who sends all these."""
    headers = {"accept-language": lang}
    async with httpx.AsyncClient(base_url=url, timeout=60, headers=headers) as client:
        return [await client.patch("/api/me", json=body) for body in bodies]


def test_a_name_and_a_face_are_changed_one_by_one_or_together(server):
    """What is not sent stays as it is; an empty face is no face."""
    answers = asyncio.run(
        patched(
            server.url,
            {"face": FACE},
            {"name": "Ada"},
            {"name": "Bo", "face": OTHER},
            {"face": "", "name": None},
        )
    )
    told = [(answer.json()["name"], answer.json()["face"]) for answer in answers]
    assert told == [("", FACE), ("Ada", FACE), ("Bo", OTHER), ("Bo", "")]
    assert "set-cookie" in answers[0].headers  # a face can be the first action


@pytest.mark.parametrize(
    "face", ["s1", "s123", "a11", "s01", "s17", "S11", "s11\n", "\n", " s11", "s１1", "11s", 11, []]
)
def test_a_face_that_nobody_can_draw_is_refused(server, face):
    """As are letters of other scripts, and what only looks like a face."""
    refused, known = asyncio.run(patched(server.url, {"face": face}, {"name": "Ada"}))
    assert (refused.status_code, refused.json()["key"]) == (400, "serve.bad")
    assert "set-cookie" not in refused.headers
    assert known.json()["face"] == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_refusal_is_a_sentence(server, lang):
    """In the language of the reader; also where nothing is to be changed."""
    for body in ({"face": "moustache"}, {}):
        (refused,) = asyncio.run(patched(server.url, body, lang=lang))
        assert refused.json()["message"] == say("serve.bad", lang)


def test_everybody_at_a_table_sees_it(server):
    """In the view and in the lists; a face that is changed later is for tables to come."""

    async def sit():
        async with players(server.url, "Ada", "Bo") as (ada, bo):
            await ada.http.patch("/api/me", json={"face": FACE})
            table = await ada.create(name="Ada", seats=2, open=True)
            await bo.do(table, "sit", name="Bo")
            await ada.http.patch("/api/me", json={"face": OTHER})
            later = await ada.create(name="Ada", seats=2)
            lines = (await bo.http.get("/api/me/tables")).json()
            return [await bo.view(table), await bo.view(later)], lines

    (first, later), (line,) = asyncio.run(sit())
    assert [seat["face"] for seat in first["seats"]] == [FACE, ""]
    assert later["seats"][0]["face"] == OTHER
    assert line["faces"] == [FACE, ""]


def test_a_finished_game_keeps_it(server):
    """Its replay shows who played, as they looked then."""

    async def finish():
        async with players(server.url, "Ada", "Bo") as (ada, bo):
            await bo.http.patch("/api/me", json={"name": "Bo", "face": FACE})
            table = await seated([ada, bo], open=True)
            await bo.http.patch("/api/me", json={"face": OTHER})
            await ada.do(table, "resign")
            return (await ada.http.get(f"/api/tables/{table}/replay")).json()

    assert asyncio.run(finish())["faces"] == ["", FACE]


def shared_device():
    """A table with a face, somebody else at the same device, and a computer player."""
    command = commands.Create(id=ulid(), seats=4, local=["Kid"], bots=[1])
    return handlers.create(command, handlers.Actor("p", "Ada", face=FACE), START)


def test_only_the_own_seat_has_it():
    """Not the others at the same device, not the computer."""
    room = shared_device()
    assert listings.line(room).faces == [FACE, "", "", ""]
    faces = [seat and seat.face for seat in views.view(room, "p", START).seats]
    assert faces == [FACE, "", "", None]
    assert folded(room).seats == room.seats


def test_everybody_is_told_it_by_the_log():
    """It is no secret; a log without it is the log of before, byte for byte."""
    ada, kid = (entry for entry in shared_device().log[1:3])
    assert events.public(ada).count(b'"face":"s12"') == 1
    assert b"face" not in events.public(kid)
    old = '{"type":"seated","seat":0,"name":"Ada","person":"p"}'
    event = events.decode_event(old)
    assert isinstance(event, events.Seated)
    assert event.face == ""
    assert events.encode_event(event) == old


def test_a_rematch_brings_it_along():
    """The same people look the same."""
    again = opening.rematch(shared_device(), START)
    assert [seat and seat.face for seat in again.seats] == [None, FACE, "", ""]


def test_people_of_an_older_database(tmp_path):
    """They have no face yet, and can choose one."""

    async def migrated():
        store = SqliteStore(tmp_path / "old.db")
        await store.write(lambda c: migrator.upgrade(c, "0003"))
        ada = text("INSERT INTO people VALUES ('ada', 'Ada', 0, 1)")
        await store.write(lambda c: c.execute(ada) and None)
        empty = await store.read(backups.is_empty)
        await migrator.check(store)
        people = People(store)
        before = await people.by_id("ada")
        assert before is not None
        await people.change(before, None, FACE)
        after = await people.by_id("ada")
        await store.close()
        return empty, before, after

    empty, before, after = asyncio.run(migrated())
    assert not empty  # a restore asks the database before it is brought up to date
    assert (before.name, before.face) == ("Ada", "")
    assert (after.name, after.face) == ("Ada", FACE)
