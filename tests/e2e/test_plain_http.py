"""A guest in the home network: plain http, for which browsers hide what they give to https only."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import KNOWN, PLAIN, launch
from tests.e2e.firefox import PROGRAM, firefox
from tests.e2e.test_analysis import BUDGET, set_up
from tests.e2e.test_ways_to_play import TURN_OR_END, face
from tests.e2e.tiles import drawn, play_turn

NAME = "kitchen.local"
"""Leads to this machine, and browsers do not trust it as they trust ``localhost``."""
HIDDEN = """() => [isSecureContext, 'clipboard' in navigator, 'serviceWorker' in navigator,
    'share' in navigator, 'PublicKeyCredential' in window, 'caches' in window]"""


@pytest.fixture(scope="module")
def kitchen(playwright):
    """A browser in which the name leads here."""
    running = launch(playwright, None, f"--host-resolver-rules=MAP {NAME} 127.0.0.1")
    yield running
    running.close()


@pytest.fixture
def guest(kitchen, server):
    """A page at the kitchen table, with the address of the client; it hides no error."""
    context = kitchen.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(60_000)
    context.add_init_script(KNOWN + PLAIN)
    page, failures = context.new_page(), []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.home = server.url.replace("127.0.0.1", NAME)
    page.goto(page.home)
    assert page.evaluate(HIDDEN) == [False] * 6
    yield page
    context.close()
    assert failures == []


def pasted(page):
    """What is in the clipboard, as a person finds out."""
    page.evaluate("document.body.prepend(document.createElement('textarea'))")
    page.locator("textarea").first.click()
    page.keyboard.press("Control+V")
    return page.locator("textarea").first.input_value()


@pytest.mark.parametrize("button", ["Copy", "Share the link"])
def test_an_invitation_is_copied(guest, button):
    """Without a sheet to share by and without a clipboard, the link is copied all the same."""
    guest.goto(f"{guest.home}/new")
    guest.get_by_role("button", name="Open the table").click()
    guest.get_by_role("button", name=button).click()
    guest.get_by_role("button", name="Copied").wait_for()
    assert pasted(guest) == guest.url


def test_an_invitation_that_cannot_be_copied_is_selected(guest):
    """And a sentence says what to do with it."""
    guest.add_init_script("document.execCommand = () => false")
    guest.goto(f"{guest.home}/new")
    guest.get_by_role("button", name="Open the table").click()
    guest.get_by_role("button", name="Copy").click()
    guest.get_by_text("The link is selected: copy it, and send it on.").wait_for()
    assert guest.evaluate("String(getSelection())") == guest.url


def test_an_analysis_is_shared(guest):
    """Its link holds the whole of it."""
    guest.goto(f"{guest.home}/analysis{BUDGET}")
    set_up(guest)
    guest.get_by_role("button", name="Analyse").click()
    guest.get_by_role("button", name="Share this line").click()
    guest.get_by_role("button", name="Copied").wait_for()
    assert pasted(guest).startswith(f"{guest.home}/analysis#")


def test_what_needs_https_says_so(guest):
    """Passkeys and notices have a sentence in their place."""
    guest.goto(f"{guest.home}/you")
    guest.get_by_text("Passkeys need an address that begins with https.").wait_for()
    guest.get_by_role("button", name="Settings").click()
    guest.get_by_text("Your device can call you to your turn only where").wait_for()


def test_a_game_begins_and_goes_on(guest):
    """On the device, and kept there."""
    face(guest).click()
    guest.locator(".players").wait_for()
    drawn(guest)
    guest.wait_for_function(TURN_OR_END)
    play_turn(guest)
    moves = guest.locator(".bar small").inner_text()
    guest.reload()
    expect(guest.locator(".bar small")).to_have_text(moves)


@pytest.mark.skipif(
    PROGRAM is None,
    reason="Firefox was not found. On Debian or Ubuntu: sudo apt-get install firefox-esr",
)
def test_an_invitation_is_copied_in_firefox(tmp_path, server):
    """The second browser hides the same things."""
    home = server.url.replace("127.0.0.1", NAME)
    with firefox(tmp_path, {"network.dns.localDomains": NAME}) as page:
        page.goto(f"{home}/new")
        assert page.evaluate("() => [isSecureContext, 'clipboard' in navigator]") == [False, False]
        page.click("button", "Open the table")
        page.click("button", "Copy")
        page.wait_for_function("() => /Copied/.test(document.querySelector('.invite').textContent)")
        assert page.failures == []
