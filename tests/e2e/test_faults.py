"""What goes wrong gets a friendly sentence and a way on; no move is lost."""

import pytest

from tests.e2e.test_ways_to_play import TURN_OR_END, against_the_computer
from tests.e2e.tiles import offers, table_of
from tests.server.nodes import start


@pytest.fixture
def own_server(tmp_path):
    """A server that the test may stop: a list, so that another can take its place."""
    running = [start(tmp_path / "own.db", client=True)]
    yield running
    running[-1].kill()


def test_a_restart_in_the_middle_of_a_thought(browser, own_server, tmp_path):
    """The page says that it is reconnecting, comes back by itself, and plays what was pending."""
    url = own_server[0].url
    page = browser.new_context(locale="en-GB", service_workers="block").new_page()
    page.goto(url)
    against_the_computer(page)
    page.wait_for_function(TURN_OR_END)
    move = max(offers(page, table_of(page))["moves"], key=lambda one: one[1])[0]
    for placed in move.split():
        tile, _, cell = placed.partition("@")
        page.locator(f'.rack button:not(.away):has([data-tile="{tile}"])').first.click()
        page.locator(f'[data-cell="{cell}"].open').click()
    own_server[-1].kill()
    page.get_by_text("reconnecting").wait_for()
    assert page.locator("g.pending").count() == len(move.split())
    page.locator(".actions .primary").click()  # goes out as soon as there is somebody to hear it
    own_server.append(start(tmp_path / "own.db", client=True, port=int(url.rpartition(":")[2])))
    page.get_by_text("reconnecting").wait_for(state="hidden")
    page.locator("g.pending").first.wait_for(state="hidden")
    for placed in move.split():
        assert page.locator(f'[data-cell="{placed.partition("@")[2]}"].filled').count() == 1
    page.context.close()


def test_a_full_table_can_be_watched(visit):
    """Whoever comes too late sees the game and no hand."""
    page = against_the_computer(visit())
    other = visit(f"/t/{table_of(page)}")
    other.locator(".players").wait_for()
    assert other.locator(".rack").count() == 0
    assert other.locator("[role=gridcell]").count() > 0


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
    page.get_by_role("link", name="To the start page").click()
    page.get_by_role("button", name="Play now").wait_for()
