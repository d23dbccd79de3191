"""Where the time of ``make test`` goes: ``python -m bench.tests``, after it has run here.

Prints the steps, and the hundred slowest tests of Python with what each of them sets up.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from xml.etree import ElementTree

from tools.test import REPORTS, STEPS

from bench import machine

SLOWEST = 100
LONGEST_NAME = 110


def tests() -> Iterator[tuple[float, str, str]]:
    """Every test with its seconds and its suite."""
    for report in REPORTS.glob("*.xml"):
        for test in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - our own report
            file = test.attrib["classname"].rpartition(".")[2]
            name = f"{file}::{test.attrib['name']}"[:LONGEST_NAME].replace("|", "/")
            yield float(test.attrib["time"]), report.stem, name


def main() -> None:
    print(f"{machine.name()}\n\n| step | seconds |\n|---|---|")
    for name, seconds in json.loads(STEPS.read_text(encoding="utf-8")).items():
        print(f"| {name} | {seconds:.0f} |")
    found = sorted(tests(), reverse=True)
    print(
        f"\n{len(found)} tests; the {SLOWEST} slowest:\n\n| seconds | suite | test |\n|---|---|---|"
    )
    for seconds, suite, name in found[:SLOWEST]:
        print(f"| {seconds:.1f} | {suite} | `{name}` |")


if __name__ == "__main__":
    main()
