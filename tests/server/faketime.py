"""A time of day that can be moved under a running node, by libfaketime."""

import shutil
from pathlib import Path

import pytest

LIBRARIES = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib*/faketime/libfaketimeMT.so.1")


def library() -> Path | None:
    """Where the library is; None where it is not installed."""
    found = (path for where in LIBRARIES for path in Path("/").glob(where.lstrip("/")))
    return next(found, None)


class FakeTime:
    """The time of day for processes with this environment."""

    def __init__(self, folder: Path, seconds: int = 0) -> None:
        self.file = folder / "time"
        self.set(seconds)

    def set(self, seconds: int) -> None:
        """Set the time this many seconds ahead of the real time, at once."""
        fresh = self.file.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}\n")
        shutil.move(fresh, self.file)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }


def needs_faketime() -> pytest.MarkDecorator:
    """For tests that cannot be without it."""
    return pytest.mark.skipif(
        library() is None, reason="libfaketime is not installed: apt-get install faketime."
    )
