"""Firefox as a second browser: one whole game of each kind, by clicks."""

import pytest

from tests.e2e.cards import READY, chosen_cards
from tests.e2e.firefox import PROGRAM, firefox
from tests.e2e.tiles import going_on, new_table, offers, play_to_the_end, table_of

pytestmark = pytest.mark.skipif(
    PROGRAM is None,
    reason="Firefox was not found. On Debian or Ubuntu: sudo apt-get install firefox-esr",
)
OUTCOME = "() => document.querySelector('.outcome')?.textContent.trim()"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with firefox(tmp_path_factory.mktemp("firefox")) as page:
        yield page


def sit_down(page, url, edition, size):
    page.failures.clear()
    page.size(*size)
    page.goto(url)
    page.goto(f"{url}/t/{new_table(page, edition)}")


def tile_turn(page):
    with going_on(page):
        move_tiles(page)


def move_tiles(page):
    """The best play, tile by tile; a trade of the first tile, or a pass, where nothing fits."""
    moves = offers(page, table_of(page))["moves"]
    move = max(moves, key=lambda one: one[1])[0] if moves else "trade"
    if move == "pass":
        page.click(".acts .go", "Pass")
        return
    if move == "trade":
        page.click(".tool", "Trade")
        page.click(".rack button")
        page.click(".acts .go", "Trade 1")
        return
    for placed in move.split():
        tile, _, cell = placed.partition("@")
        page.click(f'.rack button:not(.away):has([data-tile="{tile}"])')
        page.click(f'[data-cell="{cell}"]:is(.open, .later)')
    page.click(".play[aria-disabled=false]")


def card_turn(page):
    """Choose cards, let them be arranged, finish the turn."""
    with going_on(page):
        cards = chosen_cards(page)
        for code in cards:
            page.click(f'.fan button:not([aria-pressed=true]):has([data-tile="{code}"])')
        if cards:
            page.click("button", "Arrange")
        page.click(READY)


def test_a_whole_tile_game(page, server):
    """At a desk, until the end stands on the screen; no error in the page."""
    sit_down(page, server.url, "classic", (1366, 768))
    play_to_the_end({page: tile_turn})
    page.wait_for_function(OUTCOME)
    assert page.failures == []


def test_a_whole_card_game(page, server):
    """On a screen as narrow as a phone."""
    sit_down(page, server.url, "cards", (412, 823))
    play_to_the_end({page: card_turn})
    page.wait_for_function(OUTCOME)
    assert page.failures == []
