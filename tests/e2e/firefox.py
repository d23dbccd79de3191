"""Firefox from the machine's packages, by the protocol that it speaks itself: WebDriver BiDi.

Playwright needs a Firefox of its own making, which few machines have; whole games by real clicks
need only this much.
"""

import base64
import json
import shutil
import subprocess
import time
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from websockets.sync.client import connect

from tests.e2e.conftest import KNOWN

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 60
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en-GB, en",
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "toolkit.telemetry.enabled": False,
}
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


class Page:
    """What a person sees and does, by the names that Playwright's pages have."""

    def __init__(self, socket):
        self.socket = socket
        self.numbers = count(1)
        self.failures = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        known = f"() => {{ if (location.protocol === 'http:') {{ {KNOWN} }} }}"
        self.ask("script.addPreloadScript", functionDeclaration=known)
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method, **params):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self.socket.recv(PATIENCE))
            if heard.get("method") == "log.entryAdded" and heard["params"]["type"] == "javascript":
                self.failures.append(heard["params"]["text"])
            if heard.get("id") == number:
                assert heard["type"] == "success", heard
                return heard["result"]

    def goto(self, url):
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    @property
    def url(self):
        return self.evaluate("() => location.href")

    def size(self, width, height):
        viewport = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.context, viewport=viewport)

    def evaluate(self, function, arg=None):
        """The answer of a function of the page, which may take one argument."""
        call = f"({function})({json.dumps(arg)})"
        answer = self.ask(
            "script.callFunction",
            functionDeclaration=f"async () => JSON.stringify(await {call})",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value") or "null")

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
        moves = [
            {"type": "pointerMove", "x": at[0], "y": at[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self.ask("input.performActions", context=self.context, actions=[mouse])

    def screenshot(self, path):
        shot = self.ask("browsingContext.captureScreenshot", context=self.context)
        Path(path).write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def firefox(profile, preferences=()):
    """A Firefox without a window and with a profile of its own; ended afterwards."""
    chosen = PREFERENCES | dict(preferences)
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in chosen.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [PROGRAM, "--headless", "--no-remote", "--profile", str(profile)]
    command += ["--remote-debugging-port", "0"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as process:
        try:
            with connect(_address(profile), max_size=None) as socket:
                yield Page(socket)
        finally:
            process.terminate()


def _address(profile):
    """Where the browser listens: it writes that down once it does."""
    note = profile / "WebDriverBiDiServer.json"
    end = time.monotonic() + PATIENCE
    while not (note.exists() and note.read_text()):
        assert time.monotonic() < end, "Firefox does not start."
        time.sleep(0.05)
    told = json.loads(note.read_text())
    return f"ws://{told['ws_host']}:{told['ws_port']}/session"
