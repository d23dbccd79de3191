"""Write the clauses of docs/rules for the rules page of the web client.

    python tools/web_rules.py

The numbers of the rules; and for each language the clauses, as pieces of HTML without what is
there for programmers.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

from qwirkle.locales import LANGUAGES

ROOT = Path(__file__).parent.parent
OUT = ROOT / "web" / "src" / "pages" / "learn"
# The English pages also have the examples and the refusals.
PAGES = {lang: (f"{lang}.md",) for lang in LANGUAGES} | {
    "en": ("tile-game.md", "card-game.md", "online.md")
}
PARTS = {"T": "classic", "C": "cards", "O": "apart"}
CLAUSE = re.compile(
    r"^##+ ([TCO]\d+) ([^\n]+)\n(.*?)(?=^\([TCO]\d+\)=|^##|\Z)", re.MULTILINE | re.DOTALL
)
CODE = re.compile(r"^```.*?^```\n?", re.MULTILINE | re.DOTALL)
CODING = re.compile(r":$|`|^In text,")
LINK = re.compile(r"\[([^]]+)\]\([^)]*\)")


class Clause(NamedTuple):
    """A rule as people read it."""

    title: str
    html: str


def clauses(language: str) -> dict[str, Clause]:
    """The rules in a language, by their numbers and in order."""
    pages = [(ROOT / "docs" / "rules" / page).read_text() for page in PAGES[language]]
    return {
        rule: Clause(title, MarkdownIt().render(_prose(body)).strip())
        for page in pages
        for rule, title, body in CLAUSE.findall(page)
    }


def _prose(body: str) -> str:
    """Without refusals, code, what leads to code or speaks of it, and links into the docs."""
    told = body.partition("Refused with")[0]
    parts = re.split(r"\n\n+", LINK.sub(r"\1", CODE.sub("", told)))
    return "\n\n".join(part for part in parts if not CODING.search(part))


def written() -> dict[Path, str]:
    """The files, and what is in them."""
    known = list(clauses("en"))
    rules = {part: [rule for rule in known if rule[0] == key] for key, part in PARTS.items()}
    made = {OUT / "rules.json": _json(rules)}
    for language in PAGES:
        told = {rule: clause.html for rule, clause in clauses(language).items()}
        made[OUT / "clauses" / f"{language}.json"] = _json(told)
    return made


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    for path, text in written().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
