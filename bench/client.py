"""How quick the browser client is: the first load, frames while panning, taps, hints,
and searches that are given up.

    python -m bench.client [--throttle 4]

A real Chromium without a screen and without a graphics card draws on the processor, which it shares
with the node and, for the throttled figures, uses only a quarter of.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Route, sync_playwright
from tests.e2e.conftest import KNOWN, PHONE, launch
from tests.e2e.tiles import offered_plays
from tests.server import nodes

from bench import machine

PANNING, TAPPING = "between frames while 108 tiles are panned", "from a tap to its picture"
HINTING = "from a question to the first ideas of the engine in the browser"
ENDING = "from the end of a worker in mid-search to an answer of the one that stands by"
HEARD = """{
    const Real = Worker;
    window.asked = [];
    window.Worker = class extends Real {
        constructor(...made) {
            super(...made);
            window.hire = () => new Real(...made);
        }
        postMessage(sent) {
            if (sent.question) window.asked.push(sent.question);
            else window.module = sent.module;
            super.postMessage(sent);
        }
    };
}"""
"""Remember what the client's own worker is made of and asked."""
GIVEN_UP = """async (times) => {
    const begun = (question) => {
        const worker = hire();
        worker.postMessage({ module });
        if (question) worker.postMessage({ question });
        return worker;
    };
    const find = (verb) => asked.find((question) => question.startsWith(verb));
    const search = find('advise').replace(/budget=\\d+/, 'budget=2000');
    const found = [];
    for (let n = 0; n < times; n++) {
        const [busy, spare] = [begun(search), begun()];
        await new Promise((done) => setTimeout(done, 150));
        const start = performance.now();
        busy.terminate();
        spare.postMessage({ question: find('state') });
        await new Promise((done) => (spare.onmessage = done));
        found.push(performance.now() - start);
        spare.terminate();
    }
    return found;
}"""
MINE = "() => document.title.startsWith('●')"
IDEAS = """() => new Promise((done) => {
    const start = performance.now();
    const look = new MutationObserver(() => {
        if (!document.querySelector('.ideas button')) return;
        look.disconnect();
        done(performance.now() - start);
    });
    look.observe(document.body, { childList: true, subtree: true });
    document.querySelector('.tool[aria-pressed][aria-busy]:enabled').click();
})"""
WATCH = """() => {
    window.taps = [];
    new PerformanceObserver((list) => window.taps.push(...list.getEntries()
        .filter(({ name }) => name === 'click').map(({ duration }) => duration)),
    ).observe({ type: 'event', durationThreshold: 16, buffered: true });
}"""


def full_board() -> list[str]:
    """108 tiles as a picture: every colour in lines of six shapes, three copies of each."""
    return [
        f"{color}{shape}@{7 * (n % 3) + x},{2 * (n // 3)}"
        for n, color in enumerate("ROYGBP" * 3)
        for x, shape in enumerate("oxdstc")
    ]


def replay_of(board: list[str]) -> dict[str, Any]:
    """A finished game that has only its end, to be looked at."""
    step: dict[str, Any] = {
        "number": 0, "seat": None, "move": None, "points": 0, "drawn": [], "board": board,
        "rows": [], "captured": [[], []], "hands": [[], []], "scores": [0, 0], "bag": 0,
        "turn": None,
    }  # fmt: skip
    return {
        "table": "a" * 16, "edition": "classic", "imported": False, "players": ["Ada", "Bo"],
        "bots": [None, None], "faces": ["", ""], "start": None, "rule": "T17", "winners": [0],
        "steps": [step],
    }  # fmt: skip


def throttled(page: Page, rate: float) -> CDPSession:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return devtools


def first_load(browser: Browser, url: str) -> int:
    """Bytes over the wire until the home page is quiet, with an empty cache."""
    context = browser.new_context(viewport=PHONE, service_workers="block")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url, wait_until="networkidle")
    context.close()
    return int(sum(sizes))


def panning(browser: Browser, url: str, rate: float) -> list[float]:
    """Milliseconds between frames while a finger drags a board of 108 tiles."""
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
    page = context.new_page()

    def answer(route: Route) -> None:
        route.fulfill(json=replay_of(full_board()))

    page.route("**/replay", answer)
    page.goto(f"{url}/replay/{'a' * 16}")
    page.locator(".filled").nth(107).wait_for(state="attached")
    box = page.locator(".board").bounding_box()
    assert box is not None
    devtools = throttled(page, rate)
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline.frame"])
    devtools.send(
        "Input.synthesizeScrollGesture",
        {
            "x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2,
            "xDistance": 100, "yDistance": 60, "speed": 80, "gestureSourceType": "touch",
            "repeatCount": 3, "repeatDelayMs": 0, "preventFling": True,
        },
    )  # fmt: skip
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    drawn = sorted(event["ts"] / 1000 for event in trace if event["name"] == "DrawFrame")
    return [after - before for before, after in pairwise(drawn)]


def tapping(browser: Browser, url: str, rate: float, taps: int = 6) -> list[float]:
    """Milliseconds from a tap (a tile of the hand, then a cell) to the picture that shows it."""
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
    context.add_init_script(KNOWN)
    page = context.new_page()
    page.goto(url)
    page.locator(".rival").first.tap()
    page.wait_for_function(MINE, timeout=60_000)
    throttled(page, rate)
    page.evaluate(WATCH)
    tile, _, cell = offered_plays(page)[0][0].split()[0].partition("@")
    lit = page.locator(f'[data-cell="{cell}"]:is(.open, .later)')
    for _ in range(taps):
        if not lit.count():  # a tile that was taken back is still chosen
            page.locator(f'.rack button:not(.away):has([data-tile="{tile}"])').first.tap()
            page.wait_for_timeout(150)
        lit.tap()
        page.wait_for_timeout(150)
        page.locator(f'[data-cell="{cell}"].pending').tap()
        page.wait_for_timeout(150)
    found: list[float] = page.evaluate("() => window.taps")
    context.close()
    # What is drawn within 16 ms is not reported at all; it counts as 16.
    return found + [16.0] * max(0, 2 * taps - len(found))


def hinting(browser: Browser, url: str, rate: float, times: int = 6) -> list[float]:
    """Milliseconds from a tap on *Hint* to ideas, in a game on the device that was just opened."""
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
    context.add_init_script(KNOWN)
    page = context.new_page()
    page.goto(url)
    page.locator(".rival").first.tap()
    page.wait_for_url("**/t/d-*")
    throttled(page, rate)
    found: list[float] = []
    for _ in range(times):
        page.reload()
        page.wait_for_function(MINE, timeout=60_000)
        page.wait_for_timeout(500)
        found.append(page.evaluate(IDEAS))
    context.close()
    return found


def giving_up(browser: Browser, url: str, rate: float, times: int = 20) -> list[float]:
    """How long the next answer takes when a search is given up, in ms; workers are not slowed."""
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
    for script in (KNOWN, HEARD):
        context.add_init_script(script)
    page = context.new_page()
    page.goto(url)
    page.locator(".rival").first.tap()
    page.wait_for_url("**/t/d-*")
    page.wait_for_function(MINE, timeout=60_000)
    page.wait_for_timeout(500)
    page.evaluate(IDEAS)
    throttled(page, rate)
    found: list[float] = page.evaluate(GIVEN_UP, times)
    context.close()
    return found


def told(what: str, runs: list[list[float]]) -> str:
    """The quietest run: its middle and its slow end; and the middles of all."""
    best = sorted(min(runs, key=statistics.median))
    middles = " ".join(f"{statistics.median(run):.1f}" for run in runs)
    slow = best[int(0.95 * len(best))]
    middle = statistics.median(best)
    return f"{what}: median {middle:.1f} ms, 95 % within {slow:.1f} ms (medians of all: {middles})"


MEASURES = ((PANNING, panning), (TAPPING, tapping), (HINTING, hinting), (ENDING, giving_up))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throttle", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(machine.name(), flush=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        nodes.node(Path(folder) / "games.db", client=True) as node,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        print(f"first load of the home page: {first_load(browser, node.url) / 1000:.1f} kB")
        for rate in (1, options.throttle):
            for what, measure in MEASURES:
                runs = [measure(browser, node.url, rate) for _ in range(options.rounds)]
                print(told(f"{what}, processor / {rate:g}", runs), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
