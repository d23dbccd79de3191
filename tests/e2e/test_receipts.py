"""The receipts that a browser keeps for the log of a table, and what it says when one breaks."""

import json

from tests.e2e.test_learning import finished_table
from tests.server.nodes import ulid

CHANGED = "is not the one this device saw"
KEPT = "The server’s log is still the one this device saw."


def at_a_table(page):
    """A game against the computer, and the receipts that came with it; the page is there."""
    home = page.url
    create = {"do": "create", "id": ulid(), "name": "Ada", "seats": 2, "bots": [1]}
    table = page.request.post(f"{home}api/tables", data=create).json()["table"]
    do(page, home, table, "start")
    page.goto(f"{home}t/{table}")
    page.wait_for_function("(table) => (localStorage.receipts ?? '').includes(table)", arg=table)
    return home, table


def do(page, home, table, command):
    body = {"do": command, "id": ulid()}
    answer = page.request.post(f"{home}api/tables/{table}/commands", data=body)
    assert answer.ok, answer.text()


def test_a_log_that_was_not_changed_is_said_to_be_the_same(visit):
    """After coming back, and after the end; the receipt can be taken along."""
    page = visit("/")
    home, table = at_a_table(page)
    page.reload()
    do(page, home, table, "resign")
    with page.expect_response(f"**/api/tables/{table}/log"):
        page.reload()
    page.goto(f"{home}fairness/{table}")
    page.get_by_text(KEPT).wait_for()
    page.get_by_text("are signed by this server, with its key").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the receipt").click()
    receipt = json.loads(download.value.path().read_text())
    assert receipt["table"] == table
    assert receipt["key"] == page.request.get(f"{home}api/key").json()["key"]
    assert page.get_by_text(CHANGED).count() == 0


def test_a_log_that_was_changed_is_found_out(visit):
    """As when the server had another log before: it is said at the table and on the page."""
    page = visit("/")
    home, table = at_a_table(page)
    page.goto(home)
    page.evaluate(
        """(table) => {
          const kept = JSON.parse(localStorage.receipts);
          for (const one of kept) if (one.table === table) one.receipts[0].head = "00".repeat(32);
          localStorage.receipts = JSON.stringify(kept);
        }""",
        table,
    )
    page.goto(f"{home}t/{table}")
    alert = page.get_by_role("alert").filter(has_text=CHANGED)
    alert.wait_for()
    alert.get_by_role("link", name="Show the receipt").click()
    page.get_by_role("alert").filter(has_text=CHANGED).wait_for()
    assert "00" * 32 in page.locator("code").all_inner_texts()[-1]


def test_an_imported_game_is_marked(visit):
    """At its table and in its replay, in the reader's language."""
    page = visit("/", lang="pl-PL")
    home = page.url
    table = finished_table(page, "classic")
    for path in (f"t/{table}", f"replay/{table}"):
        page.goto(home + path)
        page.get_by_text("Gra wczytana, nie rozegrana tutaj").wait_for()
