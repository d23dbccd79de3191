"""Real nodes that cannot store moves for some seconds, or whose time of day jumps.

How long that took is measured, never prescribed: what the mover has left is held against it.
"""

import asyncio
import json
import os
import signal
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from qwirkle import cli, native
from tests.server import nodes
from tests.server.chaos import full_disk
from tests.server.faketime import FakeTime, needs_faketime
from tests.server.nodes import Player, highest, hosted, node, players, seated
from tests.server.services import running_postgres

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
CLOCK = {"type": "live", "minutes": 1}
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
LIMIT = 2000
"""Milliseconds that a disturbance may cost or give, as promised."""
PAUSE = 4.0


class Stopwatch:
    """Milliseconds since a game began, and how many of them do not count."""

    def __init__(self):
        self.start = time.monotonic()
        self.out = 0.0

    def total(self):
        return (time.monotonic() - self.start) * 1000


async def events(player, table):
    answer = await player.http.get(f"/api/tables/{table}/events", params={"follow": "false"})
    messages = map(json.loads, answer.text.splitlines())
    return [message for message in messages if message["type"] == "event"]


def kinds(entries):
    return [entry["event"]["type"] for entry in entries]


def given(entries):
    """The credits of a table."""
    return [entry["event"]["ms"] for entry in entries if entry["event"]["type"] == "credited"]


async def playing(people):
    """A game with a clock of a minute, the player to move, and the command for a move."""
    table = await seated(people, clock=CLOCK)
    view = await people[0].view(table)
    mover = people[view["turn"]]
    view = await mover.view(table)
    return table, mover, highest(view, await mover.ask(table, "offers"))


async def send(player, table, command):
    answer = await player.http.post(f"/api/tables/{table}/commands", json=command)
    return answer.json()


def check_left(entries, watch):
    """The clock of the first mover: the time that counts is gone from it, and no more."""
    moved = next(entry["event"] for entry in entries if entry["event"]["type"] == "moved")
    left = moved["times"]["left"][moved["seat"]]
    assert MINUTE - (watch.total() - watch.out) - LIMIT <= left <= MINUTE


def check_other(view, watch):
    """Of a table at which nothing was stored."""
    assert view["phase"] == "playing"
    left = view["times"]["deadline"] - view["now"]
    assert MINUTE - (watch.total() - watch.out) - LIMIT <= left <= MINUTE


async def refused(player, table, command):
    """Send until there is no room; what a command before needed counts as room that was left."""
    while "problem" not in (answer := await send(player, table, {**command, "id": nodes.ulid()})):
        pass
    return answer


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A node in a process of its own, which goes on after what happens to it."""
    with node(tmp_path_factory.mktemp("data") / "games.db") as running:
        yield running


def test_a_full_disk_costs_the_mover_nothing(server):
    """Though signs of life may find room where a move finds none; the first command after it
    takes nothing from the table where it is sent, nor from any other."""

    async def story():
        async with players(server.url, "Ada", "Bo") as people:
            watch = Stopwatch()
            other = await seated(people, clock=CLOCK)
            table, mover, command = await playing(people)
            talk = {"do": "chat", "text": "x" * 200}
            with full_disk(server):
                answer = await refused(people[0], table, talk)
                start = time.monotonic()
                ready = (await mover.http.get("/readyz")).status_code
                await asyncio.sleep(PAUSE)
                await refused(people[0], table, talk)
                watch.out = (time.monotonic() - start) * 1000
            done = await send(mover, table, command)
            ended = await events(mover, table)
            return answer, ready, done, ended, await people[0].view(other), watch

    answer, ready, done, entries, other, watch = asyncio.run(story())
    check_other(other, watch)
    assert answer["problem"]["code"] == "storage"
    assert ready == 503
    assert "problem" not in done
    assert kinds(entries).index("credited") < kinds(entries).index("moved")
    assert sum(given(entries)) >= watch.out - LIMIT
    check_left(entries, watch)


def test_a_process_that_is_suspended_costs_the_mover_nothing(server):
    """Though the move was waiting in its socket and is judged before anything else."""

    async def story():
        async with players(server.url, "Ada", "Bo") as people:
            watch = Stopwatch()
            table, mover, command = await playing(people)
            os.kill(server.process.pid, signal.SIGSTOP)
            start = time.monotonic()
            sending = asyncio.ensure_future(send(mover, table, command))
            await asyncio.sleep(PAUSE)
            watch.out = (time.monotonic() - start) * 1000
            os.kill(server.process.pid, signal.SIGCONT)
            return await sending, await events(mover, table), watch

    done, entries, watch = asyncio.run(story())
    assert "problem" not in done
    assert sum(given(entries)) >= watch.out - LIMIT
    check_left(entries, watch)


async def metric(player, name):
    lines = (await player.http.get("/metrics")).text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(name + " ")))


async def until_credited(player, table, wanted):
    """Until a credit has come that is meant; a machine that is busy may lead to small ones."""
    for _ in range(600):
        if any(wanted(ms) for ms in given(await events(player, table))):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("No credit came.")


@needs_faketime()
def test_a_time_of_day_that_jumps_costs_the_mover_nothing(tmp_path):
    """An hour ahead, and two hours back: deadlines go with it, and it is counted."""
    faked = FakeTime(tmp_path)

    async def story(server):
        async with players(server.url, "Ada", "Bo") as people:
            watch = Stopwatch()
            table, mover, command = await playing(people)
            views = []
            for seconds in (3600, -3600):
                faked.set(seconds)
                await until_credited(mover, table, lambda ms, s=seconds: ms * s >= HOUR * 3600)
                views.append(await mover.view(table))
            done = await send(mover, table, command)
            jumps = await metric(mover, "qwirkle_clock_jumps_total")
            return done, await events(mover, table), views, jumps, watch

    with node(tmp_path / "games.db", env=faked.environment) as server:
        done, entries, views, jumps, watch = asyncio.run(story(server))
        for view in views:
            check_other(view, watch)
    assert "problem" not in done
    assert jumps == 2
    ahead, back = max(given(entries)), min(given(entries))
    assert HOUR <= ahead <= HOUR + watch.total() + LIMIT
    assert -2 * HOUR <= back <= -2 * HOUR + watch.total() + LIMIT
    check_left(entries, watch)


@needs_faketime()
def test_a_start_a_day_ahead_does_no_lasting_harm(tmp_path, capsys):
    """After a start with the right time clocks, bots and the operator's commands go on."""
    data, faked = tmp_path / "games.db", FakeTime(tmp_path, 86400)
    slow = ("--bot-delay", "600,600")

    async def begin(server):
        async with players(server.url, "Ada", "Bo") as people:
            table, mover, command = await playing(people)
            waiting = await seated([people[1]], bots=[1])
            view = await people[1].view(waiting)
            if view["turn"] == view["you"]:
                offers = await people[1].ask(waiting, "offers")
                await send(people[1], waiting, highest(view, offers))
            moves = (await people[1].view(waiting))["moves"]
            return table, dict(mover.http.cookies), command, waiting, moves

    async def go_on(server, begun):
        table, cookies, command, waiting, moves = begun
        player = Player(server.url)
        player.http.cookies = httpx.Cookies(cookies)
        while (await player.view(waiting))["moves"] == moves:
            await asyncio.sleep(0.05)
        done, entries = await send(player, table, command), await events(player, table)
        await player.http.aclose()
        return done, entries

    watch = Stopwatch()
    with node(data, *slow, env=faked.environment) as server:
        begun = asyncio.run(begin(server))
        server.stop()
    assert cli.main(["--lang", "en", "migrate", "--data", str(data), "--rebuild"]) == 0
    assert "Tables: 2." in capsys.readouterr().out
    with node(data) as server:
        done, entries = asyncio.run(asyncio.wait_for(go_on(server, begun), 60))
    assert "problem" not in done
    back = min(given(entries))
    assert -DAY <= back <= -DAY + watch.total()
    check_left(entries, watch)


def test_postgresql_away_costs_the_mover_nothing_at_any_node(postgres):
    """Two nodes, one credit: whichever node finds the database again first."""
    data = postgres.database()

    async def story(servers):
        people = [Player(s.url, n) for s, n in zip(servers, ("Ada", "Bo"), strict=True)]
        watch = Stopwatch()
        other = await seated(people, clock=CLOCK)
        table, mover, command = await playing(people)
        try:
            postgres.stop()
            start = time.monotonic()
            answer = await refused(mover, table, {"do": "chat", "text": "x"})
            await asyncio.sleep(PAUSE)
            watch.out = (time.monotonic() - start) * 1000
        finally:
            postgres.start()  # in this thread: it ends with the one that started it
        while (done := await send(mover, table, command)).get("problem", {}).get(
            "code"
        ) == "storage":
            await asyncio.sleep(0.05)
        logs = [await events(one, table) for one in people]
        view = await people[1].view(other)
        await asyncio.gather(*(one.http.aclose() for one in people))
        return answer, done, logs, view, watch

    with hosted(data) as one, hosted(data) as two:
        answer, done, (here, there), other, watch = asyncio.run(story([one, two]))
        check_other(other, watch)
    assert answer["problem"]["code"] == "storage"
    assert "problem" not in done
    assert [entry["seq"] for entry in here] == [entry["seq"] for entry in there]
    assert sum(given(here)) >= watch.out - LIMIT
    assert kinds(here).index("credited") < kinds(here).index("moved")
    check_left(here, watch)


@contextmanager
def postgres_with_another_time():
    """A PostgreSQL of its own whose time of day can be moved, and the means to do so."""
    with TemporaryDirectory(prefix="qwirkle-time-") as folder, running_postgres() as service:
        Path(folder).chmod(0o755)  # it runs as another user
        faked = FakeTime(Path(folder))
        place = service.command.index(str(service.programs / "postgres"))
        told = [f"{name}={value}" for name, value in faked.environment.items()]
        service.stop()
        service.command[place:place] = ["env", *told]
        service.start()
        yield service, faked


@needs_faketime()
def test_a_jump_of_the_clock_of_postgresql_is_credited_once():
    """Both nodes go by it; whichever finds it first moves the deadlines, and the other does not."""

    async def story(servers, faked):
        people = [Player(s.url, n) for s, n in zip(servers, ("Ada", "Bo"), strict=True)]
        watch = Stopwatch()
        table, mover, command = await playing(people)
        for seconds in (3600, -3600):
            faked.set(seconds)
            for one in people:
                assert "problem" not in await one.do(table, "chat", phrase="wow")
            await until_credited(mover, table, lambda ms, s=seconds: ms * s >= HOUR * 3600)
        done, entries = await send(mover, table, command), await events(mover, table)
        await asyncio.gather(*(one.http.aclose() for one in people))
        return done, entries, watch

    with postgres_with_another_time() as (service, faked):
        data = service.database()
        with hosted(data) as one, hosted(data) as two:
            done, entries, watch = asyncio.run(story([one, two], faked))
    assert "problem" not in done
    large = [ms for ms in given(entries) if abs(ms) > HOUR / 2]
    assert [round(ms / HOUR) for ms in large] == [1, -2]
    check_left(entries, watch)
