"""Plain pages: what is played here, and where the API is."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from qwirkle.locales import say
from qwirkle.server import records, results
from qwirkle.server.cleaning import NOBODY
from qwirkle.server.people import Person
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
textarea {{ width: 100%; height: 20rem; box-sizing: border-box; font-family: monospace; }}
button {{ font: inherit; padding: .4rem 1rem; }}
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
    verify = escape(say("serve.page.verify", lang))
    links = f'<p><a href="/verify">{verify}</a> · <a href="/api/schema">API</a></p>'
    return PAGE.format(lang=lang, body=_paragraph("about", lang) + listed + links)


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
    body = f"<table>{_row(line, lang)}</table><p><code>/api/tables/{room.id}</code></p>"
    if room.phase == "over":
        verify, record = (escape(say(f"serve.page.{key}", lang)) for key in ("verify", "record"))
        body += f'<p><a href="/verify?table={room.id}">{verify}</a></p>'
        body += f'<p><a href="/api/tables/{room.id}/record">{record}</a></p>'
    return PAGE.format(lang=lang, body=body)


async def verify(host: Host, table: str | None, lang: str) -> str:
    """A form for a record; that of a finished table is filled in."""
    record = ""
    if table:
        room = await host.desk.room(table)
        record = records.text(room, None) if room.phase == "over" else ""
    return PAGE.format(lang=lang, body=_verify_form(record, lang))


def verified(record: str, found: records.Verified, lang: str) -> str:
    """What a record proves, and the record."""
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in found.sentences)
    return PAGE.format(lang=lang, body=said + _verify_form(record, lang))


def problem(sentence: str, lang: str) -> str:
    """Why there is nothing to see, and the way back."""
    return PAGE.format(lang=lang, body=f'<p>{escape(sentence)}</p><p><a href="/">Qwirkle</a></p>')


def _verify_form(record: str, lang: str) -> str:
    about, button = (escape(say(f"serve.page.{key}", lang)) for key in ("paste", "verify"))
    return (
        f'<form method="post" action="/verify?lang={lang}"><p><label for="record">{about}</label>'
        f'</p><textarea id="record" name="record" spellcheck="false">\n{escape(record)}</textarea>'
        f"<p><button>{button}</button></p></form>"
    )


async def seat_link(host: Host, secret: str, now: Person | None, lang: str) -> str:
    """A page with one button: programs that look at links to show them use nothing up."""
    person = await host.people.linked(secret)
    said = [say("serve.page.move", lang, player=person.name or NOBODY)]
    if now and now.id != person.id and await results.tables_of(host, now.id, 1):
        said.append(say("serve.page.replaces", lang, player=now.name or NOBODY))
    about = "".join(f"<p>{escape(sentence)}</p>" for sentence in said)
    button = escape(say("serve.page.here", lang))
    body = f'{about}<form method="post"><p><button>{button}</button></p></form>'
    return PAGE.format(lang=lang, body=body)
