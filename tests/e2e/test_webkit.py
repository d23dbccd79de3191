"""WebKit as a third browser, in a window as narrow as a phone: every address, and whole games."""

import pytest
from tools.machine import lacks_webkit

from tests.e2e import webkit
from tests.e2e.test_firefox import OUTCOME, card_turn, tile_turn
from tests.e2e.tiles import new_table, play_to_the_end
from tests.server.nodes import start

LACKING = lacks_webkit()
pytestmark = pytest.mark.skipif(
    bool(LACKING),
    reason=f"WebKit was not found. On Debian or Ubuntu: sudo apt-get install {' '.join(LACKING)}",
)
ADDRESSES = ["/", "/new", "/rules", "/fairness", "/review", "/analysis", "/you", "/lost"]
ADDRESSES += ["/learn", "/learn/1", "/t/d-none", "/replay/none"]
"""Pages of every kind; those that are not there have something to say, too."""
SHOWN = "() => (document.querySelector('main')?.innerText ?? '').trim().length > 20"


@pytest.fixture
def own_server(tmp_path):
    running = start(tmp_path / "own.db", client=True)
    yield running
    running.kill()


def test_every_address_opens(own_server, tmp_path):
    """Directly and again, and once more without the server; no error in any page."""
    with webkit.webkit(tmp_path / "profile") as page:
        for _ in range(2):
            see_all(page, own_server.url)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        own_server.kill()
        see_all(page, own_server.url)


def see_all(page, url):
    for path in ADDRESSES:
        page.goto(url + path)
        page.wait_for_function(SHOWN)
        assert (path, page.failures) == (path, [])


@pytest.mark.long
@pytest.mark.parametrize(("edition", "turn"), [("classic", tile_turn), ("cards", card_turn)])
def test_a_whole_game(server, tmp_path, edition, turn):
    """By taps, until the end stands on the screen; no error in the page."""
    with webkit.webkit(tmp_path / "profile") as page:
        page.goto(server.url)
        page.goto(f"{server.url}/t/{new_table(page, edition)}")
        play_to_the_end({page: turn})
        page.wait_for_function(OUTCOME)
        assert page.failures == []
