"""How the main states look, held against pictures that a person has looked at.

Both pictures are shrunk until letters blur, so that another font does not matter; a part that has
moved, vanished or lost its colour does. ``NEW_PICTURES=1 make browser`` takes them anew: look at
them before they are committed.
"""

import base64
import json
import os
from pathlib import Path

import msgspec
import pytest

from qwirkle.server import views
from qwirkle.server.session import Hello, Viewed
from tests.e2e import states
from tests.e2e.conftest import DESK, PHONE

FOLDER = Path(__file__).with_name("pictures")
BLOCK = 10
"""Pixels of a picture that become one when it is shrunk."""
DIFFERENT = 40
"""How far a colour of a block may be off, of 255."""
MOST_CHANGED = 0.04
"""The part of all blocks that may be."""

COMPARE = """async ([one, other, block]) => {
    const shrunk = async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const width = Math.round(image.width / block);
        const height = Math.round(image.height / block);
        const canvas = new OffscreenCanvas(width, height);
        const pen = canvas.getContext('2d');
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(image, 0, 0, width, height);
        return [width, height, ...pen.getImageData(0, 0, width, height).data];
    };
    return [await shrunk(one), await shrunk(other)];
}"""


def pages(path, ready="h1"):
    """Opens a page of the client that always looks the same."""

    def open_page(page, url):
        page.goto(url + path)
        page.locator(ready).first.wait_for()

    return open_page


def sample_game(page, url):
    """The end of the rulebook's game."""
    pages("/replay/sample", "aside")(page, url)
    page.get_by_role("slider").press("End")
    page.locator(".filled").first.wait_for()


def table(edition):
    return lambda page, url: states.show(page, edition, url)


STATES = {
    "home": (pages("/"), ("phone", "desk")),
    "learn": (pages("/learn", ".rack"), ("phone",)),
    "learn-cards": (pages("/learn/cards", ".tile"), ("desk",)),
    "rules": (pages("/rules", ".tile"), ("desk",)),
    "replay": (sample_game, ("phone",)),
    "tiles": (table("classic"), ("phone", "desk")),
    "cards": (table("cards"), ("phone", "desk")),
}
CASES = [(name, form) for name, (_, forms) in STATES.items() for form in forms]


def still(page):
    """A picture of a page that has come to rest."""
    before = None
    for _ in range(50):
        taken = page.screenshot(animations="disabled", caret="hide")
        if taken == before:
            return taken
        before = taken
        page.wait_for_timeout(200)
    raise AssertionError("The page moves all the time.")


@pytest.fixture
def photograph(browser, server):
    """Takes pictures of states; what moves by itself is still."""
    contexts = []

    def take(name, form, theme, spoil=""):
        context = browser.new_context(
            viewport=PHONE if form == "phone" else DESK,
            has_touch=form == "phone",
            locale="en-GB",
            color_scheme=theme,
            reduced_motion="reduce",
            service_workers="block",
        )
        contexts.append(context)
        page = context.new_page()
        STATES[name][0](page, server.url)
        if spoil:
            page.add_style_tag(content=spoil)
        return still(page)

    yield take
    for context in contexts:
        context.close()


def changed(browser, one, other):
    """The part of two pictures in which they differ; all of it where their sizes do."""
    page = browser.new_page()
    try:
        sent = [base64.b64encode(png).decode() for png in (one, other)]
        first, second = page.evaluate(COMPARE, [*sent, BLOCK])
    finally:
        page.close()
    if first[:2] != second[:2]:
        return 1.0
    blocks = range(2, len(first), 4)
    far = sum(
        any(abs(first[at + part] - second[at + part]) > DIFFERENT for part in range(3))
        for at in blocks
    )
    return far / len(blocks)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("name", "form"), CASES)
def test_it_looks_as_it_did(browser, photograph, name, form, theme):
    """In both themes, on a phone or at a desk."""
    file = FOLDER / f"{name}-{form}-{theme}.png"
    taken = photograph(name, form, theme)
    if os.environ.get("NEW_PICTURES"):
        file.write_bytes(taken)
    part = changed(browser, file.read_bytes(), taken)
    if part > MOST_CHANGED:
        now = file.with_suffix(".new.png")
        now.write_bytes(taken)
        pytest.fail(f"{part:.1%} of {file.name} has changed. Look at {now.name} beside it.")


@pytest.mark.parametrize(
    ("name", "form", "spoil"),
    [
        ("tiles", "phone", ".rack { display: none !important; }"),
        ("tiles", "phone", ".players { margin-top: 3rem !important; }"),
        ("tiles", "desk", ".table { display: block !important; }"),
        ("cards", "phone", ".hand { display: none !important; }"),
        ("home", "desk", ".home { columns: 1 !important; }"),
        ("learn", "phone", ":root { --tile: #ffffff !important; }"),
    ],
)
def test_a_broken_layout_is_noticed(browser, photograph, name, form, spoil):
    """Parts that are missing, moved, or of another colour."""
    known = (FOLDER / f"{name}-{form}-light.png").read_bytes()
    assert changed(browser, known, photograph(name, form, "light", spoil)) > MOST_CHANGED


@pytest.mark.parametrize("edition", list(states.MOVES))
def test_the_tables_are_told_as_the_server_tells_them(edition):
    """A field that was added since would be missing in the pictures."""
    told = json.loads((states.FOLDER / f"{edition}.json").read_text())
    view = msgspec.convert(told["view"], views.TableView)
    assert json.loads(msgspec.json.encode(view)) == told["view"]
    for message in told["messages"]:
        known = msgspec.convert(message, Hello | Viewed | views.Told | views.Offered)
        assert json.loads(msgspec.json.encode(known)) == message
