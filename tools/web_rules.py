"""Write the clauses of docs/rules for the rules page of the web client.

    python tools/web_rules.py

For each rule: its title, and the clause as a piece of HTML without what is there for programmers.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

ROOT = Path(__file__).parent.parent
OUT = ROOT / "web" / "src" / "learn" / "rules.json"
PAGES = {"classic": "tile-game.md", "cards": "card-game.md", "apart": "online.md"}
CLAUSE = re.compile(r"^## ([TCO]\d+) ([^\n]+)\n(.*?)(?=^\([TCO]|^## |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```.*?^```\n?", re.MULTILINE | re.DOTALL)
CODING = re.compile(r":$|`|^In text,")
LINK = re.compile(r"\[([^]]+)\]\([^)]*\)")


def clauses(page: str) -> list[dict[str, Any]]:
    """The rules of a page, in order."""
    text = (ROOT / "docs" / "rules" / page).read_text()
    return [_clause(*found) for found in CLAUSE.findall(text)]


def _clause(rule: str, title: str, body: str) -> dict[str, Any]:
    told = body.partition("Refused with")[0]
    return {
        "rule": rule,
        "title": title,
        "html": MarkdownIt().render(_prose(told)).strip(),
    }


def _prose(text: str) -> str:
    """Without code, what leads to code or speaks of it, and links into the docs."""
    parts = re.split(r"\n\n+", LINK.sub(r"\1", CODE.sub("", text)))
    return "\n\n".join(part for part in parts if not CODING.search(part))


def written() -> dict[Path, str]:
    """The file, and what is in it."""
    made = {game: clauses(page) for game, page in PAGES.items()}
    return {OUT: json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text)
