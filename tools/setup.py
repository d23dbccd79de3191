"""Installs what a verb of the Makefile needs, and nothing else: python -m tools.setup play.

Each step leaves a stamp with a digest of what it was made from. So a repeat starts at once, and
what was cut off in the middle goes on with the next call. There is nothing here that an older
Python cannot read, so that it can be told its age.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.machine import (
    ROOT,
    Stopped,
    apt,
    lacks_clang,
    lacks_for_kernel,
    lacks_node,
    lacks_webkit,
    may_install,
    run,
    say,
    says,
)

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UV = VENV / "bin" / "uv"
INSTALL = (str(UV), "pip", "install", "--quiet", "--python", str(PYTHON))
STAMPS = VENV / ".steps"
OLDEST = (3, 11)
LOCKS = ["-c", "requirements/play.lock", "-c", "requirements/dev.lock"]
HOST = "server", "postgres", "redis", "tui"
"""The extras of a developer."""


@dataclass(frozen=True)
class Step:
    """One line of progress: what is made, for what, and what it costs."""

    name: str
    what: str
    make: Callable[[], None]
    sources: tuple[str, ...] = ()
    """What it is made from, as patterns."""
    made: Path = VENV
    """What shows that it was made."""
    download: int = 0
    """Roughly, in MB, as all figures here."""
    disk: int = 0
    needed: Callable[[], bool] = lambda: True
    depends: Callable[[], object] = lambda: None
    """On what else of the machine."""
    covers: tuple[str, ...] = ()
    """Smaller steps that are done with this one."""

    def digest(self) -> str:
        """Of everything that it is made from."""
        found = hashlib.sha256(f"{sys.version_info[:2]} {self.depends()}".encode())
        for pattern in self.sources:
            for path in sorted(ROOT.glob(pattern)):
                if path.is_file():
                    found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
        return found.hexdigest()

    def done(self) -> bool:
        stamp = STAMPS / self.name
        return self.made.exists() and stamp.exists() and stamp.read_text() == self.digest()

    def stamp(self) -> None:
        STAMPS.mkdir(exist_ok=True)
        for name in (self.name, *self.covers):
            (STAMPS / name).write_text(STEPS[name].digest())


def make_environment() -> None:
    command = (sys.executable, "-m", "venv", "--clear", str(VENV))
    try:
        run(*command)
    except Stopped:
        # Debian and Ubuntu keep the module that this needs in a package of its own.
        apt("python3-venv")
        if not may_install():
            raise Stopped(
                "A virtual environment cannot be made."
                " On Debian or Ubuntu: sudo apt-get install python3-venv"
            ) from None
        run(*command)
    run(PYTHON, "-m", "pip", "install", "--no-cache-dir", "--disable-pip-version-check", "uv")
    run(UV, "pip", "uninstall", "--quiet", "--python", PYTHON, "pip", "setuptools")


def packages(*what: str) -> Callable[[], None]:
    """What these extras and groups of pyproject.toml need, in the versions of the locks."""
    return lambda: run(*INSTALL, "--require-hashes", *LOCKS, *what)


def extras(*names: str) -> tuple[str, ...]:
    return ("-r", "pyproject.toml", *(word for name in names for word in ("--extra", name)))


def keeps_tools() -> bool:
    """Whether this is an environment for development, in which everything may be compiled again."""
    asked = "import nanobind, cmake, ninja, scikit_build_core as has; print(has)"
    return bool(says(str(PYTHON), "-c", asked))


def install_zig() -> None:
    cache = () if keeps_tools() else ("--no-cache",)
    packages(*cache, "--group", "wasm")()


def compile_wasm() -> None:
    """Whoever only plays does not keep a compiler of 411 MB for a file of 200 kB."""
    run("sh", "tools/wasm.sh", "build", VENV, WASM)
    if not keeps_tools():
        run(UV, "pip", "uninstall", "--quiet", "--python", PYTHON, "ziglang")


def install_kernel(*settings: str) -> None:
    """Install this project, editable, with the kernel compiled, or without where that cannot be.

    Somebody who only plays keeps neither the tools that compile nor what they leave.
    """
    pure = os.environ.get("QWIRKLE_PURE") == "1"
    if not pure and lacks_for_kernel():
        apt(*lacks_for_kernel())
        if lacks := lacks_for_kernel():
            say(
                "      No C++ compiler was found, so this is the pure mode: the same answers,"
                " slower, and simpler opponents. For the fast kernel:"
                f" sudo apt-get install {' '.join(lacks)}"
            )
            pure = True
    tools = (
        ["--no-build-isolation"]
        if keeps_tools()
        else ["--no-cache", "--build-constraints", LOCKS[1]]
    )
    for setting in settings:
        tools += ["--config-settings", setting]
    run(
        *(*INSTALL, "--reinstall-package", "qwirkle"),
        *("--no-deps", *tools, "--editable", "."),
        PATH=f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}",
        **{"QWIRKLE_PURE" if pure else "QWIRKLE_KERNEL": "1"},
    )


def install_services() -> None:
    """Never a reason to stop: the tests that need them say what is missing."""
    initdb, clock = "usr/lib/postgresql/*/bin/initdb", "usr/lib/*/faketime/libfaketimeMT.so.1"
    install_or_say("tests of several nodes", ["postgresql"], lambda: [*Path("/").glob(initdb)])
    install_or_say("tests of clocks that jump", ["faketime"], lambda: [*Path("/").glob(clock)])


def install_or_say(what: str, packages: list[str], found: Callable[[], object]) -> None:
    if not found():
        apt(*packages)
    if not found():
        missing = " ".join(packages)
        say(f"      The {what} are skipped. On Debian or Ubuntu: sudo apt-get install {missing}")


def has_chromium() -> bool:
    """The shell draws no windows of its own, and the tests take half as long."""
    brought = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache/ms-playwright"))
    named = map(shutil.which, ("chromium-headless-shell", "chromium"))
    return any(named) or any(brought.glob("chromium-*"))


def install_browsers() -> None:
    if not shutil.which("chromium-headless-shell"):
        apt("chromium-headless-shell")
    if not has_chromium():
        apt("chromium")
    if not has_chromium():
        run(VENV / "bin" / "playwright", "install", "chromium")
    install_or_say(
        "games in a second browser",
        ["firefox-esr"],
        lambda: shutil.which("firefox-esr") or shutil.which("firefox"),
    )
    install_or_say("games in the engine of Safari", lacks_webkit(), lambda: not lacks_webkit())


def web(step: str) -> Callable[[], None]:
    return lambda: run("sh", "tools/web.sh", step, VENV)


KERNEL = ("kernel/**/*.h", "kernel/**/*.cpp")
PACKAGE = (*KERNEL, "CMakeLists.txt", "pyproject.toml", "src/qwirkle/**/__init__.py")
PLAY = ("requirements/play.lock",)
WEB = ("web/package-lock.json",)
WASM = ROOT / "build" / "kernel.wasm"
MODULES = ROOT / "web" / "node_modules"
"""What steps are made from, and what they make."""


def how_compiled() -> tuple[object, ...]:
    return lacks_for_kernel(), os.environ.get("QWIRKLE_PURE"), os.environ.get("CXX")


STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        Step(
            "environment",
            "a Python environment in .venv",
            make_environment,
            made=UV,
            download=17,
            disk=70,
        ),
        Step(
            "terminal",
            "the packages for the terminal",
            packages(*extras("tui")),
            PLAY,
            download=12,
            disk=45,
        ),
        Step(
            "server",
            "the packages for the server",
            packages(*extras("server")),
            PLAY,
            download=32,
            disk=110,
        ),
        Step(
            "dev",
            "the packages for tests and tools",
            packages(*extras(*HOST), "--group", "dev"),
            (*PLAY, "requirements/dev.lock"),
            download=400,
            disk=1000,
            covers=("terminal", "server"),
        ),
        Step(
            "kernel",
            "the kernel, which makes both games fast: compiling",
            lambda: install_kernel("cmake.define.QWIRKLE_HERE=ON"),
            PACKAGE,
            download=31,
            disk=130,  # most of it for the tools, and only until they are done
            depends=how_compiled,
        ),
        Step(
            "kernel-dev",
            "the kernel in all its variants, and its tests: compiling",
            lambda: install_kernel(
                "build-dir=build/python",
                "cmake.define.QWIRKLE_TESTS=ON",
                "cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON",
            ),
            PACKAGE,
            disk=40,
            depends=how_compiled,
            covers=("kernel",),
        ),
        Step(
            "zig",
            "a compiler for WebAssembly",
            install_zig,
            PLAY,
            made=Path(
                sysconfig.get_path("platlib", "posix_prefix", vars={"platbase": str(VENV)}),
                "ziglang",
            ),
            download=101,
            disk=411,
            needed=lambda: not STEPS["wasm"].done() and lacks_clang(),
        ),
        Step(
            "wasm",
            "the engine for games without a server: compiling",
            compile_wasm,
            (*KERNEL, "kernel/wasm/std/*", "tools/wasm.sh"),
            made=WASM,
            disk=10,
        ),
        Step(
            "node",
            "Node, which builds the pages",
            packages("--group", "node"),
            PLAY,
            download=61,
            disk=206,
            needed=lacks_node,
        ),
        Step(
            "web",
            "what the pages are built with",
            web("install"),
            WEB,
            made=MODULES,
            download=20,
            disk=70,
        ),
        Step(
            "web-dev",
            "what the pages are checked with",
            web("install-dev"),
            WEB,
            made=MODULES,
            download=40,
            disk=151,
            covers=("web",),
        ),
        Step(
            "client",
            "the pages of both games",
            web("build"),
            (
                *("web/src/**/*", "web/public/*", "web/*.json", "web/*.ts", "web/*.html"),
                *("src/qwirkle/locales/**/*.json", "build/kernel.wasm"),
            ),
            made=ROOT / "src/qwirkle/server/client/index.html",
            disk=5,
        ),
        Step("services", "a database and a clock for the tests", install_services),
        Step("browsers", "browsers for the tests", install_browsers, download=150, disk=600),
    )
}

ENGINE = "environment", "zig", "wasm", "node"
VERBS = {
    "terminal": ("environment", "terminal", "kernel"),
    "wasm": ("environment", "zig", "wasm"),
    "client": (*ENGINE, "web", "client"),
    "web": (*ENGINE, "web-dev"),
    "play": ("environment", "server", "kernel", *ENGINE, "web", "client"),
    "dev": ("environment", "dev", "kernel-dev", *ENGINE, "web-dev", "services"),
    "browser": ("environment", "dev", "kernel-dev", *ENGINE, "web-dev", "client", "browsers"),
}
"""What each verb needs, in this order."""


def steps(verbs: Iterable[str]) -> Iterator[Step]:
    """The steps that are still to be done, each once, and none that comes with a larger one."""
    names = dict.fromkeys(name for verb in verbs for name in VERBS[verb])
    covered = {smaller for name in names for smaller in STEPS[name].covers}
    for step in (STEPS[name] for name in names if name not in covered):
        if step.needed() and not step.done():
            yield step


def set_up(*verbs: str) -> None:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        raise Stopped(
            f"Python 3.11 or newer is needed; this is {found}."
            f" Name another one: make {verbs[0]} PYTHON=python3.12"
        )
    todo = list(steps(verbs))
    free = shutil.disk_usage(ROOT).free // 1_000_000
    if (room := sum(step.disk for step in todo)) > free:
        raise Stopped(
            f"About {room} MB are needed on this disk, and {free} MB are free. Make some room."
        )
    for number, step in enumerate(todo, 1):
        to_come = sum(later.download for later in todo[number - 1 :])
        rest = f" (about {to_come} MB still to download)" if to_come else ""
        say(f"{number:>3} of {len(todo)}: {step.what}{rest} ...")
        step.make()
        step.stamp()


def main() -> int:
    try:
        set_up(*sys.argv[1:])
    except KeyboardInterrupt:
        say("\nStopped. The next call goes on from here.")
        return 130
    except Stopped as why:
        say(str(why))
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
