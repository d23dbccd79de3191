"""The start page: doors, faces, chairs, and what it says about games that run."""

import re

import pytest

from tests.e2e.test_ways_to_play import TURN_OR_END, against_the_computer, face
from tests.e2e.tiles import table_of, view

SHIFTS = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((one) => (sum += one.value)))
        .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 1500);
})"""


def names(page):
    return [seat["name"] for seat in view(page)["seats"] if seat]


def settings(page):
    return page.evaluate("JSON.parse(localStorage.getItem('settings'))")


def test_the_first_visit_offers_the_colours(browser, server):
    """Once; the choice is kept, and the table is set."""
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    page.goto(server.url)
    page.get_by_role("dialog").get_by_role("radio", name=re.compile("With letters")).click()
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    page.reload()
    face(page).wait_for()
    assert page.get_by_role("dialog").count() == 0
    assert settings(page)["letters"] is True
    context.close()


def test_a_question_that_was_closed_is_not_asked_again(browser, server):
    """Escape is an answer too."""
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    page.goto(server.url)
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('settings')).welcomed")
    context.close()


def test_a_face_starts_a_game_and_asks_for_another(visit, server):
    """At the table it has its name; at home the game says whose turn it is."""
    page = visit()
    face(page, "Kubo").click()
    page.wait_for_function(TURN_OR_END)
    assert names(page)[1] == "Kubo"
    assert view(page)["hints"] is True
    page.goto(server.url)
    box = page.locator(f'a[href="/t/{table_of_link(page)}"]')
    assert "Your turn" in box.inner_text()
    assert "Kubo" in box.inner_text()
    assert "Again?" in face(page, "Kubo").inner_text()
    assert "Play Kubo" in page.get_by_role("button", name=re.compile("^Play ")).inner_text()


def table_of_link(page):
    link = page.locator("a[href^='/t/']").first
    link.wait_for()
    return link.get_attribute("href").removeprefix("/t/")


def test_friends_come_along(visit):
    """With three opponents three faces sit at the table, each another."""
    page = visit()
    page.get_by_role("radio", name="3").check(force=True)
    face(page, "Olo").click()
    page.locator(".players").wait_for()
    assert names(page)[1:] == ["Olo", "Luka", "Kubo"]


def test_the_chosen_game_is_seen_wherever_it_counts(visit):
    """The door is chosen once; the set-up shows it, and can change it."""
    page = visit()
    page.get_by_text("Card game", exact=True).click()
    page.get_by_role("link", name="Pass and play").click()
    game = page.get_by_role("radio", name="Card game")
    assert game.is_checked()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("Hand the device to").wait_for()
    assert view(page)["edition"] == "cards"


def test_chairs_are_filled_by_taps(visit):
    """A friend by the link, a computer player, a clock; and the lobby waits for the friend."""
    page = visit("/new")
    page.get_by_role("button", name=re.compile("Free seat")).first.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Iks")).click()
    page.get_by_text("Brisk", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Invite").wait_for()
    seen = view(page)
    assert [seat and seat["name"] for seat in seen["seats"]] == ["Guest", "Iks", None]
    assert seen["clock"] == {"type": "live", "minutes": 5, "increment": 5}
    assert seen["open"] is False


def test_with_computer_players_alone_the_game_begins_at_once(visit):
    """Nobody has to be invited; and an empty table says what is missing."""
    page = visit("/new")
    page.get_by_role("button", name=re.compile("A friend")).click()
    page.get_by_role("dialog").get_by_role("button", name="Nobody").click()
    start = page.get_by_role("button", name=re.compile("^Start"))
    assert start.get_attribute("aria-disabled") == "true"
    assert "Add an opponent first" in start.inner_text()
    start.click(force=True)
    assert page.url.endswith("/new")
    page.get_by_role("button", name=re.compile("Free seat")).first.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Olo")).click()
    start.click()
    page.locator(".players").wait_for()
    assert names(page)[1:] == ["Olo"]


def test_a_table_open_to_everybody_is_found_at_home(visit):
    """With a free seat, by somebody else."""
    ada = visit("/new")
    ada.get_by_label("Your name").fill("Ada Open")
    ada.get_by_text("Everyone", exact=True).click()
    ada.get_by_role("button", name="Open the table").click()
    ada.get_by_role("heading", name="Invite").wait_for()
    bo = visit()
    box = bo.locator(f'a[href="/t/{table_of(ada)}"]')
    box.filter(has_text="Ada Open").filter(has_text="1 seat is free.").click()
    bo.get_by_role("button", name="Take a seat").wait_for()


def test_a_link_can_be_pasted(visit):
    """A wrong one says what a right one looks like."""
    table = table_of(against_the_computer(visit()))
    page = visit()
    page.get_by_label("Table link").fill("nonsense")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("alert").filter(has_text="16 letters and digits").wait_for()
    page.get_by_label("Table link").fill(f"https://example.org/t/{table}")
    page.get_by_role("button", name="Join").click()
    page.locator(".players").wait_for()
    assert table_of(page) == table


def test_without_a_network_buttons_say_why_they_wait(visit):
    """At once, and they come back by themselves."""
    page = visit()
    face(page).wait_for()
    page.context.set_offline(True)
    page.get_by_role("status").filter(has_text="You are offline.").wait_for()
    assert face(page).is_disabled()
    assert page.locator("#how-to-start").inner_text() == "Needs a connection"
    page.context.set_offline(False)
    page.wait_for_function("() => !document.querySelector('.rival').disabled")


def test_a_table_needs_a_network(visit):
    """The button says so, and does nothing until there is one."""
    page = visit("/new")
    start = page.get_by_role("button", name=re.compile("^Open the table"))
    start.wait_for()
    page.context.set_offline(True)
    start.get_by_text("Needs a connection").wait_for()
    start.click(force=True)
    assert page.url.endswith("/new")
    page.context.set_offline(False)
    start.get_by_text("Needs a connection").wait_for(state="detached")
    start.click()
    page.get_by_role("heading", name="Invite").wait_for()


@pytest.mark.parametrize("path", ["", "/new", "/learn", "/learn/lines", "/learn/last"])
@pytest.mark.parametrize("lang", ["en-GB", "uk-UA"])
def test_large_text_stays_inside_a_phone(visit, server, path, lang):
    """At 200 %, nothing is reached by scrolling sideways."""
    page = visit(phone=True, lang=lang)
    page.goto(server.url + path)
    page.locator("h1").wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_mat_plays_by_itself(visit):
    """Unless nothing may move: then it shows one good moment."""
    tiles = "document.querySelectorAll('.scene .tile-art').length"
    still = visit()
    face(still).wait_for()
    before = still.evaluate(tiles)
    moving = visit(reduced_motion="no-preference")
    face(moving).wait_for()
    first = moving.evaluate(tiles)
    moving.wait_for_function(f"() => {tiles} !== {first}")
    assert still.evaluate(tiles) == before


@pytest.mark.parametrize("phone", [True, False])
def test_nothing_jumps_when_the_page_comes(visit, server, phone):
    """Also for somebody with a running game, who has been here before."""
    page = against_the_computer(visit(phone=phone))
    page.goto(server.url)
    page.locator("a[href^='/t/']").first.wait_for()
    page.reload()
    page.locator("a[href^='/t/']").first.wait_for()
    assert page.evaluate(SHIFTS) < 0.02
