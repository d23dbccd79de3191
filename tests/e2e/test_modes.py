"""Every state in forced colours, in high contrast, and with text twice as large."""

import os
from itertools import product

import pytest

from tests.e2e.test_accessibility import violations
from tests.e2e.walks import WALKS, Walker

CONTRAST = """localStorage.setItem('settings', JSON.stringify({
    welcomed: true, ...JSON.parse(localStorage.getItem('settings') ?? '{}'), theme: 'contrast',
}))"""
LARGE = (
    "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
)
SIZES = [(360, 640), (390, 844), (844, 390), (1024, 768), (1366, 768), (1440, 900)]
PHONES = SIZES[:2]
OUTSIDE = """() => {
    const within = ({left, right, top, bottom}) =>
        left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const kept = document.querySelectorAll('.rack button, .fan, .acts .btn, .lobby .go');
    const outside = [...kept].filter((one) => !within(one.getBoundingClientRect()));
    const wide = document.documentElement.scrollWidth > innerWidth ? ['it scrolls sideways'] : [];
    return [...wide, ...outside.map((one) => one.outerHTML.slice(0, 80))];
}"""
"""What leaves the window: the hand, the red button, or the page itself."""


LONG = os.environ.get("LONG")
CHECKED = [
    *(("forced colours", walk) for walk in WALKS),
    *(("high contrast", walk) for walk in (WALKS if LONG else ("home", "tiles", "cards"))),
]


@pytest.mark.parametrize(("mode", "walk"), CHECKED)
def test_axe_finds_nothing(browser, server, mode, walk):
    """In any state, with the colours of the system and with ours for high contrast."""
    forced = "active" if mode == "forced colours" else "none"
    with Walker(browser, server.url, walk, forced_colors=forced) as walker:
        if mode == "high contrast":
            walker.page.add_init_script(CONTRAST)
        assert {name: found for name in walker if (found := violations(walker.page))} == {}


TABLES = ("tiles", "tables", "cards")
LONGEST = [(walk, WALKS[walk][0]) for walk in TABLES]
SPOKEN = [*product(TABLES, ["en", "pl", "ro", "uk"])] if LONG else LONGEST
"""Every day the language with the longest words; all four in a long run."""


@pytest.mark.parametrize(("walk", "language"), SPOKEN)
def test_hand_and_button_stay_in_the_window(browser, server, walk, language):
    """At every size, with a hint, a laid play, an offer, or a sheet."""
    outside = {}
    with Walker(browser, server.url, walk, locale=language) as walker:
        for name in walker:
            for size in SIZES:
                walker.stand(size)
                outside[name, size] = walker.page.evaluate(OUTSIDE)
            walker.back()
    assert {state: found for state, found in outside.items() if found} == {}


@pytest.mark.parametrize("walk", WALKS)
def test_large_text_leaves_hand_and_button_on_a_phone(browser, server, walk):
    """And nothing scrolls sideways."""
    outside = {}
    with Walker(browser, server.url, walk) as walker:
        walker.page.add_init_script(LARGE)
        for name in walker:
            for size in PHONES:
                walker.stand(size)
                outside[name, size] = walker.page.evaluate(OUTSIDE)
            walker.back()
    assert {state: found for state, found in outside.items() if found} == {}
