"""A page of a browser that Playwright does not drive, by the names that Playwright's pages have."""

import json
import time

PATIENCE = 60
CENTRE = """async ([selector, text]) => {
    const all = [...document.querySelectorAll(selector)];
    const found = all.find((one) => one.textContent.includes(text));
    if (!found) return 'not there';
    found.scrollIntoView({block: 'nearest', inline: 'nearest'});
    const centre = () => {
        const {x, y, width, height} = found.getBoundingClientRect();
        return [Math.floor(x + width / 2), Math.floor(y + height / 2)];
    };
    const before = centre();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const at = centre();
    if (String(at) !== String(before)) return 'moving';
    const top = document.elementFromPoint(...at);
    return found.contains(top) ? at : `under ${top?.outerHTML.slice(0, 120)}`;
}"""
"""Where to click a thing, or why it cannot be clicked yet."""
PRESS = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]


class DrivenPage:
    """What a person sees and does. A browser says how it asks for a value, and how it clicks."""

    def ask_page(self, expression):
        """The value of an expression that may be waited for, as JSON."""
        raise NotImplementedError

    def perform(self, mouse):
        """Carry out the actions of a pointer."""
        raise NotImplementedError

    @property
    def url(self):
        return self.evaluate("() => location.href")

    def evaluate(self, function, arg=None):
        """The answer of a function of the page, which may take one argument."""
        return json.loads(self.ask_page(f"({function})({json.dumps(arg)})") or "null")

    def wait_for_function(self, function, arg=None):
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"async (arg) => !!(await ({function})(arg))", arg):
            assert time.monotonic() < end, function
            time.sleep(0.02)

    def click(self, selector, text=""):
        """Press and release where the thing is, once it is there and nothing lies on it."""
        end = time.monotonic() + PATIENCE
        while isinstance(at := self.evaluate(CENTRE, [selector, text]), str):
            assert time.monotonic() < end, f"{selector} {text}: {at}"
            time.sleep(0.02)
        moves = [{"type": "pointerMove", "x": at[0], "y": at[1]}, *PRESS]
        self.perform({"type": "pointer", "id": "mouse", "actions": moves})
