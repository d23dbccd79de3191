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


COLOURS = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
"""All that another theme can spoil."""
AT_REST = "() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))"
"""Colours change by transitions, however short."""


def violations(page, options=WCAG):
    found = Axe().run(page, options=options).response["violations"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]


def violations_by_theme(page):
    """In both themes, each where it is found."""
    found = []
    for theme, options in (("light", WCAG), ("dark", COLOURS)):
        page.emulate_media(color_scheme=theme)
        page.evaluate(AT_REST)
        found += [(theme, *one) for one in violations(page, options)]
    return found


@pytest.mark.parametrize("path", PAGES)
def test_pages_can_be_used_by_everybody(visit, path):
    page = visit(path)
    page.locator("h1").first.wait_for()
    assert violations_by_theme(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_too_alike_are_noticed(visit, theme):
    """By the shorter look, too."""
    page = visit("/rules", color_scheme=theme)
    page.locator("h1").first.wait_for()
    page.add_style_tag(content="* { color: #777 !important; background: #888 !important; }")
    assert [name for name, _ in violations(page, COLOURS)] == ["color-contrast"]


@pytest.mark.parametrize("edition", ["Tile game", "Card game"])
def test_tables_can_be_used_by_everybody(visit, edition):
    """In the lobby, and at the table with everything unfolded."""
    page = visit("/new")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Invite").wait_for()
    assert violations_by_theme(page) == []
    page.goto(page.url.partition("/t/")[0] + "/")
    against_the_computer(page, edition)
    page.wait_for_function(TURN_OR_END)
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert violations_by_theme(page) == []


def test_a_pending_play_can_be_used_by_everybody(visit):
    """With a tile on the board that is not played yet."""
    page = against_the_computer(visit(phone=True))
    page.wait_for_function(TURN_OR_END)
    tile, _, cell = offered_plays(page)[0][0].split()[0].partition("@")
    put(page, tile, cell)
    assert violations(page) == []


@pytest.mark.parametrize("lesson", ["lines", "trade", "last"])
def test_a_finished_step_of_a_lesson_can_be_used_by_everybody(visit, lesson):
    """With its lines counted, with new tiles, with new cards."""
    page = visit(f"/learn/{lesson}")
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Next", exact=True).wait_for()
    assert violations_by_theme(page) == []


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
