"""What Lighthouse says of every page, by phone and at a desk.

    python -m bench.lighthouse [--runs 3] [--only /rules phone]

npm fetches Lighthouse itself. Its word for performance follows the machine, so every page is asked
several times, in turn with the others, and the best and all of its figures are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.server import nodes

from bench import machine

CATEGORIES = ["performance", "accessibility", "best-practices", "seo"]
PAGES = [
    "/", "/new", "/rules", "/learn", "/learn/lines", "/learn/rows", "/replay/sample", "/fairness",
    "/you",
]  # fmt: skip
FORMS = {"phone": [], "desk": ["--preset=desktop"]}
CHROME = "--headless=new --no-sandbox"
TRIES = 3


async def tables(url: str) -> tuple[dict[str, str], str]:
    """Tables before, in and after a game, and who sits there."""
    async with nodes.players(url, "Ada", "Bo") as (ada, bo):
        opened = await ada.create(seats=3)
        running = {
            edition: await nodes.seated([ada, bo], edition=edition)
            for edition in ("classic", "cards")
        }
        over = await nodes.seated([ada, bo])
        await ada.do(over, "resign")
        named = {"lobby": opened, "tiles": running["classic"], "cards": running["cards"]}
        return {**named, "end": over}, ada.http.cookies["qwirkle"]


def ask(url: str, form: str, cookie: str, report: Path) -> dict[str, int]:
    """The four figures of a page, of 100."""
    headers = report.with_name("headers.json")
    headers.write_text(json.dumps({"Cookie": f"qwirkle={cookie}"}))
    words = [
        "npx", "--yes", "lighthouse@12", url, "--quiet", "--output=json",
        f"--output-path={report}", f"--chrome-flags={CHROME}", f"--extra-headers={headers}",
        f"--only-categories={','.join(CATEGORIES)}", *FORMS[form],
    ]  # fmt: skip
    chrome = shutil.which("chromium") or ""
    environment = {**os.environ, "CHROME_PATH": chrome}
    for tries in range(TRIES):  # now and then it misses the beginning of its own recording
        if not subprocess.run(words, check=tries == TRIES - 1, env=environment).returncode:
            break
    found = json.loads(report.read_text())["categories"]
    return {name: round(100 * (found[name]["score"] or 0)) for name in CATEGORIES}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs=2, metavar=("PAGE", "FORM"), action="append")
    options = parser.parse_args()
    print(machine.name(), flush=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        nodes.node(Path(folder) / "games.db", client=True) as node,
    ):
        named, cookie = asyncio.run(tables(node.url))
        paths = {page: page for page in PAGES} | {n: f"/t/{table}" for n, table in named.items()}
        wanted = [(page, form) for page in paths for form in FORMS]
        if options.only:
            wanted = [(page, form) for page, form in options.only]
        said: dict[tuple[str, str], list[dict[str, int]]] = {one: [] for one in wanted}
        for run in range(options.runs):
            for page, form in wanted:
                report = Path(folder) / "report.json"
                said[page, form].append(ask(node.url + paths[page], form, cookie, report))
                figures = " ".join(f"{said[page, form][-1][name]:>3}" for name in CATEGORIES)
                print(f"{run + 1}: {page:<15} {form:<6} {figures}", flush=True)
        print("best of each:")
        for (page, form), all_of_it in said.items():
            best = " ".join(f"{max(one[name] for one in all_of_it):>3}" for name in CATEGORIES)
            print(f"{page:<15} {form:<6} {best}")


if __name__ == "__main__":
    main()
