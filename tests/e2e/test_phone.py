"""What an iPhone shows differently: its home screen, its settings, the end of a game in Safari."""

from tests.e2e import states

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


def test_nothing_cuts_the_crown_off(visit, server):
    """Nor the face and the ring below it, when somebody has won."""
    page = visit(size={"width": 390, "height": 844})
    [winner] = states.read("over")["view"]["outcome"]["winners"]
    states.show(page, "over", server.url, you=winner, yours=[winner])
    page.locator(".outcome .crown").wait_for()
    assert page.evaluate(CUT) == 0
