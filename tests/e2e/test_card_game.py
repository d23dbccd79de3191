"""The card game in real browsers."""

import re

from tests.e2e.cards import MINE, by_keys, by_taps, chosen_cards, hand_card, rows
from tests.e2e.test_accessibility import violations
from tests.e2e.test_tile_game import invite
from tests.e2e.test_ways_to_play import against_the_computer
from tests.e2e.tiles import is_over, play_to_the_end
from tests.e2e.tiles import view as seen

MINE_OR_OVER = f"{MINE}, .outcome"


def test_two_browsers_play_a_whole_game(visit):
    """By a link, one by taps and one by keys, until both see the same captured rows."""
    ada, bo = invite(visit, "Card game")
    play_to_the_end({ada: by_taps, bo: by_keys})
    for page in (ada, bo):
        page.locator(".outcome").wait_for()
    captured = [[seat["captured"] for seat in seen(page)["seats"]] for page in (ada, bo)]
    assert captured[0] == captured[1]
    assert any(captured[0])


def test_a_whole_game_on_a_phone(visit):
    """By touch, without sideways scrolling, with targets that a thumb hits."""
    page = against_the_computer(visit(phone=True), "Card game")
    play_to_the_end({page: by_taps})
    page.locator(".outcome").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.btn, select, summary')]
            .filter((one) => one.offsetParent && !one.closest('.rows-area'))
            .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 44)
            .map((one) => one.outerHTML)"""
    )
    assert small == []
    page.get_by_role("button", name="View the table").click()
    page.locator(".look").first.click()
    page.get_by_role("heading", name="Captured rows").wait_for()
    assert violations(page) == []


def begun(visit, **options):
    """A table with rows on it, and one's own turn, in which something can be played."""
    page = against_the_computer(visit(**options), "Card game")
    page.locator(MINE_OR_OVER).first.wait_for()
    while not seen(page)["rows"] or not chosen_cards(page):
        by_taps(page)
        page.locator(MINE_OR_OVER).first.wait_for()
    page.locator(".line").first.wait_for()
    return page


def test_a_row_says_why_it_does_not_stand(visit):
    """In few words at the row, and in a sentence with the rule when the turn shall end."""
    page = begun(visit)
    before = rows(page)
    page.locator(".fan button").first.click()
    page.get_by_role("button", name="Put 1 card in a new row").click()
    page.locator(".line", has_text="2 more cards").wait_for()
    finish = page.get_by_role("button", name=re.compile("Finish turn.*a row is too short"))
    finish.dispatch_event("click")
    page.locator(".slip", has_text="A row needs at least three cards").wait_for()
    assert page.locator(".slip a").get_attribute("href") == "/rules#C4"
    assert violations(page) == []
    page.locator(".fan button").first.click()
    page.locator(".line .handle").first.click()
    page.keyboard.press("u")
    page.keyboard.press("u")
    assert rows(page) == before


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, card, to):
    """Drag a card by the mouse to a place; how many rows answered there."""
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    answered = page.locator(".over").count()
    page.mouse.up()
    return answered


def test_cards_are_dragged(visit):
    """From the hand to the bare felt, from there to another row, and back to the hand."""
    page = begun(visit)
    before = rows(page)
    mat = page.locator(".stage").bounding_box()
    felt = mat["x"] + mat["width"] / 2, mat["y"] + 20
    assert drag(page, page.locator(".fan button").first, felt)
    assert rows(page).startswith(before + " | ")
    laid = page.get_by_label("from your hand")
    assert drag(page, laid, middle(page.locator(".line .handle").first)) == 1
    assert rows(page).count("|") == before.count("|")
    assert drag(page, page.get_by_label("from your hand"), middle(page.locator(".fan"))) == 1
    assert rows(page) == before


def test_several_cards_are_dragged_at_once(visit):
    """Those that are chosen go along."""
    page = begun(visit)
    before = rows(page)
    cards = page.locator(".fan button")
    for n in range(3):
        cards.nth(n).click()
    drag(page, cards.nth(1), middle(page.locator(".begin")))
    assert len(rows(page).rpartition(" | ")[2].split()) == 3
    page.get_by_role("button", name="Undo", exact=True).click()
    assert rows(page) == before


def test_cards_of_the_table_stay_on_the_table(visit):
    """Dropped on the hand they are back where they were, and a sentence says why."""
    page = begun(visit)
    before = rows(page)
    drag(page, page.locator(".line .card").first, middle(page.locator(".fan")))
    page.get_by_text("Cards from the table stay on the table.").first.wait_for()
    assert rows(page) == before
    assert page.locator(".card.chosen").count() == 0


def test_a_finger_drags_by_the_picture(visit):
    """The row under the picture takes the card, not the one under the finger."""
    page = begun(visit, phone=True)
    before = rows(page)
    card = page.locator(".fan button").first
    x, y = middle(card)
    row = page.locator(".line").first
    to_x, to_y = middle(row)
    touch = page.context.new_cdp_session(page)

    def finger(kind, x, y):
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    lifted = max(48, card.bounding_box()["width"]) * 0.9
    finger("touchStart", x, y)
    for step in range(1, 9):
        finger("touchMove", x + (to_x - x) * step / 8, y + (to_y + lifted - y) * step / 8)
    row.and_(page.locator(".over")).wait_for()
    finger("touchEnd", 0, 0)
    page.wait_for_function("() => document.querySelector('.line [data-news=mine]')")
    assert rows(page) != before
    assert row.locator("[data-news=mine]").count() == 1


def test_a_thought_survives_a_reload(visit):
    """The cards lie as they lay, and what was done can still be undone."""
    page = begun(visit)
    before = rows(page)
    hand_card(page, seen(page)["hand"][0]).click()
    page.locator(".begin button").click()
    pending = rows(page)
    page.reload()
    page.locator(".line").first.wait_for()
    assert rows(page) == pending != before
    page.get_by_role("button", name="Undo", exact=True).click()
    assert rows(page) == before


def test_a_turn_with_all_its_movement(visit):
    """Cards travel, and nobody waits for them: the next tap finishes what is under way."""
    page = begun(visit)
    page.emulate_media(reduced_motion="no-preference")
    for _ in range(3):
        if is_over(page):
            break
        by_taps(page)
        page.locator(MINE_OR_OVER).first.wait_for()
    page.locator(".flyer").first.wait_for(state="detached")


def test_a_turn_by_typed_words(visit):
    """The command line arranges and plays."""
    page = begun(visit)
    cards = chosen_cards(page)
    page.get_by_role("tab", name="Menu").click()
    page.get_by_text("Type commands").click()
    line = page.get_by_label("Command")
    moves = seen(page)["moves"]
    for command in (f"arrange {' '.join(cards)}", "play") if cards else ("exchange",):
        line.fill(command)
        line.press("Enter")
        page.locator(".answer").wait_for()
        page.wait_for_timeout(500)
    assert seen(page)["moves"] > moves
