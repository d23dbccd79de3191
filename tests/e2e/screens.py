"""The pictures of the documentation: ``python -m tests.e2e.screens`` takes them afresh.

They show the same states as the sheets of ``test_states``, in English and in full size.
"""

import base64
import tempfile
from collections import defaultdict
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e import states
from tests.e2e.conftest import launch
from tests.e2e.walks import Walker
from tests.server import nodes

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
DESK, PHONE = (1440, 900), (390, 844)
QUALITY = 86
SCREENS = {
    "home": ("home", "home", DESK, "light"),
    "tiles": ("tiles", "tiles-laid", DESK, "light"),
    "tiles-night": ("tiles", "tiles-look", DESK, "dark"),
    "tiles-four": ("tables", "tiles-four", DESK, "light"),
    "cards": ("cards", "cards-laid", DESK, "light"),
    "cards-late": ("rows", "cards-late", DESK, "dark"),
    "lobby": ("lobby", "lobby", DESK, "light"),
    "end": ("ends", "end-four", DESK, "light"),
    "replay": ("replay", "replay", DESK, "light"),
}
PHONES = [
    ("home", "home", PHONE, "light"),
    ("tiles", "tiles-laid", PHONE, "light"),
    ("cards", "cards-laid", PHONE, "dark"),
    ("ends", "end-won", PHONE, "light"),
]
"""Side by side in one picture."""
SHEET = (
    """<body style="margin: 0; display: flex; gap: 32px; padding: 24px; background: #e9dfcb">{}"""
)
IMAGE = """<img style="border-radius: 28px" src="data:image/jpeg;base64,{}">"""


def take(browser, url, wanted):
    """The pictures of all the wanted places, each walk gone once."""
    walks = defaultdict(list)
    for place in dict.fromkeys(wanted):
        walks[place[0]].append(place)
    taken = {}
    for walk, places in walks.items():
        with Walker(browser, url, walk, locale="en-GB") as walker:
            for name in walker:
                for place in places:
                    if place[1] == name:
                        walker.pose(*place[2:])
                        taken[place] = walker.page.screenshot(type="jpeg", quality=QUALITY)
                walker.go_on()
    return taken


def side_by_side(browser, pictures):
    """One picture of several."""
    width = sum(size[0] for _, _, size, _ in PHONES) + 32 * (len(PHONES) - 1) + 48
    page = browser.new_page(viewport={"width": width, "height": PHONE[1] + 48})
    page.set_content(SHEET.format("".join(map(IMAGE.format, pictures))), wait_until="load")
    return page.screenshot(type="jpeg", quality=QUALITY)


def main():
    states.NAMES.update({states.ADA: "Ada", states.BO: "Bo"})
    with (
        tempfile.TemporaryDirectory() as data,
        nodes.node(Path(data) / "games.db", client=True) as node,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        taken = take(browser, node.url, [*SCREENS.values(), *PHONES])
        for name, place in SCREENS.items():
            (FOLDER / f"{name}.jpg").write_bytes(taken[place])
        phones = [base64.b64encode(taken[place]).decode() for place in PHONES]
        (FOLDER / "phones.jpg").write_bytes(side_by_side(browser, phones))


if __name__ == "__main__":
    main()
