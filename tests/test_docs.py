"""What the README and the docs show is what happens."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import qwirkle

ROOT = Path(__file__).parent.parent
GUIDES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES = [*GUIDES, *sorted((ROOT / "docs").rglob("*.md"))]
SOURCE = Path(qwirkle.__file__).parent


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_in_pages_run(page):
    """Every >>> line of a page gives what is written below it."""
    text = re.sub(r"^```.*$", "", page.read_text(), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_readme_plays_both_games():
    """A newcomer sees a game of each edition, tested."""
    text = (ROOT / "README.md").read_text()
    tests = doctest.DocTestParser().get_examples(text)
    assert len(tests) > 10
    assert '"classic"' in text
    assert '"cards"' in text


def modules():
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        if "migrations" in parts:  # run by Alembic alone
            continue
        yield ".".join(part for part in parts if part not in ("__init__", "__main__"))


@pytest.mark.parametrize("name", sorted(set(modules())))
def test_examples_in_docstrings_run(name):
    """Every >>> line of a docstring gives what is written below it."""
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    """Relative links of the pages point at files that exist."""
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
