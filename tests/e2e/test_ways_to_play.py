"""The same table by touch, by keys alone, by typed commands, and on one device."""

import re

import pytest

from tests.e2e.tiles import MOVES, is_over, make_move, my_turn, offers, play_turn, put, table_of

TURN_OR_END = """() => document.querySelector('.outcome')
    || document.querySelector('.say')?.textContent.includes('Your turn')"""


def against_the_computer(page, edition="Tile game"):
    page.get_by_text(edition, exact=True).first.click()
    page.get_by_role("button", name="Play now").click()
    page.locator(".players").wait_for()
    return page


def test_the_first_move_is_two_taps_away(visit):
    """On a phone, without sideways scrolling, with targets that a thumb hits."""
    page = visit(phone=True)
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_function(TURN_OR_END)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    play_turn(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.button, select, summary')]
            .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44)
            .map((one) => one.outerHTML)"""
    )
    assert small == []


def by_keys(page):
    """One turn with the keyboard alone: focus the board, walk, put, commit."""
    offered = offers(page, table_of(page))
    move = max(offered["moves"], key=lambda one: one[1], default=["trade"])[0]
    if "@" not in move:
        make_move(page)
        return
    page.locator("[role=gridcell][tabindex='0']").focus()
    for placed in move.split():
        tile, _, cell = placed.partition("@")
        number = page.locator(f'.rack button:not(.away):has([data-tile="{tile}"])').first
        page.keyboard.press(number.get_attribute("aria-label").partition(":")[0])
        walk(page, *map(int, cell.split(",")))
        page.keyboard.press("Enter")
    page.keyboard.press("c")


def walk(page, x, y):
    """Arrow keys from the focused cell to another."""
    at = page.evaluate("document.activeElement.dataset.cell")
    here_x, here_y = map(int, at.split(","))
    for key, steps in (("ArrowRight", x - here_x), ("ArrowLeft", here_x - x),
                       ("ArrowDown", y - here_y), ("ArrowUp", here_y - y)):  # fmt: skip
        for _ in range(steps):
            page.keyboard.press(key)


def test_a_whole_game_by_keyboard_alone(visit):
    """Against the computer, until somebody has won."""
    page = against_the_computer(visit())
    for _ in range(80):
        page.wait_for_function(TURN_OR_END)
        if is_over(page):
            break
        before = page.evaluate(MOVES)
        by_keys(page)
        page.wait_for_function(f"() => document.querySelector('.outcome') || {MOVES} > {before}")
    assert is_over(page)


def test_typed_commands_are_answered_in_words(visit):
    """For those who listen: the hand, the moves, and a play."""
    page = against_the_computer(visit())
    page.wait_for_function(TURN_OR_END)
    page.get_by_text("Type commands").click()
    line = page.get_by_label("Command", exact=True)

    def typed(text):
        line.fill(text)
        line.press("Enter")
        return page.locator(".answer").inner_text

    typed("hand")
    page.locator(".answer", has_text=re.compile("red|orange|yellow|green|blue|purple")).wait_for()
    move = offers(page, table_of(page))["moves"][0][0]
    typed(f"play {move}")
    page.locator(".answer", has_text="Saved").wait_for()


def test_one_device_is_handed_on(visit):
    """Nobody sees a hand before its owner has the device."""
    page = visit()
    page.get_by_role("heading", name="Pass and play").wait_for()
    page.get_by_label("Player 1").fill("Ada")
    page.get_by_label("Player 2").fill("Bo")
    page.get_by_role("button", name="Start", exact=True).click()
    for _ in range(4):
        page.get_by_text("Hand the device to").wait_for()
        assert page.locator(".rack").count() == 0
        page.get_by_role("button", name="It is me").click()
        page.locator(".rack").wait_for()
        make_move(page)


@pytest.mark.parametrize(
    ("lang", "words"),
    [("pl-PL", "Graj teraz"), ("ro-RO", "Joacă acum"), ("uk-UA", "Грати зараз")],
)
def test_the_browser_speaks_its_language(visit, lang, words):
    """From the browser's preference, and switched at once."""
    page = visit(lang=lang)
    page.get_by_role("button", name=words).wait_for()
    assert page.evaluate("document.documentElement.lang") == lang[:2]
    page.locator("header .gear").click()
    page.locator("dialog select").first.select_option("en")
    page.get_by_role("button", name="Play now", include_hidden=True).wait_for(state="attached")


def test_pending_tiles_survive_a_reload(visit):
    """What was being thought about is still there, and can be played."""
    page = against_the_computer(visit())
    page.wait_for_function(TURN_OR_END)
    move = max(offers(page, table_of(page))["moves"], key=lambda one: len(one[0]))[0]
    tile, _, cell = move.split()[0].partition("@")
    page.locator(f'.rack button:has([data-tile="{tile}"])').first.click()
    page.locator(f'[data-cell="{cell}"].open').click()
    page.locator("g.pending").wait_for()
    page.reload()
    page.locator("g.pending").wait_for()
    assert page.locator("g.pending").get_attribute("data-cell") == cell


def test_a_cell_that_does_not_fit_says_why(visit):
    """In words, with the clause."""
    page = against_the_computer(visit())
    while True:
        page.wait_for_function(TURN_OR_END)
        if page.locator("g.filled").count():
            break
        play_turn(page)
    page.locator(".rack button").first.click()
    page.locator("g.filled .cell").first.click(force=True)
    page.locator(".reason", has_text="taken").wait_for()
    assert page.locator(".reason a").inner_text() == "T9"
    assert my_turn(page)


def test_the_moves_can_be_looked_through_while_the_game_goes_on(visit):
    """Back to the first move and to now again; the pending tile is still there."""
    page = against_the_computer(visit(phone=True))
    for _ in range(2):
        page.wait_for_function(TURN_OR_END)
        play_turn(page)
    page.wait_for_function(TURN_OR_END)
    tile, _, cell = offers(page, table_of(page))["moves"][0][0].split()[0].partition("@")
    put(page, tile, cell)
    now = page.locator(".filled").count()
    page.get_by_role("button", name="Look back through the moves").tap()
    page.get_by_role("button", name="To the beginning").tap()
    page.get_by_text("The hands are dealt.").wait_for()
    assert page.locator(".filled").count() == 0
    page.get_by_role("button", name="One move on").tap()
    first = page.locator("ol[aria-label=Moves] li .notation").first.inner_text()
    assert page.locator(".filled").count() == len(first.split())
    page.get_by_role("button", name="Back to the game").tap()
    page.locator("g.pending").wait_for()
    assert page.locator(".filled").count() == now


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL", "ro-RO", "uk-UA"])
def test_no_page_scrolls_sideways_on_a_phone(visit, lang):
    """Words are longer in some languages."""
    page = visit(phone=True, lang=lang)
    home = page.url
    wide = []
    for path in ("", "learn", "learn/cards", "rules", "fairness", "you", "replay/sample"):
        page.goto(home + path)
        page.locator("h1").first.wait_for()
        wide += [path] * (page.evaluate("document.documentElement.scrollWidth") > 360)
    assert wide == []
