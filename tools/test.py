"""Everything that a commit must keep, with both cores busy to the end: python -m tools.test.

The suites of pytest run one after the other and use all cores; what uses one core runs beside them.
Each prints what it has to say; the last line says what ran, and how long each part took. What took
how long stays in build/tests, for bench/tests.py.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
CORES = os.cpu_count() or 2
PRINTING = Lock()
REPORTS = ROOT / "build" / "tests"
STEPS = REPORTS / "steps.json"


@dataclass(frozen=True)
class Task:
    """A command of a part."""

    part: str
    name: str
    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    after: str = ""
    """The one beside it that has to be done before."""

    def run(self, quiet: bool = False) -> Done:
        """Run it; in silence, its output comes in one piece at the end."""
        began = time.monotonic()
        done = subprocess.run(
            self.command,
            cwd=ROOT,
            env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            text=True,
        )
        result = Done(self, time.monotonic() - began, done.returncode == 0)
        with PRINTING:
            said = (done.stdout or "").rstrip()
            print(*filter(None, [said]), f"-- {result}", sep="\n", flush=True)
        return result


@dataclass(frozen=True)
class Done:
    """How it ended."""

    task: Task
    seconds: float
    passed: bool

    def __str__(self) -> str:
        return f"{self.task.name}: {'passed' if self.passed else 'FAILED'} in {self.seconds:.0f} s"


def pytest(part: str, name: str, *options: str, workers: int = CORES, **environment: str) -> Task:
    report = f"--junitxml={REPORTS / name}.xml"
    command = (str(BIN / "pytest"), "-q", "-n", str(workers), report, *options)
    return Task(part, name, command, environment)


def tool(part: str, name: str, program: str, *options: str) -> Task:
    return Task(part, name, (str(BIN / program), *options))


def script(part: str, name: str, step: str) -> Task:
    return Task(part, f"{part}: {step}", ("sh", f"tools/{name}.sh", step, ".venv"))


MEASURE = ("--cov", "--cov-append", "--cov-report=")
LIBRARY = ("tests", "--ignore=tests/server", "--ignore=tests/e2e")
SUITES = (
    pytest("server", "server", "tests/server", *MEASURE, workers=CORES + 1),
    pytest("library", "library, compiled", *LIBRARY, *MEASURE, QWIRKLE_PURE=""),
    pytest("library", "library, pure", *LIBRARY, *MEASURE, QWIRKLE_PURE="1"),
    replace(
        pytest("browser", "browser", "tests/e2e", workers=CORES + 1),
        after="browser: set-up",
    ),
)
"""Each uses all cores; those that wait for others a little more."""
ALONE = (
    Task("browser", "browser: set-up", (sys.executable, "-m", "tools.setup", "browser")),
    tool("library", "library: types", "mypy"),
    tool(
        "library",
        "library: docs",
        *["sphinx-build", "-W", "-q", "-b", "html", "docs", "build/docs"],
    ),
    tool("library", "library: lint", "ruff", "check", "--quiet", "."),
    tool("library", "library: format", "ruff", "format", "--quiet", "--check", "."),
    script("web", "web", "test"),
    script("web", "web", "check"),
    script("web", "web", "lint"),
    script("kernel", "kernel_tests", "sanitize"),
    script("kernel", "kernel_tests", "plain"),
    Task(
        "kernel",
        "kernel: format",
        ("sh", "-c", "find kernel -type f | xargs .venv/bin/clang-format --dry-run --Werror"),
    ),
)
"""Each uses one core."""
PARTS = tuple(dict.fromkeys(task.part for task in (*SUITES, *ALONE)))
NEEDS = {
    "library": ("dev",),
    "server": ("dev",),
    "kernel": ("dev",),
    "web": ("web",),
    "browser": ("dev", "client"),
}
"""What tools/setup.py installs for each part, before anything runs."""


def run(suites: list[Task], alone: list[Task]) -> list[Done]:
    """The suites one after the other, and the rest beside them."""
    with ThreadPoolExecutor(1 if suites else CORES) as beside:
        others = {task.name: beside.submit(task.run, quiet=True) for task in alone}
        done = []
        for task in suites:
            if task.after in others:
                others[task.after].result()
            done.append(task.run())
        return done + [other.result() for other in others.values()]


def chosen(tasks: tuple[Task, ...], parts: list[str], compiled: bool) -> list[Task]:
    """Those of these parts; where nothing was compiled, what does not ask for it."""
    return [
        task
        for task in tasks
        if task.part in parts
        and (compiled or task.environment.get("QWIRKLE_PURE") or task in ALONE)
    ]


def is_compiled() -> bool:
    asked = [str(BIN / "python"), "-c", "import qwirkle._kernel"]
    return subprocess.run(asked, capture_output=True).returncode == 0


def summary(done: list[Done], seconds: float) -> str:
    parts = dict.fromkeys((one.task.part for one in done), 0.0)
    for one in done:
        parts[one.task.part] += one.seconds
    times = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in parts.items())
    failed = [one.task.name for one in done if not one.passed]
    verdict = f"FAILED: {', '.join(failed)}" if failed else "All passed"
    return f"{verdict} in {seconds // 60:.0f} min {seconds % 60:.0f} s ({times})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; or all")
    parser.add_argument("--check", action="store_true", help="without the suites of Python")
    parser.add_argument("--long", action="store_true", help="with the long batteries")
    asked = parser.parse_args()
    if strange := set(asked.parts) - set(PARTS):
        parser.error(f"{', '.join(strange)}: the parts are {', '.join(PARTS)}")
    parts = asked.parts or [part for part in PARTS if not (asked.check and part == "browser")]
    if asked.long:
        os.environ["LONG"] = "1"
    began = time.monotonic()
    verbs = dict.fromkeys(verb for part in parts for verb in NEEDS[part])
    if subprocess.run([sys.executable, "-m", "tools.setup", *verbs], cwd=ROOT).returncode:
        return 1
    steps = {"set-up": time.monotonic() - began}
    for old in ROOT.glob(".coverage*"):
        old.unlink()
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    compiled = parts == ["web"] or is_compiled()
    if not compiled:
        print("Only the pure tests can run: the kernel is not built.", flush=True)
    suites = [] if asked.check else chosen(SUITES, parts, compiled)
    done = run(suites, chosen(ALONE, parts, compiled))
    if compiled and {"library", "server"} <= {task.part for task in suites}:
        done.append(Task("library", "coverage", ("sh", "tools/coverage.sh", ".venv")).run())
    steps |= {one.task.name: one.seconds for one in done}
    STEPS.write_text(json.dumps(steps), encoding="utf-8")
    print(summary(done, time.monotonic() - began))
    return 0 if all(one.passed for one in done) else 1


if __name__ == "__main__":
    raise SystemExit(main())
