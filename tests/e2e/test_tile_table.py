"""The tile table under mouse and finger."""

import pytest

from tests.e2e.tiles import (
    drawn,
    going_on,
    look_at_a_play,
    my_turn,
    new_table,
    offered_plays,
    play_turn,
    settle,
)


def at_table(visit, size, edition="classic", bots=(1,), **options):
    width, height = size
    page = visit(phone=width < 900, size={"width": width, "height": height})
    table = new_table(page, edition, bots, **options)
    page.goto(page.url.rstrip("/") + f"/t/{table}")
    page.locator(".rack").wait_for()
    drawn(page)
    return page


def wait_for_turn(page):
    page.wait_for_function(
        "() => document.querySelector('.rack:not(.waiting)') || document.querySelector('.outcome')"
    )


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Mouse:
    """Drags with the left button; the picture is under the pointer."""

    above = 0.0

    def __init__(self, page):
        self.page = page

    def press(self, at):
        self.page.mouse.move(*at)
        self.page.mouse.down()

    def move(self, at):
        self.page.mouse.move(*at)

    def let_go(self):
        self.page.mouse.up()


class Finger:
    """Drags by touch; the picture floats above it, and chooses the cell."""

    above = 0.85

    def __init__(self, page):
        self.devtools = page.context.new_cdp_session(page)

    def _send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def press(self, at):
        self._send("touchStart", at)

    def move(self, at):
        self._send("touchMove", at)

    def let_go(self):
        self._send("touchEnd")


def lift(pointer, at):
    """Press, and move far enough that it is no tap."""
    pointer.press(at)
    for far in (4, 9, 14):
        pointer.move((at[0], at[1] - far))


PICTURE_OVER = """([cell, near]) => {
    const middle = (one) => {
        const box = document.querySelector(one).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [ax, ay] = middle('.floating');
    const [bx, by] = middle(`[data-cell="${cell}"]`);
    return Math.abs(ax - bx) < near && Math.abs(ay - by) < near;
}"""
"""Whether the picture of the dragged tile is over a cell."""


def dragged(page, pointer, source, cell):
    """Drag a tile until its picture is over a cell, and let it go."""
    at = middle(source.bounding_box())
    lift(pointer, at)
    for _ in range(6):  # as a person does: the board may move under the tile
        settle(page)
        box = page.locator(f'[data-cell="{cell}"]').bounding_box()
        x, y = middle(box)
        tile = max(44, box["height"] / 0.96)
        end = (x, y + pointer.above * tile)
        for step in range(1, 9):
            pointer.move(tuple(a + (b - a) * step / 8 for a, b in zip(at, end, strict=True)))
        at = end
        settle(page)
        if page.evaluate(PICTURE_OVER, [cell, tile / 2]):
            break
    assert page.evaluate(PICTURE_OVER, [cell, tile / 2]), cell
    pointer.let_go()


def offered_play(page, most=1):
    """The play of the fewest tiles, with their cells."""
    moves = [move for move, _ in offered_plays(page)]
    return min(moves, key=lambda move: move.count("@")).split()[:most]


def in_rack(page, tile):
    return page.locator(f'.rack button:not(.away):has([data-tile="{tile}"])').first


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["mouse", "finger"])
def test_a_dragged_tile_lands_where_its_picture_is(visit, size):
    """From the rack to a lit cell, on to another place of the board, and back to the rack."""
    page = at_table(visit, size)
    pointer = Finger(page) if size[0] < 900 else Mouse(page)
    for _ in range(3):
        placed = offered_play(page, most=6)
        with going_on(page):
            for one in placed:
                tile, _, cell = one.partition("@")
                dragged(page, pointer, in_rack(page, tile), cell)
                page.locator(f'[data-cell="{cell}"].pending').wait_for()
            page.locator(".play[aria-disabled=false]").click()
    tile, _, cell = offered_play(page)[0].partition("@")
    dragged(page, pointer, in_rack(page, tile), cell)
    laid = page.locator(f'[data-cell="{cell}"].pending')
    laid.wait_for()
    lift(pointer, middle(laid.bounding_box()))
    x, y = middle(page.locator(".rack").bounding_box())
    pointer.move((x, y + 60 * pointer.above))
    pointer.let_go()
    page.wait_for_function("() => !document.querySelector('[data-cell].pending')")
    assert page.locator(".rack button.away").count() == 0


def test_the_rack_can_be_put_in_order_by_dragging(visit):
    """The last tile goes to the front; a sort puts them by colour."""
    page = at_table(visit, (1366, 768))
    wait_for_turn(page)
    places = "[...document.querySelectorAll('.rack [data-place]')].map((one) => one.dataset.place)"
    before = page.evaluate(places)
    tiles = page.locator(".rack [data-place]")
    first, last = (middle(tiles.nth(n).bounding_box()) for n in (0, 5))
    mouse = Mouse(page)
    lift(mouse, last)
    mouse.move((first[0] - 20, first[1]))
    mouse.let_go()
    page.wait_for_function(
        f"(before) => JSON.stringify({places}) !== JSON.stringify(before)", arg=before
    )
    assert page.evaluate(places) == [before[5], *before[:5]]


def test_a_tile_that_does_not_fit_says_why_and_goes_home(visit):
    """The reason is said at the cell, with its rule; the tile is in the rack again."""
    page = at_table(visit, (1366, 768))
    play_turn(page)
    wait_for_turn(page)
    lying = page.locator("[data-cell].filled").first.get_attribute("data-cell")
    page.locator(".rack button").first.click()
    page.locator(f'[data-cell="{lying}"]').click()
    page.locator(".reason", has_text="T9").wait_for()
    assert page.locator("[data-cell].pending").count() == 0


def test_a_hint_is_drawn_on_the_board_and_taken_by_a_tap(visit):
    """Ghost tiles with one reason; a tap lays them, and the button has their points."""
    page = at_table(visit, (1366, 768), hints=True)
    wait_for_turn(page)
    assert offered_plays(page)
    look_at_a_play(page)
    page.locator(".ghost").first.wait_for()
    assert page.locator(".ideas button").count() >= 1
    page.get_by_role("button", name="Try this move").click()
    page.locator("[data-cell].pending").first.wait_for()
    page.locator(".play[aria-disabled=false] .points").wait_for()


def test_a_button_that_cannot_act_yet_says_why(visit):
    """Before anything is laid, and while more tiles are needed."""
    page = at_table(visit, (1366, 768))
    wait_for_turn(page)
    button = page.locator(".play")
    assert button.get_attribute("aria-disabled") == "true"
    assert "Place a tile first" in button.inner_text()
    opening = max(offered_plays(page), key=lambda one: one[0].count("@"))[0]
    if opening.count("@") > 1 and my_turn(page):
        tile, _, cell = opening.split()[0].partition("@")
        in_rack(page, tile).click()
        page.locator(f'[data-cell="{cell}"]').click()
        page.locator(f'[data-cell="{cell}"].pending').wait_for()
        assert "needed" in button.inner_text() or button.get_attribute("aria-disabled") == "false"
