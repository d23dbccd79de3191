"""What every request must pass: its page and its time; and what may be kept of an answer."""

import asyncio
import gc
import json
import socket
import time
from contextlib import asynccontextmanager

import httpx
import pytest
import websockets
from sqlalchemy import text

from qwirkle import cli, native
from qwirkle.client import Client
from qwirkle.server.accounts.account import qr
from qwirkle.server.accounts.devices import name_of
from qwirkle.server.domain import ids
from qwirkle.server.http import transport
from qwirkle.server.storage import migrator
from qwirkle.server.storage.database import SqliteStore
from tests.server import nodes
from tests.server.authenticator import Authenticator

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
PATIENCE = 60
PUBLIC = "https://qwirkle.example"


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """A node with a public address."""
    data = tmp_path_factory.mktemp("data") / "games.db"
    with nodes.hosted(data, public=PUBLIC) as running:
        yield running


@asynccontextmanager
async def browser(url, **more):
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, **more) as client:
        yield client


def run(work):
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


async def named(client, **more):
    return await client.patch("/api/me", json={"name": "Ada"}, **more)


def test_the_scheme_of_a_page_counts(server):
    """A page of the same name that came by https is another site's where people come by http."""

    async def write():
        async with browser(server.url) as client:
            same = await named(client, headers={"origin": server.url})
            other = await named(client, headers={"origin": server.url.replace("http", "https")})
            return same, other

    same, other = run(write())
    assert same.status_code == 200
    assert (other.status_code, other.json()["key"]) == (403, "serve.origin.scheme")
    assert "--public" in other.json()["message"]


def test_the_scheme_of_a_page_counts_for_sockets(server):
    """The handshake of the wrong one is refused."""

    async def connect():
        async with nodes.players(server.url, "Ada") as (ada,):
            table = await ada.create()
            address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
            async with websockets.connect(address, origin=server.url) as good:
                hello = json.loads(await good.recv())
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(address, origin=server.url.replace("http", "https"))
            return hello, refused.value.response.status_code

    hello, status = run(connect())
    assert (hello["type"], status) == ("hello", 403)


def test_a_proxy_says_how_people_come(tmp_path):
    """Only where it is believed."""
    with nodes.hosted(tmp_path / "games.db", proxies="127.0.0.1") as running:

        async def write():
            async with browser(running.url) as client:
                origin = running.url.replace("http", "https")
                headers = {"origin": origin, "x-forwarded-proto": "https"}
                return await named(client, headers=headers), await named(
                    client, headers={"origin": running.url, "x-forwarded-proto": "https"}
                )

        good, bad = run(write())
    assert good.status_code == 200
    assert "secure" in good.headers["set-cookie"].lower()
    assert bad.status_code == 403


def test_the_public_address_makes_links_and_cookies(public):
    """By whatever name of the server somebody has come."""

    async def ask():
        async with browser(public.url) as client:
            first = await named(client, headers={"origin": PUBLIC, "host": "attic.local"})
            token = first.headers["set-cookie"].partition("=")[2].partition(";")[0]
            headers = {"host": "attic.local", "authorization": f"Bearer {token}"}
            return first, (await client.post("/api/me/link", headers=headers)).json()

    first, link = run(ask())
    assert first.status_code == 200
    assert "secure" in first.headers["set-cookie"].lower()
    assert link["qr"] == qr(PUBLIC + link["path"])


def test_the_public_address_names_the_site_of_passkeys(public):
    """Its name, and its origin; the name by which somebody has come decides nothing."""

    async def register():
        device = Authenticator()
        async with browser(public.url) as client:
            asked = await client.post("/api/me/passkeys/options", headers={"host": "attic.local"})
            token = asked.headers["set-cookie"].partition("=")[2].partition(";")[0]
            client.headers["authorization"] = f"Bearer {token}"
            made = device.make(asked.json(), PUBLIC)
            kept = await client.post("/api/me/passkeys", json=made)
            again = (await client.post("/api/me/passkeys/options")).json()
            evil = Authenticator().make(again, public.url)
            return asked.json(), kept, await client.post("/api/me/passkeys", json=evil)

    asked, kept, evil = run(register())
    assert asked["publicKey"]["rp"]["id"] == "qwirkle.example"
    assert asked["publicKey"]["authenticatorSelection"]["userVerification"] == "required"
    assert kept.json()["passkeys"] == 1
    assert evil.status_code == 403


@pytest.mark.parametrize("host", ["attic.local", "127.0.0.1", "kitchen.localhost", "[::1]"])
def test_no_host_header_names_the_site_of_passkeys(server, host):
    """Without a public address they work at localhost only, and the sentence says what to do."""

    async def ask():
        async with browser(server.url, headers={"host": host}) as client:
            return [await client.post(f"/api/{path}") for path in ("login/options",)]

    for answer in run(ask()):
        assert (answer.status_code, answer.json()["key"]) == (409, "serve.passkey.address")
        assert "--public" in answer.json()["message"]


def test_a_passkey_must_verify_its_user(server):
    """Holding the device is not enough."""
    site = server.url.replace("127.0.0.1", "localhost")

    async def attempt():
        async with browser(site) as client:
            options = (await client.post("/api/me/passkeys/options")).json()
            lax = Authenticator(verifies=False)
            refused = await client.post("/api/me/passkeys", json=lax.make(options, site))
            options = (await client.post("/api/me/passkeys/options")).json()
            device = Authenticator()
            made = await client.post("/api/me/passkeys", json=device.make(options, site))
            login = (await client.post("/api/login/options")).json()
            device.flags = lax.flags
            return (
                refused,
                made,
                login,
                await client.post("/api/login", json=device.sign(login, site)),
            )

    refused, made, login, entered = run(attempt())
    assert refused.status_code == entered.status_code == 403
    assert made.json()["passkeys"] == 1
    assert login["publicKey"]["userVerification"] == "required"


@pytest.mark.parametrize(
    "address",
    [
        "qwirkle.example", "ftp://x", "https://x/path", "https://", "https://a..b",
        "https://ada:secret@x.example",
    ],
)  # fmt: skip
def test_a_public_address_is_one(tmp_path, address):
    """The operator gets an error at the start, not a player later."""
    data = str(tmp_path / "games.db")
    assert cli.main(["serve", "--data", data, "--public", address]) == 2


def test_nothing_personal_is_kept_on_the_way(server):
    """Answers, seat links, problems and plain pages are not to be stored."""

    async def look():
        async with nodes.players(server.url, "Ada") as (ada,):
            table = await ada.create()
            link = (await ada.http.post("/api/me/link")).json()["path"]
            paths = [
                "/",
                f"/t/{table}",
                "/api/me",
                f"/api/tables/{table}",
                link,
                "/s/old",
                "/verify",
            ]
            paths += [f"/api/tables/{table}/events?follow=false", "/api/nowhere", "/nowhere"]
            return {path: await ada.http.get(path) for path in paths}

    for path, answer in run(look()).items():
        assert answer.headers.get_list("cache-control") == ["no-store"], path


@pytest.mark.parametrize("suffix", ["\n", "\r\n", " ", "\0", "\n\n"])
def test_an_id_with_something_behind_it_is_none(server, suffix):
    """Also a newline, before which the end of a pattern matches."""

    async def send():
        async with nodes.players(server.url, "Ada") as (ada,):
            table = await ada.create()
            body = {"do": "chat", "id": nodes.ulid() + suffix, "phrase": "hello"}
            post = await ada.http.post(f"/api/tables/{table}/commands", json=body)
            asked = {"ask": "offers", "id": nodes.ulid() + suffix}
            ask = await ada.http.post(f"/api/tables/{table}/questions", json=asked)
            name = httpx.URL(server.url).copy_with(raw_path=f"/api/tables/{table}%0a".encode())
            async with ada.socket(table, query="") as opened:
                await opened.send(json.dumps(body))
                async for frame in opened:
                    if (heard := json.loads(frame))["type"] == "answer":
                        break
            return post, ask, await ada.http.get(name), heard, await ada.view(table)

    post, ask, table, heard, view = run(send())
    assert post.status_code == ask.status_code == 400
    assert table.status_code == 404
    assert heard["answer"]["problem"]["code"] == "bad"
    assert view["seq"] == 2


AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 "
    "Safari/537.36": "Chrome · Linux",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0": "Edge · Windows",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.0 Mobile/15E148 Safari/604.1": "Safari · iPhone",
    "curl/8.9": "curl",
    "\x1b[31m" + "x" * 500: "[31m" + "x" * 36,
    "": "",
}


@pytest.mark.parametrize("agent", AGENTS)
def test_names_of_devices(agent):
    """Short, and clean whatever is sent."""
    assert name_of(agent) == AGENTS[agent]


async def second_device(client, url):
    """Another browser of the same person."""
    link = (await client.post("/api/me/link")).json()["path"]
    other = httpx.AsyncClient(
        base_url=url, timeout=PATIENCE, headers={"user-agent": "Firefox/1 (Android)"}
    )
    await other.post(link)
    return other


def test_devices_are_listed_and_signed_out(server):
    """Each with its name and days; one that is signed out is a stranger's, and so are links."""

    async def sign_out():
        async with nodes.players(server.url, "Ada", "Eve") as (ada, eve):
            await ada.create()
            await eve.create()
            phone = await second_device(ada.http, server.url)
            link = (await phone.post("/api/me/link")).json()["path"]
            listed = (await ada.http.get("/api/me/devices")).json()
            theirs = next(one["id"] for one in listed if not one["this"])
            stranger = await eve.http.delete(f"/api/me/devices/{theirs}")
            left = await ada.http.delete(f"/api/me/devices/{theirs}")
            again = await ada.http.delete(f"/api/me/devices/{theirs}")
            known = (await phone.get("/api/me")).json()["known"]
            late = await phone.post(link)
            await phone.aclose()
            async with browser(server.url) as nobody:
                unknown = await nobody.get("/api/me/devices")
            return listed, stranger, left, again, known, late, unknown

    listed, stranger, left, again, known, late, unknown = run(sign_out())
    assert [one["name"] for one in listed] == ["Firefox · Android", "python-httpx"]
    assert [one["this"] for one in listed] == [False, True]
    day = 24 * 60 * 60 * 1000
    assert all(one["seen"] % day == 0 and one["created"] - one["seen"] < day for one in listed)
    assert stranger.status_code == again.status_code == late.status_code == 404
    assert [one["name"] for one in left.json()] == ["python-httpx"]
    assert known is False
    assert unknown.status_code == 409


def test_devices_of_an_older_database(tmp_path):
    """They stay good; their name is not known, and their days are kept from now on."""
    data, token = tmp_path / "old.db", "an-old-token"

    async def before():
        store = SqliteStore(data)
        row = {"person": "ada", "created": 1}
        await store.write(lambda c: migrator.upgrade(c, "0001"))
        await store.write(
            lambda c: (
                c.execute(text("INSERT INTO people VALUES ('ada', 'Ada', 0, 1)")),
                c.execute(
                    text("INSERT INTO tokens VALUES (:hash, :person, 'device', :created, NULL)"),
                    {"hash": ids.hashed(token), **row},
                ),
            )
        )
        await store.close()

    async def after(url):
        async with browser(url, headers={"authorization": f"Bearer {token}"}) as client:
            return (await client.get("/api/me")).json(), (
                await client.get("/api/me/devices")
            ).json()

    run(before())
    with nodes.hosted(data) as running:
        me, (device,) = run(after(running.url))
    assert (me["known"], me["name"]) == (True, "Ada")
    assert (device["name"], device["this"]) == ("", True)
    assert device["seen"] > 1


def test_all_others_are_signed_out_at_once(server):
    """The device that asks stays."""

    async def sign_out():
        async with nodes.players(server.url, "Ada") as (ada,):
            await ada.create()
            others = [await second_device(ada.http, server.url) for _ in range(2)]
            left = (await ada.http.delete("/api/me/devices")).json()
            known = [(await one.get("/api/me")).json()["known"] for one in (*others, ada.http)]
            for one in others:
                await one.aclose()
            return left, known

    left, known = run(sign_out())
    assert [one["this"] for one in left] == [True]
    assert known == [False, False, True]


async def farewell(opened):
    async for frame in opened:
        if (message := json.loads(frame))["type"] == "bye":
            await opened.wait_closed()
            return message, opened.close_code
    return None


@pytest.mark.parametrize("together", [True, False])
def test_sockets_of_a_signed_out_device_are_closed(tmp_path, together, request):
    """With a sentence; at another node too, whether or not there is a broker."""
    data = request.getfixturevalue("postgres").database()
    redis = request.getfixturevalue("broker").url if together else None
    with nodes.hosted(data, redis=redis) as here, nodes.hosted(data, redis=redis) as there:

        async def sign_out():
            async with nodes.players(here.url, "Ada") as (ada,):
                table = await ada.create()
                phone = nodes.Player(there.url)
                link = (await ada.http.post("/api/me/link")).json()["path"]
                await phone.http.post(f"/s/{link.rpartition('/')[2]}")
                async with phone.socket(table, query="lang=uk") as opened:
                    await opened.recv()
                    devices = (await ada.http.get("/api/me/devices")).json()
                    gone = next(one["id"] for one in devices if not one["this"])
                    await ada.http.delete(f"/api/me/devices/{gone}")
                    message, code = await farewell(opened)
                known = (await phone.http.get("/api/me")).json()["known"]
                await phone.http.aclose()
                return message, code, known

        message, code, known = run(sign_out())
    assert (message["why"], code) == ("revoked", 1008)
    assert "пристрій" in message["message"]
    assert known is False


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    """A server that waits for nobody very long."""
    data = tmp_path_factory.mktemp("data") / "games.db"
    with nodes.hosted(data, slowest=0.5) as running:
        yield running


@pytest.fixture
def address(impatient):
    return impatient.host, impatient.port


def closed(connection):
    """Whether the other side hangs up, in the end."""
    connection.settimeout(PATIENCE)
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def cut_off(connection, drop):
    """Whether the other side hangs up while it is still being sent to."""
    end = time.monotonic() + PATIENCE
    connection.settimeout(PATIENCE)
    try:
        while time.monotonic() < end:
            connection.sendall(drop)
            time.sleep(0.05)
    except ConnectionError:
        return True
    return False


HALF = {
    "nothing at all": b"",
    "half a line": b"GET /api",
    "half of the headers": b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-A: ",
    "half of a body": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    "half of a second request": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /heal",
}


@pytest.mark.parametrize("sent", HALF.values(), ids=HALF)
def test_half_a_request_is_cut_off(address, sent):
    """However little is sent, and also where a little comes now and then."""
    with socket.create_connection(address) as connection:
        if b"heal" in sent:
            first, _, second = sent.rpartition(b"GET")
            connection.sendall(first)
            connection.recv(100)
            sent = b"GET" + second
        connection.sendall(sent)
        assert closed(connection)


def test_drops_do_not_keep_a_request_alive(address):
    """The time is that of the whole request, not of each byte."""
    with socket.create_connection(address) as connection:
        connection.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\n")
        assert cut_off(connection, b"X-A: b\r\n")


def test_whole_requests_take_their_time(impatient, address):
    """A connection that is kept for later, a socket and a stream are not half of anything."""

    async def wait():
        async with nodes.players(impatient.url, "Ada") as (ada,):
            table = await ada.create()
            async with (
                ada.socket(table, query="") as opened,
                ada.http.stream("GET", f"/api/tables/{table}/events") as stream,
            ):
                lines = stream.aiter_lines()
                await anext(lines)
                await asyncio.sleep(1.5)
                await ada.do(table, "chat", phrase="hello")
                async for line in lines:
                    if "chatted" in line:
                        break
                async for frame in opened:
                    if "chatted" in frame:
                        break

    with socket.create_connection(address) as kept:
        kept.settimeout(PATIENCE)
        ask = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        kept.sendall(ask)
        first = kept.recv(4096)
        run(wait())
        kept.sendall(ask)
        assert kept.recv(4096).startswith(b"HTTP/1.1 200")
        assert first.startswith(b"HTTP/1.1 200")


def test_an_answer_that_nobody_reads_is_cut_off(address):
    """Also a stream: whatever waits to be read for too long ends the connection."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(address)
        request = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        assert cut_off(connection, request * 20)


def test_a_stream_does_not_last_for_ever(impatient, monkeypatch):
    """It ends with a farewell, and a reader can go on after the last event."""
    monkeypatch.setattr(transport, "LONGEST_STREAM", 0.3)

    async def listen():
        async with nodes.players(impatient.url, "Ada") as (ada,):
            table = await ada.create()
            async with ada.http.stream("GET", f"/api/tables/{table}/events") as stream:
                return table, [json.loads(line) async for line in stream.aiter_lines()]

    table, heard = run(listen())
    client = Client(impatient.url)
    told = (one for one in client.events(table) if one["type"] in ("hello", "event"))
    again = [next(told)["type"] for _ in range(5)]
    assert heard[-1] == {"type": "bye", "why": "long"}
    assert again == ["hello", "event", "event", "hello", "hello"]


def test_cut_connections_leave_no_trace_in_the_log(tmp_path, caplog, capfd):
    """Viewers who vanish, and stop in the middle of a frame, are nothing to report."""

    async def vanish(url):
        async with nodes.players(url, "Ada") as (ada,):
            table = await ada.create()
            for number in range(12):
                opened = await ada.socket(table)
                for _ in range(number):
                    await opened.send(json.dumps({"do": "chat", "id": nodes.ulid(), "text": "x"}))
                opened.transport.abort()
            async with ada.http.stream("GET", f"/api/tables/{table}/events") as stream:
                await anext(stream.aiter_lines())
            await ada.do(table, "chat", text="y")
            await asyncio.sleep(0.5)

    with nodes.hosted(tmp_path / "games.db") as running:
        run(vanish(running.url))
    gc.collect()  # only then is an error reported that nobody has looked at
    written = "".join(capfd.readouterr())
    assert "node.stopped" in written
    assert "Traceback" not in written
    assert "failed" not in written
    assert not caplog.records
