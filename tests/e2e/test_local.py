"""Games on the device: without a network, without a server's commands, and found again."""

import re
import subprocess
import sys
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from qwirkle import Game
from qwirkle.replay import Replay
from tests.e2e import local
from tests.e2e.conftest import KNOWN, PHONE, PLAIN, launch
from tests.e2e.test_review import QUICK, RECORDS, complete
from tests.e2e.test_ways_to_play import EDITIONS, TURN_OR_END, face
from tests.e2e.tiles import TURN, drawn, going_on, is_over, play_turn, put, table_of
from tests.often import late

KEPT = """async () => {
    const shell = await caches.open((await caches.keys()).find((one) => one.startsWith('shell-')));
    return (await shell.keys()).map(({ url }) => url);
}"""
"""What the worker keeps of the client."""
WISHES = {"locale": "en-GB", "reduced_motion": "reduce", "accept_downloads": True}


@pytest.fixture
def device(browser, server):
    """A device with everything that a browser gives to an installed client; and what it asked of
    the server."""
    context = browser.new_context(**WISHES)
    context.set_default_timeout(60_000)
    context.add_init_script(KNOWN + PLAIN)
    context.add_init_script(local.HURRIED)
    page = context.new_page()
    failures, sent = [], []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on("websocket", lambda socket: sent.append(socket.url))
    page.on("request", lambda one: sent.append(f"{one.method} {one.url}"))
    page.goto(server.url)
    page.sent = sent
    yield page
    context.close()
    assert failures == []


def in_flight_mode(page):
    """One visit, and then no network any more."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    assert any(url.endswith(".wasm") for url in page.evaluate(KEPT))
    page.context.set_offline(True)
    page.reload()


def begin(page, edition="Tile game", name="Luka"):
    page.get_by_text(edition, exact=True).first.click()
    face(page, name).click()
    page.locator(".players").wait_for()
    drawn(page)


def open_commands(page):
    menu = page.get_by_role("tab", name="Menu")
    (menu if menu.is_visible() else page.get_by_role("button", name="Menu")).click()
    page.get_by_text("Type commands").click()


def type_move(page):
    """One turn, typed; a computer may have answered already."""
    line = page.get_by_label("Command", exact=True)
    line.fill(f"{'play ' if is_play(move := local.good_move(page, table_of(page))) else ''}{move}")
    with going_on(page):
        line.press("Enter")


def is_play(move):
    return move.split()[0] not in {"trade", "pass", "exchange"}


def play_on(page, turns=200):
    """Turns by typed commands, until the game is over or there were enough."""
    open_commands(page)
    for _ in range(turns):
        page.wait_for_function(TURN_OR_END)
        if is_over(page):
            return
        type_move(page)


@pytest.mark.parametrize("edition", ["Tile game", late("Card game")])
def test_a_phone_in_flight_mode(playwright, server, tmp_path, edition):
    """After one visit: a whole game, reloaded in the middle, found again after a restart of the
    browser, proven by the library, and reviewed."""
    profile = tmp_path / "profile"
    with phone(playwright, profile) as page:
        page.goto(server.url)
        in_flight_mode(page)
        page.get_by_role("status").filter(has_text="You are offline.").wait_for()
        table = play_through(page, edition)
    with phone(playwright, profile) as page:
        page.context.set_offline(True)
        page.goto(f"{server.url}/you")
        page.locator(f'a[href="/replay/{table}"]').click()
        page.get_by_role("button", name="Go to the end").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download the record").click()
        game = proven(download.value, tmp_path)
        assert (game.edition, game.players[1]) == (EDITIONS[edition], "Iks")
        score = page.locator("aside .score").first.inner_text()
        assert score.split()[-1] == str(game.state.scores[0])
        page.locator(f'a[href="/review/{table}"]').wait_for()
        page.goto(f"{server.url}/review/{table}{QUICK}")
        complete(page)
        assert page.locator("[data-turn]").count() == game.moves


@contextmanager
def phone(playwright, profile):
    """A phone whose browser keeps what it was given when it is closed."""
    context = launch(playwright, profile, viewport=PHONE, has_touch=True, **WISHES)
    context.set_default_timeout(60_000)
    context.add_init_script(KNOWN + PLAIN)
    context.add_init_script(local.HURRIED)
    page = context.new_page()
    failures = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    yield page
    context.close()
    assert failures == []


def play_through(page, edition):
    """A whole game against level 5, from the start page; returns its table."""
    page.goto(re.match("https?://[^/]+", page.url)[0])
    begin(page, edition, "Iks")
    table = table_of(page)
    assert local.is_local(table)
    play_on(page, 2)
    page.reload()
    page.locator(".players").wait_for()
    play_on(page)
    page.locator(".outcome").wait_for()
    return table


def proven(download, folder):
    """The game of a record that was saved, after ``qwirkle verify`` has found nothing wrong."""
    record = folder / download.suggested_filename
    download.save_as(record)
    command = [sys.executable, "-m", "qwirkle", "--lang", "en", "verify", str(record)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    game = Game.load(record.read_text())
    assert game.outcome is not None
    return game


def test_the_server_is_asked_for_nothing(device):
    """A game against the computer is no command and no socket."""
    begin(device)
    open_commands(device)
    for _ in range(3):
        device.wait_for_function(TURN_OR_END)
        type_move(device)
    table = table_of(device)
    assert [one for one in device.sent if table in one and "/api/" in one] == []
    assert [one for one in device.sent if one.startswith(("POST", "PUT", "ws"))] == []


def test_a_turn_in_progress_survives_a_reload(device):
    """The tiles that lie on the board for now, and the game itself."""
    begin(device)
    device.wait_for_function(TURN_OR_END)
    move = local.good_move(device, table_of(device))
    while not is_play(move):
        play_turn(device)
        device.wait_for_function(TURN_OR_END)
        move = local.good_move(device, table_of(device))
    tile, _, cell = move.split()[0].partition("@")
    put(device, tile, cell)
    device.locator("g.pending").wait_for()
    device.reload()
    device.locator("g.pending").wait_for()
    assert device.locator("g.pending").get_attribute("data-cell") == cell


def test_a_game_on_the_device_says_so_and_has_nobody_to_talk_to(device):
    """A hint comes from the device too, and a move is taken back without asking anybody."""
    begin(device)
    device.wait_for_function(TURN_OR_END)
    device.locator(".bar").get_by_text("On this device").wait_for()
    assert device.get_by_role("tab", name="Chat").count() == 0
    device.get_by_role("button", name="Hint", exact=True).first.click()
    device.locator(".ideas button").first.wait_for()
    open_commands(device)
    moves = local.game_of(device, table_of(device)).moves
    turn = device.evaluate(f"() => {TURN}")
    type_move(device)
    device.wait_for_function(TURN_OR_END)
    device.get_by_role("button", name="Undo my move").click()
    device.wait_for_function(f"(turn) => {TURN} === turn", arg=turn)
    assert local.game_of(device, table_of(device)).moves == moves


LOOK_AWAY = """(hidden) => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
NOTICES = """async ([table, n]) => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications({tag: table})).length === n;
}"""


def test_a_notice_calls_back_to_the_table(device):
    """The worker shows it, as phones want it, and it goes when the person is back."""
    device.context.grant_permissions(["notifications"])
    device.evaluate("localStorage.setItem('settings', '{\"welcomed\": true, \"notify\": true}')")
    device.reload()
    begin(device)
    device.wait_for_function(TURN_OR_END)
    device.evaluate(LOOK_AWAY, True)
    device.wait_for_function(NOTICES, arg=[table_of(device), 1])
    device.evaluate(LOOK_AWAY, False)
    device.wait_for_function(NOTICES, arg=[table_of(device), 0])


def test_home_continues_and_deletes_games_of_the_device(device, server):
    """Beside those of the server; a game that was stopped can be looked through and deleted."""
    begin(device)
    table = table_of(device)
    device.goto(server.url)
    device.locator(f'a[href="/t/{table}"]').click()
    device.locator(".players").wait_for()
    device.get_by_role("tab", name="Menu").click()
    device.get_by_role("button", name="Call off the game").click()
    device.get_by_role("dialog").get_by_role("button", name="Call off the game").click()
    device.locator(".outcome").get_by_role("link", name="Replay").click()
    device.get_by_role("button", name="Delete this game").click()
    device.get_by_role("dialog").get_by_role("button", name="Delete this game").click()
    face(device).wait_for()
    assert local.kept(device, table) is None
    device.goto(f"{server.url}/t/{table}")
    device.get_by_text("This game is not on this device.").wait_for()


def test_a_game_goes_on_at_another_device(device, visit, tmp_path):
    """Saved as a file with everything in it, brought in once, and proven when it has gone on."""
    begin(device)
    open_commands(device)
    device.wait_for_function(TURN_OR_END)
    type_move(device)
    device.wait_for_function(TURN_OR_END)
    device.get_by_role("button", name="Save the game as a file").click()
    with device.expect_download() as download:
        device.get_by_role("dialog").get_by_role("button", name="Save the file").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)

    other = visit("/you")
    for _ in range(2):
        other.locator("input[type=file]").set_input_files(saved)
        other.wait_for_url("**/t/d-r*")
        other.locator(".players").wait_for()
        table = table_of(other)
        assert local.kept(other, table)["record"] == saved.read_text()
        other.goto(other.url.replace(f"/t/{table}", "/you"))
        expect(other.locator('a[href^="/t/d-"]')).to_have_count(1)
    other.locator(f'a[href="/t/{table}"]').click()
    other.locator(".players").wait_for()
    drawn(other)
    open_commands(other)
    other.wait_for_function(TURN_OR_END)
    type_move(other)
    replay = Replay(local.kept(other, table)["record"])
    assert replay.doubt is None
    assert replay.game.moves > Game.load(saved.read_text()).moves
    assert [seat["bot"] for seat in local.kept(other, table)["seats"]] == [None, 2]


def test_a_finished_game_is_brought_to_the_device(visit):
    """From pasted text; what is no game is refused, and stays in the field."""
    page = visit("/you", phone=True)
    field = page.locator("section", has=page.locator("#bring")).get_by_role("textbox")
    add = page.get_by_role("button", name="Add this game")
    field.fill("1. e4 e5")
    add.click()
    page.get_by_text("That is not the record of a game").wait_for()
    field.fill((RECORDS / "cards-2-lot.txt").read_text())
    add.click()
    page.wait_for_url("**/replay/d-r*")
    page.get_by_role("button", name="Go to the end").click()
    page.goto(f"{page.url.split('/replay')[0]}/you")
    page.locator('section:has(#kept) a[href^="/replay/d-r"]').wait_for()


def test_a_rematch_on_the_device(device):
    """Everybody one seat on, at once."""
    begin(device)
    first = table_of(device)
    device.wait_for_function(TURN_OR_END)
    device.get_by_role("tab", name="Menu").click()
    device.get_by_role("button", name="Leave the game").click()
    device.get_by_role("dialog").get_by_role("button", name="Leave the game").click()
    device.get_by_role("button", name="Play again").click()
    device.wait_for_url(lambda url: "/t/d-" in url and not url.endswith(first))
    device.locator(".rack").wait_for()
    assert [seat["name"] for seat in local.kept(device, table_of(device))["seats"]] == [
        "Luka",
        "Guest",
    ]


def test_two_tabs_show_the_same_game(device):
    """What is done in one is seen in the other."""
    begin(device)
    device.wait_for_function(TURN_OR_END)
    other = device.context.new_page()
    other.goto(device.url)
    other.wait_for_function(TURN_OR_END)
    open_commands(device)
    type_move(device)
    device.wait_for_function(TURN_OR_END)
    other.wait_for_function(TURN_OR_END)
    shown = [page.locator("g.filled").count() for page in (device, other)]
    assert shown[0] == shown[1] > 0


def test_where_nothing_is_kept_the_game_goes_on_with_a_warning(visit):
    """As in a private window."""
    page = visit("/rules")
    page.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page.goto(page.url.removesuffix("/rules"))
    begin(page)
    page.get_by_role("alert").filter(has_text="This browser is not saving the game").wait_for()
    page.wait_for_function(TURN_OR_END)
    assert local.is_local(table_of(page))


def test_without_the_engine_the_server_plays(visit):
    """And nothing is said about it."""
    page = visit("/rules")
    page.route("**/*.wasm", lambda route: route.abort())
    page.goto(page.url.removesuffix("/rules"))
    begin(page)
    assert not local.is_local(table_of(page))
    assert page.get_by_role("alert").count() == 0
