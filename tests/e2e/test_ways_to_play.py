"""The same table by touch, by keys alone, by typed commands, and on one device."""

import re

import pytest

from tests.e2e.test_learning import LEARNING
from tests.e2e.test_tile_game import invite
from tests.e2e.tiles import (
    TURN,
    drawn,
    going_on,
    make_move,
    my_turn,
    new_table,
    offered_plays,
    offers,
    play_to_the_end,
    play_turn,
    put,
    table_of,
)
from tests.often import late

EDITIONS = {"Tile game": "classic", "Card game": "cards"}
TURN_OR_END = """() => document.querySelector('.outcome') || document.title.startsWith('●')"""


def face(page, name="Luka"):
    """A computer player on the start page; a tap starts a game."""
    return page.locator(".rival", has_text=name)


def against_the_computer(page, edition="Tile game"):
    """A game at the server against a computer player; those of the start page are on the device."""
    table = new_table(page, EDITIONS[edition], bots=(2,), hints=True)
    page.goto(f"{page.url.rstrip('/')}/t/{table}")
    page.locator(".players").wait_for()
    drawn(page)
    return page


def test_the_first_move_is_two_taps_away(visit):
    """On a phone, without sideways scrolling, with targets that a thumb hits."""
    page = visit(phone=True)
    assert small_targets(page) == []
    face(page, "Olo").tap()
    page.wait_for_function(TURN_OR_END)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    play_turn(page)
    assert small_targets(page) == []


def small_targets(page):
    """What a thumb would miss."""
    return page.evaluate(
        """() => [...document.querySelectorAll('button, a.btn, select, summary, label:has(input)')]
            .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5)
            .map((one) => one.outerHTML)"""
    )


def by_keys(page):
    """One turn with the keyboard alone."""
    with going_on(page):
        walk_and_put(page)


def walk_and_put(page):
    """Focus the board, walk, put, commit."""
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
    play_to_the_end({page: by_keys})
    page.locator(".outcome").wait_for()


def test_typed_commands_are_answered_in_words(visit):
    """For those who listen: the hand, the moves, and a play."""
    page = against_the_computer(visit())
    page.wait_for_function(TURN_OR_END)
    page.get_by_role("tab", name="Menu").click()
    page.get_by_text("Type commands").click()
    line = page.get_by_label("Command", exact=True)

    def typed(text):
        line.fill(text)
        line.press("Enter")
        return page.locator(".answer").inner_text

    typed("hand")
    page.locator(".answer", has_text=re.compile("red|orange|yellow|green|blue|purple")).wait_for()
    move = offered_plays(page)[0][0]
    typed(f"play {move}")
    page.locator(".answer", has_text="Saved").wait_for()


def test_one_device_is_handed_on(visit):
    """Nobody sees a hand before its owner has the device; everybody reads who starts, and why."""
    page = visit()
    page.get_by_role("link", name="Pass and play").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Player 2", exact=True).fill("Bo")
    page.get_by_text("Ages, if you like").click()
    page.get_by_label("Your age").fill("41")
    page.get_by_label("Bo’s age").fill("7")
    page.get_by_role("button", name="Start", exact=True).click()
    told = page.get_by_role("list", name="Moves").get_by_role("listitem").first
    told.wait_for()
    said = told.inner_text()
    assert re.match(r"(Ada|Bo) starts with the largest set|Ada starts: .* oldest", said)
    assert page.locator(".opening").inner_text() == said
    for _ in range(4):
        page.get_by_text("Hand the device to").wait_for()
        assert page.locator(".rack").count() == 0
        page.get_by_role("button", name="That’s me").click()
        page.locator(".rack").wait_for()
        make_move(page)


def agree_with_a_slip(page):
    page.get_by_role("button", name="Accept").click()


def agree_with_the_button(page):
    page.locator(".slip").get_by_text("would like a rematch").wait_for()
    page.get_by_role("button", name="Play again").click()


def leave(page):
    """Leave the game, and see that it is over."""
    page.get_by_role("tab", name="Menu").click()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the game").click()
    page.locator(".outcome").wait_for()


@pytest.mark.parametrize("agree", [agree_with_a_slip, agree_with_the_button])
def test_a_rematch_begins_when_both_have_come(visit, agree):
    """They are taken there, each device adds a text to the new shuffle, and finds it again."""
    ada, bo = invite(visit)
    first = table_of(ada)
    leave(bo)
    ada.get_by_role("button", name="Play again").click()
    agree(bo)
    for page in (ada, bo):
        page.wait_for_url(lambda url: "/t/" in url and not url.endswith(first))
        page.locator(".rack").wait_for()
    assert table_of(ada) == table_of(bo) != first
    leave(bo)
    for page in (ada, bo):
        page.locator(".outcome").get_by_text("Fair shuffling").click()
        page.get_by_text("The text this device sent is among them.").wait_for()
        page.get_by_text("Texts for the shuffle came from: Bo, Ada").wait_for()
        page.locator(".result.good").wait_for()


@pytest.mark.parametrize(
    ("lang", "words"),
    [("pl-PL", "Siadaj do stołu."), ("ro-RO", "Ia loc la masă."), ("uk-UA", "Сідай до столу.")],
)
def test_the_browser_speaks_its_language(visit, lang, words):
    """From the browser's preference, and switched at once."""
    page = visit(lang=lang)
    page.get_by_role("heading", name=words).wait_for()
    assert page.evaluate("document.documentElement.lang") == lang[:2]
    page.locator("header .round").last.click()
    page.get_by_role("radio", name="English").click()
    page.get_by_role("heading", name="Pull up a chair.", include_hidden=True).wait_for()


def test_pending_tiles_survive_a_reload(visit):
    """What was being thought about is still there, and can be played."""
    page = against_the_computer(visit())
    page.wait_for_function(TURN_OR_END)
    move = max(offered_plays(page), key=lambda one: len(one[0]))[0]
    tile, _, cell = move.split()[0].partition("@")
    put(page, tile, cell)
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
    tile, _, cell = offered_plays(page)[0][0].split()[0].partition("@")
    put(page, tile, cell)
    now = page.locator(".filled").count()
    moves = page.evaluate(TURN) - 1
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Look back at earlier moves").tap()
    page.get_by_role("button", name="Go to the start").tap()
    page.get_by_text("The hands have been dealt.").wait_for()
    assert page.locator(".filled").count() == 0
    seen = []
    for _ in range(moves):
        page.get_by_role("button", name="One move forward").tap()
        seen.append(page.locator(".filled").count())
    assert seen[0] > 0
    assert seen == sorted(seen)
    assert seen[-1] == now - 1  # without the pending one
    page.get_by_role("button", name="Back to the game").tap()
    page.locator("g.pending").wait_for()
    assert page.locator(".filled").count() == now


PAGES = (
    "", "new", "new#device", *LEARNING, "rules", "fairness", "you", "replay/sample",
)  # fmt: skip


@pytest.mark.parametrize("lang", ["uk-UA", *map(late, ("en-GB", "pl-PL", "ro-RO"))])
def test_every_page_is_whole_in_every_language(visit, lang):
    """No key without its sentence, nothing wider than a small phone."""
    page = visit(phone=True, lang=lang)
    home = page.url
    for path in PAGES:
        page.goto(home + path)
        page.locator("h1").first.wait_for()
        assert "web." not in page.locator("main").inner_text(), path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
