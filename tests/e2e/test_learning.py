"""Learning, reading, checking and looking back, in a real browser; and all of it offline."""

from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from tests.often import late

WEB = Path(__file__).parent.parent.parent / "web"
RECORDS = WEB / "tests" / "records"
LEARNING = [
    "learn",
    *(f"learn/{name}" for name in ("start", "lines", "trade", "end", "deal", "rows", "last")),
    *(f"learn/{name}" for name in ("tips", "ready", "ready-cards")),
]


def finished_table(page, name):
    """A finished game on the server, from its record; the page is at home."""
    text = {"content-type": "text/plain"}
    record = (RECORDS / f"{name}.qw").read_bytes()
    return page.request.post(f"{page.url}api/records", data=record, headers=text).json()["table"]


def at_step(page, lesson, step):
    """Somebody comes back to a lesson."""
    page.evaluate("(at) => localStorage.setItem('learned', JSON.stringify({at}))", {lesson: step})
    page.goto(page.url.partition("/learn")[0] + f"/learn/{lesson}")
    page.locator(".lesson").wait_for()


def test_the_first_turn_by_touch(visit):
    """Tile by tile on a phone, and then the line that scores."""
    page = visit("/learn", phone=True)
    at_step(page, "start", 1)
    for tile, cell in (("Rc", "0,0"), ("Rd", "0,1"), ("Ro", "0,2")):
        page.locator(f'.rack button:has([data-tile="{tile}"])').tap()
        page.locator(f'[data-cell="{cell}"]:is(.open, .later)').tap()
    page.get_by_role("button", name="Play").tap()
    page.get_by_text("As in the book: 3 points.").wait_for()
    page.get_by_role("button", name="Red line").wait_for()


def by_key(button):
    button.press("Enter")


def finish_step(page, press):
    """Do what a step asks for; whatever way it is pressed."""
    if page.locator(".seat").count():
        press(page.locator(".seat").first)  # the starter sits first
    elif page.get_by_role("button", name="Trade").count():
        press(page.locator(".rack button").first)
        press(page.locator(".rack button").nth(1))
        press(page.locator(".acts .go"))
    elif page.get_by_role("button", name="Show me").count():
        press(page.get_by_role("button", name="Show me"))
    else:
        press(page.locator(".acts .go"))  # pass, or look
        if page.get_by_role("dialog").count():
            press(page.get_by_role("dialog").get_by_role("button", name="Done"))


def test_the_whole_path(visit):
    """All twelve lessons, one after the other, to the end of both games, by taps and by keys as it
    comes; nothing is forgotten."""
    page = visit("/learn", phone=True)
    ways = cycle([Locator.tap, by_key, by_key])

    def press(button):
        next(ways)(button)

    press(page.get_by_role("link", name="Start: Who starts"))
    for number in range(1, 13):
        if number == 7:
            page.get_by_role("heading", name="You can play now").wait_for()
            press(page.get_by_role("link", name="Back to the learning path"))
            press(page.get_by_role("link", name="Continue: Valuable tips"))
        page.get_by_text(f"Lesson {number} of 12").wait_for()
        while number != 7:
            step = page.get_by_role("img", name="Step").get_attribute("aria-label")
            finish_step(page, press)
            _, at, _, last = step.split()
            if at == last:
                break
            press(page.get_by_role("button", name="Next", exact=True))
            page.get_by_role("img", name=f"Step {int(at) + 1} of {last}").wait_for()
        press(page.get_by_role("button", name="Next", exact=True))
    page.get_by_text("You know the card game too").wait_for()
    press(page.get_by_role("link", name="Back to the learning path"))
    page.get_by_text("12 of 12 lessons done").wait_for()
    page.reload()
    page.get_by_text("12 of 12 lessons done").wait_for()


def test_a_returning_learner_goes_on(visit):
    """At the step at which they stopped."""
    page = visit("/learn")
    page.get_by_role("link", name="Who starts").first.click()
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("img", name="Step 2 of 2").wait_for()
    page.goto(page.url.partition("/learn")[0] + "/learn")
    page.get_by_role("link", name="Continue: Who starts").click()
    page.get_by_role("img", name="Step 2 of 2").wait_for()


def test_a_tile_that_does_not_fit_leads_to_its_rule(visit):
    """The clause is in the picture, and marked."""
    page = visit("/learn/lines")
    page.locator('.rack button:has([data-tile="Pt"])').click()
    page.locator('[data-cell="1,0"]').click()
    reason = page.get_by_role("alert")
    reason.get_by_text("this one would not be: red clover, purple star.").wait_for()
    reason.get_by_role("link", name="T10").click()
    clause = page.locator("#T10.cited")
    clause.wait_for()
    box = clause.bounding_box()
    assert 0 <= box["y"] < 200
    assert page.url.endswith("/rules#T10")


def test_a_clause_unfolds_in_the_chosen_language(visit):
    """With its rulings; it stays unfolded when another language takes its place."""
    page = visit("/rules#C9", lang="pl-PL")
    clause = page.locator("#C9.cited")
    clause.get_by_text("Pełne brzmienie").click()
    clause.get_by_text("Rozstrzygnięcie:").wait_for()
    page.get_by_role("button", name="Ustawienia").click()
    page.get_by_role("radio", name="Українська").click()
    clause.get_by_text("Рішення:").wait_for(state="attached")
    assert clause.get_by_text("Rozstrzygnięcie").count() == 0


@pytest.mark.parametrize("lang", ["pl-PL", *map(late, ("en-GB", "ro-RO", "uk-UA"))])
@pytest.mark.parametrize(
    ("lesson", "hand"), [("lines", ".rack"), ("trade", ".rack"), ("rows", ".fan"), ("last", ".fan")]
)
def test_a_lesson_is_one_screen_on_a_phone(visit, lesson, hand, lang):
    """Hand, mat and the red button are in sight without scrolling; there is one red button."""
    page = visit(f"/learn/{lesson}", phone=True, lang=lang)
    page.locator(hand).wait_for()
    height = page.viewport_size["height"]
    for part in (hand, ".mat", ".acts .btn.go"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= height, part
    assert page.locator(".btn.go:visible").count() == 1


def test_a_tile_of_a_lesson_is_dragged(visit):
    """As at a table: it snaps to the cell, and another drag takes it back to the rack."""
    page = visit("/learn")
    at_step(page, "start", 1)
    tile = page.locator('.rack button:has([data-tile="Rc"])')
    tile.drag_to(page.locator('[data-cell="0,0"] .cell'))
    lying = page.locator('[data-cell="0,0"].pending')
    lying.wait_for()
    lying.drag_to(page.locator(".rack"))
    lying.wait_for(state="detached")


def test_a_card_of_a_lesson_is_dragged(visit):
    """As at a table: to a row, and the turn can end."""
    page = visit("/learn/rows")
    page.locator('.fan button:has([data-tile="Bt"])').drag_to(page.locator('[data-drop="0"]'))
    page.locator('[data-drop="0"] [data-tile="Bt"]').wait_for()
    page.get_by_role("button", name="Finish turn").click()
    page.get_by_text("That is legal too.").wait_for()


def test_a_card_example_by_keyboard(visit):
    """Choose a card, choose a row, end the turn."""
    page = visit("/learn/rows")
    page.locator('.fan button:has([data-tile="Bt"])').press("Enter")
    page.get_by_role("button", name="Row 1").press("Enter")
    page.get_by_role("button", name="Finish turn").press("Enter")
    page.get_by_text("That is legal too.").wait_for()


def test_a_record_is_checked_in_the_browser(visit):
    """A true one is proven; one changed piece is found at its line."""
    page = visit("/fairness")
    record = (RECORDS / "classic.qw").read_text()
    page.get_by_label("Record").fill(record)
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Every shuffle and every draw follows from the promised seed.").wait_for()
    page.get_by_text("no server has signed this record").wait_for()
    page.get_by_label("Record").fill(record.replace("deal 2 Bt", "deal 2 Ro"))
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Line 9 does not follow from the seed").wait_for()


@pytest.mark.parametrize("name", ["classic", "cards"])
def test_a_finished_table_is_looked_through_and_checked(visit, name):
    """From the deal to the winner; then the browser and the server both prove the shuffle."""
    page = visit("/")
    table = finished_table(page, name)
    page.goto(f"{page.url}replay/{table}")
    page.get_by_text("The hands have been dealt.").wait_for()
    page.keyboard.press("End")
    page.get_by_text("★").wait_for()
    page.get_by_role("link", name="Verify a game").click()
    page.get_by_text("The server’s own check").wait_for()
    page.get_by_text("Every shuffle and every draw follows from the promised seed.").wait_for()
    page.get_by_text("Every move follows the rules.").wait_for()


def test_everything_to_read_is_there_without_a_network(visit):
    """Also a game that was looked through before; playing says that it needs the server."""
    page = visit("/", service_workers="allow")
    home = page.url
    table = finished_table(page, "cards")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{home}replay/{table}")
    page.get_by_text("The hands have been dealt.").wait_for()
    page.context.set_offline(True)
    for path, words in (
        ("", "Games saved on this device"),
        ("rules#C4", "No two cards in it are the same"),
        ("learn", "Start: Who starts"),
        ("learn/lines", "Chris has three squares"),
        ("learn/rows", "Magda plays three diamonds"),
        ("fairness", "Before the game"),
        (f"replay/{table}", "The hands have been dealt."),
        ("replay/aaaaaaaaaaaaaaaa", "cannot be reached"),
    ):
        page.goto(home + path)
        page.get_by_text(words).first.wait_for()
    page.context.set_offline(False)


def test_a_game_is_scrubbed_by_keys_and_plays_by_itself(visit):
    """From the deal to the end and back."""
    page = visit("/replay/sample")
    page.get_by_text("The hands have been dealt.").wait_for()
    page.keyboard.press("End")
    page.get_by_text("12 of 12").wait_for()
    filled = page.locator("[role=gridcell].filled")
    filled.nth(24).wait_for()
    assert filled.count() == 25
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    page.get_by_text("2 of 12").wait_for()
    page.get_by_role("button", name="Stop").click()
