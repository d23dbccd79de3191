"""For tools/setup.py: what this machine has, what it may be given, and commands on it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SYSTEM_PYTHON = "/usr/bin/python3"
"""The one for which the packages of the system bring their modules."""

UNREACHED = re.compile(
    r"error sending request|dns error|failed to fetch|could not connect|connection (error|refused)"
    r"|connection broken|NewConnectionError|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT"
    r"|temporary failure|timed out",
    re.IGNORECASE,
)
FULL = re.compile(r"no space left|ENOSPC|disk quota|os error 28", re.IGNORECASE)


class Stopped(Exception):
    """Why it cannot go on, in a sentence."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def run(*command: str | Path, **environment: str) -> None:
    """Run a command in silence; when it fails, say why."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode == 0:
        return
    if FULL.search(done.stdout):
        raise Stopped("There is no room left on the disk. Make some, and call it again.")
    if UNREACHED.search(done.stdout):
        raise Stopped(
            "What has to be downloaded cannot be reached. Connect to the internet, and call it"
            " again: what is here already stays."
        )
    raise Stopped(f"{done.stdout.strip()}\n\nThis failed: {' '.join(map(str, command))}")


# What this machine has, and what it may be given


def may_install() -> bool:
    """Whether this is the administrator of a Debian or Ubuntu."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt(*packages: str) -> None:
    """Install packages of the system, where that is allowed; others say what is missing then."""
    if not may_install():
        return
    say(f"      Installing {' and '.join(packages)} ...")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", *packages]):
        subprocess.run(["apt-get", *command], env=quiet, capture_output=True)


def says(*command: str) -> str:
    """What a command prints; nothing where it is missing or fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def lacks_node() -> bool:
    """Whether there is no Node with npm, or an old one."""
    young = says("node", "-p", "parseInt(process.versions.node) >= 20") == "true"
    return not (young and shutil.which("npm"))


def lacks_clang() -> bool:
    """Whether the system has no compiler for WebAssembly."""
    return not says("sh", "tools/wasm.sh", "clang")


def lacks_for_kernel() -> list[str]:
    """The packages of Debian and Ubuntu without which the kernel cannot be compiled."""
    compilers = os.environ.get("CXX", "c++ g++ clang++").split()
    headers = Path(sysconfig.get_path("include"), "Python.h")
    lacks = [] if any(map(shutil.which, compilers)) else ["g++"]
    if not headers.exists():
        lacks.append(f"python3.{sys.version_info[1]}-dev")
    return lacks


def lacks_webkit() -> list[str]:
    """The packages of Debian and Ubuntu without which no test runs in the engine of Safari."""
    asked = "import gi; gi.require_version('WebKit2', '4.1'); print(gi.__version__)"
    there = {
        "webkit2gtk-driver": shutil.which("WebKitWebDriver"),
        "xvfb": shutil.which("Xvfb"),
        "gir1.2-webkit2-4.1": says(SYSTEM_PYTHON, "-c", asked),
        "python3-gi": says(SYSTEM_PYTHON, "-c", "import gi; print(gi.__version__)"),
    }
    return [package for package, found in there.items() if not found]
