"""A person at the tile table: looks, taps and types."""

import re
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from tests.e2e import local
from tests.often import LONG
from tests.server.nodes import arranging, highest


def is_over(page):
    return page.locator(".outcome").count() > 0


def my_turn(page):
    return page.locator(".rack:not(.waiting)").count() > 0 and not is_over(page)


def offers(page, table):
    """Every move that the person to move may make, as the client was told."""
    if local.is_local(table):
        return local.offers(page, table)
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


def command(page, table, body):
    """Send a command as the client does, without its buttons."""
    answer = page.evaluate(
        """async ([table, body]) => (await fetch(`/api/tables/${table}/commands`, {
            method: 'POST',
            headers: {'content-type': 'application/json'},
            body: JSON.stringify(body),
        })).json()""",
        [table, body],
    )
    assert "problem" not in answer, answer


def table_of(page):
    return re.search(r"/t/([a-z2-7]{16}|d-\w+)", page.url)[1]


def view(page):
    """The table as the person knows it."""
    table = table_of(page)
    if local.is_local(table):
        return local.view(page, table)
    return page.evaluate("async (table) => (await fetch(`/api/tables/${table}`)).json()", table)


def joined(visit, host):
    """Somebody else, who sits down at the table that the host opens; their game has begun."""
    host.get_by_role("button", name="Open the table").click()
    host.get_by_role("heading", name="Invite").wait_for()
    guest = visit(f"/t/{table_of(host)}")
    guest.get_by_role("button", name="Take a seat").click()
    for page in (host, guest):
        page.get_by_role("button", name="I am ready").click()
    for page in (host, guest):
        page.locator(".players").wait_for()
    return guest


DRAWN = "!document.documentElement.hasAttribute('data-drawing')"


def drawn(page):
    """Wait until the parts of a page that come some frames later are there."""
    page.wait_for_function(f"() => {DRAWN}")


def settle(page):
    """Wait until the board is drawn where it is: the camera may have made room for the cells."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def put(page, tile, cell):
    """Tap a tile of the hand, then a cell."""
    page.locator(f'.rack button:not(.away):has([data-tile="{tile}"])').first.click()
    settle(page)
    page.locator(f'[data-cell="{cell}"]:is(.open, .later)').click()


TURN = r"Number(/\d+/.exec(document.querySelector('.bar small').textContent)[0])"
"""Which turn it is, as the bar says: it changes together with everything else that is shown, while
the list of moves may be a moment ahead."""


GONE_ON = f"(turn) => document.querySelector('.outcome') || {TURN} > turn"


@contextmanager
def going_on(page):
    """A turn is made in it; afterwards the page shows the table that has gone on.

    A page that was only asked whether it is one's turn may not have heard of the move yet.
    """
    turn = page.evaluate(f"() => {TURN}")
    yield
    page.wait_for_function(GONE_ON, arg=turn)


def play_turn(page, before_play=lambda _: None):
    """A turn by taps, until the table has gone on; a computer may have answered already."""
    with going_on(page):
        make_move(page, before_play)


CHOOSE = {"classic": highest, "cards": arranging}
"""A good move of each game, as a command."""


MINE = {"classic": ".rack:not(.waiting)", "cards": ".fan button[aria-disabled=false]"}
"""What can be taken when it is one's turn."""
MY_TURN_OR_END = "(mine) => document.querySelector(`${mine}, .outcome`)"


def play_to_the_end(turns):
    """A whole game, by pages and the way in which a turn is taken at each. Its middle, where turns
    are alike, is sent while nobody looks; in a long run nothing is."""
    if not LONG:
        _play(turns, _by_hand, lambda known: known["moves"] >= 4)
        urls = {page: page.url for page in turns}
        for page, url in urls.items():
            page.goto(url.replace("/t/", "/healthz#/t/"))
        _play(turns, _send, lambda known: not known["bag"])
        for page, url in urls.items():
            page.goto(url)
    _play(turns, _by_hand, lambda known: known["phase"] == "over")


def _play(turns, way, until):
    for _ in range(10_000):
        seen = {page: view(page) for page in turns}
        if any(map(until, seen.values())):
            return
        for page, known in seen.items():
            if known["turn"] == known["you"]:
                way(page, known, turns[page])
    raise AssertionError("The game has no end.")


def _by_hand(page, known, turn):
    page.wait_for_function(MY_TURN_OR_END, arg=MINE[known["edition"]])
    turn(page)


def _send(page, known, _turn):
    table = table_of(page)
    command(page, table, CHOOSE[known["edition"]](known, offers(page, table)))


def offered_plays(page: Page) -> list[Any]:
    """The plays of one's turn with their points. Of thirty hands one fits nowhere: it is traded."""
    page.locator(".rack:not(.waiting)").wait_for()
    while not (plays := [one for one in offers(page, table_of(page))["moves"] if "@" in one[0]]):
        play_turn(page)
        page.locator(".rack:not(.waiting)").wait_for()
    return plays


def new_table(page, edition="classic", bots=(1,), **options):
    """A game against computer players, set up without the start page; returns its id."""
    return page.evaluate(
        """async ([edition, bots, options]) => {
            const id = () => '0' + Array.from({length: 25}, () =>
                '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Math.floor(Math.random() * 32)]).join('');
            const send = (path, body) => fetch(path, {
                method: 'POST',
                headers: {'content-type': 'application/json'},
                body: JSON.stringify({id: id(), ...body}),
            }).then((answer) => answer.json());
            const seats = bots.length + 1;
            const body = {do: 'create', edition, seats, bots, ...options};
            const {table} = await send('/api/tables', body);
            await send(`/api/tables/${table}/commands`, {do: 'start'});
            return table;
        }""",
        [edition, list(bots), options],
    )


HINT = ".tool[aria-pressed][aria-busy]:enabled"


def look_at_a_play(page):
    """Ask for ideas, and look at the best one that lays something: another may be better."""
    page.locator(HINT).click()
    idea = page.locator(".ideas button:not(:has(.instead))").first
    idea.wait_for()
    if idea.get_attribute("aria-pressed") != "true":
        idea.click()


def thinking(page):
    """Look, ask for a hint, lay it: stops at each; in any language."""
    page.locator(".rack:not(.waiting)").wait_for()
    yield "look"
    page.locator(HINT).click()
    page.locator(".ideas button").first.wait_for()
    yield "hint"
    page.locator(".ideas [aria-pressed=true]").click()
    page.locator("[data-cell].pending").first.wait_for()
    yield "laid"


def make_move(page, before_play=lambda _: None):
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
    page.locator(".play[aria-disabled=false]").wait_for()
    before_play(page)
    page.locator(".play[aria-disabled=false]").click()
