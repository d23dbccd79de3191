"""A server whose browser client was not built, an image that has it, and a log without colours."""

import asyncio
import io
import re
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from structlog.testing import capture_logs

from qwirkle.locales import say
from qwirkle.server.http.app import make_app
from qwirkle.server.http.run import wants_colors
from qwirkle.server.http.static_files import ClientFiles
from qwirkle.server.node.settings import Settings
from qwirkle.server.storage.admin import prepare

ROOT = Path(__file__).parent.parent.parent


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "colors"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_a_log_has_colours_at_a_terminal_only(stream, environment, colors):
    """Not in a file, not under NO_COLOR, not on a dumb terminal."""
    assert wants_colors(stream, environment) is colors


async def home(tmp_path, lang, **settings):
    """The first page of a server, and what its log says."""
    chosen = Settings(data=str(tmp_path / "games.db"), **settings)
    app = make_app(chosen)
    with capture_logs() as log:
        async with app.lifespan():
            transport = httpx.ASGITransport(cast(Any, app))
            async with httpx.AsyncClient(transport=transport, base_url=chosen.url) as browser:
                page = await browser.get("/", headers={"Accept-Language": lang})
    return page.text, [line["event"] for line in log]


@pytest.mark.parametrize("lang", ["en", "uk"])
def test_a_server_without_its_client_says_so(tmp_path, monkeypatch, lang):
    """On the page and in the log, with what to do; unless plain pages were asked for."""
    nothing = ClientFiles(tmp_path / "nothing")
    monkeypatch.setattr("qwirkle.server.http.app.ClientFiles", lambda: nothing)
    prepare(str(tmp_path / "games.db"))
    sentence = say("serve.page.no_client", lang)
    page, log = asyncio.run(home(tmp_path, lang))
    assert sentence in page
    assert "client_not_built" in log
    page, log = asyncio.run(home(tmp_path, lang, client=False))
    assert sentence not in page
    assert "client_not_built" not in log


def test_the_image_is_built_with_the_client():
    """The client's stage is copied into the package, and all that is copied is there and let in."""
    text = (ROOT / "Dockerfile").read_text()
    assert "COPY --from=client /build/src/qwirkle/server/client src/qwirkle/server/client" in text
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line[0] == "!"}
    copied = [line.split()[:-1] for line in re.findall(r"^COPY (?!--)(.+)$", text, re.MULTILINE)]
    for path in {path for paths in copied for path in paths}:
        assert (ROOT / path).exists(), path
        assert path.partition("/")[0] in let_in, path
