"""Plain pages: what is played here, and where the API is."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from qwirkle.bots.names import NOBODY, spoken
from qwirkle.editions import edition
from qwirkle.locales import say
from qwirkle.server.accounts.people import Person
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.node import judging, lobby
from qwirkle.server.storage import listings

if TYPE_CHECKING:
    from qwirkle.server.node.node import Node

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


async def plain(node: Node, path: str, lang: str) -> str:
    """The page of a path."""
    match path.strip("/").split("/"):
        case [""]:
            return await home(node, lang)
        case ["t", name]:
            return await table(node, name, lang)
        case _:
            raise Refused("unknown", "serve.no_page")


async def home(node: Node, lang: str) -> str:
    """The open tables, and the way to the API."""
    lines = await lobby.open_tables(node.dispatcher)
    rows = "".join(_row(line, lang) for line in lines)
    heads = "".join(f"<th>{say(f'serve.page.{key}', lang)}</th>" for key in ("game", "players"))
    listed = f"<table><tr>{heads}</tr>{rows}</table>" if rows else _paragraph("none", lang)
    verify = escape(say("serve.page.verify", lang))
    links = f'<p><a href="/verify">{verify}</a> · <a href="/api/schema">API</a></p>'
    missing = _paragraph("no_client", lang) if node.settings.client else ""
    return PAGE.format(lang=lang, body=missing + _paragraph("about", lang) + listed + links)


def _paragraph(key: str, lang: str) -> str:
    return f"<p>{escape(say(f'serve.page.{key}', lang))}</p>"


def _row(line: listings.TableLine, lang: str) -> str:
    free = say("serve.page.free", lang)
    names = ", ".join(escape(spoken(name, lang) if name else free) for name in line.seats)
    title = escape(say(f"serve.page.{edition(line.edition).words}", lang))
    return f'<tr><td><a href="/t/{line.table}">{title}</a></td><td>{names}</td></tr>'


async def table(node: Node, table: str, lang: str) -> str:
    """One table, for people who follow its link."""
    room = await node.dispatcher.room(table)
    line = listings.line(room)
    body = f"<table>{_row(line, lang)}</table><p><code>/api/tables/{room.id}</code></p>"
    if room.imported:
        body = _paragraph("imported", lang) + body
    if room.phase == "over":
        verify, record = (escape(say(f"serve.page.{key}", lang)) for key in ("verify", "record"))
        body += f'<p><a href="/verify?table={room.id}">{verify}</a></p>'
        body += f'<p><a href="/api/tables/{room.id}/record">{record}</a></p>'
    return PAGE.format(lang=lang, body=body)


def verify(record: str, lang: str) -> str:
    """A form for a record."""
    return PAGE.format(lang=lang, body=_verify_form(record, lang))


def verified(record: str, found: judging.Verified, lang: str) -> str:
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


async def seat_link(node: Node, secret: str, now: Person | None, lang: str) -> str:
    """A page with one button, so that programs that preview links do not use them up."""
    person = await node.people.linked(secret)
    said = [say("serve.page.move", lang, player=spoken(person.name or NOBODY, lang))]
    if now and now.id != person.id and await lobby.tables_of(node.dispatcher, now.id, 1):
        said.append(say("serve.page.replaces", lang, player=spoken(now.name or NOBODY, lang)))
    about = "".join(f"<p>{escape(sentence)}</p>" for sentence in said)
    button = escape(say("serve.page.here", lang))
    body = f'{about}<form method="post"><p><button>{button}</button></p></form>'
    return PAGE.format(lang=lang, body=body)
