"""One's own page: a name, games, another device, and a passkey."""

import re

from tests.e2e.test_ways_to_play import TURN_OR_END, against_the_computer, face
from tests.e2e.tiles import joined, table_of


def with_authenticator(page):
    """A device that makes passkeys without asking for a finger."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True,
    }  # fmt: skip
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return devtools, made["authenticatorId"]


def name_on(page):
    return page.get_by_label("Your name").input_value()


def rename(page, name):
    page.wait_for_load_state("networkidle")  # the field is filled with the name that is known
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    page.get_by_text("Saved", exact=True).wait_for()


def test_a_link_takes_a_person_to_another_device(visit, server):
    """With the name and the running game."""
    laptop = against_the_computer(visit())
    table = table_of(laptop)
    laptop.goto(server.url + "/you")
    rename(laptop, "Ada")
    laptop.get_by_role("button", name="Create a link").click()
    laptop.get_by_alt_text("The link as a QR code").wait_for()
    link = laptop.locator("code").inner_text()
    phone = visit(link.removeprefix(server.url), phone=True)
    phone.get_by_role("button", name="Continue here").tap()
    face(phone).wait_for()
    phone.goto(server.url + "/you")
    phone.locator(f'a[href="/t/{table}"]').wait_for()
    assert name_on(phone) == "Ada"
    phone.goto(f"{server.url}/t/{table}")
    phone.wait_for_function(TURN_OR_END)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    laptop.reload()
    laptop.get_by_text("this device", exact=True).wait_for()
    laptop.get_by_role("button", name="Sign out", exact=True).click()
    laptop.get_by_text("Signed out.").wait_for()
    phone.goto(server.url + "/you")
    phone.get_by_text("No games yet.").wait_for()


def test_a_passkey_is_made_used_and_forgotten(visit, server):
    """By the browser's own dialogue with a device; passkeys need an address with a name."""
    home = server.url.replace("127.0.0.1", "localhost")
    page = visit("/")
    page.goto(home + "/you")
    devtools, authenticator = with_authenticator(page)
    rename(page, "Ada")
    page.get_by_role("button", name="Create a passkey").click()
    page.get_by_text("You have 1 passkey.").wait_for()
    page.context.clear_cookies()
    page.reload()
    page.get_by_text("No games yet.").wait_for()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("Welcome back, Ada.").wait_for()
    page.get_by_role("button", name="Remove my passkeys").click()
    page.get_by_text("You have 0 passkeys.").wait_for()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("This passkey is not known here.").wait_for()
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": authenticator})


def test_an_address_of_numbers_says_why_there_are_no_passkeys(visit):
    """And what to do instead."""
    page = visit("/you")
    page.get_by_role("button", name="Create a passkey").click()
    page.get_by_role("alert").filter(has_text="Passkeys do not work at 127.0.0.1").wait_for()


def test_a_tab_says_whose_turn_it_is(visit):
    """Also to somebody who looks at another tab."""
    page = visit("/rules")
    page.wait_for_function("() => document.title === 'The rules – Qwirkle'")
    page.goto(page.url.removesuffix("/rules"))
    against_the_computer(page)
    page.wait_for_function(TURN_OR_END)
    assert re.fullmatch(r"● Your turn\. – Qwirkle", page.title())


def test_a_closed_chat_counts_what_is_new(visit):
    """Until it is opened; and it stays read after a reload."""
    ada = visit("/new")
    bo = joined(visit, ada)
    bo.get_by_role("tab", name="Chat").click()
    bo.get_by_role("button", name="Good luck").click()
    chat = ada.get_by_role("tab", name="Chat")
    chat.locator(".tally", has_text="1").wait_for()
    ada.get_by_text("Good luck").first.wait_for()
    chat.click()
    chat.locator(".tally").wait_for(state="detached")
    ada.reload()
    ada.locator(".players").wait_for()
    assert chat.locator(".tally").count() == 0
