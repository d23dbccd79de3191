"""Tables as the server told them: always the same, to be looked at and photographed.

``python -m tests.e2e.states`` plays to such tables again, to all or to those that it is told, and
writes ``states/*.json``: the view, the messages, and the replies to the questions of the client.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.e2e import cards, tiles
from tests.e2e.conftest import KNOWN, launch
from tests.server import nodes

FOLDER = Path(__file__).with_name("states")
ADA, BO = "Олександра", "Bartłomiej"
NAMES: dict[str, str] = {}
"""Other names for the players, where long ones are not wanted."""
LANGUAGE = "ro"
"""Of the sentences in replies."""
LIVE = {"type": "live", "minutes": 15, "increment": 10}


def _turn_after(moves):
    return lambda view: view["moves"] >= moves and view["turn"] == 0


def _is_over(view):
    return view["phase"] == "over"


GAMES: dict[str, tuple[dict[str, Any], Callable[[Any], bool]]] = {
    "early": ({"edition": "classic", "hints": True}, _turn_after(2)),
    "classic": ({"edition": "classic", "hints": True}, _turn_after(16)),
    "four": (
        {"edition": "classic", "bots": [1, 2], "clock": LIVE, "hints": True},
        lambda view: view["bag"] < 14 and view["turn"] == 0,
    ),
    "over": ({"edition": "classic"}, _is_over),
    "four-over": ({"edition": "classic", "bots": [1, 2]}, _is_over),
    "cards": ({"edition": "cards", "hints": True}, _turn_after(6)),
    "captured": ({"edition": "cards", "hints": True}, _turn_after(18)),
    "cards-over": ({"edition": "cards"}, _is_over),
}
"""What was agreed, and when the game has come far enough for the first player."""
LATER = 60_000
"""Milliseconds after which the word on who starts has gone."""
SHOWN = {"open": ".lobby", "playing": ".players", "over": ".outcome"}
"""What a page shows of a table, by its phase."""
CHOOSE = {"classic": nodes.highest, "cards": nodes.arranging}
THINK = {"classic": tiles.thinking, "cards": cards.thinking}
"""What the first player asks before the move."""


def read(name):
    """A told table: its view, the messages, and the replies to questions."""
    text = (FOLDER / f"{name}.json").read_text()
    for long, short in NAMES.items():
        text = text.replace(long, short)
    return json.loads(text)


def show(page, name, url, **changes):
    """Open a table that is told by its file instead of the server; some of it may be otherwise."""
    told = read(name)
    view = told["view"] | {"now": told["view"]["now"] + LATER} | changes
    table = view["table"]
    page.route(f"**/api/tables/{table}", lambda route: route.fulfill(json=view))
    page.route(f"**/api/tables/{table}/qr*", _draw_qr)

    def speak(socket):
        socket.on_message(lambda text: _reply(socket, told["replies"], json.loads(text)))
        for message in told["messages"]:
            match message["type"]:
                case "view":
                    socket.send(json.dumps(message | {"view": view}))
                case "offers" if view["you"] != view["turn"]:
                    pass
                case _:
                    socket.send(json.dumps(message))

    page.route_web_socket(f"**/api/tables/{table}/socket*", speak)
    page.goto(f"{url}/t/{table}")
    page.locator(SHOWN[view["phase"]]).wait_for()
    tiles.drawn(page)


def _draw_qr(route):
    drawn = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1h7v7H1z'/></svg>"
    )
    route.fulfill(body=drawn, content_type="image/svg+xml")


def _reply(socket, replies, question):
    """As the server did; nothing to what it was not asked then."""
    number = question.pop("id")
    known = replies.get(_key(question))
    if known:
        socket.send(json.dumps(known | {"id": number}))


def _key(question):
    return json.dumps(question, sort_keys=True)


async def _play(url, until, **options):
    """Two people play until it is far enough; returns the table and the first one's cookie."""
    async with nodes.players(url, ADA, BO) as people:
        table = await nodes.seated(people, **options)
        while True:
            view = await people[0].view(table)
            if until(view):
                return table, people[0].http.cookies["qwirkle"]
            seat = view["seats"][view["turn"]]
            if seat["bot"] is not None:
                await asyncio.sleep(0.02)
                continue
            mover = people[seat["name"] == BO]
            offers = await mover.ask(table, "offers")
            body = CHOOSE[view["edition"]](await mover.view(table), offers)
            await mover.http.post(f"/api/tables/{table}/commands", json=body)


async def _open(url):
    """A table with a clock before the game: two people, a computer player, a free chair."""
    async with nodes.players(url, ADA, BO) as (ada, bo):
        table = await ada.create(edition="classic", seats=4, bots=[3], clock=LIVE, hints=True)
        await bo.do(table, "sit", name=bo.name)
        await bo.start(table)
        return table, ada.http.cookies["qwirkle"]


async def _play_all(url, names):
    """Tables by the names of their files."""
    played = {}
    for name in names:
        options, until = GAMES.get(name, ({}, None))
        played[name] = await (_play(url, until, **options) if until else _open(url))
    return played


class Recorder:
    """Listens to what passes between a page and the server."""

    def __init__(self):
        self.messages = []
        self.asked = {}
        self.replies = {}

    def between(self, socket):
        server = socket.connect_to_server()
        socket.on_message(lambda text: self._asks(server, text))
        server.on_message(lambda text: self._hears(socket, text))

    def _asks(self, server, text):
        question = json.loads(text)
        number = question.pop("id")
        self.asked[number] = _key(question)
        server.send(text)

    def _hears(self, socket, text):
        message = json.loads(text)
        question = self.asked.get(message.get("id"))
        if question:
            self.replies[question] = {key: message[key] for key in message if key != "id"}
        elif message["type"] != "receipt":
            self.messages.append(message)
        socket.send(text)


def _look(_page):
    yield "look"


def _told(page, url, name, table):
    """What a page hears of a table, and what it asks in the walk over that table's states."""
    recorder = Recorder()
    page.route_web_socket(f"**/api/tables/{table}/socket*", recorder.between)
    page.goto(f"{url}/t/{table}")
    view = page.request.get(f"{url}/api/tables/{table}").json()
    page.locator(SHOWN[view["phase"]]).wait_for()
    for _ in THINK.get(name, _look)(page):
        page.wait_for_timeout(1000)  # for what is still on its way
    return {"view": view, "messages": recorder.messages, "replies": recorder.replies}


def main():
    data = tempfile.TemporaryDirectory()
    with data as folder, nodes.node(Path(folder) / "games.db", client=True) as node:
        played = asyncio.run(_play_all(node.url, sys.argv[1:] or ["lobby", *GAMES]))
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for name, (table, cookie) in played.items():
                context = browser.new_context(
                    locale=LANGUAGE, reduced_motion="reduce", service_workers="block"
                )
                context.add_init_script(KNOWN)
                context.add_cookies([{"name": "qwirkle", "value": cookie, "url": node.url}])
                told = _told(context.new_page(), node.url, name, table)
                (FOLDER / f"{name}.json").write_text(json.dumps(told, ensure_ascii=False) + "\n")
                context.close()


if __name__ == "__main__":
    main()
