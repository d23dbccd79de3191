"""Before the game, in a real browser: chairs, computer players, watchers, and who is ready."""

import re

import pytest

from tests.e2e.test_accessibility import violations_by_theme
from tests.e2e.tiles import drawn

LIVE = {"type": "live", "minutes": 15, "increment": 10}


def set_up(page, seats=3, bots=(3,), clock=LIVE, edition="classic", hints=True):
    """A table of this browser's own person; the page is in its lobby."""
    options = {
        "do": "create", "id": "01JABCDEFGHJKMNPQRSTVWXYZ0", "edition": edition, "seats": seats,
        "name": "Ada", "bots": list(bots), "clock": clock, "hints": hints, "open": True,
    }  # fmt: skip
    home = page.evaluate("location.origin")
    table = page.request.post(f"{home}/api/tables", data=options).json()["table"]
    page.goto(f"{home}/t/{table}")
    page.locator(".lobby").wait_for()
    drawn(page)
    return f"/t/{table}"


def test_the_chairs_show_who_sits_there(visit):
    """Oneself, a computer player that is ready, and a free chair; what was agreed stands beside."""
    page = visit("/rules")
    set_up(page)
    chairs = page.get_by_role("region", name="Seats at this table").get_by_role("listitem")
    assert chairs.count() == 3
    assert chairs.filter(has=page.locator("svg.face")).count() == 2
    chairs.filter(has_text="computer, level 3").wait_for()
    page.get_by_text("15 minutes each + 10 s per move").wait_for()
    page.get_by_text("Hints are allowed", exact=True).wait_for()
    page.get_by_alt_text("The link as a QR code").wait_for()


def test_a_tap_on_a_face_adds_a_computer_player(visit):
    """And another one sends it away again."""
    page = visit("/rules", phone=True)
    set_up(page, bots=())
    page.get_by_role("button", name=re.compile("Luka")).tap()
    chair = page.locator(".chair", has_text="computer, level 2")
    chair.wait_for()
    chair.get_by_role("button", name=re.compile("Remove")).tap()
    chair.wait_for(state="detached")


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL", "ro-RO", "uk-UA"])
def test_the_red_button_is_in_sight_on_a_phone(visit, lang):
    """One of them, whatever the language; nothing scrolls sideways."""
    page = visit("/rules", phone=True, lang=lang)
    set_up(page)
    go = page.locator(".btn.go")
    assert go.count() == 1
    box = go.bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "web." not in page.locator("main").inner_text()


def test_a_watcher_is_told_so_and_may_sit_down(visit):
    """With a name; then both are ready and the game begins."""
    ada = visit("/rules")
    path = set_up(ada, seats=2, bots=())
    bo = visit(path)
    bo.get_by_text("You are watching. Take a free seat if you like.").wait_for()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take a seat").click()
    ada.locator(".chair", has_text="Bo").wait_for()
    cy = visit(path)
    cy.get_by_text("Every seat is taken.").wait_for()
    ada.get_by_role("button", name="I am ready").click()
    ada.get_by_role("button", name="Waiting for Bo").wait_for()
    bo.get_by_role("button", name="I am ready").click()
    for page in (ada, bo, cy):
        page.locator(".players").wait_for()


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_lobby_can_be_used_by_everybody(visit, edition):
    """With chairs of every kind."""
    page = visit("/rules")
    set_up(page, seats=4, bots=(1, 6), edition=edition)
    assert violations_by_theme(page) == []


def test_the_table_says_whether_the_game_counts(visit):
    """Before it begins, for those who sit there; and during it, with the reason in the menu."""
    ada = visit("/rules", phone=True)
    path = set_up(ada, seats=2, bots=(), hints=False)
    ada.get_by_text("Counts for the ratings if only people sit down here").wait_for()
    ada.get_by_role("button", name=re.compile("Luka")).tap()
    ada.get_by_text("Does not count for the ratings: the computer is playing, too").wait_for()
    ada.get_by_role("button", name=re.compile("Remove")).tap()
    bo = visit(path)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take a seat").click()
    promise = "Counts for the ratings once everyone has made 5 turns"
    for page in (ada, bo):
        page.get_by_text(promise).wait_for()
        page.get_by_role("button", name="I am ready").click()
    for page in (ada, bo):
        page.get_by_role("button", name="Rated").click()
        page.get_by_role("tabpanel").get_by_text(promise).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
