"""The first picture of the home page: there before the client, which takes its place."""

import pytest
from playwright.sync_api import Route

from qwirkle.locales import LANGUAGES, say

STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)"
"""The browser paints nothing before that, but measures all the same when it is asked to."""
SIZES = {"phone": (390, 844), "side": (844, 390), "desk": (1366, 768)}


def boxes(page):
    """Where the words of the first picture stand."""
    words = page.locator("h1, .lead, .door .words b, .brand")
    return [words.nth(n).bounding_box() for n in range(words.count())]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_cover_speaks_before_the_client_is_there(browser, server, lang):
    """What cannot answer yet cannot be pressed either."""
    with browser.new_context(locale=lang, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(server.url)
        assert page.locator("h1").inner_text() == say("web.home.title", lang)
        assert page.locator(".cover[inert] button").count()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_nothing_moves_when_the_client_comes(browser, server, size):
    """The cover was drawn by the same components."""
    width, height = size
    with browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", service_workers="block"
    ) as context:
        page = context.new_page()
        held: list[Route] = []
        page.route(
            "**/assets/*.js",
            lambda route: route.continue_() if held is None else held.append(route),
        )
        page.goto(server.url, wait_until="commit")
        page.locator(".cover h1").wait_for()
        page.wait_for_function(STYLED)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        before = boxes(page)
        assert len(before) == 5
        client, held = held, None
        for route in client:
            route.continue_()
        page.locator(".rivals").wait_for()
        assert page.locator(".cover").count() == 0
        assert boxes(page) == before
