"""Every state of the client, looked at once for everything: how it looks, what leaves the window,
what a phone covers, text twice as large, and the colours of the system."""

from itertools import product

import pytest

from tests.e2e.phone import covered, small_fields
from tests.e2e.test_accessibility import violations
from tests.e2e.test_pictures import SIZES, Camera, judge, wanted
from tests.e2e.walks import WALKS, Walker
from tests.often import LONG, late

CONTRAST = """localStorage.setItem('settings', JSON.stringify({
    welcomed: true, ...JSON.parse(localStorage.getItem('settings') ?? '{}'), theme: 'contrast',
}))"""
LETTERS = "(size) => document.documentElement.style.fontSize = size"
PHONES = SIZES[:2] if LONG else SIZES[:1]
TABLES = ("tiles", "tables", "cards")
"""Walks in which a hand and a red button stay in sight."""
OUTSIDE = """() => {
    const within = ({left, right, top, bottom}) =>
        left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const kept = document.querySelectorAll('.rack button, .fan, .acts .btn, .begin, .lobby .go');
    const outside = [...kept].filter((one) => !within(one.getBoundingClientRect()));
    const wide = document.documentElement.scrollWidth > innerWidth ? ['it scrolls sideways'] : [];
    return [...wide, ...outside.map((one) => one.outerHTML.slice(0, 80))];
}"""
"""What leaves the window: the hand, the red button, or the page itself."""


def outside(walker, sizes):
    """What leaves the window, by its size."""
    found = []
    for size in sizes:
        walker.stand(size)
        found += [(size, one) for one in walker.page.evaluate(OUTSIDE)]
    return found


def outside_with_large_text(walker):
    """What does on a phone, with letters twice as large."""
    walker.page.evaluate(LETTERS, "200%")
    found = [("large text", *one) for one in outside(walker, PHONES)]
    walker.page.evaluate(LETTERS, "")
    return found


def violations_in_forced_colours(walker):
    """What axe finds where the system chooses the colours; of these it knows only the light ones,
    as it asks for the colour with which letters are filled, which browsers do not force."""
    walker.page.emulate_media(forced_colors="active")
    found = [("forced colours", *one) for one in violations(walker.page)]
    walker.page.emulate_media(forced_colors="none")
    return found


@pytest.mark.parametrize("walk", WALKS)
def test_every_state(browser, server, dispatcher, walk):
    """In the language with the longest words: it looks as it did, and at every size hand and button
    stay in the window, with a hint, a laid play, an offer, or a sheet. On a phone nothing lies
    below its notch or its home bar, and no field is zoomed into."""
    found = {}
    with Walker(browser, server.url, walk) as walker:
        camera = Camera(walker, dispatcher)
        for name in walker:
            found[name] = [
                *(outside(walker, SIZES) if walk in TABLES else []),
                *outside_with_large_text(walker),
                *judge(dispatcher, name, camera.sheet(wanted(name))),
                *covered(walker),
                *small_fields(walker),
            ]
            walker.go_on()
            found[name] += violations_in_forced_colours(walker)
    wrong = {name: faults for name, faults in found.items() if faults}
    assert wrong == {}, "Where a picture has changed, look at the *.new.jpg beside the sheets."


@pytest.mark.long
@pytest.mark.parametrize(("walk", "language"), list(product(TABLES, ["en", "pl", "ro", "uk"])))
def test_hand_and_button_stay_in_the_window_in_every_language(browser, server, walk, language):
    """At every size."""
    found = {}
    with Walker(browser, server.url, walk, locale=language) as walker:
        for name in walker:
            found[name] = outside(walker, SIZES)
            walker.go_on()
    assert {name: faults for name, faults in found.items() if faults} == {}


OFTEN = ("home", "tiles", "cards")


@pytest.mark.parametrize("walk", [walk if walk in OFTEN else late(walk) for walk in WALKS])
def test_high_contrast_can_be_read_by_everybody(browser, server, walk):
    """Our own colours for it, in any state."""
    with Walker(browser, server.url, walk) as walker:
        walker.page.add_init_script(CONTRAST)
        assert {name: found for name in walker if (found := violations(walker.page))} == {}
