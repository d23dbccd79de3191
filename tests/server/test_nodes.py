"""Two nodes over one PostgreSQL and one broker, and what may happen to all of them."""

import asyncio
import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager

import httpx
import pytest

from qwirkle import fairness, native
from qwirkle.server.domain import commands, events
from qwirkle.server.node.node import Node
from qwirkle.server.node.settings import Settings
from tests.server.nodes import Player, arranging, highest, play_out, seated, start, ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
CHOOSE = {"classic": highest, "cards": arranging}


@contextmanager
def two_nodes(data, broker):
    """Both start at the same moment."""

    def run(_):
        return start(data, "--redis", broker.url)

    with ExitStack() as stack:
        nodes = list(ThreadPoolExecutor(2).map(run, range(2)))
        for node in nodes:
            stack.callback(node.kill)
        yield nodes


@pytest.fixture(scope="module")
def database(postgres):
    return postgres.database()


@pytest.fixture(scope="module")
def pair(database, broker):
    """The two nodes of these tests; the last of them ends both."""
    with two_nodes(database, broker) as nodes:
        yield nodes


@asynccontextmanager
async def one_each(nodes, *names):
    """A player at each node."""
    people = [Player(node.url, name) for node, name in zip(nodes, names, strict=True)]
    try:
        yield people
    finally:
        await asyncio.gather(*(player.http.aclose() for player in people))


def elsewhere(player, node):
    """The same person at another node."""
    twin = Player(node.url, player.name)
    twin.http.cookies = httpx.Cookies({"qwirkle": player.http.cookies["qwirkle"]})
    return twin


async def log_of(player, table):
    """The log as this player may see it, at this player's node."""
    answer = await player.http.get(f"/api/tables/{table}/events", params={"follow": "false"})
    messages = [json.loads(line) for line in answer.text.splitlines()]
    return [message for message in messages if message["type"] == "event"]


def check_log(entries, moves):
    """The numbers leave no gap, and the log has the moves that were acknowledged, once each."""
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    made = [entry["seq"] for entry in entries if entry["event"]["type"] == "moved"]
    assert sorted(last_before(made, seq) for seq in moves) == made


def last_before(made, seq):
    """The last move comes with the end of the game, which has numbers too."""
    return max(number for number in made if number <= seq)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_players_at_different_nodes_play_a_whole_game(pair, edition):
    """Both see the same numbers without a gap, and the same end; a computer player moves once."""

    async def game():
        async with one_each(pair, "Ada", "Bo") as people:
            table = await seated(people, edition=edition, bots=[1])
            play = [play_out(one, table, CHOOSE[edition]) for one in people]
            heard = await asyncio.gather(*play)
            return heard, [await one.view(table) for one in people]

    heard, (first, second) = asyncio.run(game())
    for messages in heard:
        numbers = [message["seq"] for message in messages if message["type"] == "event"]
        assert numbers == list(range(1, first["seq"] + 1))
    assert first["phase"] == second["phase"] == "over"
    assert first["outcome"] == second["outcome"] is not None


async def again_at_once(people, table):
    """A rematch that both accept, and both are ready for at the same moment; its events."""
    ada, bo = people
    await bo.do(table, "resign")
    offered = await ada.do(table, "offer", offer="rematch")
    rematch = (await bo.do(table, "accept", offer=offered["seq"]))["table"]
    noted = [(await one.view(rematch))["commitment"] for one in people]
    answers = await asyncio.gather(*(one.start(rematch) for one in people))
    assert all("problem" not in answer for answer in answers)
    return noted, [await log_of(one, rematch) for one in people]


def test_players_at_different_nodes_add_to_one_shuffle(pair):
    """Texts that come in at both nodes at once are all used, also in a rematch, and once."""

    async def game():
        async with one_each(pair, "Ada", "Bo") as people:
            return await again_at_once(people, await seated(people))

    noted, (first, second) = asyncio.run(game())
    public = [[e["event"] for e in log if e["event"]["type"] != "dealt"] for log in (first, second)]
    assert public[0] == public[1]
    assert noted == [public[0][0]["commitment"]] * 2
    kinds = [event["type"] for event in public[0]]
    assert kinds[-4:] == ["readied", "readied", "started", "shuffled"]
    texts = public[0][-2]["entropy"]
    digests = {event["seat"]: event["digest"] for event in public[0][-4:-2]}
    assert digests == {seat: fairness.entropy_digest(text) for seat, text in enumerate(texts)}


async def compete(clients, table, turns):
    """For some turns: many moves of the player to move, at both nodes at once. Their numbers."""
    won = []
    for _ in range(turns):
        devices = clients[(await clients[0][0].view(table))["turn"]]
        view, offers = await devices[0].view(table), await devices[0].ask(table, "offers")
        choices = [("play", {"move": offer[0]}) for offer in offers["moves"][:6]]
        if not choices:
            choices = [("trade", {"tiles": [tile]}) for tile in view["hand"]]
        sent = [
            device.do(table, command, expect=view["seq"], **words)
            for (command, words), device in zip(choices, devices * 6, strict=False)
        ]
        answers = await asyncio.gather(*sent)
        done = [answer for answer in answers if "problem" not in answer]
        assert len(done) == 1
        for answer in answers:
            if answer not in done:
                assert answer["problem"]["code"] == "conflict"
                assert answer["problem"]["seq"] == answer["seq"] == done[0]["seq"]
        won.append(done[0]["seq"])
    return won


def test_of_competing_moves_exactly_one_is_made(pair):
    """Whichever node is quicker; the others hear which number is the current one."""

    async def game():
        async with one_each(pair, "Ada", "Bo") as (ada, bo):
            table = await seated([ada, bo])
            clients = [(ada, elsewhere(ada, pair[1])), (bo, elsewhere(bo, pair[0]))]
            won = await compete(clients, table, 12)
            logs = [await log_of(device, table) for device in clients[0]]
            await asyncio.gather(*(two[1].http.aclose() for two in clients))
            return won, logs

    won, (first, second) = asyncio.run(game())
    assert first == second
    assert len(won) == 12
    check_log(first, won)


async def send_everywhere(devices, path, command):
    """The one answer that a command gets, whichever node it is sent to, three times each."""
    answers = await asyncio.gather(*(one.http.post(path, json=command) for one in devices * 3))
    assert len({answer.text for answer in answers}) == 1
    return answers[0].json()


def test_an_id_gets_one_answer_at_all_nodes(pair):
    """A command that is sent to both nodes at once, and again, happens once."""

    async def game():
        async with one_each(pair, "Ada", "Bo") as (ada, bo):
            table = await seated([ada, bo])
            clients = [(ada, elsewhere(ada, pair[1])), (bo, elsewhere(bo, pair[0]))]
            path, made = f"/api/tables/{table}/commands", []
            for _ in range(8):
                devices = clients[(await ada.view(table))["turn"]]
                view, offers = await devices[0].view(table), await devices[0].ask(table, "offers")
                command = highest(view, offers)
                made.append((await send_everywhere(devices, path, command))["seq"])
            reused = await send_everywhere(devices, path, {**command, "expect": 1})
            create = {"do": "create", "id": ulid()}
            await send_everywhere(devices, "/api/tables", create)
            entries = await log_of(bo, table)
            await asyncio.gather(*(two[1].http.aclose() for two in clients))
            return made, reused, entries

    made, reused, entries = asyncio.run(game())
    check_log(entries, made)
    assert reused["problem"]["code"] == "reused"


async def play_stubbornly(player, table, choose, on_problem=None):
    """Play to the end, sending again what could not be stored; the numbers of the moves."""
    view, sent, made = {"phase": ""}, None, []
    async with player.socket(table) as socket:
        while sent or view["phase"] != "over":
            message = json.loads(await socket.recv())
            match message["type"]:
                case "view":
                    view = message["view"]
                case "offers":
                    sent = choose(view, message)
                    await socket.send(json.dumps(sent))
                case "answer" if "problem" in message["answer"]:
                    assert message["answer"]["problem"]["code"] == "storage", message
                    on_problem()
                    await asyncio.sleep(0.05)
                    await socket.send(json.dumps(sent))
                case "answer":
                    sent = None
                    made.append(message["answer"]["seq"])
    return made


def meanwhile(choose, actions):
    """Choose moves, and do something before those of certain numbers."""
    count = 0

    def chosen(view, offers):
        nonlocal count
        count += 1
        if action := actions.get(count):
            action()
        return choose(view, offers)

    return chosen


def test_a_broker_that_goes_and_comes_costs_nothing_but_time(pair, broker):
    """While it is away, each node finds in the log what the other has stored."""

    async def game():
        async with one_each(pair, "Ada", "Bo") as people:
            table = await seated(people)
            choose = meanwhile(highest, {6: broker.kill, 14: broker.start})
            made = await asyncio.gather(*(play_stubbornly(one, table, choose) for one in people))
            return [*made[0], *made[1]], [await log_of(one, table) for one in people]

    made, (first, second) = asyncio.run(game())
    assert len(made) > 14
    check_log(first, made)
    assert [entry["seq"] for entry in first] == [entry["seq"] for entry in second]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_postgresql_restarts_in_the_middle_of_a_game(pair, postgres, how):
    """What cannot be stored is answered so; sent again, it happens once, and the game goes on."""
    problems = 0

    def start_again():
        nonlocal problems
        problems += 1
        if problems == 3:
            postgres.start()

    async def game():
        async with one_each(pair, "Ada", "Bo") as people:
            table = await seated(people)
            choose = meanwhile(highest, {8: lambda: postgres.stop(how)})
            play = [play_stubbornly(one, table, choose, start_again) for one in people]
            made = await asyncio.gather(*play)
            ready = [(await one.http.get("/readyz")).status_code for one in people]
            return [*made[0], *made[1]], await log_of(people[0], table), ready

    made, entries, ready = asyncio.run(game())
    assert problems >= 3
    check_log(entries, made)
    assert ready == [200, 200]


async def away_at(hosts, table):
    """Whether somebody is said to be away, at both nodes alike."""
    rooms = [await host.dispatcher.refresh(table) for host in hosts]
    return [room.seat(0).away_until is not None for room in rooms]


async def until(condition):
    """Wait for something that must come."""
    for _ in range(600):
        if await condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("It did not come.")


def test_a_player_who_moves_to_another_node_is_not_missed(tmp_path, broker):
    """Nodes ask each other before they say that somebody is away; where none says no, one does."""
    data = str(tmp_path / "games.db")

    async def story():
        hosts = [Node(Settings(data, redis=broker.url, node=name, workers=1)) for name in "ab"]
        for host in hosts:
            await host.start()
        ada, bo = [(await hosts[0].people.newcomer(name))[0] for name in ("Ada", "Bo")]
        table = (await hosts[0].create(commands.Create(id=ulid()), ada)).table
        await hosts[0].command(table, commands.Sit(id=ulid()), bo)
        for one in (ada, bo):
            await hosts[0].command(table, commands.Start(id=ulid()), one)
        with hosts[1].subscriptions.subscribed(table, ada.id):
            asked = hosts[0].broker.elsewhere
            await until(lambda: asked(table, ada.id))
            assert not await asked(table, bo.id)
            await hosts[0].scheduler.miss(table, ada.id)
            here = await away_at(hosts, table)
        await hosts[0].scheduler.miss(table, ada.id)
        gone = await away_at(hosts, table)
        for host in hosts:
            await host.stop()
        return here, gone

    here, gone = asyncio.run(story())
    assert here == [False, False]
    assert gone == [True, True]


async def at_the_other_node(nodes, clock):
    """One node dies, and its player goes on at the other; then both begin another game."""
    async with one_each(nodes, "Ada", "Bo") as (ada, bo):
        table = await seated([ada, bo], clock=clock)
        nodes[0].kill()
        survivors = [elsewhere(ada, nodes[1]), bo]
        await asyncio.gather(*(play_out(one, table, highest) for one in survivors))
        entries = await log_of(bo, table)
        again = await seated(survivors, clock=clock)
        await survivors[0].http.aclose()
        return entries, again


def test_clocks_are_credited_once_and_only_when_no_node_was_there(database, pair, broker):
    """One node that is killed stops no clock; two that start at once give one credit."""
    clock = {"type": "live", "minutes": 30}
    entries, table = asyncio.run(at_the_other_node(pair, clock))
    assert entries[-1]["event"]["type"] == "rated"
    assert "credited" not in {entry["event"]["type"] for entry in entries}
    pair[1].kill()
    time.sleep(2.5)
    rooms = asyncio.run(start_at_once(database, broker, table))
    given = [
        [e.event.ms for e in room.log if e.event.__class__ is events.Credited] for room in rooms
    ]
    assert given[0] == given[1]
    assert len(given[0]) == 1
    assert given[0][0] > 2000


async def start_at_once(database, broker, table):
    """A table as two nodes know it that have just started at the same time."""
    hosts = [Node(Settings(database, redis=broker.url, workers=1)) for _ in range(2)]
    await asyncio.gather(*(host.start() for host in hosts))
    rooms = [await host.dispatcher.refresh(table) for host in hosts]
    await asyncio.gather(*(host.stop() for host in hosts))
    return rooms
