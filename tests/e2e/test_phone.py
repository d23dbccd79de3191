"""What an iPhone shows differently: its home screen, its settings, the end of a game in Safari."""

import pytest

from qwirkle.locales import LANGUAGES, say
from tests.e2e import states
from tests.e2e.test_accessibility import violations
from tests.e2e.tiles import drawn

CORNERS = """async () => {
    const {href} = document.querySelector('link[rel=apple-touch-icon]');
    const icon = await createImageBitmap(await (await fetch(href)).blob());
    const [w, h] = [icon.width, icon.height];
    const pen = new OffscreenCanvas(w, h).getContext('2d');
    pen.drawImage(icon, 0, 0);
    const colour = (x, y) => [...pen.getImageData(x, y, 1, 1).data];
    return [w, h, colour(0, 0), colour(w - 1, 0), colour(0, h - 1), colour(w - 1, h - 1)];
}"""
CUT = """() => [...document.querySelectorAll('.won .who, .crown')].filter((one) => {
    const {left, right, top} = one.getBoundingClientRect();
    for (let box = one.parentElement; !box.matches('.stage'); box = box.parentElement) {
        const around = box.getBoundingClientRect();
        const whole = left >= around.left && right <= around.right && top >= around.top;
        if (getComputedStyle(box).overflow !== 'visible' && !whole) return true;
    }
}).length"""
"""Of the winner's face and crown, what stands out of a box that hides what does: in Safari that is
at its very edge, whatever margin it gives."""
SAFARI = "navigator.standalone = false;"
"""A page in Safari on an iPhone or an iPad; no other browser has the property."""
LONG_AGO = "localStorage.visits = JSON.stringify({first: 'Thu Jan 01 1970'})"


def test_the_icon_of_the_home_screen_fills_its_square(visit):
    """An iPhone rounds the corners itself, and makes black what is transparent."""
    width, height, *corners = visit().evaluate(CORNERS)
    assert (width, height) == (180, 180)
    assert corners == 4 * [[0x20, 0x25, 0x2C, 255]]


def test_nothing_cuts_the_crown_off(visit, server):
    """Nor the face and the ring below it, when somebody has won."""
    page = visit(size={"width": 390, "height": 844})
    [winner] = states.read("over")["view"]["outcome"]["winners"]
    states.show(page, "over", server.url, you=winner, yours=[winner])
    page.locator(".outcome .crown").wait_for()
    assert page.evaluate(CUT) == 0


@pytest.mark.parametrize("able", [True, False])
def test_vibration_is_a_choice_where_something_vibrates(visit, server, able):
    """No iPhone can: a switch that does nothing is not shown."""
    page = visit()
    if not able:
        page.add_init_script("delete Navigator.prototype.vibrate")
        page.reload()
    page.locator("header .round").last.click()
    page.get_by_role("switch", name="Sound").wait_for()
    assert page.get_by_role("switch", name="Vibration").count() == able


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_comes_back_in_safari_is_told_of_the_home_screen(visit, server, lang):
    """In the words of the phone itself, on the start page, until they close it."""
    page = visit(phone=True, lang=lang)
    page.add_init_script(SAFARI)
    hint = page.locator("section", has=page.locator("#home-screen"))

    def come_back():
        page.reload()
        page.locator("#join").wait_for()
        drawn(page)

    come_back()
    assert hint.count() == 0  # it is the first day
    page.evaluate(LONG_AGO)
    come_back()
    steps = [say(f"web.install.{step}", lang) for step in ("share", "add")]
    assert hint.get_by_role("listitem").all_inner_texts() == steps
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    hint.get_by_role("button").tap()
    hint.wait_for(state="detached")
    come_back()
    assert hint.count() == 0
