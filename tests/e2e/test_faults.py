"""What goes wrong gets a friendly sentence and a way on; no move is lost."""

import shutil
import threading
import time
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn

from qwirkle.server.http import static_files
from qwirkle.server.http.run import config_of
from qwirkle.server.node.settings import Settings
from tests.e2e.conftest import KNOWN, PLAIN
from tests.e2e.test_ways_to_play import TURN_OR_END, against_the_computer, face
from tests.e2e.tiles import offered_plays, put, table_of
from tests.server.nodes import start


def known(context):
    """Somebody who has been here before."""
    context.add_init_script(KNOWN + PLAIN)
    return context


@pytest.fixture
def own_server(tmp_path):
    """A server that the test may stop: a list, so that another can take its place."""
    running = [start(tmp_path / "own.db", client=True)]
    yield running
    running[-1].kill()


def test_a_restart_in_the_middle_of_a_thought(browser, own_server, tmp_path):
    """The page says that it is reconnecting, comes back by itself, and plays what was pending."""
    url = own_server[0].url
    page = known(browser.new_context(locale="en-GB", service_workers="block")).new_page()
    page.goto(url)
    against_the_computer(page)
    page.wait_for_function(TURN_OR_END)
    move = max(offered_plays(page), key=lambda one: one[1])[0]
    for placed in move.split():
        tile, _, cell = placed.partition("@")
        put(page, tile, cell)
    own_server[-1].kill()
    page.get_by_text("reconnecting").wait_for()
    assert page.locator("g.pending").count() == len(move.split())
    page.locator(".play").click()  # goes out as soon as there is somebody to hear it
    own_server.append(start(tmp_path / "own.db", client=True, port=int(url.rpartition(":")[2])))
    page.get_by_text("reconnecting").wait_for(state="hidden")
    page.locator("g.pending").first.wait_for(state="hidden")
    for placed in move.split():
        page.locator(f'[data-cell="{placed.partition("@")[2]}"].filled').wait_for()
    page.context.close()


def test_a_full_table_can_be_watched(visit):
    """A player who comes too late sees the game and no hand."""
    page = against_the_computer(visit())
    other = visit(f"/t/{table_of(page)}")
    other.locator(".players").wait_for()
    assert other.locator(".rack").count() == 0
    other.locator("[role=gridcell]").first.wait_for(state="attached")


def test_a_second_tab_shows_the_same(visit):
    """The same person in two tabs: both go on."""
    page = against_the_computer(visit())
    again = page.context.new_page()
    again.goto(page.url)
    for one in (page, again):
        one.locator(".rack").wait_for()
    labels = "all => all.map((one) => one.getAttribute('aria-label'))"
    hands = [one.locator(".rack button").evaluate_all(labels) for one in (page, again)]
    assert hands[0] == hands[1]


def test_a_wrong_link_says_so(visit):
    """With a way back to the start."""
    page = visit("/t/aaaaaaaaaaaaaaaa")
    page.get_by_text("There is no such table").wait_for()
    page.get_by_role("link", name="Back to the home page").click()
    face(page).wait_for()


@pytest.fixture
def newcomer(browser, server):
    """A page that may fail, at an address of the server; and the errors that it does not hide."""
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = known(context).new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(error.message))
    yield page
    context.close()


def test_a_client_that_does_not_come_can_be_loaded_again(newcomer, server):
    """A sentence and a button, in the person's language, where the first file asks in vain."""
    newcomer.route("**/assets/base-*.js", lambda route: route.abort())
    newcomer.goto(f"{server.url}/rules")
    newcomer.get_by_text("This page could not be loaded.").wait_for()
    assert newcomer.errors
    newcomer.unroute_all()
    newcomer.get_by_role("button", name="Reload").click()
    newcomer.get_by_role("heading", name="The rules").wait_for()


SPOILT = "Object.defineProperty(window, 'PublicKeyCredential', {get() { throw Error('spoilt'); }});"
"""Something that a page asks for while it is drawn."""


def test_a_page_that_cannot_be_drawn_says_so(newcomer, server):
    """The rest of the client stays, and the error is not hidden from those who look for it."""
    newcomer.add_init_script(SPOILT)
    newcomer.goto(f"{server.url}/you")
    newcomer.get_by_role("alert").get_by_role("button", name="Reload").wait_for()
    assert newcomer.errors == ["spoilt"]
    newcomer.get_by_role("link", name="Rules").first.click()
    newcomer.get_by_role("heading", name="The rules").wait_for()


@contextmanager
def serving(data):
    """A server in this process, whose files can be changed while it runs."""
    config: Any = config_of(Settings(data=str(data), bot_delay=(0, 0)))
    config.port = 0
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        port = server.servers[0].sockets[0].getsockname()[1]
        yield config.app.state, f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def test_a_newer_client_waits_until_it_is_wanted(browser, tmp_path):
    """The old one goes on, with its pending tile; one press, and the new one is there."""
    newer = tmp_path / "newer"
    shutil.copytree(static_files.FOLDER, newer, ignore=shutil.ignore_patterns("*.br"))
    home, worker = newer / "index.html", newer / "sw.js"
    home.write_text(home.read_text().replace("<head>", '<head><meta name="newer">'))
    worker.write_text(worker.read_text() + "\n// another version\n")
    with serving(tmp_path / "games.db") as (state, url):
        page = known(browser.new_context(locale="en-GB")).new_page()
        page.goto(url)
        page.wait_for_function("() => navigator.serviceWorker.controller")
        against_the_computer(page)
        page.wait_for_function(TURN_OR_END)
        tile, _, cell = offered_plays(page)[0][0].split()[0].partition("@")
        put(page, tile, cell)
        state.files = static_files.ClientFiles(newer)
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.update())")
        page.get_by_role("status").filter(has_text="A new version is available.").wait_for()
        assert page.locator("g.pending").count() == 1
        assert page.locator("meta[name=newer]").count() == 0
        page.get_by_role("button", name="Reload").click()
        page.locator("meta[name=newer]").wait_for(state="attached")
        page.locator("g.pending").wait_for()
        page.context.close()
