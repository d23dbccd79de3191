"""axe finds nothing, on any page and in any state."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e import states
from tests.e2e.test_ways_to_play import TURN_OR_END, against_the_computer
from tests.e2e.tiles import offered_plays, put

WCAG = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # to list all that is well takes three times as long as to look
}
PAGES = [
    "/", "/new", "/new#device", "/learn", "/learn/start", "/learn/trade", "/learn/deal",
    "/learn/last", "/learn/tips", "/learn/ready", "/learn/ready-cards", "/rules", "/fairness",
    "/replay/sample", "/review", "/analysis", "/you", "/nowhere", "/t/aaaaaaaaaaaaaaaa",
]  # fmt: skip


def violations(page):
    found = Axe().run(page, options=WCAG).response["violations"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_can_be_used_by_everybody(visit, path, theme):
    """In both themes."""
    page = visit(path, color_scheme=theme)
    page.locator("h1").first.wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("edition", ["Tile game", "Card game"])
def test_tables_can_be_used_by_everybody(visit, edition, theme):
    """In the lobby, and at the table with everything unfolded."""
    page = visit("/new", color_scheme=theme)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Invite").wait_for()
    assert violations(page) == []
    page.goto(page.url.partition("/t/")[0] + "/")
    against_the_computer(page, edition)
    page.wait_for_function(TURN_OR_END)
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert violations(page) == []


def test_a_pending_play_can_be_used_by_everybody(visit):
    """With a tile on the board that is not played yet."""
    page = against_the_computer(visit(phone=True))
    page.wait_for_function(TURN_OR_END)
    tile, _, cell = offered_plays(page)[0][0].split()[0].partition("@")
    put(page, tile, cell)
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lesson", ["lines", "trade", "last"])
def test_a_finished_step_of_a_lesson_can_be_used_by_everybody(visit, lesson, theme):
    """With its lines counted, with new tiles, with new cards."""
    page = visit(f"/learn/{lesson}", color_scheme=theme)
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Next", exact=True).wait_for()
    assert violations(page) == []


def test_looking_back_can_be_used_by_everybody(visit, server):
    """Through the moves of a running game."""
    page = visit()
    states.show(page, "classic", server.url)
    page.get_by_role("tab", name="Menu").click()
    page.get_by_role("button", name="Look back at earlier moves").click()
    page.get_by_role("slider").wait_for()
    assert violations(page) == []


def test_the_settings_can_be_used_by_everybody(visit):
    """The dialog, too."""
    page = visit()
    page.locator("header .round").last.click()
    assert violations(page) == []
