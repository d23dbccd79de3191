"""Whom a server believes: names that lead to it, addresses that ask for numbers, unknown pages."""

import asyncio
import json
import re
import socket
from contextlib import nullcontext
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from qwirkle import native
from qwirkle.locales import LANGUAGES, say
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.http.app import make_app
from qwirkle.server.http.hosts import is_own, own_names
from qwirkle.server.http.policy import check_reader
from qwirkle.server.http.run import config_of
from qwirkle.server.http.static_files import ClientFiles
from qwirkle.server.node.settings import Settings
from qwirkle.server.storage.admin import prepare
from tests.server import nodes

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
ROOT = Path(__file__).parents[2]
PATIENCE = 60
STRANGER = "evil.example"
PROBES = {"/healthz", "/readyz"}
BROWSER = {"accept": "text/html,*/*"}
NAMES = frozenset({"localhost", "attic", "qwirkle.example"})


def run(work):
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.0.0.1:8108", "192.168.1.5:80", "0.0.0.0:8108", "[::1]", "[fe80::1]:8108",
        "localhost", "LocalHost:1", "localhost.", "game.localhost:8108", "attic", "Attic:8108",
        "attic.local", "kitchen-table.local:8108", "qwirkle.example", "Qwirkle.Example.:443",
    ],
)  # fmt: skip
def test_names_that_no_stranger_can_take_are_believed(host):
    """Addresses, names of the machine and its network, and what the operator has said."""
    assert is_own(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        "", ".", ":8108", "evil.example", "evil.com:8108", "localhost.evil.example",
        "evil.local.com", "xlocalhost", "local", "attic.evil.example",
        "127.0.0.1.evil.example", "127.0.0.1.nip.io",
        "evil.qwirkle.example", "::1", "[::1", "[::1]x", "[evil.example]", "localhost:port",
        "localhost:8108:8108", "evil.example@localhost", "ada:secret@localhost", "localhost/x",
        "localhost, evil.example", "evil.example localhost", "localhost#.local", "lоcalhost",
        "127.1", "2130706433", "0x7f.0.0.1", "localhost..", "attic.local\n", "x" * 65536,
    ],
)  # fmt: skip
def test_other_names_are_not(host):
    """Neither what a stranger can register, nor what is no name at all."""
    assert not is_own(host, NAMES)


def test_the_names_of_a_server(monkeypatch):
    """Its machine's, long and short, and those of the options, as browsers write them."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic.home.example")
    public, other = "https://qwirkle.example:8443", "http://kitchen.lan"
    assert own_names(Settings("", host="Desk.lan", public=public, origins=(other,))) == {
        "localhost", "desk.lan", "attic", "attic.home.example", "qwirkle.example", "kitchen.lan",
    }  # fmt: skip


@pytest.fixture(scope="module")
def addresses():
    """Every address of a server with its methods, and something in the place of what varies."""
    app = make_app(Settings(""))
    found = {
        (method, re.sub(r"{\w+(:\w+)?}", "something", path))
        for path, methods in ((route.path, getattr(route, "methods", ())) for route in app.routes)
        for method in methods
    }
    assert len(found) > 50
    return sorted(found)


async def asked(url, addresses, **headers):
    """The answers of all these addresses; streams are left where they begin."""
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE) as client:
        answers = {}
        for method, path in addresses:
            query = {"follow": "false"} if path.endswith("/events") else {}
            answers[method, path] = await client.request(method, path, params=query)
        return answers


def test_no_address_answers_to_a_name_of_a_stranger(server, addresses):
    """Whatever is asked, with a sentence; but for probes, which act on nothing."""
    answers = run(asked(server.url, addresses, host=STRANGER, origin=f"http://{STRANGER}"))
    for (method, path), answer in answers.items():
        if path in PROBES and method == "GET":
            assert answer.status_code == 200
        elif path not in PROBES:
            assert (answer.status_code, answer.json()["key"]) == (403, "serve.host"), (method, path)
    assert "--public" in answers["POST", "/api/tables"].json()["message"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_browser_shows_why_a_name_is_not_known(server, lang):
    """On a page, in the language of its reader."""
    answer = httpx.get(server.url, headers={"host": STRANGER, "accept-language": lang, **BROWSER})
    assert answer.status_code == 403
    assert say("serve.host", lang) in answer.text


def test_no_socket_answers_to_a_name_of_a_stranger(server):
    """The handshake is refused; by a name of the network it is not."""

    async def connect():
        async with nodes.players(server.url, "Ada") as (ada,):
            table = await ada.create()
            where: Any = {"host": "127.0.0.1", "port": server.port}
            path = f":{server.port}/api/tables/{table}/socket"
            async with websockets.connect(f"ws://attic.local{path}", **where) as good:
                hello = json.loads(await good.recv())
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(f"ws://{STRANGER}{path}", **where)
            return hello["type"], refused.value.response.status_code

    assert run(connect()) == ("hello", 403)


def test_people_in_the_same_network_notice_nothing(server):
    """They set up a table by a name of the network, and the page may write."""

    async def play():
        host = f"attic.local:{server.port}"
        headers = {"host": host, "origin": f"http://{host}"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers) as client:
            return await client.post("/api/tables", json={"do": "create", "id": nodes.ulid()})

    assert run(play()).status_code == 201


RAW = {
    "an old request without a name": (b"GET /api/me HTTP/1.0\r\n\r\n", b"403"),
    "an old probe without a name": (b"GET /healthz HTTP/1.0\r\n\r\n", b"200"),
    "a new one without a name": (b"GET /healthz HTTP/1.1\r\n\r\n", b"400"),
    "two names": (b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", b"400"),
    "a name by a proxy": (
        b"GET /api/me HTTP/1.0\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\n\r\n",
        b"403",
    ),
    "another name by a proxy": (
        b"GET /api/me HTTP/1.0\r\nHost: localhost\r\nX-Forwarded-Host: evil.example\r\n\r\n",
        b"200",
    ),
    "a name with credentials": (b"GET / HTTP/1.0\r\nHost: ada:secret@localhost\r\n\r\n", b"403"),
    "letters that are none": (b"GET / HTTP/1.0\r\nHost: \xff\xfe\r\n\r\n", b"400"),
}


@pytest.mark.parametrize(("sent", "status"), RAW.values(), ids=RAW)
def test_requests_without_a_proper_name(server, sent, status):
    """Browsers always send one; what a proxy says of it is never believed."""
    with socket.create_connection((server.host, server.port), PATIENCE) as connection:
        connection.sendall(sent)
        assert connection.recv(4096).split()[1] == status


def test_the_examples_of_operators_are_let_in():
    """The proxy passes the name on, and each node knows the name by which others ask it."""
    proxy = (ROOT / "deploy" / "nginx.conf").read_text()
    assert "proxy_set_header Host $http_host;" in proxy
    services = (ROOT / "compose.yaml").read_text()
    for node in re.findall(r"server (\S+):8108", proxy):
        assert f"{node}: {{<<: *node, hostname: {node}}}" in services


PROMETHEUS = (ip_network("10.0.0.7"), ip_network("fd00::/8"))
PASSED_ON = {"x-forwarded-for": "1.1.1.1"}


@pytest.mark.parametrize(
    ("address", "headers", "proxied", "allowed"),
    [
        ("127.0.0.1", {}, False, True),
        ("127.9.9.9", {}, True, True),
        ("::1", {}, False, True),
        ("::ffff:127.0.0.1", {}, False, True),
        ("10.0.0.7", {}, False, True),
        ("fd00::1%eth0", {}, False, True),
        ("10.0.0.8", {}, False, False),
        ("192.168.1.9", {}, False, False),
        ("fe80::1", {}, False, False),
        ("", {}, False, False),
        ("/run/socket", {}, False, False),
        ("127.0.0.1", PASSED_ON, False, False),
        ("127.0.0.1", {"forwarded": "for=1.1.1.1"}, False, False),
        ("127.0.0.1", {"x-real-ip": "1.1.1.1"}, False, False),
        ("10.0.0.7", PASSED_ON, False, False),
        ("10.0.0.7", PASSED_ON, True, True),
        ("1.1.1.1", PASSED_ON, True, False),
        ("127.0.0.1", PASSED_ON, True, False),
    ],
)
def test_who_may_read_the_metrics(address, headers, proxied, allowed):
    """Programs on this machine and those named; nobody whose request was passed on unknown."""
    with nullcontext() if allowed else pytest.raises(Refused, match="--metrics-from"):
        check_reader(headers, address, PROMETHEUS, proxied)


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_metrics_are_not_for_everybody(tmp_path, named):
    """A phone at the table gets a sentence; the address of the operator's choice gets numbers, and
    the address that a trusted proxy speaks for counts."""
    chosen = PROMETHEUS if named else ()
    data = str(tmp_path / "m.db")
    settings = Settings(data, proxies="10.0.0.9", workers=1, metrics_from=chosen)
    prepare(settings.data)
    config: Any = config_of(settings)
    config.load()

    async def ask(address, **headers):
        transport = httpx.ASGITransport(config.loaded_app, client=(address, 4000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return (await client.get("/metrics", headers=headers)).status_code

    async def story():
        async with config.app.lifespan():
            return [
                await ask("127.0.0.1"),
                await ask("10.0.0.7"),
                await ask("192.168.1.9"),
                await ask("10.0.0.9", **{"x-forwarded-for": "10.0.0.7"}),
                await ask("10.0.0.9", **{"x-forwarded-for": "127.0.0.1"}),
            ]

    good = 200 if named else 403
    assert run(story()) == [200, good, 403, good, 403]


def test_head_is_answered_as_get_without_a_body(server, addresses):
    """The same status and headers at every address, of nothing and of a game."""

    async def both():
        async with nodes.players(server.url, "Ada") as (ada,):
            table = await ada.create()
        paths = [path for method, path in addresses if method == "GET"]
        paths += [path.replace("something", table) for path in paths if "something" in path]
        gets = await asked(server.url, [("GET", path) for path in paths])
        return gets, await asked(server.url, [("HEAD", path) for path in paths])

    gets, heads = run(both())
    statuses = {got.status_code for got in gets.values()}
    assert statuses >= {200, 400, 404}
    for (_, path), got in gets.items():
        head = heads["HEAD", path]
        assert (head.status_code, head.content) == (got.status_code, b""), path
        changing = {"date"} | ({"content-length"} if path == "/metrics" else set())
        same = [{k: one.headers[k] for k in {*one.headers} - changing} for one in (head, got)]
        assert same[0] == same[1], path


def test_head_of_a_stream_ends_at_once(server):
    """The connection is free for the next request, and does not wait for what happens."""

    async def created():
        async with nodes.players(server.url, "Ada") as (ada,):
            return await ada.create()

    path = f"/api/tables/{run(created())}/events"
    with socket.create_connection((server.host, server.port), PATIENCE) as connection:
        heads = b"".join(
            f"{line} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            for line in (f"HEAD {path}", "GET /healthz")
        )
        connection.sendall(heads)
        heard = b""
        while not heard.endswith(b"\r\n\r\nok"):
            heard += connection.recv(4096)
    assert heard.count(b"HTTP/1.1 200") == 2


@pytest.fixture
def client(tmp_path, monkeypatch):
    """A server with a client of one page, as the build would list it."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text('<html lang="en"><div id="app"></div>')
    (folder / "pages.json").write_text('["t", "you"]')
    (folder / "icon.svg").write_text("<svg/>")
    files = ClientFiles(folder)
    monkeypatch.setattr("qwirkle.server.http.app.ClientFiles", lambda: files)
    with nodes.hosted(tmp_path / "games.db", client=True) as running:
        yield running


def test_an_unknown_page_is_unknown_and_still_one_of_the_client(client):
    """Its status says so, and what is shown is the client's; programs get a sentence."""
    known = ("/", "/you", "/you/", "/t/aaaaaaaaaaaaaaaa", "/icon.svg")
    unknown = ("/nowhere", "/younger", "/a/you", "/nowhere.html", "/pages.json", "/%2e%2e/x")

    def look(path, lang, **headers):
        return httpx.get(client.url + path, headers={"accept-language": lang, **headers})

    for path in known:
        for headers in ({}, BROWSER):
            assert look(path, "en", **headers).status_code == 200, path
    for path in unknown:
        page = look(path, "pl", **BROWSER)
        assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert '<html lang="pl"><div id="app">' in page.text
        answer = look(path, "en")
        assert (answer.status_code, answer.json()["key"]) == (404, "serve.no_page"), path
