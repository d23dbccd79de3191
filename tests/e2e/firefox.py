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
from tests.e2e.driven import PATIENCE, DrivenPage

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
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


class Page(DrivenPage):
    """Firefox over BiDi."""

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

    def size(self, width, height):
        viewport = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.context, viewport=viewport)

    def ask_page(self, expression):
        answer = self.ask(
            "script.callFunction",
            functionDeclaration=f"async () => JSON.stringify(await {expression})",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def perform(self, mouse):
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
