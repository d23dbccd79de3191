"""axe finds nothing, on any page and in any state."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e import states
from tests.e2e.test_ways_to_play import TURN_OR_END, against_the_computer
from tests.e2e.tiles import offers, table_of

WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
PAGES = [
    "/", "/learn", "/learn/cards", "/rules", "/fairness", "/replay/sample", "/you", "/nowhere",
    "/t/aaaaaaaaaaaaaaaa",
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
    page = visit(color_scheme=theme)
    page.get_by_role("button", name="Set up a table").click()
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
    tile, _, cell = offers(page, table_of(page))["moves"][0][0].split()[0].partition("@")
    page.locator(f'.rack button:has([data-tile="{tile}"])').first.click()
    page.locator(f'[data-cell="{cell}"].open').click()
    assert violations(page) == []


def test_looking_back_can_be_used_by_everybody(visit, server):
    """Through the moves of a running game."""
    page = visit()
    states.show(page, "classic", server.url)
    page.get_by_role("button", name="Look back through the moves").click()
    page.get_by_role("slider").wait_for()
    assert violations(page) == []


def test_the_settings_can_be_used_by_everybody(visit):
    """The dialog, too."""
    page = visit()
    page.locator("header .gear").click()
    assert violations(page) == []
