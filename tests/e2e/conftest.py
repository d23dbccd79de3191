"""A real browser before a real server."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, ViewportSize, sync_playwright

from tests.server.nodes import node

FLAGS = [
    "--no-sandbox",
    "--font-render-hinting=none",  # letters as wide as on a screen
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
KNOWN = """localStorage.getItem('settings') ??
    localStorage.setItem('settings', JSON.stringify({welcomed: true}));"""
"""Somebody who has been here before, and is not asked about colours."""
PLAIN = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body, .felt { background-image: none !important; }
        :root { --grain-wood: none !important; --grain-rack: none !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""
"""Wood and felt without their grain and light, which take a third of the processor's time where it
draws instead of a graphics card. Pictures are taken with them (``test_pictures``)."""


def launch(playwright: Playwright, profile: Path | None = None, *flags: str, **options: Any) -> Any:
    """The browser of the machine's packages, or the one that Playwright has brought.

    With a profile it keeps there what it was given.
    """
    how: dict[str, Any] = {
        "executable_path": shutil.which("chromium-headless-shell") or shutil.which("chromium"),
        "args": [*FLAGS, *flags],
        "timeout": 120_000,
    }
    if profile is None:
        return playwright.chromium.launch(**how)
    return playwright.chromium.launch_persistent_context(profile, **how, **options)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright):
    running = launch(playwright)
    yield running
    running.close()


@pytest.fixture(scope="session")
def dispatcher(browser):
    """An empty page that joins and compares pictures."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with node(tmp_path_factory.mktemp("e2e") / "games.db", client=True) as running:
        yield running


@pytest.fixture
def visit(browser, server):
    """Opens pages as different people; no page may fail silently."""
    contexts, failures = [], []

    def open_page(path="/", lang="en-GB", phone=False, **options):
        context = browser.new_context(
            viewport=options.pop("size", PHONE if phone else DESK),
            has_touch=phone,
            locale=lang,
            reduced_motion=options.pop("reduced_motion", "reduce"),
            service_workers=options.pop("service_workers", "block"),
            **options,
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        context.add_init_script(KNOWN + PLAIN)
        page = context.new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(server.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert failures == []
