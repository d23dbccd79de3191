"""The browser's part: files that were built into the package, kept ready and packed."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("client")
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PACKED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".wasm")


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    """The same with gzip, where that is worth it."""
    media: str
    cache: str


class ClientFiles:
    """Every file of the client by its path; none where the client was not built."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        self._files = {path.relative_to(folder).as_posix(): _read(path) for path in paths}

    def __bool__(self) -> bool:
        return "index.html" in self._files

    def get(self, path: str) -> File | None:
        """The file of a path. Paths without a file are pages, which the client draws itself."""
        found = self._files.get(path.strip("/"))
        is_page = "." not in path.rpartition("/")[2]
        return found or (self._files.get("index.html") if is_page else None)


def _read(path: Path) -> File:
    body = path.read_bytes()
    packed = gzip.compress(body, 9) if path.suffix in PACKED else None
    media = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".webmanifest":
        media = "application/manifest+json"
    # Names in assets/ carry a hash of what is in them, so they never change.
    return File(body, packed, media, FOREVER if path.parent.name == "assets" else ASK_AGAIN)
