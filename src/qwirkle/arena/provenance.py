"""Which program played, and where: so that a result can be understood years later."""

from __future__ import annotations

import hashlib
import platform
import subprocess
from functools import cache
from pathlib import Path

import qwirkle
from qwirkle import native

PACKAGE = Path(qwirkle.__file__).parent
UNRELATED = {"terminal", "server", "locales", "__pycache__"}
"""Folders of the package that no result depends on."""


@cache
def code() -> str:
    """A fingerprint of everything that decides games: rules, bots with their data, kernel.

    Pairs that were played by different programs must not be counted together.
    """
    files = [
        path
        for path in sorted(PACKAGE.rglob("*"))
        if path.is_file() and not UNRELATED & set(path.relative_to(PACKAGE).parts)
    ]
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    if native.kernel and native.kernel.__file__:
        digest.update(Path(native.kernel.__file__).read_bytes())
    return digest.hexdigest()[:16]


def commit() -> str | None:
    """The commit of the checkout that this package is in, "-dirty" where files were changed."""
    root = PACKAGE.parent.parent
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--dirty"]
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, check=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def machine() -> dict[str, str]:
    """The machine in a few words."""
    return {
        "name": platform.node(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "kernel": "pure" if native.kernel is None else "compiled",
    }
