"""What a verb of the Makefile costs somebody who has nothing yet: ``python -m bench.install play``.

A clone of the last commit, or of another, is set up in a temporary folder with an empty home; what
the machine has of Node and of clang is hidden from it, or not. Prints seconds, bytes that were
downloaded, and bytes on the disk: in the clone, and in the caches beside it. For ``test`` that is
its set-up, without the browsers and the database that the system brings.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench import machine

ROOT = Path(__file__).parent.parent
HIDDEN = ("node", "npm", "npx", "corepack", "clang", "wasm-ld", "lld", "ld.lld", "uv")
COMMANDS = {
    "terminal": ["make", "terminal"],
    "play": ["make", "play"],
    "test": ["make", "setup", "client"],
}
UP = {"play": "http://", "terminal": "Ro"}
"""By what one sees that it is there; the other ends by itself."""


def received() -> int:
    """Bytes over every network but the machine's own."""
    lines = Path("/proc/net/dev").read_text(encoding="ascii").splitlines()[2:]
    counts = {
        name.strip(): int(rest.split()[0]) for name, rest in (line.split(":") for line in lines)
    }
    return sum(count for name, count in counts.items() if name != "lo")


def files(*folders: Path) -> Iterator[os.stat_result]:
    for folder in folders:
        for path in folder.rglob("*"):
            if not path.is_symlink():
                yield path.stat()


def taken(*folders: Path) -> int:
    """On the disk; a file with two names counts once."""
    return sum({(one.st_dev, one.st_ino): one.st_blocks * 512 for one in files(*folders)}.values())


def tools(folder: Path) -> str:
    """A folder with the programs of this machine, less those that are hidden."""
    folder.mkdir()
    for place in reversed(os.environ["PATH"].split(os.pathsep)):
        for program in Path(place).glob("*"):
            if not program.name.startswith(HIDDEN):
                (folder / program.name).unlink(missing_ok=True)
                (folder / program.name).symlink_to(program)
    return str(folder)


def start(verb: str, clone: Path, environment: Mapping[str, str]) -> None:
    """Call a verb as people do, and end it when its game is there."""
    with subprocess.Popen(
        COMMANDS[verb],
        cwd=clone,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout
        for line in running.stdout:
            if verb in UP and UP[verb] in line:
                os.killpg(running.pid, signal.SIGINT)
                break
        running.stdout.read()


def measure(verb: str, bare: bool, commit: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        home.mkdir()
        environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
        if bare:
            environment["PATH"] = tools(Path(folder, "bin"))
        for caches in ("empty", "warm"):
            clone = Path(folder, "qwirkle")
            shutil.rmtree(clone, ignore_errors=True)
            subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
            subprocess.run(["git", "checkout", "--quiet", commit], cwd=clone, check=True)
            before, bytes_before, began = taken(clone), received(), time.monotonic()
            start(verb, clone, environment)
            seconds = time.monotonic() - began
            downloaded = received() - bytes_before
            own, all_of_it = taken(clone) - before, taken(clone, home) - before
            row = [
                f"{seconds:.0f} s",
                *(f"{n / 1e6:.0f} MB" for n in (downloaded, own, all_of_it - own)),
            ]
            has = "no" if bare else "yes"
            print("| " + " | ".join([f"`make {verb}`", has, caches, *row]) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verbs", nargs="+", choices=COMMANDS)
    parser.add_argument("--bare", action="store_true", help="hide Node, clang and uv")
    parser.add_argument("--commit", default="HEAD", help="another one than the last")
    options = parser.parse_args()
    print(f"{machine.name()}\n")
    print("| verb | Node and clang | caches | time | downloaded | in the folder | more in caches |")
    print("|---|---|---|---|---|---|---|")
    for verb in options.verbs:
        measure(verb, options.bare, options.commit)


if __name__ == "__main__":
    main()
