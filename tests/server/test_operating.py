"""What an operator does: migrate, back up, restore."""

import asyncio
import gzip
import hashlib
import json
import re
import threading
from dataclasses import replace
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import delete, insert, inspect, select, update

from qwirkle import BadSetup, cli, native
from qwirkle.options import parser
from qwirkle.server.accounts.people import People
from qwirkle.server.domain import clocks, commands, turns
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.http.run import config_of
from qwirkle.server.node import outages
from qwirkle.server.node.dispatcher import Dispatcher
from qwirkle.server.node.options import settings_of
from qwirkle.server.node.settings import Settings
from qwirkle.server.storage import event_log, migrator, schema
from qwirkle.server.storage.database import open_store
from qwirkle.server.storage.timekeeping import milliseconds
from tests.server.nodes import ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
ADA, BO = Actor("ada", "Ada"), Actor("bo", "Bo")


@pytest.fixture(params=["sqlite", "postgresql"])
def data(request, tmp_path):
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return request.getfixturevalue("postgres").database()


def on(data, work, *, write=False):
    """Do something with the connection of a database."""

    async def run():
        store = open_store(data)
        try:
            return await (store.write if write else store.read)(work)
        finally:
            await store.close()

    return asyncio.run(run())


def rows(data):
    """Everything in a database, but for what the nodes say of themselves."""

    def work(connection):
        tables = [table for table in schema.metadata.sorted_tables if table is not schema.nodes]
        return {
            table.name: [tuple(r) for r in connection.execute(select(table).order_by(*table.c))]
            for table in tables
        }

    return on(data, work)


async def games(store, count=2, moves=10):
    """Games of two, played for some moves."""
    dispatcher = Dispatcher(store)
    tables = []
    for number in range(count):
        create = commands.Create(id=ulid(), edition=("classic", "cards")[number % 2], open=True)
        table = (await dispatcher.create(create, ADA)).table
        await dispatcher.command(table, commands.Sit(id=ulid()), BO)
        for actor in (ADA, BO):
            await dispatcher.command(table, commands.Start(id=ulid()), actor)
        for _ in range(moves):
            await dispatcher.act(table, lambda room, now: turns.move(room, best(room), now))
        tables.append(table)
    return dispatcher, tables


def best(room):
    return str(next(iter(room.game.legal_moves)))


def fill(data, **options):
    async def run():
        store = open_store(data)
        try:
            await migrator.check(store)
            _, tables = await games(store, **options)
            return tables
        finally:
            await store.close()

    return asyncio.run(run())


def run(*words):
    """A command of the front door."""
    return cli.main(["--lang", "en", *map(str, words)])


def test_the_migrations_make_what_the_schema_says(data):
    """No table, column or index more or less, in either database."""
    assert run("migrate", "--data", data) == 0

    def differences(connection):
        return compare_metadata(MigrationContext.configure(connection), schema.metadata)

    def names(connection):
        return set(inspect(connection).get_table_names())

    assert on(data, differences) == []
    assert on(data, names) == {*schema.metadata.tables, "alembic_version"}
    assert on(data, migrator.current) == migrator.versions()[0]


def test_the_versions_are_numbered_as_their_files():
    """The names of the files are read instead of Alembic's scripts; they must agree."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(migrator.FOLDER))
    scripts = ScriptDirectory.from_config(config).walk_revisions()
    assert [script.revision for script in scripts] == migrator.versions()


def test_projections_are_rebuilt_from_the_log(data, capsys):
    """Whatever became of them: they are as they were."""
    fill(data)
    before = rows(data)

    def spoil(connection):
        connection.execute(update(schema.tables).values(seq=1, phase="over"))
        connection.execute(delete(schema.players))

    on(data, spoil, write=True)
    assert rows(data) != before
    assert run("migrate", "--data", data, "--rebuild") == 0
    assert rows(data) == before
    assert "Tables: 2." in capsys.readouterr().out


def test_a_backup_restores_into_either_database(data, tmp_path, postgres, capsys):
    """Row for row, from SQLite to PostgreSQL and back."""
    fill(data)
    first, second = tmp_path / "first", tmp_path / "second"
    other = postgres.database() if data.endswith(".db") else str(tmp_path / "other.db")
    assert run("backup", "--data", data, first) == 0
    assert first.stat().st_mode & 0o777 == 0o600
    assert run("restore", "--data", other, first) == 0
    assert run("backup", "--data", other, second) == 0
    assert rows(other) == rows(data)
    assert "Tables: 2." in capsys.readouterr().out
    assert unpacked(first)[1:-1] == unpacked(second)[1:-1]
    assert run("restore", "--data", data, second) == 2
    assert "--force" in capsys.readouterr().err
    assert run("restore", "--data", data, second, "--force") == 0
    assert rows(other) == rows(data)


EARLIER_NAMES = {"events": {"table_id": "game"}, "answers": {"table_id": "game"}}
EARLIER_NAMES |= {"people": {"program": "bot"}}


def earlier(lines):
    """The lines of a backup as version 4 wrote them."""
    table = None
    for line in map(json.loads, lines):
        match line:
            case {"line": "head"}:
                yield {**line, "schema": "0004"}
            case {"line": "table", "table": table, "columns": columns}:
                names = EARLIER_NAMES.get(table, {})
                yield {**line, "columns": [names.get(name, name) for name in columns]}
            case {"line": "end"}:
                return
            case _ if table == "tokens":
                yield ["bot" if value == "program" else value for value in line]
            case _:
                yield line


def test_a_backup_of_version_4_has_all_its_rows(data, tmp_path):
    """Columns have other names since, in both databases, and so has the token of a program."""
    now, then, source = tmp_path / "now", tmp_path / "then", str(tmp_path / "source.db")
    fill(source)

    async def add_program():
        store = open_store(source)
        await People(store).newcomer("Deep", program=True)
        await store.close()

    asyncio.run(add_program())
    assert run("backup", "--data", source, now) == 0
    lines = [json.dumps(line).encode() + b"\n" for line in earlier(unpacked(now))]
    text, count = b"".join(lines), sum(line.startswith(b"[") for line in lines)
    tail = {"line": "end", "rows": count, "sha256": hashlib.sha256(text).hexdigest()}
    then.write_bytes(gzip.compress(text + msgspec.json.encode(tail) + b"\n"))
    assert run("restore", "--data", data, then) == 0
    assert rows(data) == rows(source)
    assert [row[2] for row in rows(data)["tokens"]] == ["program"]


def give(connection, table, ms):
    (one,) = [one for one in event_log.running(connection) if one.table == table]
    outages.credit(connection, [(one, ms)], milliseconds())


def test_a_credit_moves_the_projections_as_a_rebuild_would(data):
    """A node credits hundreds of games at its start without following each of them."""

    async def story():
        store = open_store(data)
        await migrator.check(store)
        dispatcher = Dispatcher(store)
        clock = clocks.Live(minutes=5)
        for bots in ([], [1]):
            create = commands.Create(id=ulid(), clock=clock, seats=2 + len(bots), bots=bots)
            table = (await dispatcher.create(create, ADA)).table
            await dispatcher.command(table, commands.Sit(id=ulid()), BO)
            for actor in (ADA, BO):
                await dispatcher.command(table, commands.Start(id=ulid()), actor)
            while bots and dispatcher.rooms[table].turn != 1:
                await dispatcher.act(table, lambda room, now: turns.move(room, best(room), now))
            await dispatcher.act(table, lambda room, now: turns.gone_away(room, 0, 60_000, now))
            await store.write(partial(give, table=table, ms=90_000))
            room = await dispatcher.refresh(table)
            assert room.seat(0).away_until > milliseconds() + 100_000
            assert room.times.deadline > milliseconds() + 350_000
        await store.close()

    asyncio.run(story())
    before = rows(data)
    assert {row[-1] is None for row in before["tables"]} == {True, False}
    assert run("migrate", "--data", data, "--rebuild") == 0
    assert rows(data) == before


def unpacked(path):
    return gzip.decompress(path.read_bytes()).splitlines()


def test_a_backup_is_one_moment_of_a_running_server(data, tmp_path, capsys):
    """While others write, it has whole logs, each up to some event, and nobody waits for it."""
    target, copy = tmp_path / "backup", str(tmp_path / "copy.db")

    async def story():
        store = open_store(data)
        await migrator.check(store)
        dispatcher, tables = await games(store)
        saving = threading.Thread(target=run, args=("backup", "--data", data, target))
        saving.start()
        said = 0
        while saving.is_alive():
            for table in tables:
                await dispatcher.command(table, commands.Chat(id=ulid(), text=str(said)), ADA)
            said += 1
        await store.close()
        return said

    said = asyncio.run(story())
    assert said > 0
    assert run("restore", "--data", copy, target) == 0
    whole, saved = rows(data)["events"], rows(copy)["events"]
    assert set(saved) <= set(whole)
    assert len(saved) >= len(whole) - 2 * said
    assert "Tables: 2." in capsys.readouterr().out


def sealed(lines):
    """Lines as a backup, with the number and the checksum that they need."""
    body = b"".join(line + b"\n" for line in lines)
    count = sum(line.startswith(b"[") for line in lines)
    tail = {"line": "end", "rows": count, "sha256": hashlib.sha256(body).hexdigest()}
    return gzip.compress(body + json.dumps(tail, separators=(",", ":")).encode() + b"\n")


def spoilt(path):
    """Backups that are none, with a word of what is said about each."""
    whole, lines = path.read_bytes(), unpacked(path)
    moved = next(line for line in lines if b'\\"moved\\"' in line)
    cheated = moved.replace(b'\\"points\\":', b'\\"points\\":1')
    later = lines[0].replace(b'"schema":"', b'"schema":"9')
    yield whole[: len(whole) // 2], "not a complete backup"
    yield whole[:-40] + b"x" * 40, "not a complete backup"
    yield gzip.compress(b"\n".join(lines[:9] + lines[10:]) + b"\n"), "not a complete backup"
    yield b"SQLite format 3", "not a complete backup"
    yield gzip.compress(b"[]\n"), "not a complete backup"
    yield sealed([cheated if line is moved else line for line in lines[:-1]]), "follow the rules"
    yield sealed([later, *lines[1:-1]]), "newer Qwirkle"


def test_what_is_no_backup_changes_nothing(data, tmp_path, capsys):
    """Damaged, changed, from the future or against the rules: a sentence, and all is as it was."""
    fill(data, count=1)
    path, bad = tmp_path / "good", tmp_path / "bad"
    assert run("backup", "--data", data, path) == 0
    before = rows(data)
    for content, word in spoilt(path):
        bad.write_bytes(content)
        assert run("restore", "--data", data, bad, "--force") == 2
        assert word in capsys.readouterr().err
    assert rows(data) == before
    assert run("restore", "--data", data, tmp_path / "none") == 2


def test_a_failed_restore_leaves_no_database_behind(tmp_path, capsys):
    """Where there was none, there is none."""
    fill(str(tmp_path / "old.db"), count=1)
    path, bad, new = tmp_path / "good", tmp_path / "bad", tmp_path / "new.db"
    assert run("backup", "--data", tmp_path / "old.db", path) == 0
    for content, _ in spoilt(path):
        bad.write_bytes(content)
        assert run("restore", "--data", new, bad) == 2
        assert list(tmp_path.glob("new*")) == []
    assert run("restore", "--data", new, path) == 0


def test_nothing_is_replaced_under_a_running_server(data, tmp_path, capsys):
    """A node that gave a sign of life a moment ago would go on with what it remembers."""
    fill(data, count=1)
    assert run("backup", "--data", data, tmp_path / "file") == 0
    alive = {"node": "n", "seen": milliseconds()}
    on(data, lambda c: c.execute(insert(schema.nodes), [alive]) and None, write=True)
    before = rows(data)
    assert run("restore", "--data", data, tmp_path / "file", "--force") == 2
    assert run("migrate", "--data", data, "--rebuild") == 2
    assert capsys.readouterr().err.count("A server is running") == 2
    assert rows(data) == before


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_database_that_cannot_be_reached_is_a_sentence(command, tmp_path, capsys):
    """Without a traceback, and without the password."""
    pytest.importorskip("asyncpg")
    for where in ("postgresql://me:secret@127.0.0.1:1/games", str(tmp_path / "no" / "games.db")):
        assert run(command, "--data", where) == 2
        said = capsys.readouterr().err
        assert "cannot be " in said
        assert "secret" not in said
        assert "Traceback" not in said


def test_a_newer_database_is_left_alone(data, capsys):
    """An older program does not touch what it does not know."""
    assert run("migrate", "--data", data) == 0
    newer = "UPDATE alembic_version SET version_num = '9001'"
    on(data, lambda c: c.exec_driver_sql(newer) and None, write=True)
    for words in (["migrate"], ["serve"]):
        assert run(*words, "--data", data) == 2
        assert "9001" in capsys.readouterr().err


def test_a_backup_needs_a_database_and_a_place(tmp_path, capsys):
    """No empty database is made by a typo, and no half file is left behind."""
    assert run("backup", "--data", tmp_path / "none.db", tmp_path / "file") == 2
    assert "There is no database" in capsys.readouterr().err
    data = tmp_path / "games.db"
    assert run("migrate", "--data", data) == 0
    assert run("backup", "--data", data, tmp_path / "no" / "file") == 2
    assert "cannot be written" in capsys.readouterr().err
    if Path("/dev/full").exists():
        (tmp_path / "full.part").symlink_to("/dev/full")
        assert run("backup", "--data", data, tmp_path / "full") == 2
        assert "cannot be written" in capsys.readouterr().err
        assert not (tmp_path / "full").exists()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("trusted", "limits"), [(None, [429, 429]), ("10.0.0.9", [429, 200])])
def test_only_a_trusted_proxy_says_whom_it_speaks_for(tmp_path, trusted, limits):
    """Anybody could write such a header, to have the limit of somebody else or a secure cookie."""
    settings = Settings(data=str(tmp_path / "p.db"), requests_per_second=1, proxies=trusted)
    config: Any = config_of(settings)
    config.load()

    async def story():
        proxy = httpx.ASGITransport(config.loaded_app, client=("10.0.0.9", 4000))
        async with (
            config.app.lifespan(),
            httpx.AsyncClient(
                transport=proxy,
                base_url="http://a.local",
                headers={"x-forwarded-proto": "https"},
            ) as client,
        ):
            # No time passes, however slow the machine is: nothing that was spent comes back.
            config.app.state.node.limiter._requests._clock = lambda: 0.0
            body = {"do": "create", "id": ulid()}
            made = await client.post(
                "/api/tables", json=body, headers={"x-forwarded-for": "1.1.1.1"}
            )
            last = []
            for address in ("1.1.1.1", "2.2.2.2"):
                headers = {"x-forwarded-for": address}
                asked = [await client.get("/api/tables", headers=headers) for _ in range(10)]
                last.append(asked[-1].status_code)
            return made, last

    made, last = asyncio.run(story())
    assert made.status_code == 201
    assert ("secure" in made.headers["set-cookie"].lower()) == (trusted is not None)
    assert last == limits


def test_a_sign_of_life_far_ahead_is_no_running_server(data, capsys):
    """It was left by a clock that was wrong; it must not lock the operator out."""
    fill(data, count=1)
    ahead = {"node": "n", "seen": milliseconds() + 86_400_000}
    on(data, lambda c: c.execute(insert(schema.nodes), [ahead]) and None, write=True)
    assert run("migrate", "--data", data, "--rebuild") == 0
    assert "Tables: 1." in capsys.readouterr().out


def served(*words):
    """The settings of a command line."""
    return settings_of(parser("en").parse_args(["serve", "--data", "x.db", *words]))


def test_the_defaults_are_in_one_place():
    """A command line without options changes none of them, and the manual states them."""
    usual = replace(served(), node="")
    assert usual == Settings("x.db", node="")
    manual = (Path(__file__).parents[2] / "docs" / "operating.md").read_text()
    for option, values in {
        "--host ADDRESS": (usual.host,),
        "--port N": (usual.port,),
        "--workers N": (usual.workers,),
        "--bot-delay A,B": usual.bot_delay,
        "--rate P,A": (usual.commands_per_second, usual.requests_per_second),
        "--newcomers N": (usual.newcomers_per_minute,),
        "--sockets P,A": usual.sockets,
    }.items():
        row = re.search(rf"^\| `{option}` \| `?([^`|]+?)`? \|", manual, re.MULTILINE)
        assert row[1] == ",".join(map(str, values)), option


def test_bots_can_be_given_for_levels():
    """Each must exist, and so must its level."""
    assert served("--bot", "6=greedy", "--bot", "2=random@5ms").bots == (
        (6, "greedy"),
        (2, "random@5ms"),
    )
    for text in ("greedy", "=greedy", "seven=greedy", "7=greedy", "6=hal", "6=no_such_module:Bot"):
        with pytest.raises(BadSetup):
            served("--bot", text)


def test_what_is_given_is_taken():
    """As numbers, names as browsers write them, and delays that are not the wrong way round."""
    assert served("--public", "https://qwirkle.example/").public == "https://qwirkle.example"
    named = served("--public", "https://Żółw.example:8443", "--origin", "http://[::1]:80")
    assert (named.public, named.origins) == (
        "https://xn--w-uga1v8h.example:8443",
        ("http://[::1]:80",),
    )
    asking = served("--metrics-from", "10.0.0.7, fd00::/8").metrics_from
    assert asking == (ip_network("10.0.0.7"), ip_network("fd00::/8"))
    assert len(served("--metrics-from", "*").metrics_from) == 2
    made = served("--workers", "1", "--bot-delay", "3,1", "--rate", "1,2", "--sockets", "3,4")
    assert (made.workers, made.bot_delay, made.sockets) == (1, (3.0, 3.0), (3, 4))
    assert (made.commands_per_second, made.requests_per_second) == (1, 2)
    assert (made.newcomers_per_minute, made.batch) == (Settings("").newcomers_per_minute, 256)
