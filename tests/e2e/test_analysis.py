"""Any position is looked at: set up by hand, from the turn of a game, or from a link."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.test_accessibility import violations, violations_by_theme
from tests.e2e.test_pseudo import foreign, strangers  # noqa: F401 - a fixture
from tests.e2e.test_review import OVERFLOW, QUICK, record_of
from tests.e2e.walks import brought

BUDGET = "?budget=4"
"""Enough for an answer, which is looked at and not believed."""
SMALL = {"width": 360, "height": 640}
DESK = {"width": 1366, "height": 768}


def pick(page, color, shape):
    page.locator(".colors button").nth("ROYGBP".index(color)).click()
    page.locator(".shapes button").nth("oxdstc".index(shape)).click()


def lay(page, tile, cell):
    pick(page, *tile)
    page.locator(f"[data-cell='{cell}']").click()


def set_up(page):
    """Two tiles on the board, and six in the first hand."""
    page.locator(".analysis").wait_for()
    lay(page, "Ro", "0,0")
    lay(page, "Rx", "1,0")
    for tile in ("Rd", "Rs", "Bo", "Go", "Bx", "Yt"):
        pick(page, *tile)
        page.locator(".seat .add").first.click()


def candidates(page):
    """Wait until the engine has said all that it will."""
    expect(page.locator("section[aria-busy='false'] .candidate").first).to_be_visible()
    return page.locator(".candidate")


def test_a_position_is_set_up_by_hand_and_played_on(visit):
    """The bag is counted, the best moves are listed; moves are made, taken back and forked."""
    page = visit(f"/analysis{BUDGET}", size=DESK)
    set_up(page)
    expect(page.locator(".panel .head")).to_contain_text("bag: 94 left")
    page.get_by_label("points").first.fill("12")
    page.get_by_role("button", name="Analyse").click()
    rows = candidates(page)
    assert 1 < rows.count() <= 5
    expect(page.locator(".live")).to_contain_text("games tried")
    rows.first.click()
    expect(page.locator("[data-ghost], .ghost").first).to_be_attached()
    page.get_by_role("button", name="Play this move").click()
    expect(page.locator("h1")).to_contain_text("Player 2 to move")
    expect(page.get_by_text("6 tiles of Player 2 are not known")).to_be_visible()
    page.locator(".rack button").first.click()
    page.get_by_role("button", name="green clover", exact=True).click()
    expect(page.get_by_text("5 tiles of Player 2 are not known")).to_be_visible()
    page.get_by_role("button", name="Draw at random").click()
    candidates(page)
    page.get_by_role("button", name="Back").last.click()
    candidates(page).nth(1).click()
    page.get_by_role("button", name="Play this move").click()
    expect(page.locator(".tree .node")).to_have_count(3)
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".tree .node")).to_have_count(2)
    page.locator(".rack button").first.click()  # and a move of one's own
    page.locator("[role=gridcell].open").first.click()
    page.locator("button.play").click()
    expect(page.locator(".tree .node")).to_have_count(3)
    assert violations(page) == []


def test_a_turn_of_a_review_is_analysed_and_shared(visit):
    """The link opens in another browser with the board, the hands and the line that was tried."""
    page = visit(f"/review{QUICK}", size=DESK)
    page.get_by_role("textbox").fill(record_of("classic"))
    page.locator("button.go").click()
    page.locator("[data-turn='19'] button").click()
    page.get_by_role("link", name="Analyse from here").click()
    page.wait_for_url("**/analysis/r-*#19")
    expect(page.locator("h1")).to_contain_text("Turn 19 · Ada to move")
    page.locator(".candidate").first.click()
    page.get_by_role("button", name="Play this move").click()
    expect(page.locator(".tree .node")).to_have_count(2)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share this line").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    board = page.locator("[role=gridcell].filled").count()
    other = visit("/analysis" + BUDGET + link[link.index("#") :], size=DESK)
    candidates(other)
    expect(other.locator("[role=gridcell].filled")).to_have_count(board)
    expect(other.locator(".tree .node[aria-current]")).to_have_count(1)
    other.wait_for_url(re.compile(r"/analysis#[\w-]+$"))
    other.reload()
    expect(other.locator(".tree .node")).to_have_count(2)


def test_a_link_that_was_cut_is_a_sentence_and_loses_nothing(visit):
    """In a page that shows something, and in a fresh one."""
    page = visit(f"/analysis{BUDGET}")
    set_up(page)
    page.get_by_role("button", name="Analyse").click()
    candidates(page)
    page.wait_for_url(re.compile(r"/analysis#[\w-]+$"))
    cut = page.url[:-5]
    page.evaluate("(url) => { location.href = url; }", cut)
    expect(page.get_by_role("alert")).to_contain_text("This link is cut off or was changed")
    expect(page.locator("[role=gridcell].filled")).to_have_count(2)
    fresh = visit("/analysis" + cut[cut.index("#") :])
    expect(fresh.get_by_role("alert")).to_contain_text("This link is cut off or was changed")
    expect(fresh.get_by_role("button", name="Analyse")).to_be_visible()


def test_back_leads_to_the_position_before(visit):
    """Setting up another one is a step of the browser; to leave it changes nothing."""
    page = visit(f"/analysis{BUDGET}", size=DESK)
    set_up(page)
    page.get_by_role("button", name="Analyse").click()
    candidates(page)
    page.wait_for_url(re.compile(r"/analysis#[\w-]+$"))
    first = page.url
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[role=gridcell].filled")).to_have_count(2)
    page.get_by_role("button", name="Set up").click()
    lay(page, "Rt", "2,0")
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_url(lambda url: url != first)
    page.go_back()
    expect(page.locator("[role=gridcell].filled")).to_have_count(2)


def test_a_position_that_cannot_be_says_what_is_wrong(visit):
    """A broken line, tiles that lie apart, a fourth copy: each with its tiles dashed."""
    page = visit("/analysis")
    page.locator(".analysis").wait_for()
    lay(page, "Ro", "0,0")
    lay(page, "Gx", "1,0")
    expect(page.get_by_role("alert")).to_contain_text("red circle, green cross")
    expect(page.locator(".wrong")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".wrong")).to_have_count(0)
    lay(page, "Ro", "1,1")
    expect(page.get_by_role("alert")).to_contain_text("these lie apart: red circle")
    page.get_by_role("button", name="Undo").click()
    pick(page, *"Ro")
    for _ in range(3):
        page.locator(".seat .add").last.click()
    expect(page.get_by_role("alert")).to_contain_text("only three of each")
    expect(page.get_by_role("button", name="Analyse")).to_have_attribute("aria-disabled", "true")
    assert violations(page) == []


def test_a_game_that_is_not_there_is_a_sentence(visit):
    """And the board can be used."""
    page = visit("/analysis/r-nothing#3")
    expect(page.get_by_role("alert")).to_contain_text("not on this device")
    expect(page.get_by_role("button", name="Analyse")).to_be_visible()


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_phone_has_room_for_all_of_it(visit, server, edition):
    """Nothing scrolls sideways, the red button is in sight, and everybody can use the page."""
    page = visit(size=SMALL)
    brought(page, server.url, edition, 9, BUDGET)
    candidates(page).first.click()
    button = page.locator("button.go")
    expect(button).to_be_in_viewport(ratio=1)
    assert violations_by_theme(page) == []
    button.click()
    expect(page.locator(".tree .node")).to_have_count(2)
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("button.go")).to_be_in_viewport(ratio=1)
    expect(page.locator(".seat")).to_have_count(2)
    small = page.evaluate(
        "[...document.querySelectorAll('button, a, input')].filter((one) => {"
        " const { width, height } = one.getBoundingClientRect();"
        " return width && (width < 44 || height < 44); }).map((one) => one.outerHTML)"
    )
    assert small == []
    assert violations_by_theme(page) == []
    assert not page.evaluate(OVERFLOW)


def test_cards_are_arranged_and_set_up(visit):
    """Rows are made card by card, and the engine lays the hand."""
    page = visit(f"/analysis{BUDGET}", size=DESK)
    page.get_by_role("button", name="Cards").click()
    for n, tile in enumerate(("Ro", "Rx", "Rd")):
        pick(page, *tile)
        page.locator(".new" if n == 0 else ".row-of .add").first.click()
    for tile in ("Rs", "Rt", "Rc", "Go", "Gx", "Gd", "Bs", "Ys", "Ps"):
        pick(page, *tile)
        page.locator(".hand .add").first.click()
    expect(page.locator(".panel .head")).to_contain_text("87")
    page.get_by_role("button", name="Analyse").click()
    candidates(page).first.click()
    page.get_by_role("button", name="Play this move").click()
    expect(page.locator(".tree .node")).to_have_count(2)
    expect(page.get_by_role("button", name="Draw at random")).to_be_visible()


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_an_analysis_has_no_text_of_its_own(foreign, server, edition):  # noqa: F811 - the fixture
    """All of it is in the catalogues."""
    page = foreign("/analysis")
    page.locator(".analysis").wait_for()
    assert strangers(page) == []
    brought(page, server.url, edition, 9, BUDGET)
    candidates(page).first.click()
    page.locator("button.go").click()
    page.locator(".tree").wait_for()
    assert strangers(page) == []
