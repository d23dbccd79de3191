"""Every text that people meet comes from the catalogues.

The client gets a language that does not exist: the English sentences with accents on their letters,
a third longer, and each in brackets. Whatever has letters outside brackets was written into a page.
"""

import json
import re

import pytest

from qwirkle.locales import catalogue
from tests.e2e import states
from tests.e2e.test_accessibility import PAGES
from tests.server.nodes import ulid

ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áčéíñóšúýžÁČÉÍÑÓŠÚÝŽ")
EXEMPT = [
    r"\bQwirkle\b", r"English", r"Polski", r"Română", r"Українська",  # products and languages
    r"https?://\S+", r"[0-9a-f]{16,}", r"[a-z2-7]{16}", r"[\w-]{43}",  # for machines
    r"\b[ROYGBP][oxdstc]\b", r"\b[TCO]\d+\b",  # the notation, and the numbers of the rules
    r"\b(?:Ada|Bo|Олександра|Bartłomiej|Sue|Chris|Sally|Bob|Magda|Krzysiek|Sylwia)\b",  # people
    r"\bBartłomi…",  # the same, where a chart has no room
    r"\b(?:Chrome|Linux|Headless\w*)\b",  # what a browser calls itself
    r"^(?:exchange|pass|trade)\s*$",  # a move in the notation, beside its words
]  # fmt: skip
"""All that needs no translation."""
ATTRIBUTES = ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description"]
# The full clauses of the rules have files of their own, in every language.
TEXTS = """(attributes) => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
        if (!walker.currentNode.parentElement.closest("script, style, noscript, .clause"))
            found.push(walker.currentNode.data);
    for (const one of document.querySelectorAll(attributes.map((name) => `[${name}]`).join()))
        for (const name of attributes) found.push(one.getAttribute(name) ?? "");
    return found;
}"""


def pseudo(text):
    """A sentence of the language that does not exist; the words to fill in stay as they are."""
    parts = re.split(r"(\{\w+\})", text)
    accented = [part if part.startswith("{") else part.translate(ACCENTS) for part in parts]
    return f"⟦{''.join(accented)}{'~' * (len(text) // 3)}⟧"


def pseudo_catalogue():
    def entry(value):
        forms = isinstance(value, dict)
        return {form: pseudo(text) for form, text in value.items()} if forms else pseudo(value)

    return {key: entry(value) for key, value in catalogue("en").items()}


def strangers(page):
    """The texts of a page that no catalogue has."""
    found = set()
    for text in page.evaluate(TEXTS, ATTRIBUTES):
        before, rest = "", text
        while rest != before:
            before, rest = rest, re.sub(r"⟦[^⟦⟧]*⟧", " ", rest)
        for known in EXEMPT:
            rest = re.sub(known, " ", rest)
        if re.search(r"[^\W\d_]{2,}", rest):
            found.add(text.strip())
    return sorted(found)


@pytest.fixture
def foreign(visit, server):
    """Opens pages in the language that does not exist."""

    def open_page(path="/", **options):
        page = visit("/healthz", **options)
        body = f"export default {json.dumps(pseudo_catalogue())}"

        def speak(route):
            found = route.fetch()
            if '"web.' in found.text():  # only the catalogues have such keys
                route.fulfill(body=body, content_type="text/javascript")
            else:
                route.fulfill(response=found)

        def nobody_waits(route):
            route.fulfill(json=[]) if route.request.method == "GET" else route.continue_()

        page.route("**/assets/en-*.js", speak)
        page.route("**/api/tables", nobody_waits)
        page.goto(server.url + path)
        page.get_by_text("⟦").first.wait_for()
        return page

    return open_page


def unfold(page):
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")


def test_pages_have_no_text_of_their_own(foreign, server):
    """With everything unfolded."""
    page = foreign()
    for path in PAGES:
        page.goto(f"{server.url}/healthz")  # so that a place of the same page is opened afresh
        page.goto(server.url + path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        unfold(page)
        assert strangers(page) == [], path


def test_the_settings_and_the_lobby_have_no_text_of_their_own(foreign, server):
    """The dialog, and a table that waits for others."""
    page = foreign()
    page.locator("header .round").last.click()
    page.locator("dialog[open]").wait_for()
    assert strangers(page) == []
    page.goto(f"{server.url}/new")
    page.locator("form.setup").evaluate("form => form.requestSubmit()")
    page.wait_for_url("**/t/*")
    page.locator("img").first.wait_for()
    assert strangers(page) == []


@pytest.mark.parametrize("name", sorted(path.stem for path in states.FOLDER.glob("*.json")))
def test_tables_have_no_text_of_their_own(foreign, server, name):
    """Every table that is told by a file, and every tab beside it."""
    page = foreign()
    states.show(page, name, server.url)
    assert strangers(page) == []
    for tab in page.get_by_role("tab").all():
        tab.click()
        unfold(page)
        assert strangers(page) == []


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_game_has_no_text_of_its_own_up_to_its_end(foreign, server, edition):
    """Against the computer: under way, given up, and looked through."""
    page = foreign()

    def post(path, **body):
        answer = page.request.post(f"{server.url}/api/tables{path}", data={"id": ulid(), **body})
        assert answer.ok, answer.text()
        return answer.json()

    table = post("", do="create", edition=edition, seats=2, bots=[1], hints=True)["table"]
    post(f"/{table}/commands", do="start")
    page.goto(f"{server.url}/t/{table}")
    page.locator(".players").wait_for()
    assert strangers(page) == []
    post(f"/{table}/commands", do="resign")
    page.goto(f"{server.url}/t/{table}")
    page.locator("[style*='--places']").wait_for()
    assert strangers(page) == []
    page.goto(f"{server.url}/replay/{table}")
    page.locator(".replay").wait_for()
    assert strangers(page) == []
