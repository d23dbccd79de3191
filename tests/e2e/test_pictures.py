"""How every state looks at every size and in both themes, held against a sheet that was looked at.

A sheet has one picture for each size and theme, four times smaller than the window. To be compared
it is shrunk further, until letters blur: another font does not matter, but a part that has moved,
vanished or lost its colour does. ``NEW_PICTURES=1 make test ONLY=browser`` takes them again: look
at them before they are committed. Every day one picture of a state is enough, on a phone by day or
at a desk by night; ``make test LONG=1`` compares all twelve.
"""

import base64
import json
import os
from itertools import pairwise, product
from pathlib import Path

import msgspec
import pytest

from qwirkle.server.protocol import legal_moves, views
from qwirkle.server.protocol.frames import Hello, Viewed
from tests.e2e import states
from tests.e2e.walks import Walker
from tests.often import LONG, late

FOLDER = Path(__file__).with_name("pictures")
SIZES = [(360, 640), (390, 844), (844, 390), (1024, 768), (1366, 768), (1440, 900)]
THEMES = ("light", "dark")
SHRUNK = 4
"""Pixels of the window that are one of a sheet, along each side."""
BLOCK = 3
"""Pixels of a sheet that are one when it is compared."""
DIFFERENT = 40
"""How far a colour of a block may be off, of 255."""
MOST_CHANGED = 0.04
"""The part of all blocks of a picture that may be."""

PICTURES = [(size, theme) for theme, size in product(THEMES, SIZES)]
"""In this order, because another theme takes longer to draw than another size."""
OFTEN = [((390, 844), "light"), ((1366, 768), "dark")]
LEFT = [0, *(sum(width // SHRUNK for width, _ in SIZES[: n + 1]) for n in range(len(SIZES)))]
ROW = max(height for _, height in SIZES) // SHRUNK

JOIN = """async ([pictures, width, height]) => {
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d');
    pen.imageSmoothingQuality = 'high';
    for (const [jpeg, ...place] of pictures) {
        const image = new Image();
        image.src = `data:image/jpeg;base64,${jpeg}`;
        await image.decode();
        pen.drawImage(image, ...place);
    }
    const blob = await canvas.convertToBlob({type: 'image/jpeg', quality: 0.8});
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}"""
"""One sheet of many pictures, each shrunk to its place."""
COMPARE = """async ([sheets, places, block, different]) => {
    const [known, taken] = await Promise.all(sheets.map(async (jpeg) => {
        const image = new Image();
        image.src = `data:image/jpeg;base64,${jpeg}`;
        await image.decode();
        return image;
    }));
    if (known.width !== taken.width || known.height !== taken.height) return places.map(() => 1);
    const shrunk = (image, [x, y, width, height]) => {
        const [w, h] = [Math.round(width / block), Math.round(height / block)];
        const pen = new OffscreenCanvas(w, h).getContext('2d');
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(image, x, y, width, height, 0, 0, w, h);
        return pen.getImageData(0, 0, w, h).data;
    };
    return places.map((place) => {
        const [one, other] = [shrunk(known, place), shrunk(taken, place)];
        let far = 0;
        for (let at = 0; at < one.length; at += 4)
            far += [0, 1, 2].some((n) => Math.abs(one[at + n] - other[at + n]) > different);
        return (4 * far) / one.length;
    });
}"""
"""The part of each place in which two sheets differ; all of it where their sizes do."""


def wanted(name):
    """The pictures of a state that are taken in this run."""
    if LONG or os.environ.get("NEW_PICTURES"):
        return PICTURES
    return [OFTEN[sum(name.encode()) % len(OFTEN)]]


def place_of(size, theme):
    """Where the picture of a size and a theme lies on a sheet."""
    n = SIZES.index(size)
    return [LEFT[n], ROW * THEMES.index(theme), size[0] // SHRUNK, size[1] // SHRUNK]


class Camera:
    """Takes small pictures of a page at every size, in both themes."""

    def __init__(self, walker, dispatcher):
        self.walker = walker
        self.dispatcher = dispatcher
        self.devtools = walker.page.context.new_cdp_session(walker.page)

    def sheet(self, wanted):
        """The sheet of the state in which the page is, as JPEG."""
        taken = [[self._picture(*one), *place_of(*one)] for one in wanted]
        return self.dispatcher.evaluate(JOIN, [taken, LEFT[-1], 2 * ROW])

    def _picture(self, size, theme):
        self.walker.pose(size, theme)
        options = {"format": "jpeg", "quality": 90}
        return self.devtools.send("Page.captureScreenshot", options)["data"]


def differences(dispatcher, known, taken, wanted):
    """Every size and theme with the part of its picture that has changed."""
    places = [place_of(*one) for one in wanted]
    parts = dispatcher.evaluate(COMPARE, [[known, taken], places, BLOCK, DIFFERENT])
    return dict(zip(wanted, parts, strict=True))


def read(name):
    return base64.b64encode((FOLDER / f"{name}.jpg").read_bytes()).decode()


def judge(dispatcher, name, taken):
    """What has changed in a state, in words; nothing where it looks as it did."""
    file = FOLDER / f"{name}.jpg"
    if os.environ.get("NEW_PICTURES"):
        file.write_bytes(base64.b64decode(taken))
    parts = differences(dispatcher, read(name), taken, wanted(name))
    far = [
        f"{name} at {width}x{height}, {theme}: {part:.1%}"
        for ((width, height), theme), part in parts.items()
        if part > MOST_CHANGED
    ]
    if far:
        file.with_suffix(".new.jpg").write_bytes(base64.b64decode(taken))
    return far


@pytest.mark.parametrize(
    ("walk", "size", "spoil"),
    [
        ("tiles", (390, 844), ".rack { display: none !important; }"),
        ("cards", (844, 390), ".hand { display: none !important; }"),
        late("tiles", (360, 640), ".players { margin-top: 3rem !important; }"),
        late("tiles", (1366, 768), ".panel { visibility: hidden !important; }"),
        ("lesson", (390, 844), ".tile-art { display: none !important; }"),
    ],
)
def test_a_broken_layout_is_noticed(browser, server, dispatcher, walk, size, spoil):
    """Parts that are missing, moved, or of another colour; and only at the size in question."""
    with Walker(browser, server.url, walk) as walker:
        name = next(iter(walker))
        walker.page.add_style_tag(content=spoil)
        taken = Camera(walker, dispatcher).sheet([(size, "light")])
    [part] = differences(dispatcher, read(name), taken, [(size, "light")]).values()
    assert part > MOST_CHANGED


def test_every_picture_has_a_place_of_its_own():
    """On a sheet nothing lies over something else."""
    for theme in THEMES:
        for one, other in pairwise(place_of(size, theme) for size in SIZES):
            assert one[0] + one[2] <= other[0]
            assert one[3] <= ROW


@pytest.mark.parametrize("name", ["lobby", *states.GAMES])
def test_the_tables_are_told_as_the_server_tells_them(name):
    """A field that was added since would be missing in the pictures."""
    told = states.read(name)
    view = msgspec.convert(told["view"], views.TableView)
    assert json.loads(msgspec.json.encode(view)) == told["view"]
    for message in told["messages"]:
        known = msgspec.convert(message, Hello | Viewed | views.Told | legal_moves.LegalMoveList)
        assert json.loads(msgspec.json.encode(known)) == message
