"""A person at the card table: looks, taps and types."""

from qwirkle import Hand, Table
from qwirkle.cards.moves import Arrange, write_rows
from qwirkle.cards.rules import Position, played
from tests.e2e import tiles
from tests.e2e.tiles import HINT, going_on
from tests.e2e.tiles import view as seen


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
    """A card of the hand that is not chosen."""
    free = ".fan button:not([aria-pressed=true])"
    return page.locator(f'{free}:has([data-tile="{code}"])').first


def rows(page):
    """The rows as they lie on the screen, by the codes of their cards."""
    shown = page.evaluate(
        """() => [...document.querySelectorAll('.line')].map((row) =>
            [...row.querySelectorAll('[data-tile]')].map((card) => card.dataset.tile))"""
    )
    return write_rows(shown)


MINE = tiles.MINE["cards"]
READY = ".finish[aria-disabled=false]"


def by_taps(page):
    """Tap the cards, let them be arranged, finish the turn."""
    with going_on(page):
        cards = chosen_cards(page)
        for code in cards:
            hand_card(page, code).click()
        if cards:
            page.get_by_role("button", name="Arrange").click()
        page.locator(READY).click()


def until_playable(page):
    """Wait for a turn in which something fits; of seventeen first hands one is exchanged."""
    page.locator(MINE).first.wait_for()
    while not chosen_cards(page):
        by_taps(page)
        page.locator(MINE).first.wait_for()


def by_keys(page):
    """The same without a pointer: numbers choose, A arranges, C finishes."""
    with going_on(page):
        cards = chosen_cards(page)
        page.locator(".fan button").first.focus()
        for code in cards:
            page.keyboard.press(hand_card(page, code).get_attribute("aria-label").partition(":")[0])
        if cards:
            page.keyboard.press("a")
            page.locator(READY).wait_for()
            page.keyboard.press("c")
        else:
            page.locator(READY).focus()
            page.keyboard.press("Enter")


def thinking(page):
    """Look, ask for a hint, lay it: stops at each; in any language."""
    page.locator(MINE).first.wait_for()
    yield "look"
    page.locator(HINT).click()
    page.locator(".ideas button").first.wait_for()
    yield "hint"
    page.locator(".ideas [aria-pressed=true]").click()
    page.locator("[data-news=mine]").first.wait_for()
    yield "laid"
