"""Learning, reading, checking and looking back, in a real browser; and all of it offline."""

from pathlib import Path

import pytest

WEB = Path(__file__).parent.parent.parent / "web"
RECORDS = WEB / "tests" / "records"


def finished_table(page, name):
    """A finished game on the server, from its record; the page is at home."""
    text = {"content-type": "text/plain"}
    record = (RECORDS / f"{name}.qw").read_bytes()
    return page.request.post(f"{page.url}api/records", data=record, headers=text).json()["table"]


def test_the_sample_game_by_touch(visit):
    """The first turn tile by tile on a phone, the others shown; Sally leads in the end."""
    page = visit("/learn", phone=True)
    for tile, cell in (("Rc", "0,0"), ("Rd", "0,1"), ("Ro", "0,2")):
        page.locator(f'.rack button:has([data-tile="{tile}"])').tap()
        page.locator(f'[data-cell="{cell}"].open').tap()
    page.get_by_role("button", name="Play").tap()
    page.get_by_text("As in the book: 3 points.").wait_for()
    for _ in range(11):
        page.get_by_role("button", name="Next", exact=True).tap()
        page.get_by_role("button", name="Show me").tap()
    page.get_by_role("button", name="Next", exact=True).tap()
    page.get_by_text("Sally leads with 25 points").wait_for()


def test_a_tile_that_does_not_fit_leads_to_its_rule(visit):
    """The clause is in the picture, and marked."""
    page = visit("/learn")
    page.get_by_role("slider").press("ArrowRight")
    page.locator('.rack button:has([data-tile="Pt"])').click()
    page.locator('[data-cell="1,0"]').click()
    page.get_by_role("alert").get_by_role("link", name="T10").click()
    clause = page.locator("#T10.cited")
    clause.wait_for()
    box = clause.bounding_box()
    assert 0 <= box["y"] < 200
    assert page.url.endswith("/rules#T10")


def test_a_card_example_by_keyboard(visit):
    """Choose a card, choose a row, end the turn."""
    page = visit("/learn/cards")
    page.locator('.rack button:has([data-tile="Bt"])').press("Enter")
    page.get_by_role("button", name="Row 1").press("Enter")
    page.get_by_role("button", name="End the turn").press("Enter")
    page.get_by_text("That is legal too.").wait_for()


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL", "ro-RO", "uk-UA"])
def test_pages_to_read_in_every_language(visit, lang):
    """No key without its sentence, nothing wider than a small phone."""
    page = visit("/", lang=lang, phone=True)
    home = page.url
    for path in ("rules", "learn", "learn/cards", "fairness", "replay/sample"):
        page.goto(home + path)
        page.locator("h1").first.wait_for()
        assert "web." not in page.locator("main").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_record_is_checked_in_the_browser(visit):
    """A true one is proven; one changed piece is found at its line."""
    page = visit("/fairness")
    record = (RECORDS / "classic.qw").read_text()
    page.get_by_label("Record").fill(record)
    page.get_by_role("button", name="Check it").click()
    page.get_by_text("The whole game is proven.").first.wait_for()
    page.get_by_label("Record").fill(record.replace("deal 2 Bt", "deal 2 Ro"))
    page.get_by_role("button", name="Check it").click()
    page.get_by_text("Line 9 does not follow from the seed").wait_for()


@pytest.mark.parametrize("name", ["classic", "cards"])
def test_a_finished_table_is_looked_through_and_checked(visit, name):
    """From the deal to the winner; then the browser and the server both prove the shuffle."""
    page = visit("/")
    table = finished_table(page, name)
    page.goto(f"{page.url}replay/{table}")
    page.get_by_text("The hands are dealt.").wait_for()
    page.keyboard.press("End")
    page.get_by_text("★").wait_for()
    page.get_by_role("link", name="Verify a game").click()
    page.get_by_text("The server’s own check").wait_for()
    assert page.get_by_text("The whole game is proven.").count() == 2


def test_everything_to_read_is_there_without_a_network(visit):
    """Also a game that was looked through before; playing says that it needs the server."""
    page = visit("/", service_workers="allow")
    home = page.url
    table = finished_table(page, "cards")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{home}replay/{table}")
    page.get_by_text("The hands are dealt.").wait_for()
    page.context.set_offline(True)
    for path, words in (
        ("", "Games kept on this device"),
        ("rules#C4", "Never two alike"),
        ("learn", "Turn 1 of 12"),
        ("learn/cards", "Example 1 of 3"),
        ("fairness", "Before the game"),
        (f"replay/{table}", "The hands are dealt."),
        ("replay/aaaaaaaaaaaaaaaa", "cannot be reached"),
    ):
        page.goto("about:blank")
        page.goto(home + path)
        page.get_by_text(words).first.wait_for()
    page.context.set_offline(False)


def test_a_game_is_scrubbed_by_keys_and_plays_by_itself(visit):
    """From the deal to the end and back."""
    page = visit("/replay/sample")
    page.get_by_text("The hands are dealt.").wait_for()
    page.keyboard.press("End")
    page.get_by_text("12 of 12").wait_for()
    assert page.locator("[role=gridcell].filled").count() == 25
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    page.get_by_text("2 of 12").wait_for()
    page.get_by_role("button", name="Stop").click()
