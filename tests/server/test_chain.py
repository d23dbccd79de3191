"""The log is bound: every event by the chain, the chain by receipts, and the record by both."""

import asyncio
import hashlib
import json
import sqlite3
from contextlib import asynccontextmanager, closing

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec.json import encode
from msgspec.structs import replace
from sqlalchemy import delete

from qwirkle import Game, cli, native
from qwirkle.bots.names import speaker
from qwirkle.chain import PublicLog, Receipt
from qwirkle.replay import Replay
from qwirkle.server.accounts.people import Person
from qwirkle.server.domain import commands, events, turns
from qwirkle.server.domain.clocks import Live, Times
from qwirkle.server.domain.events import Logged
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room
from qwirkle.server.http.session import Session, Wants
from qwirkle.server.node import judging
from qwirkle.server.node.node import Node
from qwirkle.server.node.settings import Settings
from qwirkle.server.protocol import receipts, records, views
from qwirkle.server.storage import schema
from qwirkle.server.storage.database import open_store
from qwirkle.verdict import Verdict, logged_facts, recorded_facts
from tests.server.nodes import highest, play_out, players, seated, ulid
from tests.server.rooms import Bench, folded, person
from tests.server.worlds import Story

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
ROOT = "ab" * 32
PROOF = events.DrawProof(0, "Ro", "00", ("11",))
GOLDEN: list[tuple[events.AnyEvent, str]] = [
    (
        events.Created(
            edition="classic", seats=2, clock=Live(5, 2), open=True, hints=False,
            commitment="cd" * 32, host="a person", seed="ef" * 32,
        ),
        '{"seq":1,"at":1001,"event":{"type":"created","edition":"classic","seats":2,"clock":'
        '{"type":"live","minutes":5,"increment":2},"open":true,"hints":false,"commitment":"'
        + "cd" * 32 + '"}}',
    ),
    (
        events.Seated(seat=0, name="Zoë 木", age=30, entropy="rain", person="a person"),
        '{"seq":2,"at":1002,"event":{"type":"seated","seat":0,"name":"Zoë 木","age":30,'
        '"entropy":"rain"}}',
    ),
    (
        events.Seated(seat=1, name="Bo", bot=3),
        '{"seq":3,"at":1003,"event":{"type":"seated","seat":1,"name":"Bo","bot":3}}',
    ),
    (events.Shuffled(ROOT), f'{{"seq":4,"at":1004,"event":{{"type":"shuffled","root":"{ROOT}"}}}}'),
    (
        events.Dealt(0, ("Ro", "Bx"), events.Drawn(ROOT, 108, (PROOF,))),
        '{"seq":5,"at":1005,"event":{"type":"dealt","seat":0,"pieces":["?","?"]}}',
    ),
    (
        events.Moved(
            seat=0, move="trade Ro Bx", points=0, drawn=("Gs", "Gt"), times=Times((1, 2), 3)
        ),
        '{"seq":6,"at":1006,"event":{"type":"moved","seat":0,"move":"trade ? ?","points":0,'
        '"drawn":["?","?"],"times":{"left":[1,2],"deadline":3}}}',
    ),
    (
        events.Chatted(seat=1, text='a "quote" \\ and a tab\t'),
        '{"seq":7,"at":1007,"event":{"type":"chatted","seat":1,'
        '"text":"a \\"quote\\" \\\\ and a tab\\t"}}',
    ),
    (
        events.Resigned(1, "resign"),
        '{"seq":8,"at":1008,"event":{"type":"resigned","seat":1,"why":"resign"}}',
    ),
    (
        events.Ended("O1", (0,), (3, 0)),
        '{"seq":9,"at":1009,"event":{"type":"ended","rule":"O1","winners":[0],"scores":[3,0]}}',
    ),
    (
        events.Rated("classic-2", (events.NewRating(
            before=1500.0, rating=1662.3108939062977, deviation=290.31896371798047,
            volatility=0.05999967537233814, games=1, monday=1500.0), None)),
        '{"seq":10,"at":1010,"event":{"type":"rated","ladder":"classic-2","seats":[{"before":1500.0,'
        '"rating":1662.3108939062977,"deviation":290.31896371798047,'
        '"volatility":0.05999967537233814,"games":1,"monday":1500.0},null]}}',
    ),
]  # fmt: skip
GOLDEN_HEAD = "94ee160517ecf7fcd8504d679c9fd78e639b6c0708a012f22b6096355eed6ca5"


def chained(table, lines):
    """The chain as docs/fairness.md describes it, from nothing else."""
    head = hashlib.sha256(f"qwirkle log {table}".encode()).digest()
    for line in lines:
        head = hashlib.sha256(head + line).digest()
    return head.hex()


def test_the_encoding_of_an_event_never_changes():
    """What was hashed years ago must give the same heads for ever; no secret is in it."""
    entries = [Logged(n, 1000 + n, event) for n, (event, _) in enumerate(GOLDEN, 1)]
    assert [events.public(entry).decode() for entry in entries] == [line for _, line in GOLDEN]
    stored = [
        Logged(e.seq, e.at, events.decode_event(events.encode_event(e.event))) for e in entries
    ]
    assert [events.public(entry).decode() for entry in stored] == [line for _, line in GOLDEN]
    assert chained("a" * 16, map(events.public, entries)) == GOLDEN_HEAD


stories = st.builds(
    lambda edition, table, number: Story(edition, table[0], table[1], number),
    st.sampled_from(["classic", "cards"]),
    st.sampled_from([(2, []), (3, []), (1, [1])]),
    st.integers(0, 10_000),
)


@given(stories)
@settings(max_examples=10, phases=[Phase.generate])
def test_a_head_follows_from_what_a_spectator_sees(story):
    """Reading the log again gives the same head."""
    room = story.tell(lambda _: None).room
    lines = [b'{"seq":%d,' % entry.seq + _told(entry) for entry in room.log]
    assert chained(room.id, lines) == room.head.hex() == folded(room).head.hex()


def _told(entry):
    """The event as a spectator gets it while the game goes on, without the name of the message."""
    text = encode(views.for_viewer(entry, None, over=False))
    return text[text.index(b'"at":') :]


def record_text(room, signer):
    """The record of a table as a spectator gets it."""
    return records.text(records.draft(room, None, "text"), signer)


class Published:
    """A room with the log, the receipts and the record that a server would give of it."""

    def __init__(self, room):
        self.room, self.signer = room, receipts.Signer()
        secret = Ed25519PrivateKey.generate()
        key = secret.public_key().public_bytes_raw().hex()
        self.signer.public = receipts.ServerKey(key=key, created=0, earlier=[])
        self.signer._secret = secret

    def receipt(self, room):
        return Receipt.parse(encode(self.signer.receipt(room)).decode())

    def log(self):
        lines = [*map(events.public, self.room.log), encode(self.signer.receipt(self.room))]
        return PublicLog(b"\n".join(lines).decode())

    def replay(self):
        return Replay(record_text(self.room, self.signer))


@given(stories)
@settings(max_examples=15, phases=[Phase.generate])
def test_log_and_record_tell_the_same_game(story):
    """Also after chat, trades and moves that were taken back; another game's log does not."""
    kept = []
    bench = story.tell(lambda bench: kept.append(bench.room))
    while bench.room.phase == "playing":
        people = bench.room.people
        bench.let(turns.leave, people[0] if people else 0, "resign")
    published = Published(bench.room)
    middle = published.receipt(kept[len(kept) // 2])
    replay, public = published.replay(), published.log()
    verdict = Verdict(replay, published.signer.own, public, middle)
    assert (verdict.signature, verdict.trusted, verdict.same_log) == ("good", True, True)
    assert (verdict.kept, verdict.holds) == (True, True)
    twin = Story(story.edition, story.people, story.bots, story.number + 1).tell(lambda _: None)
    while twin.room.phase == "playing":
        twin.let(turns.leave, next(iter(twin.room.people), 0), "resign")
    other = Published(twin.room).log()
    assert not Verdict(replay, published.signer.own, other, middle).holds
    assert logged_facts(other.events) != recorded_facts(replay)


def test_the_record_of_a_game_that_was_called_off_is_signed_too():
    """It says that the game had not ended."""
    bench = Bench("Ada", "Bo")
    bench.move()
    bench.let(turns.abort)
    verdict = Verdict(Published(bench.room).replay())
    assert verdict.signature == "good"
    assert verdict.sentences("en")[-1] == (
        "The game had not ended; this holds for as much of it as was played."
    )


@pytest.mark.parametrize("command", ["replay", "verify", "hint --move 1 --budget 20ms"])
def test_the_terminal_calls_guests_as_its_language_does(tmp_path, capsys, command):
    """The record of a server has their names in English; that of a terminal has real ones."""
    bench = Bench("Guest", "Luka")
    bench.move()
    bench.let(turns.leave, bench.room.people[0], "resign")
    text = record_text(bench.room, Published(bench.room).signer)
    file = tmp_path / "game.qwirkle"
    file.write_text(text)
    word, *options = command.split()
    cli.main([word, str(file), *options, "--lang", "uk"])
    said = capsys.readouterr().out
    assert ("Guest" in said, "Гість" in said, "Лука" in said) == (False, True, True)


def test_a_player_of_the_terminal_keeps_a_name_that_is_also_a_character():
    """Nobody gave it to them."""
    game = Game(["Luka", "Dia"], seed=5)
    assert speaker(Replay(game.dump()), "uk")("Luka") == "Luka"


def other(entry):
    """Every way in which one event can be changed."""
    event = entry.event
    yield Logged(entry.seq, entry.at + 1, event)
    match event:
        case events.Seated():
            yield replace(entry, event=replace(event, name=event.name + "!"))
            yield replace(entry, event=replace(event, age=99))
        case events.Moved():
            yield replace(entry, event=replace(event, points=event.points + 1))
        case events.Resigned():
            yield replace(entry, event=replace(event, seat=1 - event.seat))
        case events.Ended():
            yield replace(entry, event=replace(event, winners=(0, 1)))
        case events.Revealed():
            yield replace(entry, event=replace(event, seed="00" * 32))


def test_one_changed_event_changes_every_head_after_it():
    """Names, ages, times, points, resignations, winners and the seed; and the name of the table."""
    bench = Bench("Ada", "Bo")
    bench.move()
    bench.do("Bo", commands.Resign)
    room = bench.room
    lines = [events.public(entry) for entry in room.log]
    changed = 0
    for number, entry in enumerate(room.log):
        for forged in other(entry):
            changed_lines = [*lines[:number], events.public(forged), *lines[number + 1 :]]
            assert chained(room.id, changed_lines) != room.head.hex()
            changed += 1
    assert changed > len(lines) + 6
    assert chained("b" * 16, lines) != room.head.hex()
    assert chained(room.id, lines[:-1]) != room.head.hex()


@asynccontextmanager
async def node_of(data, **more):
    """A node without a network."""
    host = Node(Settings(str(data), workers=1, **more))
    await host.start()
    try:
        yield host
    finally:
        await host.stop()


async def finished(host, *names, **options):
    """A game of two that was resigned, at a real dispatcher."""
    people = [Person(person(name), name, False) for name in names]
    create = commands.Create(id=ulid(), name=names[0], seats=len(names), **options)
    table = (await host.create(create, people[0])).table
    for one in people[1:]:
        await host.command(table, commands.Sit(id=ulid(), name=one.name), one)
    for one in people:
        await host.command(table, commands.Start(id=ulid()), one)
    room = await host.dispatcher.room(table)
    mover = people[room.turn]
    move = str(next(iter(room.game.legal_moves)))
    answer = await host.command(table, commands.Play(id=ulid(), move=move, expect=room.seq), mover)
    assert answer.problem is None
    await host.command(table, commands.Resign(id=ulid()), people[-1])
    return await host.dispatcher.room(table), people


def is_signed(receipt):
    text = f"qwirkle receipt {receipt['table']} {receipt['seq']} {receipt['head']}".encode()
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt["key"]))
    key.verify(bytes.fromhex(receipt["signature"]), text)
    return True


def test_one_signature_serves_every_viewer(tmp_path, monkeypatch):
    """It is made once for each state of a table that somebody looks at."""
    made = []
    sign = receipts.Signer.sign
    noted = lambda self, text: made.append(text) or sign(self, text)  # noqa: E731
    monkeypatch.setattr(receipts.Signer, "sign", noted)

    async def story():
        async with node_of(tmp_path / "games.db") as host:
            room, people = await finished(host, "Ada", "Bo")
            assert made == []
            sessions = [
                Session(host, room.id, who, Wants(after=room.seq, receipts=True))
                for who in [*people, *[None] * 20]
            ]
            bursts = []
            for session in sessions:
                stream = session.messages()
                await anext(stream)
                bursts.append([json.loads(one) for one in await anext(stream)])
                await stream.aclose()
            plain = Session(host, room.id, None, Wants()).messages()
            await anext(plain)
            unasked = [json.loads(one)["type"] for one in await anext(plain)]
            await plain.aclose()
            return room, bursts, unasked

    room, bursts, unasked = asyncio.run(story())
    assert len(made) == 1
    assert {burst[-1]["signature"] for burst in bursts} == {bursts[0][-1]["signature"]}
    receipt = bursts[0][-1]
    assert (receipt["type"], receipt["seq"]) == ("receipt", room.seq)
    assert receipt["head"] == room.head.hex()
    assert is_signed(receipt)
    assert set(unasked) == {"event"}


def test_the_key_is_made_once_and_stays(tmp_path, capsys):
    """For all starts and all nodes; a replaced key is still known, and signs nothing more."""
    data = tmp_path / "games.db"

    async def public():
        async with node_of(data) as host:
            return host.signer.public, host.signer.own, await record_of(host)

    async def record_of(host):
        room, _ = await finished(host, "Ada", "Bo")
        return record_text(room, host.signer)

    first, _, record = asyncio.run(public())
    again, own, _ = asyncio.run(public())
    assert first == again
    assert own == (first.key,)
    asyncio.run(_forget_nodes(data))
    assert cli.main(["--lang", "en", "key", "--data", str(data), "--replace"]) == 0
    shown = capsys.readouterr().out
    later, own, _ = asyncio.run(public())
    assert later.key != first.key
    assert later.earlier == [first.key]
    assert f"The key of this server: {later.key}" in shown
    assert f"Replaced, but still recognised: {first.key}" in shown
    found = judging.verify(record.encode(), "en", own)
    assert (found.signature, found.ours, found.key) == ("good", True, first.key)
    assert _secrets(data)[first.key] == ""


def test_a_key_needs_a_database(tmp_path, capsys):
    """A mistyped name is told, and makes none; the key of a running server stays."""
    missing = tmp_path / "missing.db"
    assert cli.main(["--lang", "en", "key", "--data", str(missing)]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not missing.exists()

    async def replace_meanwhile():
        async with node_of(tmp_path / "games.db"):
            words = ["--lang", "en", "key", "--data", str(tmp_path / "games.db"), "--replace"]
            return await asyncio.to_thread(cli.main, words)

    assert asyncio.run(replace_meanwhile()) == 2
    assert "A server is running" in capsys.readouterr().err


async def _forget_nodes(data):
    """As if the node had been stopped for longer."""
    store = open_store(str(data))
    await store.write(lambda c: c.execute(delete(schema.nodes)) and None)
    await store.close()


def _secrets(data):
    with closing(sqlite3.connect(data)) as connection:
        return dict(connection.execute("SELECT key, secret FROM keys"))


def test_a_backup_carries_the_key(tmp_path, capsys):
    """What was signed before is known after a restore, and signed alike."""
    data, other, file = tmp_path / "one.db", tmp_path / "other.db", tmp_path / "backup"

    async def play():
        async with node_of(data) as host:
            room, _ = await finished(host, "Ada", "Bo")
            return room.id, record_text(room, host.signer), host.signer.public

    async def look(table):
        async with node_of(other) as host:
            room = await host.dispatcher.room(table)
            return record_text(room, host.signer), host.signer.public

    table, record, public = asyncio.run(play())
    assert cli.main(["backup", "--data", str(data), str(file)]) == 0
    assert cli.main(["restore", "--data", str(other), str(file)]) == 0
    assert asyncio.run(look(table)) == (record, public)
    capsys.readouterr()


def test_two_nodes_that_start_at_once_sign_alike(postgres, broker):
    """One key, one head, one signature, whichever node is asked."""
    data = postgres.database()

    async def story():
        hosts = [Node(Settings(data, redis=broker.url, node=name, workers=1)) for name in "ab"]
        await asyncio.gather(*(host.start() for host in hosts))
        room, _ = await finished(hosts[0], "Ada", "Bo")
        rooms = [await host.dispatcher.refresh(room.id) for host in hosts]
        signed = [
            (h.signer.receipt(r), record_text(r, h.signer))
            for h, r in zip(hosts, rooms, strict=True)
        ]
        await asyncio.gather(*(host.stop() for host in hosts))
        return signed

    one, two = asyncio.run(story())
    assert one == two


@pytest.fixture(scope="module")
def played(server):
    """A whole game over sockets, with every receipt that a player was sent, and the log."""

    async def game():
        async with players(server.url, "Ada", "Bo", "Cy") as (ada, bo, cy):
            table = await seated([ada, bo], open=True)
            vars(bo)["socket"] = _asking_for_receipts(bo)
            _, heard = await asyncio.gather(*(play_out(one, table, highest) for one in (ada, bo)))
            running = await seated([ada, cy])
            return {
                "table": table,
                "receipts": [m for m in heard if m["type"] == "receipt"],
                "log": (await cy.http.get(f"/api/tables/{table}/log")).text,
                "record": (await cy.http.get(f"/api/tables/{table}/record")).text,
                "key": (await cy.http.get("/api/key")).json(),
                "running": (await cy.http.get(f"/api/tables/{running}/log")).text,
                "so_far": (await cy.http.get(f"/api/tables/{running}/record")).text,
            }

    return asyncio.run(game())


def _asking_for_receipts(player):
    socket = player.socket
    return lambda table, after: socket(table, after, "views=1&offers=1&receipts=1")


def test_every_receipt_is_still_good_at_the_end(played):
    """The public log gives the head of each, and its last line is the receipt of its end."""
    public = PublicLog(played["log"])
    assert len(played["receipts"]) > 10
    for receipt in played["receipts"]:
        assert is_signed(receipt)
        assert public.holds(Receipt.of(receipt))
        assert receipt["key"] == played["key"]["key"]
    assert public.receipt.seq == len(public.events)
    assert is_signed(json.loads(played["log"].splitlines()[-1]))
    lines = [line.encode() for line in played["log"].splitlines()[:-1]]
    assert chained(played["table"], lines) == public.receipt.head


def test_the_log_of_a_running_game_hides_what_is_hidden(played):
    """Pieces are question marks, there is no seed, and its record is not signed yet."""
    public = PublicLog(played["running"])
    dealt = [event for event in public.events if event["type"] == "dealt"]
    assert [set(event["pieces"]) for event in dealt] == [{"?"}, {"?"}]
    assert "seed" not in played["running"]
    assert "person" not in played["running"]
    assert "played " not in played["so_far"]
    assert "signed " not in played["so_far"]


def test_a_record_names_the_head_of_its_log(played):
    """After the event that revealed the seed; later talk does not change the record."""
    public = PublicLog(played["log"])
    word, table, seq, head = played["record"].splitlines()[-2].rpartition("  #")[0].split()
    assert (word, table) == ("played", played["table"])
    assert public.events[int(seq) - 1]["type"] == "revealed"
    assert public.head(int(seq)) == head


def rewritten(lines):
    """A record with recomputed line checks, as a skilled forger does it."""
    return "".join(
        f"{line}  #{hashlib.sha256(f'{at} {line}'.encode()).hexdigest()[:8]}\n"
        for at, line in enumerate(lines, 1)
    )


def bare(record):
    return [line.rpartition("  #")[0] for line in record.splitlines()]


def swapped(lines):
    names = {"seat 1 - Ada": "seat 1 - Bo", "seat 2 - Bo": "seat 2 - Ada"}
    return [names.get(line, line) for line in lines]


def resigned(lines):
    """The winner gives up before the last move, so that the other one wins."""
    moves = [at for at, line in enumerate(lines) if line.startswith("move ")]
    end = next(at for at, line in enumerate(lines) if line.startswith("end "))
    winner = int(lines[end].split()[2])
    tail = [line for line in lines[end + 1 :] if not line.startswith("shuffle")]
    return [*lines[: moves[-1]], f"resign {winner}", f"end O1 {3 - winner}", *tail]


def elsewhere(lines):
    """As if it had been played at another table."""
    word, _, *rest = lines[-2].split()
    return [*lines[:-2], " ".join([word, "b" * 16, *rest]), lines[-1]]


def signed_again(lines):
    """With a key of the forger's own."""
    secret = Ed25519PrivateKey.generate()
    text = rewritten(lines[:-1])
    key = secret.public_key().public_bytes_raw().hex()
    return [*lines[:-1], f"signed {key} {secret.sign(text.encode()).hex()}"]


def stripped(lines):
    return lines[:-2]


FORGED = "The signature does not match: this record was changed after it was signed."
UNSIGNED = "no server has signed this record. Anyone could have written them."
OTHER_KEY = "are signed with a different key than expected: "
FORGERIES = {
    "swapped names": (swapped, "bad", FORGED),
    "another winner": (resigned, "bad", FORGED),
    "another table": (elsewhere, "bad", FORGED),
    "swapped names, unsigned": (lambda lines: stripped(swapped(lines)), "none", UNSIGNED),
    "another winner, unsigned": (lambda lines: stripped(resigned(lines)), "none", UNSIGNED),
    "no signature": (stripped, "none", UNSIGNED),
    "swapped names, signed again": (lambda lines: signed_again(swapped(lines)), "good", OTHER_KEY),
    "another winner, signed again": (
        lambda lines: signed_again(resigned(lines)),
        "good",
        OTHER_KEY,
    ),
    "another table, signed again": (
        lambda lines: signed_again(elsewhere(lines)),
        "good",
        OTHER_KEY,
    ),
}


def verified(server, record):
    answer = httpx.post(f"{server.url}/api/verify", content=record, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_true_record_is_told_exactly(server, played):
    """By the rules, by the seed, by this server's key, and by the table that is here."""
    found = verified(server, played["record"])
    key = played["key"]["key"]
    assert found["shuffle"] is found["ours"] is found["here"] is True
    assert found["signature"] == "good"
    assert found["table"] == played["table"]
    assert found["sentences"][-2:] == [
        "Names, a start decided by age, resignations and the result are signed by this server, "
        f"with its key {key}.",
        f"The game was played here, at table {played['table']}, and this is its record.",
    ]


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_record_is_told_exactly(server, played, forgery):
    """Its shuffle may still be proven; who played and who won is not, and it says so."""
    forge, signature, sentence = FORGERIES[forgery]
    lines = forge(bare(played["record"]))
    assert lines != bare(played["record"])
    found = verified(server, rewritten(lines))
    assert found["shuffle"] is True, found
    assert (found["signature"], found["ours"], found["here"]) == (signature, False, None)
    assert any(sentence in said for said in found["sentences"]), found["sentences"]
    assert not any("signed by this server" in said for said in found["sentences"])
    assert not any("whole game" in said for said in found["sentences"])


def test_half_a_signature_is_a_record_that_stops_too_soon(server, played):
    """The line that says where it was played is worth nothing without the signature."""
    found = verified(server, rewritten(bare(played["record"])[:-1]))
    assert (found["shuffle"], found["signature"]) == (False, "none")
    assert "with the signature, is missing" in found["sentences"][0]


def test_a_record_signed_with_a_stolen_key_is_not_the_one_here(tmp_path):
    """Anybody with the key can sign; the log at the server still says otherwise."""

    async def story():
        async with node_of(tmp_path / "games.db") as host:
            room, _ = await finished(host, "Ada", "Bo")
            lines = swapped(bare(record_text(room, host.signer)))[:-1]
            forged = rewritten(lines)
            line = f"signed {host.signer.public.key} {host.signer.sign(forged.encode())}"
            return await judging.checked(host, rewritten([*lines, line]).encode(), "somebody", "en")

    found = asyncio.run(story())
    assert (found.signature, found.ours, found.here) == ("good", True, False)
    assert "has a different record here" in found.sentences[-1]


def test_a_record_of_this_server_leads_to_its_table(server, played):
    """No twin of it is made; all the others are marked, and named unlike a table."""

    def bring(record):
        return httpx.post(f"{server.url}/api/records", content=record, timeout=60)

    own = bring(played["record"]).json()
    assert own == {"table": played["table"], "shuffle": True, "imported": False}
    for forgery, (forge, signature, _) in FORGERIES.items():
        record = rewritten(forge(bare(played["record"])))
        answer = bring(record)
        if signature == "bad":
            assert answer.status_code == 409, forgery
            assert answer.json()["key"] == "serve.record.forged"
            continue
        made = answer.json()
        assert made["imported"] is True
        assert made["table"].startswith("import-")
        assert httpx.get(f"{server.url}/api/tables/{made['table']}/record").text == record
        view = httpx.get(f"{server.url}/api/tables/{made['table']}").json()
        assert view["imported"] is True
        assert (view["you"], view["yours"]) == (None, [])
        refused = httpx.get(f"{server.url}/api/tables/{made['table']}/log")
        assert (refused.status_code, refused.json()["key"]) == (409, "serve.imported")
        page = httpx.get(f"{server.url}/t/{made['table']}").text
        assert "Imported, not played here" in page


def test_an_imported_game_has_no_receipt():
    """The server signs nothing that did not happen here."""
    game = Bench("Ada", "Bo")
    game.do("Ada", commands.Resign)
    record = game.room.game.dump()
    ada = Person("p", "P", False)
    room, _, played = judging.imported(record.encode(), ada, False, "en", ())
    assert played is None
    assert receipts.Signer().receipt(room) is None
    assert room.sealed is None
    running = Bench("Ada", "Bo").room.game.dump().encode()
    with pytest.raises(Refused, match="not ended"):
        judging.imported(running, Person("p", "P", False), False, "en", ())


def test_rooms_of_other_tables_have_other_heads():
    """The name of the table is at the beginning of the chain."""
    assert Room("a" * 16).head != Room("b" * 16).head
