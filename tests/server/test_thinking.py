"""Computer players and questions on a real server whose workers are busy."""

import asyncio
import gc
import json
import random
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn

from qwirkle import Game
from qwirkle.bots.unstuck import obvious_move, some_move
from qwirkle.server.domain import events
from qwirkle.server.http.run import config_of
from qwirkle.server.http.session import Session, Wants
from qwirkle.server.http.transport import converse
from qwirkle.server.node import bot_driver, jobs, judging, replies
from qwirkle.server.node.settings import Settings
from qwirkle.server.storage.admin import prepare
from qwirkle.server.storage.database import StorageFailed
from qwirkle.testing import random_move
from tests.server import work
from tests.server.nodes import Player, ulid
from tests.server.rooms import Bench, person
from tests.server.test_pool import PATIENCE, Held, became, until


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """On a busy machine nothing is given up; tests of deadlines set their own."""
    monkeypatch.setattr(replies, "ARRANGEMENT_SECONDS", PATIENCE)
    monkeypatch.setattr(replies, "HINT_SECONDS", PATIENCE)
    monkeypatch.setattr(judging, "SHORT_SECONDS", PATIENCE)
    monkeypatch.setattr(bot_driver, "SECONDS", PATIENCE)


@asynccontextmanager
async def serving(tmp_path, **options):
    """A real server in this process: its host, and its address."""
    data = str(tmp_path / "games.db")
    prepare(data)
    options = {"workers": 1, "bot_delay": (0, 0), "client": False, "sweep": 3600, **options}
    config = config_of(Settings(data=data, **options))
    config.port = 0
    server: Any = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    running = asyncio.create_task(server.serve())
    await until(lambda: server.started or running.done())
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield server.config.app.state.node, f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await running


def served(tmp_path, scene, **options):
    """Play a scene with a player on a real server."""

    async def run():
        async with serving(tmp_path, **options) as (host, url):
            player = Player(url, "Ada")
            try:
                await scene(host, player)
            finally:
                await player.http.aclose()

    asyncio.run(run())


async def to_move(host, table):
    """Wait until the player is to move."""
    await until(lambda: host.dispatcher.rooms[table].turn == 0)
    return host.dispatcher.rooms[table]


async def leave_it_to_the_bot(host, player, table):
    """Play until a computer player is to move, and thinks."""
    room = await to_move(host, table)
    move = str(next(iter(room.game.legal_moves)))
    answer = await player.do(table, "play", move=move, expect=room.seq)
    assert "problem" not in answer, answer
    await until(lambda: host.pool.waiting == 1)


async def begun(player, **options):
    table = await player.create(**options)
    assert "problem" not in await player.do(table, "start")
    return table


def test_an_old_game_that_was_left_to_computer_players_is_stopped(tmp_path):
    """As soon as somebody would move in it."""

    async def scene(host, player):
        table = await begun(player, seats=3, bots=[1, 1])
        await to_move(host, table)

        def desert(room, now):
            game = room.game.copy()
            game.resign("Ada")
            room.happen(events.Resigned(0, "resign"), now, game)

        await host.dispatcher.act(table, desert)
        await until(lambda: host.dispatcher.rooms[table].phase == "over")
        assert host.dispatcher.rooms[table].log[-2].event == events.Aborted("deserted")

    served(tmp_path, scene)


@pytest.mark.parametrize("leaving", [("resign", {}), ("offer", {"offer": "undo"})])
def test_a_move_that_is_not_needed_any_more_leaves_the_queue(tmp_path, leaving):
    """After the end of the game, or in another position."""

    async def scene(host, player):
        table = await begun(player, seats=2, bots=[1])
        await to_move(host, table)
        held = Held(host.pool, tmp_path, "first", by=("nobody",))
        await held.begun()
        await leave_it_to_the_bot(host, player, table)
        before = host.dispatcher.rooms[table].seq
        command, words = leaving
        assert "problem" not in await player.do(table, command, **words)
        await until(lambda: became(host.pool, "dropped") == 1)
        assert host.pool.waiting == 0
        await held.let_go()
        told = [type(entry.event) for entry in host.dispatcher.rooms[table].log[before:]]
        assert events.Moved not in told

    served(tmp_path, scene)


@pytest.mark.parametrize("level", [1, 6])
def test_a_computer_player_that_never_answers_is_replaced(tmp_path, monkeypatch, level):
    """The game goes on, whatever its level does."""
    monkeypatch.setattr(jobs, "choose", work.hold_for_ever)
    monkeypatch.setattr(bot_driver, "SECONDS", 0.3)
    monkeypatch.setattr(bot_driver, "SLOW", 0.01)

    async def scene(host, player):
        table = await begun(player, seats=2, bots=[level])
        room = await to_move(host, table)
        move = str(next(iter(room.game.legal_moves)))
        await player.do(table, "play", move=move, expect=room.seq)
        room = await to_move(host, table)
        assert [e.event.seat for e in room.log if isinstance(e.event, events.Moved)][-1] == 1
        assert became(host.pool, "late") >= (1 if level == 1 else 2)

    served(tmp_path, scene)


def test_without_any_worker_an_obvious_move_is_made(tmp_path, monkeypatch):
    """Also where nothing can be worked out at all."""
    monkeypatch.setattr(jobs, "choose", work.die)
    monkeypatch.setattr(jobs, "rescue", work.die)

    async def scene(host, player):
        table = await begun(player, seats=2, bots=[1])
        room = await to_move(host, table)
        move = str(next(iter(room.game.legal_moves)))
        await player.do(table, "play", move=move, expect=room.seq)
        await to_move(host, table)
        assert became(host.pool, "lost") >= 2

    served(tmp_path, scene)


def test_a_move_that_cannot_be_stored_is_made_later(tmp_path, monkeypatch):
    """Tried again and again, and nothing is left of the failures but a number."""
    monkeypatch.setattr(bot_driver, "_pauses", lambda: iter([0.0] * 5))
    unhandled = []

    async def scene(host, player):
        asyncio.get_running_loop().set_exception_handler(lambda _, what: unhandled.append(what))
        table = await begun(player, seats=2, bots=[1])
        room = await to_move(host, table)
        act, failures = host.dispatcher.act, iter([StorageFailed("away"), ValueError("broken")])

        async def failing(*args):
            for failure in failures:
                raise failure
            return await act(*args)

        monkeypatch.setattr(host.dispatcher, "act", failing)
        move = str(next(iter(room.game.legal_moves)))
        await player.do(table, "play", move=move, expect=room.seq)
        await to_move(host, table)
        assert host.metrics.bot_moves.labels("failed")._value.get() == 2

    served(tmp_path, scene)
    assert not unhandled


@pytest.mark.parametrize(
    ("level", "lane", "budget"),
    [(1, "quick", None), (4, "quick", None), (5, "slow", 0.005), (6, "slow", 0.3)],
)
def test_levels_that_think_ahead_do_so_for_a_time_that_the_pool_gives(level, lane, budget):
    """And for no longer than the host allows; one table has one move that is never refused."""
    bench = Bench("Ada", "Bo", bots=[level])
    driver = bot_driver.BotDriver(None, None, Settings("", bot_budget=0.3), None)
    made = driver._job(bench.room, bench.view("Ada"), level, 0)
    assert (made.lane, made.budget, made.bounded) == (lane, budget, False)
    assert made.people == (person("Ada"), person("Bo"))
    assert made.table == bench.room.id


def test_a_bot_can_play_in_place_of_a_level():
    """Whatever the level, it waits in the slow lane: it may be anything."""
    bench = Bench("Ada", "Bo", bots=[2])
    settings = Settings("", bot_budget=0.3, bots=((2, "cmd:./engine"),))
    driver = bot_driver.BotDriver(None, None, settings, None)
    made = driver._job(bench.room, bench.view("Ada"), 2, 0)
    assert (made.lane, made.budget, made.args[1]) == ("slow", 0.3, "cmd:./engine")
    assert driver._job(bench.room, bench.view("Ada"), 3, 0).args[1] == 3


def test_long_records_wait_in_the_slow_lane():
    """So that they do not hold up what is quick."""
    sizes = [judging.SHORT, judging.SHORT + 1]
    made = [judging.job(judging.verify, (b"", "en"), size, "ada") for size in sizes]
    assert [one.lane for one in made] == ["quick", "slow"]


async def hint_by_socket(player, table):
    async with player.socket(table) as socket:
        await socket.send(json.dumps({"ask": "hint", "id": ulid()}))
        yield
    yield


async def hint_by_request(player, table):
    asking = asyncio.create_task(player.ask(table, "hint"))
    yield
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    yield


@pytest.mark.parametrize("asking", [hint_by_socket, hint_by_request])
def test_a_hint_is_dropped_where_the_viewer_hangs_up(tmp_path, asking):
    """It has waited, and nobody waits for it any more."""

    async def scene(host, player):
        table = await begun(player, seats=2, bots=[1], hints=True)
        await to_move(host, table)
        held = Held(host.pool, tmp_path, "first", by=("nobody",))
        await held.begun()
        call = asking(player, table)
        await anext(call)
        await until(lambda: host.pool.waiting == 1)
        await anext(call)
        await until(lambda: host.pool.waiting == 0)
        assert became(host.pool, "dropped") == 1
        await held.let_go()
        assert (await player.ask(table, "hint"))["moves"]

    served(tmp_path, scene)


def test_a_command_is_carried_out_although_its_sender_hangs_up(tmp_path):
    """Only questions are given up."""

    async def scene(host, player):
        table = await begun(player, seats=2, bots=[1])
        await to_move(host, table)
        async with player.socket(table, query="") as socket:
            await socket.send(json.dumps({"do": "chat", "id": ulid(), "phrase": "bye"}))
        await until(lambda: isinstance(host.dispatcher.rooms[table].log[-1].event, events.Chatted))

    served(tmp_path, scene)


def test_both_halves_of_a_conversation_may_fail_at_once(tmp_path):
    """Nothing is left behind that nobody has looked at."""
    unhandled = []

    async def scene(host, player):
        asyncio.get_running_loop().set_exception_handler(lambda _, what: unhandled.append(what))
        table = await begun(player, seats=2, bots=[1])
        failed = asyncio.Event()

        async def send(_):
            failed.set()
            raise OSError("gone")

        async def receive():
            await failed.wait()

        assert await converse(Session(host, table, None, Wants()), send, receive) is None
        gc.collect()

    served(tmp_path, scene)
    assert not unhandled


def test_a_table_that_waits_for_a_worker_is_not_read_again(tmp_path, monkeypatch):
    """The search for late computer players takes only those that nobody thinks for."""

    async def scene(host, player):
        table = await begun(player, seats=2, bots=[1])
        await to_move(host, table)
        held = Held(host.pool, tmp_path, "first", by=("nobody",))
        await held.begun()
        await leave_it_to_the_bot(host, player, table)
        read, refresh = [], host.dispatcher.refresh
        monkeypatch.setattr(
            host.dispatcher, "refresh", lambda one: read.append(one) or refresh(one)
        )
        await host.scheduler._bots(late=-60_000)
        assert not read
        host.bot_driver.close()
        await until(lambda: not host.bot_driver.is_thinking(table))
        await host.scheduler._bots(late=-60_000)
        assert (read, host.bot_driver.is_thinking(table)) == ([table], True)
        await held.let_go()

    served(tmp_path, scene)


def test_the_server_answers_while_all_its_workers_are_busy(tmp_path):
    """What is not worked out there does not wait; the others hear that there is no room."""

    async def scene(host, player):
        table = await begun(player, seats=2, local=["Bo"], edition="cards")
        held = Held(host.pool, tmp_path, "first", by=("nobody",))
        await held.begun()
        mine = host.dispatcher.rooms[table]
        card = [str(mine.game.hand[0])]
        asked = [
            asyncio.create_task(player.ask(table, "arrangement", cards=card)) for _ in range(9)
        ]
        refused = await next(iter(asyncio.as_completed(asked)))
        assert refused["problem"]["code"] == "limit"
        assert (await player.http.get("/healthz")).status_code == 200
        assert (await player.ask(table, "check", move="pass"))["type"] == "checked"
        await held.let_go()
        kinds = sorted(answer["type"] for answer in await asyncio.gather(*asked))
        assert kinds == ["arranged"] * 8 + ["unanswered"]

    served(tmp_path, scene)


def test_a_record_is_verified_in_a_worker(tmp_path):
    """So that it waits its turn, and is given up where nobody waits for it."""

    async def scene(host, player):
        held = Held(host.pool, tmp_path, "first", by=("nobody",))
        await held.begun()
        record = Game(["Ada", "Bo"], "classic", seed=4).dump()
        asking = asyncio.create_task(player.http.post("/api/verify", content=record))
        await until(lambda: host.pool.waiting == 1)
        asking.cancel()
        await until(lambda: host.pool.waiting == 0)
        asking = asyncio.create_task(player.http.post("/api/verify", content=record))
        await until(lambda: host.pool.waiting == 1)
        await held.let_go()
        assert (await asking).json()["commitment"]

    served(tmp_path, scene)


@pytest.mark.parametrize("edition", ["classic", "cards"])
@pytest.mark.parametrize("seed", range(3))
def test_a_move_with_the_least_work_is_legal(edition, seed):
    """In every position of random games, and the obvious one too where there is one."""
    game, dice = Game(["Ada", "Bo", "Cy"], edition, seed=seed), random.Random(seed)
    while game.turn:
        view = game.view(game.turn)
        for move in (some_move(view), obvious_move(view)):
            assert move is None or game.fault(str(move)) is None
        game.push(str(random_move(view, dice)))
