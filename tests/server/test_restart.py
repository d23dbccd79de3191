"""A node that stops in the middle of games, as planned or not, and starts again."""

import asyncio
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest
import websockets

from qwirkle import native
from qwirkle.server.domain import clocks, commands, events
from qwirkle.server.http.app import make_app
from qwirkle.server.node.node import Node
from qwirkle.server.node.scheduler import Scheduler
from qwirkle.server.node.settings import Settings
from qwirkle.server.storage.admin import prepare
from qwirkle.server.storage.timekeeping import milliseconds
from tests.server.nodes import highest, node, play_out, players, seated, ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
LIVE = {"type": "live", "minutes": 30, "increment": 5}
SLOW = ("--bot-delay", "60,60")
SERVE = ("serve", "--port", "0", "--workers", "8")


class Seat:
    """A player at one table who plays some moves, and comes back after a stop."""

    def __init__(self, player, table):
        self.player = player
        self.table = table
        self.heard = []

    @property
    def seen(self):
        return max((m["seq"] for m in self.heard if m["type"] == "event"), default=0)

    async def play(self, turns):
        """Move until a number of moves have been made at the table; then listen until it closes."""
        view = None
        async with self.player.socket(self.table, self.seen) as socket:
            try:
                async for text in socket:
                    message = json.loads(text)
                    self.heard.append(message)
                    if message["type"] == "view":
                        view = message["view"]
                        if view["moves"] >= turns:
                            turns.reached.set()
                    elif message["type"] == "offers" and view["moves"] < turns:
                        await socket.send(json.dumps(highest(view, message)))
            except websockets.ConnectionClosedError:
                pass
        return socket.close_code


class Turns(int):
    """A number of moves, and whether it has been reached."""

    reached: asyncio.Event

    def __new__(cls, number):
        turns = super().__new__(cls, number)
        turns.reached = asyncio.Event()
        return turns


async def until_stopped(seats, moves, stop):
    """Play, stop the server in the middle, and say with what codes the sockets were closed."""
    turns = Turns(moves)
    playing = asyncio.gather(*(seat.play(turns) for seat in seats))
    await turns.reached.wait()
    await asyncio.to_thread(stop)
    return await playing


async def events_of(player, table):
    answer = await player.http.get(f"/api/tables/{table}/events", params={"follow": "false"})
    messages = map(json.loads, answer.text.splitlines())
    return [message for message in messages if message["type"] == "event"]


def check_credit(entries, seats):
    """There is a credit for the pause after what was seen, and the deadline has moved by it."""
    seen = max(seat.seen for seat in seats)
    number, credited = max(
        ((n, e) for n, e in enumerate(entries[seen:], seen) if e["event"]["type"] == "credited"),
        key=lambda one: one[1]["event"]["ms"],
    )
    ms = credited["event"]["ms"]
    assert 2000 < ms <= credited["at"] - entries[number - 1]["at"]
    earlier = (entry["event"].get("times") for entry in reversed(entries[:number]))
    before = next(times for times in earlier if times)
    after = credited["event"]["times"]
    assert after["deadline"] == before["deadline"] + ms
    assert after["left"] == before["left"]


async def left_to_the_bot(player, table):
    """Move, if one has to; what has happened when the computer player is to move."""
    view = await player.view(table)
    if view["turn"] == view["you"]:
        command = highest(view, await player.ask(table, "offers"))
        await player.http.post(f"/api/tables/{table}/commands", json=command)
    assert (await player.view(table))["turn"] != view["you"]
    return await events_of(player, table)


def wait_for_the_end(processes):
    """Nobody goes on thinking for a server that is gone."""
    for _ in range(600):
        if not any(process.exists() for process in processes):
            return
        time.sleep(0.05)
    raise AssertionError("The workers outlive the server.")


async def survive(node, restart):
    """A game of two and one with the computer, with a planned stop and a kill in the middle."""
    async with players(node.url, "Ada", "Bo", "Cy") as (ada, bo, cy):
        table = await seated([ada, bo], clock=LIVE)
        seats = [Seat(ada, table), Seat(bo, table)]
        other = await seated([cy], bots=[1])
        waiting = await left_to_the_bot(cy, other)
        workers = node.children
        assert await until_stopped(seats, 4, node.stop) == [1012, 1012]
        assert node.process.returncode == 0
        assert [seat.heard[-1] for seat in seats] == [{"type": "bye", "why": "restart"}] * 2
        with restart(SLOW) as node:
            check_credit(await events_of(ada, table), seats)
            workers += node.children
            assert workers or sys.platform != "linux"
            assert 1012 not in await until_stopped(seats, 8, node.kill)
        with restart():
            check_credit(await events_of(ada, table), seats)
            playing = [
                play_out(one, where, highest)
                for one, where in zip((ada, bo, cy), (table, table, other), strict=True)
            ]
            await asyncio.gather(*playing)
            await asyncio.to_thread(wait_for_the_end, workers)
            return await events_of(ada, table), await events_of(cy, other), waiting


def test_games_survive_a_planned_stop_and_a_kill(tmp_path):
    """The clocks get the pauses back, a pending computer player moves, and all is finished."""
    data = tmp_path / "games.db"

    def restart(options=()):
        time.sleep(2.2)
        return node(data, *options, port=port)

    with node(data, *SLOW) as first:
        port = int(first.url.rpartition(":")[2])
        entries, others, waiting = asyncio.run(survive(first, restart))
    for told in entries, others:
        assert [entry["seq"] for entry in told] == list(range(1, len(told) + 1))
        assert told[-1]["event"]["type"] in ("revealed", "rated")  # a game with bots is not rated
    assert [entry["event"]["type"] for entry in entries].count("credited") >= 2
    assert [entry["seq"] for entry in waiting] == [entry["seq"] for entry in others[: len(waiting)]]
    assert others[len(waiting)]["event"]["type"] == "moved"


def test_a_pause_of_everything_costs_nobody_time(tmp_path):
    """As when the database is away, the disk is full, or a laptop sleeps: no clock runs out."""
    pause = 0

    async def story():
        nonlocal pause
        host = Node(Settings(data=str(tmp_path / "games.db"), sweep=0.01, workers=1))
        host.dispatcher.clock = lambda: milliseconds() + pause
        await host.start()
        ada, bo = [(await host.people.newcomer(name))[0] for name in ("Ada", "Bo")]
        create = commands.Create(id=ulid(), clock=clocks.Live(minutes=1))
        table = (await host.create(create, ada)).table
        await host.command(table, commands.Sit(id=ulid()), bo)
        for one in (ada, bo):
            await host.command(table, commands.Start(id=ulid()), one)
        deadline = host.dispatcher.rooms[table].times.deadline
        pause = 120_000
        while not isinstance((await host.dispatcher.room(table)).log[-1].event, events.Credited):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        await host.stop()
        return deadline, host.dispatcher.rooms[table]

    deadline, room = asyncio.run(asyncio.wait_for(story(), 60))
    assert room.phase == "playing"
    credited = sum(e.event.ms for e in room.log if isinstance(e.event, events.Credited))
    assert room.times.deadline - deadline == credited >= 120_000


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals.")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("begun", [0.2, 0.9, 1.2, 1.6])
def test_a_start_can_be_ended_at_any_moment(tmp_path, begun, how):
    """While modules are loaded or processes are made, or just after; no process is left."""
    with subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *SERVE, "--data", str(tmp_path / "games.db")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        time.sleep(begun)
        process.send_signal(how)
        try:
            process.wait(60)
            end = time.monotonic() + 60
            while is_there(process.pid) and time.monotonic() < end:
                time.sleep(0.05)
            assert not is_there(process.pid)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("reason", [RuntimeError, asyncio.CancelledError])
def test_a_start_that_fails_leaves_nothing_behind(tmp_path, monkeypatch, reason):
    """Neither threads nor processes, whatever was made before."""

    async def fail(scheduler):
        raise reason

    async def start():
        async with make_app(settings).lifespan():
            raise AssertionError("It has started.")

    settings = Settings(str(tmp_path / "games.db"), workers=1)
    prepare(settings.data)
    before = {*threading.enumerate()}, {*multiprocessing.active_children()}
    monkeypatch.setattr(Scheduler, "wake", fail)
    with pytest.raises((reason, ExceptionGroup)):
        asyncio.run(start())
    end = time.monotonic() + 60
    while time.monotonic() < end:
        left = (
            {*threading.enumerate()} - before[0],
            {*multiprocessing.active_children()} - before[1],
        )
        if not any(left):
            return
        time.sleep(0.05)
    raise AssertionError(left)


INTERRUPTED_IN_A_CALLBACK = """
import os, runpy, signal, sys

class Callback:
    def __del__(self):
        os.killpg(0, signal.SIGINT)
        sum(range(1000))

def hook(event, args):
    if event == "import" and args[0] == moment:
        Callback()

_, moment, *sys.argv = sys.argv
sys.addaudithook(hook)
runpy.run_module("qwirkle", run_name="__main__")
"""
"""Ctrl+C at the import of a module, where Python loses a ``KeyboardInterrupt``."""
MOMENTS = [
    "uvicorn", "litestar", "qwirkle.server.http.app", "sqlalchemy", "sqlite3", "alembic",
]  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals.")
@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_is_not_lost_while_the_server_is_loaded(tmp_path, moment):
    """Python would only note it on standard error, and the server would start."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IN_A_CALLBACK, moment, "qwirkle", *SERVE,
         "--data", str(tmp_path / "games.db")],
        capture_output=True,
        start_new_session=True,
        timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr, done.stdout) == (130, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals.")
def test_ctrl_c_as_soon_as_the_server_runs_needs_no_traceback(tmp_path):
    """It goes to the processes too that are just being made, and the server ends them."""
    with subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *SERVE, "--data", str(tmp_path / "games.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 130
    assert "Traceback" not in said


def is_there(group):
    """Whether a process of a group is."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
