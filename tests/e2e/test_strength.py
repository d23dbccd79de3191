"""Opponents of about one's own strength, and what computer players say, in a browser."""

import re

import pytest
from playwright.sync_api import expect

from qwirkle.bots.adaptive import Met, Rating
from qwirkle.locales import catalogue
from tests.e2e import local
from tests.e2e.test_local import play_on
from tests.e2e.test_ways_to_play import TURN_OR_END
from tests.e2e.tiles import drawn, is_over, play_turn, table_of
from tests.often import late

REMARKS = {text for key, text in catalogue("en").items() if key.startswith("web.remark.")}
LISTEN = """() => {
    window.said = [];
    new MutationObserver(() => {
        const slip = document.querySelector('.seat > p');
        if (slip && slip.textContent !== window.said.at(-1)) window.said.push(slip.textContent);
    }).observe(document.body, { subtree: true, childList: true });
}"""
"""Notes what is said in the slips of paper at the seats."""


def ratings(page):
    return page.evaluate("JSON.parse(localStorage.getItem('ratings'))")


def begin(page, edition="Tile game"):
    page.add_init_script(local.HURRIED)
    page.reload()
    page.get_by_text(edition, exact=True).first.click()
    page.locator(".match .rival").click()
    page.locator(".players").wait_for()
    drawn(page)
    page.evaluate(LISTEN)


@pytest.mark.parametrize("edition", ["Card game", late("Tile game")])
def test_a_game_at_ones_strength_ends_with_where_one_stands(visit, server, edition):
    """The opponent has a character; the end, the page of one's own and the next game know more."""
    page = visit()
    begin(page, edition)
    rival = page.locator(".seat", has_text="Luka")
    expect(rival).to_contain_text("at your strength")
    assert local.kept(page, table_of(page))["seats"][1]["strength"] == 200
    play_on(page)
    kind = "classic" if edition == "Tile game" else "cards"
    mine, theirs = local.game_of(page, table_of(page)).scores.values()
    expected = Rating().after(kind, [Met(200, mine - theirs)])
    assert ratings(page) == {kind: {"own": pytest.approx(expected.own), "games": 1}}
    expect(page.locator(".outcome .words")).to_contain_text("You play ")
    expect(page.locator(".outcome .words")).to_contain_text(re.compile("[Nn]ext time"))
    said = page.evaluate("window.said")
    assert {*said} <= REMARKS
    assert len(said) <= 4
    last = page.locator(".outcome .remark").inner_text().removeprefix("Luka:").strip()
    assert last in REMARKS
    page.reload()
    expect(page.locator(".outcome .remark")).to_contain_text(last)
    assert ratings(page)[kind]["games"] == 1
    page.goto(f"{server.url}/you")
    expect(page.get_by_role("region", name="Where you stand")).to_contain_text("after 1 game")


def test_ten_turns_by_touch(visit):
    """On a phone, with a word from somebody who is new here; it hides neither rack nor button."""
    page = visit(phone=True, size={"width": 390, "height": 844})
    begin(page)
    for _ in range(10):
        page.wait_for_function(TURN_OR_END)
        if is_over(page):
            break
        play_turn(page)
    said = page.evaluate("window.said")
    assert {*said} & {t for k, t in catalogue("en").items() if k.startswith("web.remark.2.first")}
    assert {*said} <= REMARKS


def test_remarks_can_be_switched_off(visit):
    """In the settings: then nobody says even who they are."""
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Remarks of computer players").uncheck()
    page.keyboard.press("Escape")
    begin(page)
    play_on(page, turns=6)
    assert page.evaluate("window.said") == []


def test_a_table_of_a_server_has_whole_levels(visit):
    """Somebody of one's own strength sits down only where all play on one device."""
    page = visit("/new")
    page.get_by_role("button", name=re.compile("Free seat")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("Iks")).wait_for()
    assert dialog.get_by_text("About my strength").count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("radio", name=re.compile("Together")).check(force=True)
    page.get_by_role("button", name=re.compile("Free seat")).first.click()
    dialog.get_by_role("button", name=re.compile("About my strength")).click()
    chair = page.locator(".chair", has_text="at your strength")
    expect(chair).to_contain_text("Luka")
    page.get_by_role("radio", name=re.compile("own device")).check(force=True)
    expect(page.locator(".chair", has_text="Luka")).to_contain_text("level 2")
