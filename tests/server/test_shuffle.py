"""The order in which a shuffle comes about: first the commitment, then the texts, then the deal."""

import asyncio
import json
from pathlib import Path

import msgspec
import pytest

from qwirkle import Game, fairness, native
from qwirkle.replay import Replay
from qwirkle.server.domain import commands, events, handlers
from qwirkle.server.domain.room import LogDisagrees, Room
from qwirkle.server.protocol import views
from tests.server.nodes import Player, hosted, play_out, seated
from tests.server.nodes import highest as choose
from tests.server.rooms import Bench, folded, same, stored, text_of

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
LOGS = Path(__file__).parent / "logs"


def told(room, seat=None):
    """Everything that a viewer hears, as one text."""
    return "\n".join(str(views.for_viewer(entry, seat, over=False)) for entry in room.log)


def events_of(room, kind):
    return [entry.event for entry in room.log if isinstance(entry.event, kind)]


def setup_lines(room):
    """What the record says of the shuffle before it comes to it."""
    lines = [line.rpartition("  #")[0] for line in room.game.dump().splitlines()]
    return [line for line in lines if line.split()[0] in ("commit", "entropy", "silent")]


def test_a_text_that_comes_before_the_commitment_can_be_seen_is_dropped():
    """Old clients send one when they set up a table or sit down; it is neither stored nor used."""
    bench = Bench("Ada", start=False, seats=2, entropy="too early")
    bench.do("Bo", commands.Sit, entropy="too early")
    assert "too early" not in str(stored(bench.room))
    bench.do("Ada", commands.Start, entropy="a")
    bench.do("Bo", commands.Start)
    assert setup_lines(bench.room)[1:] == ["entropy 1 a", "silent 2"]


def test_the_seed_is_fixed_before_any_text_is_accepted():
    """The first event has it; nothing that anybody sends later changes a letter of it."""
    bench = Bench("Ada", start=False, seats=3, bots=[1])
    (created,) = events_of(bench.room, events.Created)
    assert bench.room.log[0].event == created
    assert fairness.commitment(bytes.fromhex(created.seed)) == created.commitment
    assert created.commitment in told(bench.room)
    bench.do("Ada", commands.Start, entropy=text_of("Ada"))
    bench.do("Bo", commands.Sit)
    bench.do("Bo", commands.Start, entropy=text_of("Bo"))
    assert bench.room.phase == "playing"
    assert events_of(bench.room, events.Created) == [created]
    assert bench.room.game.commitment == created.commitment
    key = fairness.game_key(bytes.fromhex(created.seed), [text_of("Ada"), "", text_of("Bo")])
    assert bench.room.game._order.key == key


def test_a_text_is_sealed_until_all_are_there():
    """Neither the others nor spectators can answer it with their own; then everybody sees all."""
    bench = Bench("Ada", "Bo", start=False)
    (readied,) = bench.do("Ada", commands.Start, entropy=text_of("Ada"))
    for seat in (0, 1, None):
        assert text_of("Ada") not in told(bench.room, seat)
        assert readied.seen_by(seat).digest == fairness.entropy_digest(text_of("Ada"))
    bench.do("Bo", commands.Start)
    (started,) = events_of(bench.room, events.Started)
    assert started.seen_by(None).entropy == (text_of("Ada"), "")


def test_those_who_add_nothing_are_named_in_the_record():
    """Computer players never do; a program that sends no text has chosen not to."""
    bench = Bench("Ada", "Bo", start=False, seats=4, bots=[2])
    bench.do("Cy", commands.Sit, seat=3)
    for name in ("Ada", "Bo"):
        bench.do(name, commands.Start, entropy=text_of(name) if name == "Bo" else " \u200b")
    bench.do("Cy", commands.Start, entropy=text_of("Cy"))
    assert setup_lines(bench.room)[1:] == [
        "silent 1",
        "silent 2",
        f"entropy 3 {text_of('Bo')}",
        f"entropy 4 {text_of('Cy')}",
    ]
    found = Replay(bench.room.game.dump())
    assert (found.contributors, found.silent) == (["Bo", "Cy"], ["Ada", "Luka"])


def test_a_shared_device_adds_for_each_of_its_seats():
    """One text, and a line for every seat."""
    bench = Bench("Ada", start=False, seats=3, local=["Al", "Amy"])
    bench.do("Ada", commands.Start, entropy="our house")
    assert setup_lines(bench.room)[1:] == [f"entropy {n} our house" for n in (1, 2, 3)]


def test_a_text_that_was_given_stays():
    """Another one is refused, so that nobody can choose again; the same again changes nothing."""
    bench = Bench("Ada", "Bo", start=False)
    bench.do("Ada", commands.Start, entropy="a")
    assert bench.refuse("Ada", commands.Start, entropy="b").key == "serve.ready"
    assert bench.do("Ada", commands.Start, entropy="a") == []
    assert bench.do("Ada", commands.Start) == []
    bench.do("Ada", commands.Stand)
    bench.do("Ada", commands.Sit)
    bench.do("Ada", commands.Start, entropy="b")
    bench.do("Bo", commands.Start)
    assert setup_lines(bench.room)[1:] == ["entropy 1 b", "silent 2"]


def rematch_of(bench):
    """The room of a rematch that everybody wants."""
    for name in ("Ada", "Bo"):
        if bench.room.phase == "playing":
            bench.do(name, commands.Resign)
    bench.do("Bo", commands.Offer, offer="rematch")
    bench.do("Ada", commands.Accept, offer=bench.room.seq)
    bench.room = bench.more.pop()
    return bench


def test_a_rematch_asks_everybody_again():
    """It has its own commitment, is not begun, and takes nothing over of the texts before."""
    bench = Bench("Ada", "Bo", bots=[1])
    first = bench.room
    again = rematch_of(bench).room
    assert (again.phase, again.created.previous) == ("open", first.id)
    assert [seat.ready for seat in again.seats] == [False, False, True]
    assert again.created.commitment != first.created.commitment
    assert text_of("Ada") not in str(stored(again))
    assert views.view(again, None, bench.now).previous == first.id
    bench.do("Bo", commands.Start, entropy="Bo again")
    assert bench.room.phase == "open"
    bench.do("Ada", commands.Start, entropy="Ada again")
    assert setup_lines(bench.room) == [
        f"commit {again.created.commitment}",
        "entropy 1 Bo again",
        "entropy 2 Ada again",
        "silent 3",
    ]


def test_one_who_does_not_come_to_a_rematch_does_not_hold_it_up():
    """Nobody is dealt in who did not come; after a while the others can give the seat away."""
    bench = rematch_of(Bench("Ada", "Bo", bots=[1]))
    bench.do("Ada", commands.Start, entropy="Ada again")
    bench.now += handlers.COMING - 1
    problem = bench.refuse("Ada", commands.Stand, seat=0)
    assert (problem.key, problem.words) == ("serve.may_come", {"player": "Bo", "n": 10})
    bench.now += 1
    assert bench.refuse("Cy", commands.Stand, seat=0).key == "serve.not_seated"
    bench.do("Ada", commands.Stand, seat=0)
    bench.do("Cy", commands.Sit)
    assert bench.refuse("Ada", commands.Stand, seat=0).key == "serve.may_come"
    bench.do("Cy", commands.Start, entropy="Cy came")
    assert setup_lines(bench.room)[1:] == ["entropy 1 Cy came", "entropy 2 Ada again", "silent 3"]


def test_who_has_come_is_not_sent_away():
    """Not from a rematch, and nobody from another table however long they think."""
    bench = rematch_of(Bench("Ada", "Bo", bots=[1]))
    bench.do("Bo", commands.Start)
    bench.now += 10 * handlers.COMING
    assert bench.refuse("Ada", commands.Stand, seat=0).key == "serve.other_seat"
    first = Bench("Ada", "Bo", start=False)
    first.now += 10 * handlers.COMING
    assert first.refuse("Ada", commands.Stand, seat=1).key == "serve.other_seat"


def test_the_log_of_a_ceremony_makes_the_same_room():
    """Before the first text, between two of them, and after the deal."""
    bench = rematch_of(Bench("Ada", "Bo"))
    assert same(folded(bench.room), bench.room)
    for name in ("Ada", "Bo"):
        bench.do(name, commands.Start, entropy=text_of(name))
        assert same(folded(bench.room), bench.room)


def test_texts_that_were_exchanged_in_the_log_are_noticed():
    """The game begins with those that the players gave, and with no others."""
    bench = Bench("Ada", "Bo")
    at = next(n for n, e in enumerate(bench.room.log) if isinstance(e.event, events.Started))
    entry = bench.room.log[at]
    forged = msgspec.structs.replace(entry.event, entropy=("other", text_of("Bo")))
    with pytest.raises(LogDisagrees):
        Room.of("x", [*bench.room.log[:at], msgspec.structs.replace(entry, event=forged)])


def test_an_old_log_makes_the_record_that_it_made():
    """In it a text came with the seat, and nobody was asked for one."""
    lines = (LOGS / "early_entropy.jsonl").read_text().splitlines()
    read = [
        (seq, at, events.decode_event(json.dumps(body))) for seq, at, body in map(json.loads, lines)
    ]
    room = Room.of("x", [events.Logged(*entry) for entry in read])
    record = (LOGS / "early_entropy.qw").read_text()
    assert room.game.dump() == record
    assert Game.load(record).dump() == record
    found = Replay(record)
    assert (found.contributors, found.silent, found.doubt) == (["Ada"], [], None)


def test_an_old_table_that_has_not_begun_asks_as_well():
    """The text that came before the commitment could be seen is not used for it."""
    lines = (LOGS / "early_entropy.jsonl").read_text().splitlines()[:4]
    read = [
        (seq, at, events.decode_event(json.dumps(body))) for seq, at, body in map(json.loads, lines)
    ]
    bench = Bench("Ada", "Bo", start=False)
    bench.room = Room.of("x", [events.Logged(*entry) for entry in read])
    bench.do("Ada", commands.Start)
    bench.do("Bo", commands.Start, entropy="now")
    assert setup_lines(bench.room)[1:] == ["silent 1", "silent 2", "entropy 3 now"]


async def heard(player, table):
    """The log as this player may see it."""
    answer = await player.http.get(f"/api/tables/{table}/events", params={"follow": "false"})
    messages = [json.loads(line) for line in answer.text.splitlines()]
    return [message["event"] for message in messages if message["type"] == "event"]


def test_a_stop_between_two_texts_loses_neither(tmp_path):
    """The server is killed when one has given a text; the game begins with it after the start."""
    data = tmp_path / "games.db"

    async def first_half(url, ada, bo):
        table = await ada.create()
        await bo.do(table, "sit", name="Bo")
        noted = (await bo.view(table))["commitment"]
        answer = await ada.do(table, "start", entropy="before the stop")
        assert "problem" not in answer
        return table, noted

    async def second_half(ada, bo, table):
        assert "before the stop" not in json.dumps(await heard(bo, table))
        await bo.do(table, "start", entropy="after it")
        await bo.do(table, "resign")
        answer = await ada.http.post(
            "/api/verify", content=(await ada.http.get(f"/api/tables/{table}/record")).content
        )
        return await heard(ada, table), answer.json()

    async def story():
        with hosted(data) as one:
            ada, bo = Player(one.url, "Ada"), Player(one.url, "Bo")
            table, noted = await first_half(one.url, ada, bo)
        with hosted(data, port=one.port):
            told, found = await second_half(ada, bo, table)
        await asyncio.gather(ada.http.aclose(), bo.http.aclose())
        return noted, told, found

    noted, told, found = asyncio.run(story())
    (started,) = [event for event in told if event["type"] == "started"]
    assert started["entropy"] == ["before the stop", "after it"]
    assert (found["shuffle"], found["commitment"]) == (True, noted)
    assert (found["contributors"], found["silent"]) == (["Ada", "Bo"], [])


def test_a_whole_game_is_proven_with_its_contributors(server):
    """Over real sockets: the seed revealed at the end fits the commitment seen before the texts."""

    async def story(url):
        ada = Player(url, "Ada")
        table = await seated([ada], bots=[1])
        await play_out(ada, table, choose)
        record = (await ada.http.get(f"/api/tables/{table}/record")).content
        found = (await ada.http.post("/api/verify?lang=en", content=record)).json()
        told = await heard(ada, table)
        await ada.http.aclose()
        return told, found

    told, found = asyncio.run(story(server.url))
    kinds = [event["type"] for event in told]
    assert kinds.index("created") < kinds.index("readied") < kinds.index("started")
    (text, nothing) = told[kinds.index("started")]["entropy"]
    readied = told[kinds.index("readied")]
    assert readied == {"type": "readied", "seat": 0, "digest": fairness.entropy_digest(text)}
    assert (len(text), nothing) == (32, "")
    seed = bytes.fromhex(told[kinds.index("revealed")]["seed"])
    assert fairness.commitment(seed) == told[0]["commitment"] == found["commitment"]
    assert (found["contributors"], found["silent"]) == (["Ada"], ["Olo"])
    assert "Asked for a text, but gave none: Olo" in found["sentences"]
