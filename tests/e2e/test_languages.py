"""Another language in the middle of a game."""

import re

from tests.e2e.test_ways_to_play import TURN_OR_END, against_the_computer

LATIN = re.compile(r"[A-Za-z]{3,}")


def test_a_game_goes_on_in_another_language(visit, server):
    """Hints and refusals that are shown, names, and what the server says without the client."""
    page = against_the_computer(visit())
    page.wait_for_function(TURN_OR_END)
    page.get_by_role("button", name="Hint", exact=True).first.click()
    reason = page.locator(".card header p").first
    reason.get_by_text(LATIN).wait_for()
    page.get_by_role("tab", name="Menu").click()
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_role("radio", name="Українська").click()
    page.get_by_role("radio", name="Українська", checked=True).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("tab").first.click()
    assert not LATIN.search(reason.text_content().replace("Qwirkle", ""))
    assert re.search("Оло|Лука|Кубо|Дія|Ікс|Астра", page.locator(".players").text_content())
    assert '<html lang="uk">' in page.request.get(server.url + "/").text()
