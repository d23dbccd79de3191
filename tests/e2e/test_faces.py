"""A face of one's own: chosen by taps and by keys, kept, undone, and seen by the others."""

from tests.e2e.test_accessibility import violations
from tests.e2e.tiles import joined

PINK, WIZARD = "#b9446d", "M-18 4q6-30"
"""The shade of the body, and how the hat begins, in the drawing."""


def choice(page, name):
    return page.get_by_role("radio", name=name, exact=True)


def choose(page, *names):
    for name in names:
        page.get_by_title(name, exact=True).click()
    page.get_by_text("Saved", exact=True).wait_for()


def is_drawn(picture):
    """Whether this is the pink face with the wizard's hat."""
    drawn = picture.locator("svg.face").first.inner_html()
    return PINK in drawn and WIZARD in drawn


def test_a_chosen_face_is_seen_by_everybody(visit, server):
    """By a tap; after a reload, on the way to a table, at it, and by the other one there."""
    ada = visit("/you", phone=True)
    ada.get_by_title("pink", exact=True).tap()
    ada.get_by_title("wizard hat", exact=True).tap()
    ada.get_by_text("Saved", exact=True).wait_for()
    assert ada.get_by_role("button", name="Create a link").is_enabled()  # a face made them known
    assert violations(ada) == []
    ada.reload()
    assert choice(ada, "pink").is_checked()
    assert choice(ada, "wizard hat").is_checked()
    ada.locator("header .me svg").wait_for()
    assert is_drawn(ada.locator("header .me"))
    ada.goto(server.url + "/new")
    ada.locator(".near svg").wait_for()
    assert is_drawn(ada.locator(".near"))
    bo = joined(visit, ada)
    seats = bo.locator(".players [data-seat]")
    assert [is_drawn(seats.nth(n)) for n in range(2)].count(True) == 1
    ada.get_by_role("button", name="Chat").click()
    ada.get_by_role("button", name="laughs").click()
    bo.get_by_role("tab", name="Chat").click()
    bo.locator(".emote").wait_for()
    assert is_drawn(bo.locator(".emote"))
    assert not is_drawn(bo.locator(".emotes"))


def test_keys_choose_and_a_walk_is_one_request(visit):
    """Arrows go through a row, Tab to the next; Undo brings the face of before back."""
    page = visit("/you")
    page.wait_for_load_state("networkidle")
    choose(page, "circle", "teal", "cap")
    sent = []
    page.on("request", lambda one: one.method == "PATCH" and sent.append(one.post_data_json))
    page.clock.install(time=0)
    page.clock.pause_at(1)
    choice(page, "teal").focus()
    for name in ("sky blue", "purple", "pink"):
        page.keyboard.press("ArrowRight")
        assert choice(page, name).is_checked()
    page.keyboard.press("Tab")
    assert choice(page, "cap").evaluate("(one) => one === document.activeElement")
    page.clock.run_for(1000)
    undo = page.get_by_role("button", name="Undo")
    undo.focus()
    assert sent == [{"face": "o62"}]
    page.keyboard.press("Enter")
    page.get_by_text("Back to how it was.").wait_for()
    assert choice(page, "teal").is_checked()
    assert page.evaluate("document.activeElement.tagName") == "SECTION"
    page.reload()
    page.wait_for_load_state("networkidle")
    assert choice(page, "teal").is_checked()


def test_without_a_network_the_old_face_stays(visit):
    """And it is said."""
    page = visit("/you")
    page.wait_for_load_state("networkidle")
    choose(page, "square", "purple", "bow")
    page.route("**/api/me", lambda route: route.abort())
    page.get_by_title("star", exact=True).click()
    page.get_by_text("Not saved: the server cannot be reached.").wait_for()
    assert choice(page, "square").is_checked()
    assert violations(page) == []
