"""WebKit, the engine of Safari, from the machine's packages, by the protocol of its driver."""

import base64
import json
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager, suppress
from os import environ
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tools.machine import SYSTEM_PYTHON

from tests.e2e.conftest import KNOWN
from tests.e2e.driven import PATIENCE, DrivenPage

DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
WINDOW = Path(__file__).with_name("webkit_window.py")
START = f"""{KNOWN}
window.failures = [];
addEventListener('error', (event) => failures.push(event.message));
addEventListener('unhandledrejection', (event) => failures.push(String(event.reason)));
const tell = console.error;
console.error = (...words) => (failures.push(words.join(' ')), tell(...words));"""
"""Runs in each page before its own scripts."""
CALL = """const done = arguments[0];
const failed = (error) => done({failed: String(error)});
(async () => JSON.stringify(await EXPRESSION))().then(done, failed);"""


class Page(DrivenPage):
    """One window, from its start to its end."""

    def __init__(self, url, profile, size):
        self._url, self._session = url, ""
        self._failures = []
        options = {
            "binary": SYSTEM_PYTHON,
            "args": [str(WINDOW), str(profile), *map(str, size), START],
        }
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session = f"/{self.ask('', capabilities=wanted)['sessionId']}"
        self.ask("/timeouts", script=PATIENCE * 1000, pageLoad=PATIENCE * 1000)

    def ask(self, path, method="POST", **body):
        """A command of the driver, and what it answers."""
        request = Request(  # noqa: S310 - our own driver
            f"{self._url}/session{self._session}{path}",
            json.dumps(body).encode() if method == "POST" else None,
            {"content-type": "application/json"},
            method=method,
        )
        try:
            with urlopen(request, timeout=2 * PATIENCE) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}") from None

    def ask_page(self, expression):
        script = CALL.replace("EXPRESSION", expression)
        answer = self.ask("/execute/async", script=script, args=[])
        assert not isinstance(answer, dict), answer["failed"]
        return answer

    def perform(self, mouse):
        self.ask("/actions", actions=[mouse])

    def goto(self, url):
        self._note()
        self.ask("/url", url=url)

    @property
    def failures(self):
        """What went wrong in every page so far."""
        self._note()
        return self._failures

    def _note(self):
        self._failures += self.evaluate("() => (window.failures ?? []).splice(0)")

    def size(self, width, height):
        self.ask("/window/rect", width=width, height=height)

    def screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self.ask("/screenshot", method="GET")))


@contextmanager
def webkit(profile, size=(390, 844)):
    """A window without borders on a screen of its own, as narrow as a phone; ended afterwards."""
    with _screen() as display, _driver(display) as url:
        page = Page(url, profile, size)
        try:
            yield page
        finally:
            with suppress(AssertionError):  # it answers that the window is gone
                page.ask("", method="DELETE")


@contextmanager
def _screen():
    """A screen that nobody looks at; it chooses its own number."""
    command = [SCREEN, "-displayfd", "1", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as process:
        try:
            yield f":{process.stdout.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def _driver(display):
    """The driver, which starts the window and ends it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    variables = {**environ, "DISPLAY": display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
    url, quiet = f"http://127.0.0.1:{port}", subprocess.DEVNULL
    command = [DRIVER, "--host=127.0.0.1", f"--port={port}"]
    with subprocess.Popen(command, env=variables, stdout=quiet, stderr=quiet) as process:
        try:
            _wait_for(url)
            yield url
        finally:
            process.terminate()


def _wait_for(url):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"{url}/status", timeout=PATIENCE):  # noqa: S310 - our own driver
                return
        except URLError:
            assert time.monotonic() < end, "The driver of WebKit does not start."
            time.sleep(0.05)
