"""When two clients show their first and their largest picture, one after the other in turn.

    python -m bench.paint http://127.0.0.1:8108 http://127.0.0.1:8109 [--runs 8]

Each address is that of a running server, for instance one of an older checkout. Every load is a
first visit by phone, with a quarter of the processor and over a slow mobile network.
"""

from __future__ import annotations

import argparse
import statistics

from playwright.sync_api import Browser, sync_playwright
from tests.e2e.conftest import launch

from bench import machine

SETTLED = 3500  # milliseconds
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 9e4}
WATCH = """window.largest = [];
new PerformanceObserver((list) => largest.push(...list.getEntries()))
    .observe({ type: 'largest-contentful-paint', buffered: true });"""
PAINTS = """() => [performance.getEntriesByName('first-contentful-paint')[0].startTime,
    largest.at(-1).startTime]"""


def paints(browser: Browser, url: str, throttle: float) -> tuple[float, float]:
    """Milliseconds until the first and the largest picture of a first visit."""
    context = browser.new_context(
        viewport={"width": 412, "height": 823}, has_touch=True, is_mobile=True,
        device_scale_factor=1.75, service_workers="block",
    )  # fmt: skip
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    page.add_init_script(WATCH)
    page.goto(url)
    page.wait_for_timeout(SETTLED)
    first, largest = page.evaluate(PAINTS)
    context.close()
    return first, largest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--throttle", type=float, default=4)
    options = parser.parse_args()
    print(machine.name(), flush=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        rounds = [
            [paints(browser, url, options.throttle) for url in options.urls]
            for _ in range(options.runs)
        ]
        browser.close()
    for url, found in zip(options.urls, zip(*rounds, strict=True), strict=True):
        first, largest = (statistics.median(times) for times in zip(*found, strict=True))
        print(f"{url}: first {first:.0f} ms, largest {largest:.0f} ms (medians of {options.runs})")


if __name__ == "__main__":
    main()
