"""People without accounts: guests, links to other devices, programs and passkeys."""

import asyncio
import re
from contextlib import asynccontextmanager

import httpx
import pytest
from sqlalchemy import select, update

from qwirkle import native
from qwirkle.server.accounts import people as people_module
from qwirkle.server.accounts.account import qr
from qwirkle.server.storage import migrator, schema
from qwirkle.server.storage.database import SqliteStore
from tests.server.authenticator import Authenticator
from tests.server.nodes import hosted, players, seated, ulid

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("data") / "people.db"


@pytest.fixture(scope="module")
def server(data):
    with hosted(data) as running:
        yield running


@pytest.fixture(scope="module")
def site(server):
    """The same server under a name, which passkeys need."""
    return server.url.replace("127.0.0.1", "localhost")


@asynccontextmanager
async def browser(url, **more):
    async with httpx.AsyncClient(base_url=url, timeout=60, **more) as client:
        yield client


async def stored(data, query):
    """What is in the database, or what a statement changes there."""
    store = SqliteStore(data)
    try:
        if query.is_select:
            return await store.read(lambda c: [tuple(row) for row in c.execute(query)])
        return await store.write(lambda c: c.execute(query).rowcount)
    finally:
        await store.close()


def test_nobody_is_known_before_the_first_action(server, data):
    """Looking around makes no guest and sets no cookie."""

    async def look():
        before = await stored(data, select(schema.people.c.person))
        async with browser(server.url) as client:
            answers = [await client.get(f"/api/{path}") for path in ("me", "me/tables", "results")]
            link = await client.post("/api/me/link")
        return before, answers, link, await stored(data, select(schema.people.c.person))

    before, (me, tables, results), link, after = asyncio.run(look())
    assert me.json() == {
        "known": False, "person": None, "name": "", "face": "", "program": False, "passkeys": 0,
        "ratings": [],
    }  # fmt: skip
    assert tables.json() == []
    assert all("set-cookie" not in answer.headers for answer in (me, tables, results, link))
    assert link.status_code == 409
    assert link.json()["key"] == "serve.no_token"
    assert before == after


def test_a_name_is_the_first_action(server, data):
    """A guest with a cookie that scripts cannot read; the database has only the token's hash."""

    async def name():
        async with browser(server.url) as client:
            named = await client.patch("/api/me", json={"name": "  Ada\u202e\n Lovelace "})
            again = await client.patch("/api/me", json={"name": "Ada"})
            empty = await client.patch("/api/me", json={"name": "\u200b"})
            me = await client.get("/api/me")
            table = await client.post("/api/tables", json={"do": "create", "id": ulid()})
            mine = await client.get("/api/me/tables")
            token = client.cookies["qwirkle"]
        rows = await stored(data, select(schema.tokens))
        return named, again, empty, me, table.json()["table"], mine.json(), token, rows

    named, again, empty, me, table, mine, token, rows = asyncio.run(name())
    assert named.json()["name"] == "Ada Lovelace"
    cookie = named.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=lax", "path=/"))
    assert "set-cookie" not in again.headers
    assert empty.status_code == 400
    assert empty.json()["key"] == "serve.name"
    assert me.json()["name"] == "Ada"
    assert me.json()["person"] == named.json()["person"]
    assert [(line["table"], line["seats"]) for line in mine] == [(table, ["Ada", None])]
    assert token not in repr(rows)


def test_a_new_name_reaches_every_node(tmp_path):
    """Within a minute; until then the other node may say the old one."""

    async def rename():
        store, now = SqliteStore(tmp_path / "names.db"), [0]
        await migrator.check(store)
        here, there = (people_module.People(store, lambda: now[0]) for _ in range(2))
        person, token = await here.newcomer("Ada")
        names = [(await there.who(token)).name]
        await here.change(person, "Augusta", None)
        names.append((await here.who(token)).name)
        now[0] += people_module.REMEMBERED_FOR
        names.append((await there.who(token)).name)
        await store.close()
        return names

    assert asyncio.run(rename()) == ["Ada", "Augusta", "Augusta"]


def test_a_name_given_at_a_seat_is_kept(server):
    """A guest whose first action is to take a seat is called what they said there."""

    async def sit():
        async with players(server.url, "Ada", "Bo") as (ada, bo):
            table = await ada.create()
            await bo.do(table, "sit", name="Bo")
            return (await bo.http.get("/api/me")).json()

    assert asyncio.run(sit())["name"] == "Bo"


def test_a_link_moves_a_seat_to_another_device(server):
    """Looking at the page uses nothing up; the button does, once; then both devices play."""

    async def move():
        async with players(server.url, "Ada", "Bo") as people:
            table = await seated(people)
            ada = people[0]
            link = (await ada.http.post("/api/me/link")).json()
            async with browser(server.url) as phone, browser(server.url) as late:
                pages = [await phone.get(link["path"]) for _ in range(3)]
                seen = await phone.get(f"/api/tables/{table}")
                followed = await phone.post(link["path"], headers={"origin": server.url})
                there = await phone.get(f"/api/tables/{table}")
                used = [await late.get(link["path"]), await late.post(link["path"])]
                left = dict(late.cookies)
                body = {"do": "resign", "id": ulid()}
                resigned = await phone.post(f"/api/tables/{table}/commands", json=body)
            return link, pages, seen, followed, there, used, left, resigned, await ada.view(table)

    link, pages, seen, followed, there, used, left, resigned, view = asyncio.run(move())
    assert re.fullmatch(r"/s/[\w-]+", link["path"])
    assert re.fullmatch(r"<svg .*</svg>\s*", link["qr"], re.DOTALL)
    for page in pages:
        assert page.status_code == 200
        assert "Ada" in page.text
        assert '<form method="post">' in page.text
        assert "set-cookie" not in page.headers
    assert seen.json()["you"] is None
    assert followed.status_code == 303
    assert followed.headers["location"] == "/"
    assert "httponly" in followed.headers["set-cookie"].lower()
    assert there.json()["you"] == 0
    assert [answer.status_code for answer in used] == [404, 404]
    assert left == {}
    assert "problem" not in resigned.json()
    assert view["phase"] == "over"


def test_a_link_says_what_it_replaces(server):
    """A device on which somebody else has games is not taken over without a word."""

    async def look():
        async with players(server.url, "Ada", "Bo <b>", "Cy") as (ada, bo, cy):
            await ada.create()
            await bo.create()
            await cy.http.patch("/api/me", json={"name": "Cy"})
            url = (await ada.http.post("/api/me/link")).json()["path"]
            return [(await one.http.get(url)).text for one in (ada, bo, cy)]

    own, other, idle = asyncio.run(look())
    assert "playing as Bo &lt;b&gt; on this device" in other
    assert "on this device;" not in own + idle


def test_a_link_does_not_last(server, data):
    """Fifteen minutes later it is as if it had never been there."""

    async def wait():
        async with browser(server.url) as client:
            await client.patch("/api/me", json={"name": "Ada"})
            url = (await client.post("/api/me/link")).json()["path"]
            lasting = people_module.LINK_LASTS
            later = update(schema.tokens).where(schema.tokens.c.kind == "link")
            await stored(data, later.values(expires=schema.tokens.c.expires - lasting))
            return await client.get(url), await client.post(url)

    for answer in asyncio.run(wait()):
        assert answer.status_code == 404
        assert answer.json()["key"] == "serve.link"


def test_people_read_sentences_and_programs_read_problems(server):
    """A browser that follows an old link gets a page in its language."""

    async def follow():
        headers = {"accept": "text/html,*/*", "accept-language": "uk"}
        async with browser(server.url, headers=headers) as client:
            return [await client.get(path) for path in ("/s/old", "/t/nowhere", "/api/nowhere")]

    old, nowhere, api = asyncio.run(follow())
    assert old.status_code == nowhere.status_code == api.status_code == 404
    assert "Це посилання" in old.text
    for page in (old, nowhere):
        assert page.headers["content-type"].startswith("text/html")
    for answer in (old, nowhere, api):
        policy = answer.headers["content-security-policy"]
        for part in (
            "frame-ancestors 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "worker-src 'self'",
        ):
            assert part in policy
    assert api.json()["code"] == "bad"


def test_a_token_is_no_link(server):
    """A token in the address of a link does not work, and is not used up."""

    async def try_it():
        async with browser(server.url) as client:
            await client.patch("/api/me", json={"name": "Ada"})
            answer = await client.post(f"/s/{client.cookies['qwirkle']}")
            return answer, await client.get("/api/me")

    answer, me = asyncio.run(try_it())
    assert answer.status_code == 404
    assert me.json()["known"] is True


def test_pages_of_others_cannot_follow_a_link(server):
    """A form on another site does not make its visitors somebody else."""

    async def try_it():
        async with browser(server.url) as client:
            await client.patch("/api/me", json={"name": "Ada"})
            url = (await client.post("/api/me/link")).json()["path"]
            foreign = await client.post(url, headers={"origin": "https://example.org"})
            unnamed = await client.post(url, headers={"origin": "null"})
            return foreign, unnamed, await client.get(url)

    foreign, unnamed, page = asyncio.run(try_it())
    assert foreign.status_code == unnamed.status_code == 403
    assert page.status_code == 200
    assert page.headers["referrer-policy"] == "same-origin"


def test_links_are_drawn_with_the_address_that_was_asked(tmp_path):
    """Behind a proxy that the host trusts, which is not asked for the name."""

    async def ask(url):
        async with browser(url) as client:
            await client.patch("/api/me", json={"name": "Ada"})
            proxied = {
                "host": "play.example.org",
                "x-forwarded-proto": "https",
                "x-forwarded-host": "evil.example",
            }
            return (await client.post("/api/me/link", headers=proxied)).json()

    named = ("https://play.example.org",)
    with hosted(tmp_path / "proxied.db", proxies="127.0.0.1", origins=named) as running:
        link = asyncio.run(ask(running.url))
    assert link["qr"] == qr(f"https://play.example.org{link['path']}")


def test_the_link_of_a_table_is_a_picture(server):
    """An SVG that says where the table is; none where there is no table."""

    async def ask():
        async with players(server.url, "Ada") as [ada]:
            table = await ada.create()
            here = await ada.http.get(f"/api/tables/{table}/qr.svg")
            nowhere = await ada.http.get("/api/tables/aaaaaaaaaaaaaaaa/qr.svg")
            return table, here, nowhere

    table, here, nowhere = asyncio.run(ask())
    assert here.headers["content-type"].startswith("image/svg+xml")
    assert here.text.startswith("<svg")
    assert here.text == qr(f"{server.url}/t/{table}")
    assert nowhere.status_code == 404


def test_a_program_plays_with_its_token(server):
    """Everybody sees of its seat that a program sits there; a wrong token is refused."""

    async def play():
        async with players(server.url, "Ada") as [ada], browser(server.url) as client:
            made = (await client.post("/api/bots", json={"name": "Deep"})).json()
            bearer = {"authorization": f"Bearer {made['token']}"}
            table = await ada.create()
            body = {"do": "sit", "id": ulid()}
            await client.post(f"/api/tables/{table}/commands", json=body, headers=bearer)
            me = (await client.get("/api/me", headers=bearer)).json()
            forged = {"authorization": "Bearer somebody"}
            body["id"] = ulid()
            wrong = await client.post(f"/api/tables/{table}/commands", json=body, headers=forged)
            events = await ada.http.get(f"/api/tables/{table}/events?follow=false")
            return made, me, await ada.view(table), wrong, events.text, dict(client.cookies)

    made, me, view, wrong, events, cookies = asyncio.run(play())
    assert me["program"] is True
    assert me["person"] == made["person"]
    assert [(seat["name"], seat["program"]) for seat in view["seats"]] == [
        ("Ada", False), ("Deep", True),
    ]  # fmt: skip
    assert '"program":true' in events
    assert made["person"] not in events
    assert wrong.status_code == 403
    assert cookies == {}


async def registered(client, device, site):
    options = await client.post("/api/me/passkeys/options")
    answer = await client.post("/api/me/passkeys", json=device.make(options.json(), site))
    assert answer.status_code == 201, answer.text
    return answer.json()


async def log_in(client, device, site, origin=None):
    options = (await client.post("/api/login/options")).json()
    return await client.post("/api/login", json=device.sign(options, origin or site))


@pytest.mark.parametrize("counts", [True, False])
def test_a_passkey_brings_a_person_back(site, counts):
    """From another device, with name and games; some keys count their uses, and some do not."""

    async def come_back():
        device = Authenticator(counts)
        async with browser(site) as laptop, browser(site) as phone:
            await laptop.patch("/api/me", json={"name": "Ada"})
            table = await laptop.post("/api/tables", json={"do": "create", "id": ulid()})
            made = await registered(laptop, device, site)
            back = [await log_in(phone, device, site) for _ in range(2)]
            mine = (await phone.get("/api/me/tables")).json()
            tokens = {laptop.cookies["qwirkle"], phone.cookies["qwirkle"]}
            return made, back, mine, table.json()["table"], tokens

    made, back, mine, table, tokens = asyncio.run(come_back())
    assert made["passkeys"] == 1
    for answer in back:
        assert answer.status_code == 200, answer.text
        assert answer.json() == made
    assert [line["table"] for line in mine] == [table]
    assert len(tokens) == 2


def test_forgotten_passkeys_prove_nothing(site):
    """The device that forgets them stays its owner's; an unknown visitor has none to forget."""

    async def forget():
        device = Authenticator()
        async with browser(site) as laptop, browser(site) as phone:
            made = await registered(laptop, device, site)
            nobody = await phone.delete("/api/me/passkeys")
            gone = await laptop.delete("/api/me/passkeys")
            return made, nobody, gone, await log_in(phone, device, site)

    made, nobody, gone, back = asyncio.run(forget())
    assert (nobody.status_code, nobody.json()["key"]) == (409, "serve.no_token")
    assert gone.json() == made | {"passkeys": 0}
    assert (back.status_code, back.json()["key"]) == (404, "serve.passkey.unknown")


def test_the_options_ask_for_a_passkey_of_this_site(site):
    """One that can be found without a name; those that are known are left out."""

    async def ask():
        device = Authenticator()
        async with browser(site) as client:
            await registered(client, device, site)
            again = (await client.post("/api/me/passkeys/options")).json()["publicKey"]
            login = (await client.post("/api/login/options")).json()["publicKey"]
            twice = await client.post(
                "/api/me/passkeys", json=device.make({"publicKey": again}, site)
            )
            return device, again, login, twice

    device, again, login, twice = asyncio.run(ask())
    assert again["rp"]["id"] == login["rpId"] == "localhost"
    assert again["authenticatorSelection"]["residentKey"] == "required"
    assert [one["id"] for one in again["excludeCredentials"]] == [
        device.make({"publicKey": again}, "")["credential"]["id"]
    ]
    assert not login.get("allowCredentials")
    assert twice.status_code == 409
    assert twice.json()["key"] == "serve.passkey.known"


def test_a_challenge_is_good_once(site):
    """An answer that was heard on the way cannot be said again; nor can a registration."""

    async def replay():
        device = Authenticator()
        async with browser(site) as client, browser(site) as thief:
            options = (await client.post("/api/me/passkeys/options")).json()
            made = device.make(options, site)
            first = await client.post("/api/me/passkeys", json=made)
            second = await client.post("/api/me/passkeys", json=made)
            login = (await client.post("/api/login/options")).json()
            signed = device.sign(login, site)
            good = await client.post("/api/login", json=signed)
            stolen = await thief.post("/api/login", json=signed)
            return first, second, good, stolen, dict(thief.cookies)

    first, second, good, stolen, cookies = asyncio.run(replay())
    assert (first.status_code, good.status_code) == (201, 200)
    for answer in (second, stolen):
        assert answer.status_code == 409
        assert answer.json()["key"] == "serve.passkey.challenge"
    assert cookies == {}


def test_a_failed_attempt_uses_the_challenge_up(site):
    """Nobody gets a second try at the same question."""

    async def fail():
        device, other = Authenticator(), Authenticator()
        async with browser(site) as client:
            await registered(client, device, site)
            options = (await client.post("/api/login/options")).json()
            other.name = device.name
            wrong = await client.post("/api/login", json=other.sign(options, site))
            right = await client.post("/api/login", json=device.sign(options, site))
            return wrong, right

    wrong, right = asyncio.run(fail())
    assert wrong.status_code == 403
    assert wrong.json()["key"] == "serve.passkey.failed"
    assert right.json()["key"] == "serve.passkey.challenge"


def test_a_challenge_does_not_last(site, data):
    """Five minutes, and it is forgotten."""

    async def wait():
        device = Authenticator()
        async with browser(site) as client:
            await registered(client, device, site)
            options = (await client.post("/api/login/options")).json()
            await stored(data, update(schema.challenges).values(expires=1))
            late = await client.post("/api/login", json=device.sign(options, site))
            await client.post("/api/login/options")
            return late, await stored(data, select(schema.challenges.c.expires))

    late, left = asyncio.run(wait())
    assert late.json()["key"] == "serve.passkey.challenge"
    assert len(left) == 1


def test_a_challenge_is_for_one_person_and_one_purpose(site):
    """What was asked for a registration is no login, and not somebody else's registration."""

    async def mix():
        device = Authenticator()
        async with browser(site) as ada, browser(site) as bo:
            options = (await ada.post("/api/me/passkeys/options")).json()
            await bo.patch("/api/me", json={"name": "Bo"})
            other = await bo.post("/api/me/passkeys", json=device.make(options, site))
            asked = options["publicKey"]["challenge"]
            crossed = {"publicKey": {"rpId": "localhost", "challenge": asked}}
            login = await ada.post("/api/login", json=device.sign(crossed, site))
            return other, login

    for answer in asyncio.run(mix()):
        assert answer.json()["key"] == "serve.passkey.challenge"


def test_another_origin_is_refused(site):
    """A page of another site that asked the device is of no use to it."""

    async def phish():
        device = Authenticator()
        async with browser(site) as client:
            options = (await client.post("/api/me/passkeys/options")).json()
            wrong = await client.post(
                "/api/me/passkeys", json=device.make(options, "https://localhost.example.org")
            )
            await registered(client, device, site)
            return wrong, await log_in(client, device, site, "https://example.org")

    for answer in asyncio.run(phish()):
        assert answer.status_code == 403
        assert answer.json()["key"] == "serve.passkey.failed"


def test_a_copied_passkey_is_noticed(site):
    """A key that counts its uses, and counts less than before, is not the same key."""

    async def copy():
        device = Authenticator()
        async with browser(site) as client:
            await registered(client, device, site)
            good = await log_in(client, device, site)
            device.used = 0
            return good, await log_in(client, device, site)

    good, copied = asyncio.run(copy())
    assert good.status_code == 200
    assert copied.status_code == 403


def test_an_unknown_passkey_gets_a_sentence(site):
    """In the language that was asked for."""

    async def stranger():
        async with browser(site, headers={"accept-language": "pl"}) as client:
            return await log_in(client, Authenticator(), site)

    answer = asyncio.run(stranger())
    assert answer.status_code == 404
    assert "klucz dostępu" in answer.json()["message"].lower()


@pytest.mark.parametrize(
    "credential",
    [{}, {"response": None}, {"response": {"clientDataJSON": 7}},
     {"response": {"clientDataJSON": "bm9wZQ"}}, {"response": {"clientDataJSON": "W10"}},
     {"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiA3fQ"}}, {"id": ["x"]}],
)  # fmt: skip
def test_garbage_is_no_passkey(site, credential):
    """Whatever is sent, it is refused and not a failure of the server."""

    async def send():
        async with browser(site) as client:
            return await client.post("/api/login", json={"credential": credential})

    assert asyncio.run(send()).status_code in (403, 409)


def test_a_number_is_no_name_for_a_passkey(server):
    """Browsers make passkeys for names only; the sentence says what to do."""

    async def ask():
        async with browser(server.url) as client:
            return await client.post("/api/login/options")

    answer = asyncio.run(ask())
    assert answer.status_code == 409
    assert "localhost" in answer.json()["message"]
