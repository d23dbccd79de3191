"""The card game in real browsers."""

import re

from tests.e2e.cards import by_keys, by_taps, chosen_cards, hand_card, rows, seen
from tests.e2e.test_accessibility import violations
from tests.e2e.test_tile_game import invite
from tests.e2e.test_ways_to_play import against_the_computer
from tests.e2e.tiles import is_over, my_turn

MINE = ".hand button[aria-disabled=false], .outcome"


def play_on(page, turn, most=80):
    for _ in range(most):
        page.locator(MINE).first.wait_for()
        if is_over(page):
            return
        turn(page)


def test_two_browsers_play_a_whole_game(visit):
    """By a link, one by taps and one by keys, until both see the same captured rows."""
    ada, bo = invite(visit, "Card game")
    for _ in range(120):
        if is_over(ada) and is_over(bo):
            break
        for page, turn in ((ada, by_taps), (bo, by_keys)):
            if my_turn(page):
                turn(page)
        ada.wait_for_timeout(30)
    assert is_over(ada)
    captured = [[seat["captured"] for seat in seen(page)["seats"]] for page in (ada, bo)]
    assert captured[0] == captured[1]
    assert any(captured[0])


def test_a_whole_game_on_a_phone(visit):
    """By touch, without sideways scrolling, with targets that a thumb hits."""
    page = against_the_computer(visit(phone=True), "Card game")
    play_on(page, by_taps)
    assert is_over(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.button, select, summary')]
            .filter((one) => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 44)
            .map((one) => one.outerHTML)"""
    )
    assert small == []
    page.locator(".look").first.click()
    page.get_by_role("heading", name="Captured rows").wait_for()
    assert violations(page) == []


def begun(visit, **wishes):
    """A table with rows on it, and one's own turn."""
    page = against_the_computer(visit(**wishes), "Card game")
    page.locator(MINE).first.wait_for()
    if not seen(page)["rows"]:
        by_taps(page)
        page.locator(MINE).first.wait_for()
    return page


def test_a_row_says_why_it_does_not_stand(visit):
    """In words, with the rule; every step can be undone."""
    page = begun(visit)
    before = rows(page)
    page.locator(".hand button").first.click()
    page.get_by_role("button", name="1 card to a new row").click()
    page.locator(".line", has_text="A row needs at least three cards").wait_for()
    assert page.locator(".line a").get_attribute("href") == "/rules#C4"
    assert violations(page) == []
    page.locator(".hand button").nth(1).click()
    page.locator(".line .handle").first.click()
    page.keyboard.press("u")
    page.keyboard.press("u")
    assert rows(page) == before


def test_cards_are_dragged(visit):
    """From the hand to a new row, from there to another row, and back to the hand."""
    page = begun(visit)
    before = rows(page)
    card = page.locator(".hand button").first
    card.drag_to(page.locator(".begin"))
    assert rows(page).startswith(before + " | ")
    page.locator(".line").last.locator(".card").drag_to(page.locator(".line").first)
    assert rows(page).count("|") == before.count("|")
    page.get_by_label("from your hand").drag_to(page.locator(".hand button").last)
    assert rows(page) == before


def test_a_thought_survives_a_reload(visit):
    """The cards lie as they lay, and what was done can still be undone."""
    page = begun(visit)
    before = rows(page)
    hand_card(page, seen(page)["hand"][0]).click()
    page.locator(".begin button").click()
    pending = rows(page)
    page.reload()
    page.locator(".hand").wait_for()
    assert rows(page) == pending != before
    page.get_by_role("button", name=re.compile("^Undo$")).click()
    assert rows(page) == before


def test_a_turn_by_typed_words(visit):
    """The command line arranges and plays."""
    page = begun(visit)
    cards = chosen_cards(page)
    page.get_by_text("Type commands").click()
    line = page.get_by_label("Command")
    moves = seen(page)["moves"]
    for command in (f"arrange {' '.join(cards)}", "play") if cards else ("exchange",):
        line.fill(command)
        line.press("Enter")
        page.locator(".answer").wait_for()
        page.wait_for_timeout(500)
    assert seen(page)["moves"] > moves
