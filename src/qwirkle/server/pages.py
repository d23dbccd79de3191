"""Plain pages: what is played here, and where the API is."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from qwirkle.locales import say
from qwirkle.server import results
from qwirkle.server.wire import Refused

if TYPE_CHECKING:
    from qwirkle.server.hosting import Host

PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Qwirkle</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: auto; padding: 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: start; padding: .4rem .6rem; border-bottom: 1px solid #8888; }}
code {{ overflow-wrap: anywhere; }}
</style>
<main>
<h1>Qwirkle</h1>
{body}
</main>
</html>
"""


async def plain(host: Host, path: str, lang: str) -> str:
    """The page of a path."""
    match path.strip("/").split("/"):
        case [""]:
            return await home(host, lang)
        case ["t", name]:
            return await table(host, name, lang)
        case _:
            raise Refused("unknown", "serve.no_page")


async def home(host: Host, lang: str) -> str:
    """The open tables, and the way to the API."""
    lines = await results.open_tables(host)
    rows = "".join(_row(line, lang) for line in lines)
    heads = "".join(f"<th>{say(f'serve.page.{key}', lang)}</th>" for key in ("game", "players"))
    listed = f"<table><tr>{heads}</tr>{rows}</table>" if rows else _paragraph("none", lang)
    api = '<p><a href="/api/schema">API</a></p>'
    return PAGE.format(lang=lang, body=_paragraph("about", lang) + listed + api)


def _paragraph(key: str, lang: str) -> str:
    return f"<p>{escape(say(f'serve.page.{key}', lang))}</p>"


def _row(line: results.TableLine, lang: str) -> str:
    free = say("serve.page.free", lang)
    names = ", ".join(escape(name or free) for name in line.seats)
    title = escape(say(f"serve.page.{line.edition}", lang))
    return f'<tr><td><a href="/t/{line.table}">{title}</a></td><td>{names}</td></tr>'


async def table(host: Host, table: str, lang: str) -> str:
    """One table, for people who follow its link."""
    room = await host.desk.room(table)
    line = results.line(room)
    body = f"<table>{_row(line, lang)}</table><p><code>/api/tables/{escape(table)}</code></p>"
    return PAGE.format(lang=lang, body=body)
