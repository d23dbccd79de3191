"""Walks through the states of the client: each stops where there is something to look at.

A walk takes a page and the server's address, brings the page from state to state, and names each.
States are shown by told tables (``states``), so that they are always the same.
"""

from pathlib import Path

from tests.e2e import cards, states, tiles
from tests.e2e.conftest import KNOWN, PLAIN

RECORDS = Path(__file__).parents[1] / "conformance" / "records"
STEPS_AT = {"width": 390, "height": 844}
"""A phone: there every part of a table is behind a button of its own."""


def pages(path, name, ready="h1"):
    """A page that always looks the same."""

    def walk(page, url):
        page.goto(url + path)
        page.locator(ready).first.wait_for()
        tiles.drawn(page)
        yield name

    return walk


def home(page, url):
    """The first visit; then with games to go on with, without a network, and the settings."""
    page.add_init_script("sessionStorage.first ??= (localStorage.settings = '{}')")
    page.goto(url)
    page.locator("dialog[open]").wait_for()
    yield "home-first"
    running = [_line(name, n) for n, name in enumerate(("classic", "captured", "four"))]
    page.route("**/api/me/tables", lambda route: route.fulfill(json=running))
    page.route("**/api/tables", lambda route: route.fulfill(json=[]))
    page.evaluate("localStorage.settings = JSON.stringify({welcomed: true})")
    page.reload()
    page.locator("#continue").wait_for()
    yield "home"
    page.locator("header .round").last.click()
    page.locator("dialog[open]").wait_for()
    yield "settings"
    page.keyboard.press("Escape")
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    page.locator(".trouble").wait_for()
    page.locator(".rival:enabled").first.wait_for()  # the device itself plays
    yield "home-offline"


def _line(name, days):
    """A told table as the list of one's tables has it."""
    view = states.read(name)["view"]
    kept = ("table", "edition", "phase", "clock", "yours", "turn")
    return {key: view[key] for key in kept} | {
        "seats": [seat["name"] for seat in view["seats"]],
        "bots": [seat["bot"] for seat in view["seats"]],
        "faces": [seat["face"] for seat in view["seats"]],
        "scores": [seat["score"] for seat in view["seats"]],
        "changed": 1_700_000_000_000 - days * 86_400_000,
    }


def lobby(page, url):
    states.show(page, "lobby", url)
    yield "lobby"


def tile_table(page, url):
    """A turn with a hint, and the panel's pages."""
    states.show(page, "classic", url)
    for step in tiles.thinking(page):
        yield f"tiles-{step}"
    yield from _panel(page, "tiles")


def _panel(page, game):
    """The pages of the sheet, one after the other."""
    page.locator(".bar .phone").click()
    yield f"{game}-menu"
    for tab in ("moves", "chat"):
        page.locator(f"#tab-{tab}").click()
        yield f"{game}-{tab}"


def tile_tables(page, url):
    """From the first turn to the last, for players, for those who wait, and for those who watch."""
    states.show(page, "early", url)
    yield "tiles-early"
    states.show(page, "four", url)
    yield "tiles-four"
    offer = {"number": 90, "seat": 1, "offer": "undo", "target": 20, "accepted": [1]}
    offers = [offer | {"ends_rating": True}]
    states.show(page, "classic", url, turn=1, offers=offers)
    yield "tiles-waiting"
    states.show(page, "classic", url, you=None, yours=[], hand=[])
    yield "tiles-watching"
    states.show(page, "classic", url, yours=[0, 1])
    page.locator(".cover").wait_for()
    yield "tiles-cover"


def card_table(page, url):
    """A turn with a hint."""
    states.show(page, "cards", url)
    for step in cards.thinking(page):
        yield f"cards-{step}"


def card_tables(page, url):
    """Rows captured, a table full of cards."""
    states.show(page, "captured", url)
    yield "cards-late"
    page.locator(".look").first.click()
    page.locator("dialog[open]").wait_for()
    yield "captured"
    rows = [[color + shape for shape in "oxdst"] for color in "ROYGBP"]
    rows += [[color + shape for color in "ROYGB"] for shape in "oxdstc"]
    states.show(page, "captured", url, rows=[*rows, *rows[:2]])
    yield "cards-full"


def ends(page, url):
    """Won, lost, among four, and at the card game."""
    for name, told, you in (
        ("end-won", "over", "won"), ("end-lost", "over", "lost"),
        ("end-four", "four-over", "won"), ("end-cards", "cards-over", "won"),
    ):  # fmt: skip
        seats = states.read(told)["view"]["outcome"]["winners"]
        seat = seats[0] if you == "won" else 1 - seats[0]
        states.show(page, told, url, you=seat, yours=[seat])
        page.locator(".outcome").wait_for()
        yield name


def you(page, url):
    """Somebody with a name and a face."""
    me = {"known": True, "person": "p", "name": states.ADA, "face": "c34", "program": False}
    told = me | {"passkeys": 1, "ratings": []}
    page.route("**/api/me", lambda route: route.fulfill(json=told))
    page.goto(url + "/you")
    page.locator("#devices").wait_for()
    yield "you"


def replay(page, url):
    """The end of the rulebook's game."""
    page.goto(url + "/replay/sample")
    page.get_by_role("slider").press("End")
    page.locator(".filled").first.wait_for()
    yield "replay"


def review(page, url):
    """A mistake with the best move beside it, then the players; and the same with cards."""
    for edition, turn in (("tiles-1-tie", 19), ("cards-2-lot", 9)):
        page.goto(url + "/review?budget=1&games=4")
        page.locator("textarea").fill((RECORDS / f"{edition}.txt").read_text())
        page.locator("button.go").click()
        page.locator(".deeper").wait_for()
        page.locator(f"[data-turn='{turn}'] button").click()
        yield f"review-{edition.partition('-')[0]}"
    page.locator("#review-players").click()
    yield "review-players"


def brought(page, url, edition, turn, budget):
    """The position before a turn of a recorded game, on the analysis board."""
    record = {"classic": "tiles-1-tie", "cards": "cards-2-lot"}[edition]
    page.goto(url + "/review?budget=1&games=4")
    page.locator("textarea").fill((RECORDS / f"{record}.txt").read_text())
    page.locator("button.go").click()
    page.wait_for_url("**/review/r-*")
    game = page.url.partition("/review/")[2].partition("?")[0]
    page.goto(f"{url}/analysis/{game}{budget}#{turn}")
    page.locator("section[aria-busy='false'] .candidate").first.wait_for()


def analysis(page, url):
    """A position that cannot be is set up; then a candidate is drawn, in both games."""
    page.goto(url + "/analysis")
    page.locator(".analysis").wait_for()
    page.locator("[data-cell='0,0']").click()
    page.locator(".colors button").nth(3).click()
    page.locator(".shapes button").nth(1).click()
    page.locator("[data-cell='1,0']").click()
    page.locator(".trouble p").wait_for()
    yield "analysis-set-up"
    for edition, turn in (("classic", 19), ("cards", 9)):
        brought(page, url, edition, turn, "?budget=4")
        page.locator(".candidate").first.click()
        page.locator("button.go").click()
        page.locator(".tree").wait_for()
        page.locator(".tree .start").click()
        page.locator(".tree .start[aria-current]").wait_for()
        page.locator("section[aria-busy='false'] .candidate").first.click()
        yield f"analysis-{edition}"


WALKS = {
    "home": ("ro", home),
    "new": ("ro", pages("/new", "new")),
    "device": ("ro", pages("/new#device", "device")),
    "lobby": ("uk", lobby),
    "tiles": ("ro", tile_table),
    "tables": ("pl", tile_tables),
    "cards": ("ro", card_table),
    "rows": ("ro", card_tables),
    "ends": ("ro", ends),
    "replay": ("pl", replay),
    "review": ("uk", review),
    "analysis": ("uk", analysis),
    "learn": ("pl", pages("/learn", "learn", ".stone")),
    "lesson": ("pl", pages("/learn/lines", "lesson", ".rack")),
    "lesson-cards": ("pl", pages("/learn/rows", "lesson-cards", ".fan")),
    "rules": ("ro", pages("/rules", "rules", ".tile")),
    "fairness": ("ro", pages("/fairness", "fairness")),
    "you": ("uk", you),
    "lost": ("ro", pages("/t/aaaaaaaaaaaaaaaa", "lost")),
}
"""Walks with the language in which their words are longest."""

BETWEEN = (640, 700)
"""Between any two sizes, so that the board is drawn for the second wherever it came from."""
DRAWN = """async () => {
    for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
}"""
AT_REST = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let n = 0; n < 4; n++) await frame();
    await document.fonts.ready;
    const moving = document.getAnimations().map((one) => one.finished.catch(() => {}));
    const drawn = [...document.images].map((one) => one.decode().catch(() => {}));
    await Promise.all([...moving, ...drawn]);
    await frame();
}"""
"""The board is drawn for its size, fonts and pictures are there, and nothing moves."""


class Walker:
    """Goes a walk in a browser of its own, where nothing moves by itself."""

    def __init__(self, browser, url, walk, **options):
        language, self._walk = WALKS[walk]
        self._url = url
        self._context = browser.new_context(
            **({"locale": language} | options),
            viewport=STEPS_AT,
            reduced_motion="reduce",
            service_workers="block",
        )
        self._context.set_default_timeout(60_000)
        self._context.add_init_script(KNOWN + PLAIN)
        self.page = self._context.new_page()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._context.close()

    def __iter__(self):
        return self._walk(self.page, self._url)

    def pose(self, size, theme="light"):
        """For a picture: in a theme, with the grain of wood and felt, drawn for this size wherever
        it came from, and at rest."""
        self.page.evaluate("document.adoptedStyleSheets = []")
        self.page.emulate_media(color_scheme=theme)
        self.stand(BETWEEN)
        self.stand(size)
        self.page.evaluate(AT_REST)

    def stand(self, size):
        """Show the state at a size, and wait until it is drawn."""
        width, height = size
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(DRAWN)

    def go_on(self):
        """To where the walk goes on."""
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size(STEPS_AT)
