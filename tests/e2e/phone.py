"""What a phone does to a page: its notch and its home bar cover it, small letters zoom it."""

SIDE = ({"left": 47, "right": 47, "top": 0, "bottom": 21}, (844, 390))
UPRIGHT = ({"left": 0, "right": 0, "top": 47, "bottom": 34}, (390, 844))
"""What the phone needs of its screen for itself, held either way; at the top only where the page
was opened from the home screen."""
NOTHING = dict.fromkeys(SIDE[0], 0)
COVERED = """([insets, end]) => {
    const scrolls = [...document.querySelectorAll('*')].filter((one) =>
        one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY !== 'visible');
    scrolls.push(document.scrollingElement);
    const before = scrolls.map((one) => one.scrollTop);
    for (const one of scrolls) one.scrollTop = end ? one.scrollHeight : 0;
    const seen = (one) => {
        let {left, right, top, bottom} = one.getBoundingClientRect();
        for (let box = one.parentElement; box; box = box.parentElement) {
            const {overflowX, overflowY} = getComputedStyle(box);
            const around = box.getBoundingClientRect();
            if (overflowX !== 'visible') [left, right] =
                [Math.max(left, around.left), Math.min(right, around.right)];
            if (overflowY !== 'visible') [top, bottom] =
                [Math.max(top, around.top), Math.min(bottom, around.bottom)];
        }
        return right - left > 1 && bottom - top > 1 && {left, right, top, bottom};
    };
    const clear = ({left, right, top, bottom}) =>
        left > insets.left - 1 && right < innerWidth - insets.right + 1 &&
        (end ? bottom < innerHeight - insets.bottom + 1 : top > insets.top - 1);
    const kept = 'a[href], button, input, select, textarea, summary, svg.face, h1, h2';
    const found = [...(document.querySelector('dialog[open]') ?? document).querySelectorAll(kept)]
        .filter((one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
        .filter((one) => !one.closest('.unseen-text') && seen(one) && !clear(seen(one)))
        .map((one) => one.outerHTML.slice(0, 80));
    scrolls.forEach((one, n) => (one.scrollTop = before[n]));
    return found;
}"""
"""What lies below a part of the phone, with everything scrolled to its start or to its end: between
the two, what scrolls may pass there."""
SMALL = """() => [...document.querySelectorAll('input, select, textarea')]
    .filter((one) => !['radio', 'checkbox', 'range', 'file'].includes(one.type))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
    .map((one) => one.outerHTML.slice(0, 80))"""
"""Fields into which an iPhone zooms when they are touched, and does not zoom out again."""


def covered(walker):
    """What cannot be touched or read well on a phone that is held either way, and where."""
    devtools = walker.page.context.new_cdp_session(walker.page)
    found = []
    for insets, size in (SIDE, UPRIGHT):
        devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        walker.stand(size)
        for end in (False, True):
            outside = walker.page.evaluate(COVERED, [insets, end])
            found += [("below a notch", size, one) for one in outside]
    devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": NOTHING})
    devtools.detach()
    return found


def small_fields(walker):
    return [("small letters", one) for one in walker.page.evaluate(SMALL)]
