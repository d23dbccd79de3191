"""A person at the tile table: looks, taps and types."""

import re

TURN = ".say"


def is_over(page):
    return page.locator(".outcome").count() > 0


def my_turn(page):
    return page.locator(TURN, has_text="Your turn").count() > 0


def offers(page, table):
    """Every move that the person to move may make, as the client was told."""
    return page.evaluate(
        """async (table) => {
            const id = '0' + Array.from({length: 25}, () =>
                '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Math.floor(Math.random() * 32)]).join('');
            const answer = await fetch(`/api/tables/${table}/questions`, {
                method: 'POST',
                headers: {'content-type': 'application/json'},
                body: JSON.stringify({ask: 'offers', id}),
            });
            return answer.json();
        }""",
        table,
    )


def table_of(page):
    return re.search(r"/t/([a-z2-7]{16})", page.url)[1]


def put(page, tile, cell):
    """Tap a tile of the hand, then a cell."""
    page.locator(f'.rack button:not(.away):has([data-tile="{tile}"])').first.click()
    page.locator(f'[data-cell="{cell}"].open').click()


MOVES = "document.querySelectorAll('ol[aria-label=Moves] li').length"


def play_turn(page):
    """A turn by taps, until the table has gone on; a computer may have answered already."""
    before = page.evaluate(MOVES)
    make_move(page)
    page.wait_for_function(f"() => document.querySelector('.outcome') || {MOVES} > {before}")


def make_move(page):
    """The best move; a trade of the first tile where nothing fits."""
    offered = offers(page, table_of(page))
    if not offered["moves"]:
        page.get_by_role("button", name="Trade", exact=True).click()
        page.locator(".rack button").first.click()
        page.get_by_role("button", name=re.compile("Trade 1")).click()
        return
    move = max(offered["moves"], key=lambda one: one[1])[0]
    if move == "pass":
        page.get_by_role("button", name="Pass").click()
        return
    for placed in move.split():
        tile, _, cell = placed.partition("@")
        put(page, tile, cell)
    page.get_by_role("button", name=re.compile("Play for")).click()
