"""What is read before the client speaks, or where no script runs."""

import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from qwirkle.locales import LANGUAGES, say
from qwirkle.server.http.request import lang_of
from qwirkle.server.http.static_files import ClientFiles

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A client of which nothing but the first page was built."""
    folder = tmp_path_factory.mktemp("client")
    shutil.copy(WEB / "index.html", folder)
    shutil.copy(WEB / "public" / "manifest.webmanifest", folder)
    (folder / "pages.json").write_text('["t"]')
    return ClientFiles(folder)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/t/aaaaaaaaaaaaaaaa"])
def test_the_first_page_speaks_every_language(files, lang, path):
    """Its description, what it says without scripts, and the manifest that it names."""
    page = files.get(path, lang).body.decode()
    assert f'<html lang="{lang}">' in page
    assert f'content="{say("web.page.about", lang)}"' in page
    assert f"<noscript>{say('web.page.scripts', lang)}</noscript>" in page
    named = "/manifest.webmanifest" + ("" if lang == "en" else f"?lang={lang}")
    assert f'href="{named}"' in page


def test_the_home_page_has_a_cover_until_the_client_is_there(tmp_path):
    """In the language of the visitor; no other page has one, and it has no address of its own."""
    shutil.copy(WEB / "index.html", tmp_path)
    (tmp_path / "pages.json").write_text('["t"]')
    for lang in LANGUAGES:
        (tmp_path / f"cover.{lang}.html").write_text(f"<h1>{lang}</h1>")
    files = ClientFiles(tmp_path)
    for lang in LANGUAGES:
        home = files.get("/", lang).body.decode()
        assert f'<div id="app"><h1>{lang}</h1></div>' in home
        assert f'<html lang="{lang}">' in home
        for path in ("/t/aaaaaaaaaaaaaaaa", "/index.html"):
            assert '<div id="app"></div>' in files.get(path, lang).body.decode()
        assert files.get(f"/cover.{lang}.html") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_manifest_speaks_every_language(files, lang):
    """As a launcher reads it."""
    manifest = json.loads(files.get("/manifest.webmanifest", lang).body)
    assert (manifest["lang"], manifest["description"]) == (lang, say("web.page.about", lang))


def asked(path, query=None, cookie=None, header=""):
    """A request, as far as its language goes."""
    return SimpleNamespace(
        url=SimpleNamespace(path=path),
        query_params={"lang": query} if query else {},
        cookies={"lang": cookie} if cookie else {},
        headers={"accept-language": header},
    )


def test_the_choice_of_a_person_counts_more_than_their_browser():
    """For pages; programs and the client say in each request what they want."""
    assert lang_of(asked("/", header="ro-RO, en")) == "ro"
    assert lang_of(asked("/", cookie="uk", header="ro-RO, en")) == "uk"
    assert lang_of(asked("/", query="pl", cookie="uk")) == "pl"
    assert lang_of(asked("/", cookie="xx", header="ro")) == "ro"
    assert lang_of(asked("/api/tables", cookie="uk", header="ro")) == "ro"


def test_the_kernel_is_served_as_what_it_is(tmp_path):
    """No matter which kinds of files the system knows; and packed, as all texts are."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "kernel-1234.wasm").write_bytes(b"\0asm")
    file = ClientFiles(tmp_path).get("/assets/kernel-1234.wasm")
    assert (file.media, list(file.packed)) == ("application/wasm", ["gzip"])
