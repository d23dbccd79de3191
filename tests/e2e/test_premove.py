"""Two people at a table with a clock: a move is given ahead, and made when its turn comes."""

import re
from itertools import chain, islice

import pytest

from qwirkle import Board, Hand, Table
from qwirkle.cards.rules import row_fault
from qwirkle.tiles import Tile
from tests.e2e.cards import chosen_cards, hand_card, rows
from tests.e2e.test_accessibility import violations
from tests.e2e.tiles import offers, settle, table_of
from tests.e2e.tiles import view as seen
from tests.often import late

CLOCK = {"type": "live", "minutes": 60, "increment": 0}
SEND = """async ([path, body]) => {
    const id = '0' + Array.from({length: 25}, () =>
        '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Math.floor(Math.random() * 32)]).join('');
    const answer = await fetch(path, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify({id, ...body}),
    });
    return answer.json();
}"""
AHEAD = ".acts .ahead"
LOST = "Your prepared move no longer fits."


def send(page, path, **body):
    answer = page.evaluate(SEND, [path, body])
    assert "problem" not in answer, answer
    return answer


def at_a_table(visit, server, edition, **looks):
    """Two people who sit at a table with a clock; the second of them as they like."""
    ada, bo = visit(), visit(**looks)
    table = send(ada, "/api/tables", do="create", edition=edition, seats=2, clock=CLOCK)["table"]
    send(bo, f"/api/tables/{table}/commands", do="sit", name="Bo")
    for page in (ada, bo):
        send(page, f"/api/tables/{table}/commands", do="start")
    for page in (ada, bo):
        page.goto(f"{server.url}/t/{table}")
        page.locator(".players").wait_for()
    return ada, bo


def move(page, text):
    """Make a move that was worked out, without the pointer."""
    path = f"/api/tables/{table_of(page)}/commands"
    send(page, path, do="play", move=text, expect=seen(page)["seq"])


def by_turn(*pages):
    """The one to move, and the one who waits."""
    return sorted(pages, key=lambda page: (view := seen(page))["turn"] != view["you"])


def is_told(page, moves):
    """The page shows a table on which n moves were made."""
    page.get_by_text(re.compile(rf"Turn {moves + 1}\b")).wait_for()


def says(page, text):
    page.locator(".unseen-text[role=log]", has_text=text).wait_for(state="attached")


def at_rest(page):
    """Colours change by transitions, however short."""
    page.wait_for_function("() => !document.getAnimations().length")
    return page


def is_armed(page, armed=True):
    page.locator(f"{AHEAD}[aria-pressed={str(armed).lower()}]").wait_for()


def after(board, text):
    return Board.parse(" ".join(chain(map(str, str(board).split()), text.split())))


def tile_pair(mover, waiter):
    """A tile that the waiter can lay already, and a move that leaves it its place; where there is
    none the other moves first."""
    board = Board.parse(" ".join(seen(mover)["board"]))
    cells = {(x + dx, y + dy) for x, y in map(cell_of, str(board).split())
             for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}  # fmt: skip
    fitting = [f"{tile}@{x},{y}" for tile in seen(waiter)["hand"] for x, y in cells]
    fitting = [play for play in fitting if board.fault(play) is None]
    pairs = ((play, one) for play in fitting for one in plays(mover)
             if cell_of(play) not in map(cell_of, one.split()))  # fmt: skip
    return next(((play, one) for play, one in pairs if after(board, one).fault(play) is None), None)


def cell_of(placed):
    x, y = placed.partition("@")[2].split(",")
    return int(x), int(y)


def plays(page):
    """The plays that are offered, the best first."""
    offered = sorted(offers(page, table_of(page))["moves"], key=lambda one: -one[1])
    return [play for play, _ in offered if "@" in play]


def go_on(page):
    """Any good move; a trade where nothing fits."""
    best = next(iter(plays(page)), None)
    move(page, best) if best else trade(page)


def trade(page):
    view, path = seen(page), f"/api/tables/{table_of(page)}/commands"
    send(page, path, do="trade", tiles=view["hand"][:1], expect=view["seq"])


def lay_ahead(page, placed):
    """Tap a tile, then a free cell."""
    tile, _, cell = placed.partition("@")
    page.locator(f'.rack button:not(.away):has([data-tile="{tile}"])').first.click()
    settle(page)
    page.locator(f'[data-cell="{cell}"]').click()
    page.locator(f'[data-cell="{cell}"].ahead').wait_for()


@pytest.mark.parametrize("phone", [True, late(False)])
def test_a_tile_move_is_given_ahead(visit, server, phone):
    """By taps and by key, over a reload; it is made when the turn comes. The next one finds its
    cell taken, and is back in the rack."""
    pages = at_a_table(visit, server, "classic", phone=phone)
    mover, waiter = by_turn(*pages)
    while not (seen(mover)["board"] and (pair := tile_pair(mover, waiter))):
        go_on(mover)
        mover, waiter = by_turn(*pages)
    play, first = pair
    is_told(waiter, seen(waiter)["moves"])
    lay_ahead(waiter, play)
    waiter.locator(f"{AHEAD}[aria-disabled=false]").click()
    is_armed(waiter)
    says(waiter, "Your move is ready.")
    assert violations(at_rest(waiter)) == []
    waiter.reload()
    is_armed(waiter)
    cell = waiter.locator(f'[data-cell="{play.partition("@")[2]}"].armed')
    cell.focus()
    waiter.keyboard.press("c")
    is_armed(waiter, False)
    says(waiter, "Your move will no longer be played by itself.")
    waiter.keyboard.press("c")
    is_armed(waiter)

    moves = seen(waiter)["moves"]
    move(mover, first)
    is_told(mover, moves + 2)
    assert seen(mover)["last"]["move"] == play
    waiter.locator(f"{AHEAD}[aria-pressed=false]").wait_for()
    assert waiter.locator("[data-cell].pending").count() == 0

    while not (best := next(iter(plays(mover)), "")):
        trade(mover)
        mover, waiter = by_turn(*pages)
    is_told(waiter, seen(waiter)["moves"])
    wanted = next(one for one in best.split() if any(
        abs(cell_of(one)[0] - x) + abs(cell_of(one)[1] - y) == 1
        for x, y in map(cell_of, seen(mover)["board"])))  # fmt: skip
    hand = seen(waiter)["hand"]
    lay_ahead(waiter, f"{hand[0]}@{wanted.partition('@')[2]}")
    waiter.locator(AHEAD).click()
    is_armed(waiter)
    move(mover, best)
    waiter.get_by_role("alert").filter(has_text=LOST).wait_for()
    waiter.locator(".rack:not(.waiting)").wait_for()
    assert waiter.locator(".rack .away").count() == 0
    view = seen(waiter)
    assert (view["turn"], view["hand"]) == (view["you"], hand)


def card_pair(mover, waiter):
    """A card that the waiter can add to a row, and a move that leaves this row as it lies."""
    table = Table.parse(" | ".join(" ".join(row) for row in seen(mover)["rows"]))
    cards = [Tile.parse(code) for code in seen(waiter)["hand"]]
    fitting = [(card, row) for row in table for card in cards
               if len(row) < 5 and row_fault((*row, card)) is None]  # fmt: skip
    hand = Hand.parse(" ".join(seen(mover)["hand"]))
    for play in islice(table.plays(hand), 200):
        kept = {tuple(sorted(row)) for row in table.after(play)}
        for card, row in fitting:
            if tuple(sorted(row)) in kept:
                return str(card), " ".join(map(str, row)), str(play)
    return None


def open_cards(page):
    """The first turn, or any other: whatever is good."""
    view = seen(page)
    table = Table.parse(" | ".join(" ".join(row) for row in view["rows"]))
    if not view["moves"]:
        return " ".join(chosen_cards(page))
    best = table.best(Hand.parse(" ".join(view["hand"])))
    return str(best) if best else offers(page, table_of(page))["moves"][0][0]


def row_of(page, text):
    """The place of a row on the screen."""
    shown = [sorted(row.split()) for row in rows(page).split(" | ")]
    return page.locator(".line").nth(shown.index(sorted(text.split())))


@pytest.mark.parametrize("phone", [False, late(True)])
def test_a_card_move_is_given_ahead(visit, server, phone):
    """It follows its row onto the table that the other one has made."""
    pages = at_a_table(visit, server, "cards", phone=phone)
    mover, waiter = by_turn(*pages)
    while not (seen(mover)["rows"] and (found := card_pair(mover, waiter))):
        move(mover, open_cards(mover))
        mover, waiter = by_turn(*pages)
    card, row, first = found
    is_told(waiter, seen(waiter)["moves"])
    hand_card(waiter, card).click()
    row_of(waiter, row).locator(".handle").click()
    waiter.locator(".card.ahead[data-news=mine]").wait_for()
    waiter.locator(f"{AHEAD}[aria-disabled=false]").click()
    is_armed(waiter)
    assert violations(at_rest(waiter)) == []
    waiter.reload()
    is_armed(waiter)
    waiter.locator(".fan button").first.focus()
    waiter.keyboard.press("c")
    is_armed(waiter, False)
    waiter.keyboard.press("c")
    is_armed(waiter)
    says(waiter, "Your move is ready.")

    view = seen(waiter)
    move(mover, first)
    is_told(mover, view["moves"] + 2)
    told = seen(waiter)
    assert told["last"]["seat"] == view["you"]
    together = sorted([*row.split(), card])
    assert together in [sorted(one) for one in told["rows"]]
    assert len(told["hand"]) >= len(view["hand"]) - 1
    waiter.locator(f"{AHEAD}[aria-pressed=false]").wait_for()
    assert waiter.locator("[data-news=mine]").count() == 0
