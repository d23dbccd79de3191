"""A real browser before a real server."""

import shutil

import pytest
from playwright.sync_api import sync_playwright

from tests.server.nodes import node

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


def launch(playwright):
    """The browser of the machine's packages, or the one that Playwright has brought."""
    return playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=FLAGS, timeout=120_000
    )


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with node(tmp_path_factory.mktemp("e2e") / "games.db", client=True) as running:
        yield running


@pytest.fixture
def visit(browser, server):
    """Opens pages as different people; no page may fail silently."""
    contexts, failures = [], []

    def open_page(path="/", lang="en-GB", phone=False, **wishes):
        context = browser.new_context(
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            locale=lang,
            reduced_motion="reduce",
            service_workers=wishes.pop("service_workers", "block"),
            **wishes,
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(server.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert failures == []
