"""A person at the card table: looks, taps and types."""

from qwirkle import Hand, Table
from qwirkle.cards.moves import Arrange, write_rows
from qwirkle.cards.rules import Position, played
from tests.e2e.tiles import table_of


def seen(page):
    """The table as the person knows it."""
    return page.evaluate(
        "async (table) => (await fetch(`/api/tables/${table}`)).json()", table_of(page)
    )


def chosen_cards(page):
    """The cards of a good turn; none where nothing can be played."""
    view = seen(page)
    hand = Hand.parse(" ".join(view["hand"]))
    table = Table.parse(" | ".join(" ".join(row) for row in view["rows"]))
    opening = not view["moves"]
    position = Position(table, hand, view["bag"], opening)
    best = None if opening else table.best(hand)
    move = best or next(iter(position.moves()))
    return [str(card) for card in played(table, move)] if isinstance(move, Arrange) else []


def hand_card(page, code):
    """A card of the hand that is neither laid nor chosen."""
    free = ".hand button:not(.away):not([aria-pressed=true])"
    return page.locator(f'{free}:has([data-tile="{code}"])').first


def rows(page):
    """The rows as they lie on the screen, by the codes of their cards."""
    shown = page.evaluate(
        """() => [...document.querySelectorAll('.line')].map((row) =>
            [...row.querySelectorAll('[data-tile]')].map((card) => card.dataset.tile))"""
    )
    return write_rows(shown)


READY = ".actions .primary[aria-disabled=false]"
GONE_ON = """(moves) => document.querySelector('.outcome') || (!document.querySelector('.away')
    && moves !== document.querySelectorAll('ol[aria-label=Moves] li').length)"""


def by_taps(page):
    """Tap the cards, let them be arranged, play."""
    moves = page.locator("ol[aria-label=Moves] li").count()
    cards = chosen_cards(page)
    for code in cards:
        hand_card(page, code).click()
    if cards:
        page.get_by_role("button", name="Arrange for me").click()
        page.locator(READY).click()
    else:
        page.locator(".actions .primary").click()
    page.wait_for_function(GONE_ON, arg=moves)


def by_keys(page):
    """The same without a pointer: numbers choose, A arranges, C plays."""
    moves = page.locator("ol[aria-label=Moves] li").count()
    cards = chosen_cards(page)
    page.locator(".hand button").first.focus()
    for code in cards:
        page.keyboard.press(hand_card(page, code).get_attribute("aria-label").partition(":")[0])
    if cards:
        page.keyboard.press("a")
        page.locator(READY).wait_for()
        page.keyboard.press("c")
    else:
        page.locator(".actions .primary").focus()
        page.keyboard.press("Enter")
    page.wait_for_function(GONE_ON, arg=moves)
