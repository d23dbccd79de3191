"""The tile game in real browsers."""

from tests.e2e.tiles import play_to_the_end, play_turn, table_of


def invite(visit, edition="Tile game"):
    """Two people at one table: one sets it up, the other follows the link."""
    ada = visit()
    ada.get_by_text(edition, exact=True).first.click()
    ada.get_by_role("link", name="Play with friends").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Open the table").click()
    ada.get_by_role("heading", name="Invite").wait_for()
    bo = visit(f"/t/{table_of(ada)}")
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take a seat").click()
    for page in (ada, bo):
        page.get_by_role("button", name="I am ready").click()
    for page in (ada, bo):
        page.locator(".players").wait_for()
    return ada, bo


SCORES = """[0, 1].map((seat) => Number(
    document.querySelector(`[data-seat="${seat}"] .score`).textContent.split(' ').at(-1)))"""
"""Seat by seat: everybody sees their own first."""


def test_two_browsers_play_a_whole_game(visit):
    """By a link and by taps, until both see the same result."""
    ada, bo = invite(visit)
    play_to_the_end(dict.fromkeys((ada, bo), play_turn))
    for page in (ada, bo):
        page.locator(".outcome").wait_for()
    scores = [page.evaluate(SCORES) for page in (ada, bo)]
    assert scores[0] == scores[1]
    assert sum(scores[0]) > 100
