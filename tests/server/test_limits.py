"""How much anybody may ask for: the counting, frames, connections, newcomers, and records."""

import asyncio
import json
import random
import time
from contextlib import suppress

import httpx
import pytest
import websockets
from hypothesis import given
from hypothesis import strategies as st

from qwirkle import native
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.http.request import MOST_LINES, MOST_RECORD
from qwirkle.server.http.session import MOST_UNREADABLE
from qwirkle.server.node.counts import Counts, Limit, Together
from qwirkle.server.node.limiter import NEWCOMERS_AT_ONCE, Limiter, network
from qwirkle.server.node.settings import Settings
from tests.server import nodes

compiled = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
PATIENCE = 60


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def counts(rate=10, window=10, most=1000):
    clock = Clock()
    return Counts(Limit("test", rate, window), clock, most), clock


def test_a_burst_and_then_the_rate():
    """What was not used may come at once; after that, the rate holds."""
    counted, clock = counts(rate=2, window=5)
    assert [counted.spend("a") for _ in range(10)] == [0.0] * 10
    assert counted.spend("a") == pytest.approx(0.5)
    assert counted.spend("b") == 0
    clock.now += 0.5
    assert counted.spend("a") == 0
    assert counted.spend("a") > 0
    clock.now += 100
    assert [counted.spend("a") for _ in range(10)] == [0.0] * 10
    assert counted.spend("a") > 0


def test_a_refusal_costs_nothing_and_says_how_long_to_wait():
    """After the stated wait, the request is allowed."""
    counted, clock = counts(rate=4, window=2)
    assert counted.spend("a", 7) == 0
    wait = counted.spend("a", 3)
    assert wait == counted.spend("a", 3) == pytest.approx(0.5)
    assert counted.spend("a", 1) == 0
    clock.now += wait + 0.25
    assert counted.spend("a", 3) == 0


def test_the_largest_things_stay_possible():
    """A cost above the whole burst needs an empty bucket, and no more."""
    counted, clock = counts(rate=1, window=10)
    assert counted.spend("a", 500) == 0
    assert counted.spend("a", 1) > 0
    clock.now += 10
    assert counted.spend("a", 500) == 0


@given(
    st.lists(st.tuples(st.floats(0, 3), st.sampled_from("ab"), st.floats(0.1, 30)), max_size=80),
    st.floats(0.5, 20),
    st.floats(0.5, 20),
)
def test_nobody_gets_more_than_the_limit(steps, rate, window):
    """Over any time: the burst, and the rate for as long as it took."""
    counted, clock = counts(rate, window)
    start, spent = clock.now, {"a": 0.0, "b": 0.0}
    for pause, who, cost in steps:
        clock.now += pause
        cost = min(cost, rate * window)
        if not counted.spend(who, cost):
            spent[who] += cost
        assert spent[who] <= rate * (window + clock.now - start) + 0.01


def test_a_stall_while_counting_is_no_error():
    """The bucket of the only key may be empty before it is put in order."""
    times = iter(range(10))
    counted = Counts(Limit("test", 10, 1), lambda: next(times), 100)
    assert counted.spend("a") == 0
    assert len(counted) == 0


def test_keys_that_mean_nothing_go():
    """After the window nothing is left of a flood, and each step does the same small work."""
    counted, clock = counts(rate=10, window=10, most=100_000)
    for number in range(5000):
        counted.spend(str(number))
    assert len(counted) == 5000
    clock.now += 10
    for number in range(5000):
        counted.spend(f"later {number}")
    assert len(counted) == 5000
    for _ in range(5000):
        clock.now += 1
        counted.spend("one")
    assert len(counted) == 1


def test_a_flood_of_keys_frees_nobody_who_keeps_trying():
    """The memory is bounded, and who was refused a moment ago is refused still."""
    counted, _ = counts(rate=1, window=10, most=100)
    while not counted.spend("attacker"):
        pass
    for number in range(10_000):
        counted.spend(f"address {number}")
        assert len(counted) <= 101
        if number % 50 == 0:
            assert counted.spend("attacker") > 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "somewhere", False),
    ],
)
def test_networks(one, other, same):
    """Of IPv6 addresses a whole /64 counts as one; nobody gets another limit by choosing bits."""
    assert (network(one) == network(other)) is same


def test_open_connections_are_counted():
    """Per person and per address; what is closed does not count."""
    limiter = Limiter(Settings("", sockets=(1, 2)))
    with limiter.connection("192.0.2.1", "ada"):
        with pytest.raises(Refused, match="1 connection"), limiter.connection("192.0.2.2", "ada"):
            pass
        second, third = (limiter.connection("192.0.2.1", who) for who in (None, "bo"))
        with second, pytest.raises(Refused), third:
            pass
    with limiter.connection("192.0.2.1", "ada"):
        pass
    assert not limiter._held


def test_nodes_count_together(broker, monkeypatch):
    """Two limiters over one broker give out one burst between them."""
    monkeypatch.setattr("qwirkle.server.node.counts.PATIENCE", 60)  # busy machines are slow

    async def flood():
        name = random.randbytes(8).hex()
        settings = Settings("", commands_per_second=2)
        limiters = [Limiter(settings, Together(broker.url)) for _ in range(2)]
        granted = 0
        for number in range(60):
            try:
                await limiters[number % 2].command(name)
                granted += 1
            except Refused:
                pass
        for limiter in limiters:
            await limiter.close()
        return granted

    start = time.monotonic()
    granted = asyncio.run(flood())
    assert 20 <= granted <= 20 + 2 * (time.monotonic() - start) + 1


def test_a_node_counts_alone_without_the_broker(broker, capsys):
    """It says so once, and waits no longer than it must; afterwards it counts with the others."""
    from tests.server.services import running_broker

    async def flood(service):
        together = Together(service.url)
        limiter = Limiter(Settings("", commands_per_second=2), together)
        await limiter.command("ada")
        service.kill()
        granted = 1
        for _ in range(100):
            try:
                await limiter.command("ada")
                granted += 1
            except Refused:
                pass
        service.start()
        for number in range(1000):  # a busy machine may not answer within the limiter's patience
            together._again = 0.0
            await limiter.command(f"bo {number}")
            if not together._away:
                break
        await limiter.close()
        return granted

    with running_broker() as service:
        start = time.monotonic()
        granted = asyncio.run(flood(service))
    assert 20 <= granted <= 20 + 2 * (time.monotonic() - start) + 1
    written = capsys.readouterr().out
    assert written.count("limiter.alone") == 1
    assert written.count("limiter.together") == 1


def test_counts_in_the_broker_expire(broker, monkeypatch):
    """Nothing is left of an address when its bucket is empty."""
    import redis

    monkeypatch.setattr("qwirkle.server.node.counts.PATIENCE", 60)  # busy machines are slow

    async def spend():
        together = Together(broker.url)
        limit = Limit("test", 100.0, 1.0)
        answer = await together.spend(limit, "somebody", 10)
        await together.close()
        return answer

    assert asyncio.run(spend()) == (True, pytest.approx(0.1, abs=0.01))
    there = redis.Redis.from_url(broker.url)
    assert there.pttl("qwirkle:limit:test:somebody") <= 100
    there.close()


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """A node with the limits that are the default, and a short one for people."""
    data = tmp_path_factory.mktemp("data") / "games.db"
    rates = {"commands_per_second": 2, "requests_per_second": 60, "newcomers_per_minute": 600}
    with nodes.hosted(data, sockets=(3, 6), **rates) as running:
        yield running


def run(work):
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


async def answer(socket):
    """The next answer; the events before it are passed over."""
    async for text in socket:
        message = json.loads(text)
        if message["type"] in ("answer", "bye", "unanswered"):
            return message
    return None


@compiled
def test_frames_count_like_requests(limited):
    """What a person may do over a socket and by HTTP is one limit; refusals are slow."""

    async def flood():
        async with nodes.players(limited.url, "Ada") as (ada,):
            table = await ada.create()
            codes, times = [], []
            async with ada.socket(table, query="") as socket:
                for _ in range(40):
                    chat = {"do": "chat", "id": nodes.ulid(), "phrase": "hello"}
                    await socket.send(json.dumps(chat))
                for _ in range(40):
                    heard = (await answer(socket))["answer"]
                    codes.append(heard.get("problem", {}).get("code", "done"))
                    times.append(time.monotonic())
                    if codes.count("limit") == 3:
                        break
                by_http = await ada.do(table, "chat", phrase="hello")
            return codes, times, by_http

    codes, times, by_http = run(flood())
    assert codes[0] == "done"
    assert codes.index("limit") <= 25
    refused = [at for code, at in zip(codes, times, strict=True) if code == "limit"]
    assert refused[1] - refused[0] >= 0.9, "it is not read for a second"
    assert by_http["problem"]["code"] == "limit"


@compiled
def test_frames_without_a_token_count(tmp_path):
    """A spectator who sends is refused for that; too much of it is a limit of the address."""
    with nodes.hosted(tmp_path / "games.db", requests_per_second=2) as running:

        async def flood():
            async with nodes.players(running.url, "Ada", None) as (ada, nobody):
                table = await ada.create()
                codes = []
                async with nobody.socket(table, query="") as socket:
                    for _ in range(40):
                        await socket.send(json.dumps({"do": "start", "id": nodes.ulid()}))
                        codes.append((await answer(socket))["answer"]["problem"]["code"])
                        if codes[-1] == "limit":
                            break
                look = await nobody.http.get(f"/api/tables/{table}")
                return codes, look.status_code

        codes, status = run(flood())
    assert codes[0] == "refused"
    assert codes[-1] == "limit"
    assert status == 429


@compiled
def test_garbage_closes_the_socket(limited):
    """After a few frames that are none, with a code and a sentence in the viewer's language."""

    async def babble():
        async with nodes.players(limited.url, "Ada") as (ada,):
            table = await ada.create()
            heard = []
            async with ada.socket(table, query="lang=pl") as socket:
                for _ in range(50):
                    await socket.send("{rubbish")
                with suppress(websockets.ConnectionClosed):
                    async for text in socket:
                        heard += [json.loads(text)]
                return heard, socket.close_code

    heard, code = run(babble())
    answers = [message for message in heard if message["type"] == "answer"]
    assert len(answers) == MOST_UNREADABLE
    assert heard[-1]["type"] == "bye"
    assert heard[-1]["why"] == "unreadable"
    assert "połączenie" in heard[-1]["message"]
    assert code == 1008


@compiled
def test_garbage_costs_more(tmp_path):
    """Each such frame takes ten times as much of the address's limit."""
    with nodes.hosted(tmp_path / "games.db", requests_per_second=4) as running:

        async def babble():
            async with nodes.players(running.url, "Ada") as (ada,):
                table = await ada.create()
                async with ada.socket(table, query="") as socket:
                    for _ in range(3):
                        await socket.send("[")
                        await answer(socket)
                    looks = 0
                    while (await ada.http.get(f"/api/tables/{table}")).status_code == 200:
                        looks += 1
                    return looks

        start = time.monotonic()
        looks = run(babble())
    assert looks <= 40 - 33 + 4 * (time.monotonic() - start)


@compiled
def test_too_many_sockets_of_one_person(limited):
    """The last one gets a reason and is closed; when another is gone there is room again."""

    async def open_many():
        async with nodes.players(limited.url, "Ada") as (ada,):
            table = await ada.create()
            opened = [await ada.socket(table, query="") for _ in range(3)]
            async with ada.socket(table, query="") as extra:
                told = await answer(extra)
                await extra.wait_closed()
                code = extra.close_code
            stream = await ada.http.get(f"/api/tables/{table}/events?follow=false")
            await opened.pop().close()
            for _ in range(200):
                again = await ada.http.get(f"/api/tables/{table}/events?follow=false")
                if again.status_code == 200:
                    break
                await asyncio.sleep(0.05)
            for socket in opened:
                await socket.close()
            return told, code, stream, again

    told, code, stream, again = run(open_many())
    assert (told["why"], code) == ("limit", 4429)
    assert "3 connections" in told["message"]
    assert stream.status_code == 429
    assert int(stream.headers["retry-after"]) >= 1
    assert again.status_code == 200


@compiled
def test_too_many_sockets_of_one_address(limited):
    """Also those of nobody in particular."""

    async def open_many():
        async with nodes.players(limited.url, "Ada", None) as (ada, nobody):
            table = await ada.create()
            opened = [await nobody.socket(table, query="") for _ in range(6)]
            async with ada.socket(table, query="") as extra:
                told = await answer(extra)
            for socket in opened:
                await socket.close()
            return told

    assert run(open_many())["why"] == "limit"


@compiled
def test_new_people_are_limited_by_address(tmp_path):
    """A crowd may come at once; who makes people to multiply the limits is stopped."""
    with nodes.hosted(tmp_path / "games.db", newcomers_per_minute=1) as running:

        async def come():
            codes = []
            async with httpx.AsyncClient(base_url=running.url, timeout=PATIENCE) as client:
                for _ in range(NEWCOMERS_AT_ONCE + 5):
                    client.cookies.clear()
                    named = await client.patch("/api/me", json={"name": "Ada"})
                    codes.append(named.status_code)
                bot = await client.post("/api/bots", json={"name": "Deep"})
            return codes, bot

        start = time.monotonic()
        codes, bot = run(come())
    granted = codes.count(200)
    assert NEWCOMERS_AT_ONCE <= granted <= NEWCOMERS_AT_ONCE + (time.monotonic() - start) / 60 + 1
    assert codes[-1] == bot.status_code == 429


@compiled
def test_records_cost_by_their_size(tmp_path):
    """Verifying one largest record takes most of what an address may ask for in ten seconds."""
    record = b"x" * 1000
    with nodes.hosted(tmp_path / "games.db", requests_per_second=60) as running:

        async def flood():
            async with httpx.AsyncClient(base_url=running.url, timeout=PATIENCE) as client:
                small = await client.post("/api/verify", content=record)
                large = [
                    await client.post(path, content=record * (MOST_RECORD // 1000))
                    for path in ("/api/verify", "/api/verify", "/api/records")
                ]
                return small, large

        small, large = run(flood())
    assert small.status_code == 200
    assert [one.status_code for one in large[1:]] == [429, 429]


@compiled
def test_records_that_are_too_long(limited):
    """They are refused before anybody reads them as a record."""

    async def send():
        async with httpx.AsyncClient(base_url=limited.url, timeout=PATIENCE) as client:
            large = await client.post("/api/verify", content=b"x" * (MOST_RECORD + 1))
            lines = await client.post("/api/verify", content=b"\n" * (MOST_LINES + 1))
            form = await client.post("/verify", data={"record": "x" * (MOST_RECORD + 1)})
            return large, lines, form

    large, lines, form = run(send())
    assert (large.status_code, large.json()["key"]) == (413, "serve.frame")
    assert (lines.status_code, lines.json()["key"]) == (400, "serve.record.lines")
    assert (form.status_code, form.json()["key"]) == (400, "serve.frame")
