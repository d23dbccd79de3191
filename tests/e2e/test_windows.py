"""Both tables at six sizes after each of forty turns: what is needed is on the screen. Every day at
three sizes, after a few of them.

The person's turns go to the server without taps, and one game serves all sizes: what is tried here
is where things are, not how they are played.
"""

import pytest

from tests.e2e.cards import chosen_cards
from tests.e2e.test_pictures import SIZES
from tests.e2e.tiles import CHOOSE, DRAWN, MINE, command, new_table, offers, table_of
from tests.e2e.tiles import view as seen
from tests.often import LONG

SIZES = SIZES if LONG else SIZES[::2]
TURNS = 20
"""Of one's own; with those of the computer forty."""
LOOKED_AT = range(TURNS) if LONG else (0, 6, 13, 19)
OVER = ".outcome"
MY_TURN = f"""([over, mine, turn]) => document.querySelector(over) || (
    document.querySelector(mine) && {DRAWN} &&
    Number(/Turn (\\d+)/.exec(document.querySelector('.bar').textContent)?.[1]) >= turn)"""
"""One's turn, in a window that has heard of n turns; not every move can be looked at."""

FAULTS = """(needed) => {
    const isInside = ({left, top, right, bottom}) =>
        left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const outside = needed.filter((selector) => {
        const found = document.querySelector(selector);
        return !found || !isInside(found.getBoundingClientRect());
    });
    const scrolls = (one) => one.scrollHeight > one.clientHeight + 1
        && /auto|scroll/.test(getComputedStyle(one).overflowY) && !one.closest('.mat, .panel');
    const moved = [...document.querySelectorAll('.game, .game *')].filter(scrolls);
    const whole = document.documentElement;
    const fits = whole.scrollWidth <= innerWidth && whole.scrollHeight <= innerHeight;
    return [...outside, ...moved.map((one) => `${one.className} scrolls`),
        ...(fits && !scrollX && !scrollY ? [] : ['the page scrolls'])];
}"""
"""What is needed and not within the window, and what scrolls besides mat and panel."""

UNLIT = """async (placed) => {
    const moment = () => new Promise((done) => setTimeout(done, 10));
    const isLit = (cell) => {
        const box = document.querySelector(`[data-cell="${cell}"]:is(.open, .later)`)
            ?.getBoundingClientRect();
        return box && box.left >= -1 && box.top >= -1
            && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    };
    const missing = [];
    for (const [tile, cell] of placed) {
        const held = document.querySelector(`.rack button:not(.away):has([data-tile="${tile}"])`);
        held.click();
        for (let n = 0; n < 3000 && !isLit(cell); n++) await moment();
        if (!isLit(cell)) missing.push(`${tile}@${cell}`);
        held.click();
        await moment();
    }
    return missing;
}"""
"""Tiles that were held and whose cell did not come into the window, in half a minute."""

UNSEEN = """(cards) => {
    const area = document.querySelector('.rows-area');
    const {left, top, right, bottom} = area.getBoundingClientRect();
    const canScroll = area.scrollHeight > area.clientHeight + 1;
    const isAstray = (one) => {
        const box = one.getBoundingClientRect();
        return box.left < left - 1 || box.right > right + 1
            || (!canScroll && (box.top < top - 1 || box.bottom > bottom + 1));
    };
    const rows = [...area.querySelectorAll('.line, .begin')].filter(isAstray);
    const isHidden = (card) => {
        const box = document.querySelector(`.fan button:has([data-tile="${card}"])`)
            .getBoundingClientRect();
        return box.left < -1 || box.right > innerWidth + 1
            || box.top < -1 || box.top + 20 > innerHeight;
    };
    return [...rows.map((one) => one.textContent), ...cards.filter(isHidden)];
}"""
"""Rows beside the part of the mat that shows them, and cards of a play whose head is not seen."""


def check_tiles(page, moves):
    """Hold each tile of the best play: the cell that it goes to comes into the window."""
    plays = [(points, move) for move, points in moves if "@" in move]
    placed = [one.split("@") for one in max(plays)[1].split()] if plays else []
    assert page.evaluate(FAULTS, [".rack", ".play, .acts .go"]) == []
    assert page.evaluate(UNLIT, placed) == []


def check_cards(page, cards):
    """Hand, button and the rows; the cards that can be played now."""
    assert page.evaluate(FAULTS, [".fan", ".finish", ".rows-area"]) == []
    assert page.evaluate(UNSEEN, cards) == []


def windows(visit, edition):
    """The same seat in several windows, as somebody with as many screens would have it."""
    page = visit()
    table, known = new_table(page, edition), page.context.storage_state()
    for width, height in SIZES:
        size = {"width": width, "height": height}
        yield visit(f"/t/{table}", phone=width < 900, size=size, storage_state=known)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_everything_needed_stays_in_the_window(visit, edition):
    """From the first turn to the fortieth, with a panel that grows; nothing scrolls but mat and
    panel."""
    pages = list(windows(visit, edition))
    table, turn = table_of(pages[0]), 0
    for number in range(TURNS):
        for one in pages:
            one.wait_for_function(MY_TURN, arg=[OVER, MINE[edition], turn])
        if one.locator(OVER).count():
            break
        offered, view = offers(one, table), seen(one)
        cards = chosen_cards(one) if edition == "cards" else []
        for one in pages if number in LOOKED_AT else []:
            if edition == "classic":
                check_tiles(one, offered["moves"])
            else:
                check_cards(one, cards)
        turn = view["moves"] + 2  # one's own is made; after an exchange one goes on oneself (C9)
        command(one, table, CHOOSE[edition](view, offered))
    assert turn > TURNS
