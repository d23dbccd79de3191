"""The files of the browser client, built into the package, kept in memory and compressed."""

from __future__ import annotations

import gzip
import json
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from qwirkle.locales import LANGUAGES, say

FOLDER = Path(__file__).parent.with_name("client")
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
BROTLI = ".br"
"""Compressed by the build, because Python cannot."""
INDEX = "index.html"
SPOKEN = (INDEX, "manifest.webmanifest")
"""What the server translates for the visitor; the client translates everything else."""
COVER = "cover.{lang}.html"
"""The first picture of the home page, rendered by the build: it is shown before the client has
loaded."""
PAGES = "pages.json"
"""With what the addresses of the client's pages begin, as its build has listed it."""
PLACE = '<div id="app">'
MEDIA = {".webmanifest": "application/manifest+json", ".wasm": "application/wasm"}
"""What not every system knows."""
PACKED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".wasm")


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    packed: dict[str, bytes]
    """The same by the name of a compression, the best one first; empty if none is worth it."""
    media: str
    cache: str


class ClientFiles:
    """Every file of the client by its path; none if the client was not built."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(path for path in folder.rglob("*") if path.is_file())
        paths = [path for path in found if path.suffix != BROTLI]
        self._files = {path.relative_to(folder).as_posix(): _read(path) for path in paths}
        pages = self._files.pop(PAGES, None)
        self._pages = {"", *(json.loads(pages.body) if pages else ())}
        covers = {lang: self._files.pop(COVER.format(lang=lang), None) for lang in LANGUAGES}
        spoken = [name for name in SPOKEN if name in self._files]
        self._spoken = {
            (name, lang): _translated(self._files[name], lang)
            for name in spoken
            for lang in LANGUAGES
            if lang != "en"
        }
        self._homes = {
            lang: _covered(page, cover)
            for lang, cover in covers.items()
            if cover and (page := self.get(INDEX, lang))
        }

    def __bool__(self) -> bool:
        return INDEX in self._files

    def get(self, path: str, lang: str = "en") -> File | None:
        """The file of a path, or that of the pages, which the client draws itself; None where there
        is neither."""
        name = path.strip("/")
        if not name and lang in self._homes:
            return self._homes[lang]
        if name not in self._files and name.partition("/")[0] in self._pages:
            name = INDEX
        return self._spoken.get((name, lang)) or self._files.get(name)

    def page(self, lang: str) -> File:
        """The file of every page, whichever the client then draws."""
        return self._spoken.get((INDEX, lang)) or self._files[INDEX]


def _translated(file: File, lang: str) -> File:
    """What machines read, and people without scripts, before the client has loaded."""
    text = file.body.decode()
    for key in ("web.page.about", "web.page.scripts"):
        text = text.replace(say(key, "en"), say(key, lang))
    for english in ('lang="en"', '"lang": "en"'):
        text = text.replace(english, english.replace("en", lang))
    return _rewritten(
        file, text.replace("/manifest.webmanifest", f"/manifest.webmanifest?lang={lang}")
    )


def _covered(page: File, cover: File) -> File:
    """A page that shows something while the client is still on its way."""
    return _rewritten(page, page.body.decode().replace(PLACE, PLACE + cover.body.decode()))


def _rewritten(file: File, text: str) -> File:
    body = text.encode()
    return File(body, {"gzip": gzip.compress(body, 9)}, file.media, file.cache)


def _read(path: Path) -> File:
    body = path.read_bytes()
    packed = {"gzip": gzip.compress(body, 9)} if path.suffix in PACKED else {}
    smaller = path.with_name(path.name + BROTLI)
    if smaller.exists():
        packed = {"br": smaller.read_bytes(), **packed}
    guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    media = MEDIA.get(path.suffix, guessed)
    # Names in assets/ carry a hash of what is in them, so they never change.
    return File(body, packed, media, FOREVER if path.parent.name == "assets" else ASK_AGAIN)
