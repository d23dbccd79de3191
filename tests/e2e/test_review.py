"""A finished game is looked at again: from a record, from the server, and from what was kept."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e import local, states
from tests.e2e.test_accessibility import violations, violations_by_theme
from tests.e2e.test_pseudo import foreign, strangers  # noqa: F401 - a fixture
from tests.often import late

RECORDS = Path(__file__).parents[1] / "conformance" / "records"
GAMES = {"classic": "tiles-1-tie.txt", "cards": "cards-2-lot.txt"}
QUICK = "?budget=1&games=4"
"""A review that takes a moment: it is looked at, not believed."""
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1366, "height": 768}}
OVERFLOW = "document.documentElement.scrollWidth > innerWidth"


def record_of(edition):
    return (RECORDS / GAMES[edition]).read_text()


def bring(page, edition):
    """Paste a record, and wait until every turn is judged."""
    page.get_by_role("textbox").fill(record_of(edition))
    page.locator("button.go").click()
    page.wait_for_url("**/review/r-*")
    complete(page)


def complete(page):
    page.locator(".review").wait_for()
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=60_000)


@pytest.mark.parametrize(
    ("edition", "size"),
    [("classic", "phone"), ("cards", "desk"), late("classic", "desk"), late("cards", "phone")],
)
def test_a_record_is_reviewed(visit, edition, size):
    """Every turn has a judgement, everybody can use the page, and nothing scrolls sideways."""
    page = visit(f"/review{QUICK}", size=SIZES[size])
    bring(page, edition)
    turns = record_of(edition).count("\nmove ")
    expect(page.locator("[data-turn]")).to_have_count(turns)
    expect(page.locator("[data-turn] .waiting")).to_have_count(0)
    assert violations_by_theme(page) == []
    page.get_by_role("tab", name="Luck and skill").click()
    expect(page.get_by_role("tabpanel").get_by_text("Skill", exact=True)).to_have_count(2)
    page.get_by_role("button", name="Table").click()
    expect(page.get_by_role("table").locator("tbody tr")).to_have_count(turns)
    assert violations_by_theme(page) == []
    assert not page.evaluate(OVERFLOW)


def test_the_graph_is_steered_by_keys_and_taps(visit):
    """Arrows go from turn to turn; the board and the list follow."""
    page = visit(f"/review{QUICK}")
    bring(page, "classic")
    graph = page.get_by_role("slider")
    graph.focus()
    for key, turn in (("ArrowRight", "2"), ("End", "47"), ("ArrowLeft", "46"), ("Home", "1")):
        graph.press(key)
        expect(graph).to_have_attribute("aria-valuenow", turn)
        expect(page.locator("[data-turn] [aria-current]")).to_contain_text(turn)
    page.locator(".turning").first.click()
    expect(graph).not_to_have_attribute("aria-valuenow", "1")
    page.locator("[data-turn='9'] button").click()
    expect(graph).to_have_attribute("aria-valuenow", "9")


def test_a_better_table_is_shown_step_by_step(visit):
    """Each card has a number, on the table and in words; one step is chosen, or all are shown."""
    page = visit("/rules", phone=True)
    page.context.add_init_script(local.HURRIED)
    page.goto(page.url.replace("/rules", f"/review{QUICK}"))
    bring(page, "cards")
    steps, numbers = page.locator("[data-step]"), page.locator(".best .card .num")
    turns = page.locator("[data-turn] button")
    for turn in range(turns.count()):
        turns.nth(turn).click()
        if steps.count() > 1:
            break
    count = steps.count()
    assert count > 1
    page.get_by_role("group", name="Rows on the table").get_by_role("button", name="Best").click()
    expect(numbers).to_have_count(count)
    assert violations(page) == []
    steps.first.click()
    expect(numbers).to_have_count(1)
    page.get_by_role("button", name="Show it step by step").click()
    expect(steps.last).to_have_attribute("aria-current", "step")
    expect(numbers).to_have_count(count)
    assert not page.evaluate(OVERFLOW)


def test_a_review_is_there_at_once_the_next_time(visit):
    """The device keeps it: nothing is asked of the engine again."""
    page = visit(f"/review{QUICK}")
    bring(page, "classic")
    page.get_by_role("tab", name="Luck and skill").click()
    before = page.get_by_role("tabpanel").inner_text()
    page.add_init_script("Worker.prototype.postMessage = ((post) => function (sent) {"
        " globalThis.asked = [...(globalThis.asked ?? []), sent.question?.split(' ')[0]];"
        " post.call(this, sent); })(Worker.prototype.postMessage)")  # fmt: skip
    page.reload()
    complete(page)
    page.get_by_role("tab", name="Luck and skill").click()
    assert page.get_by_role("tabpanel").inner_text() == before
    assert not {"review", "luck"} & set(page.evaluate("globalThis.asked"))


def test_the_end_of_a_game_leads_to_its_review(visit, server):
    """By a door at the end; the record comes from the server."""
    page = visit()
    table = states.read("over")["view"]["table"]
    page.route(
        f"**/api/tables/{table}/record", lambda route: route.fulfill(body=record_of("classic"))
    )
    states.show(page, "over", server.url)
    page.get_by_role("link", name="Review").click()
    page.locator(".review").wait_for()
    expect(page.get_by_role("progressbar")).to_be_visible()  # usable while it works
    page.locator("[data-turn='12'] button").click()
    expect(page.locator(".verdicts")).to_contain_text("Turn 12")
    page.goto(f"{server.url}/review/{table}{QUICK}")
    complete(page)


PUT_GAME = """async ([table, record]) => {
    const settled = (request) => new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
    });
    const database = await settled(indexedDB.open('qwirkle'));
    const seat = (name, bot) => ({ name, bot, age: null, face: '' });
    const summary = { edition: 'cards', over: true, turn: null, scores: [5, 7] };
    const game = { table, record, seats: [seat('Ada', null), seat('Astra', 6)], summary };
    await settled(database.transaction('games', 'readwrite').objectStore('games').put(game));
    database.close();
}"""


def test_a_game_of_this_device_is_reviewed_without_the_server(visit, server):
    """Nothing but the client's own files is fetched."""
    page = visit()
    page.wait_for_load_state("networkidle")  # the lists have opened the store
    page.evaluate(PUT_GAME, ["d-test", record_of("cards")])
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{server.url}/review/d-test{QUICK}")
    complete(page)
    expect(page.locator(".bar .chip")).to_contain_text("Astra 7")


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("1. e4 e5 2. Nf3", "That is not the record of a game"),
        (record_of("classic").replace("scores 4", "scores 5", 1), "was changed or damaged"),
        (record_of("classic")[:-9], "cut off at line"),
        ("\n".join(record_of("cards").split("\n")[:20]), "not over yet"),
    ],
    ids=["foreign", "changed", "cut", "unfinished"],
)
def test_what_is_no_finished_game_is_refused_in_one_sentence(visit, record, sentence):
    """And stays in the field, where it can be mended."""
    page = visit("/review")
    page.get_by_role("textbox").fill(record)
    page.locator("button.go").click()
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    expect(page.get_by_role("textbox")).to_have_value(record)


@pytest.mark.parametrize("edition", GAMES)
def test_a_review_has_no_text_of_its_own(foreign, edition):  # noqa: F811 - the fixture
    """On both pages of its panel, and in the table."""
    page = foreign(f"/review{QUICK}")
    assert strangers(page) == []
    bring(page, edition)
    assert strangers(page) == []
    page.get_by_role("tab").nth(1).click()
    page.locator(".switch").click()
    assert strangers(page) == []
