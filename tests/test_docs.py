"""What the README and the docs show is what happens."""

import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest
from tools.docs_pictures import pictures

import qwirkle
from qwirkle import native
from tests.imports import FRONT_DOOR, LEVEL, RULES

ROOT = Path(__file__).parent.parent
GUIDES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES = [*GUIDES, *sorted((ROOT / "docs").rglob("*.md"))]
SOURCE = Path(qwirkle.__file__).parent


@pytest.mark.parametrize("page", PAGES if native.kernel else GUIDES, ids=lambda page: page.name)
def test_examples_in_pages_run(page):
    """Every >>> line of a page gives what is written below it."""
    if "pyarrow" in page.read_text():
        pytest.importorskip("pyarrow")  # has no wheel yet for the newest Python
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
    """Without the kernel, those for which it answers; the others are the same with it."""
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        if "migrations" in parts:  # run by Alembic alone
            continue
        if not native.kernel and LEVEL.get(parts[1], FRONT_DOOR) not in RULES:
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


def test_pictures_are_what_the_library_draws():
    """After a change of the drawings: python -m tools.docs_pictures."""
    for name, text in pictures().items():
        assert (ROOT / "docs" / "pictures" / name).read_text() == text + "\n", name


PUBLIC = ["analysis", "arena", "bots", "client", "envs", "kernel", "notation", "testing"]
"""The modules of docs/reference beside the package itself."""


def documented(name):
    """The public names of a module that is documented: those that it lists, or defines."""
    module = importlib.import_module(name)
    here = [key for key, one in vars(module).items() if getattr(one, "__module__", "") == name]
    for key in getattr(module, "__all__", here):
        one = getattr(module, key)
        if not key.startswith("_") and (inspect.isclass(one) or inspect.isfunction(one)):
            yield f"{name}.{key}", one


def parts(one):
    """A public name, and what belongs to it: methods and properties of its own."""
    yield one
    for key, part in vars(one).items() if inspect.isclass(one) else ():
        inner = getattr(part, "__func__", getattr(part, "fget", part))
        if not key.startswith("_") and inspect.isfunction(inner):
            yield inner


@pytest.mark.parametrize("module", ["qwirkle", *(f"qwirkle.{name}" for name in PUBLIC)])
def test_every_public_name_says_what_it_is(module):
    """So that the reference, which is made of docstrings, has no gap."""
    silent = [part.__qualname__ for _, one in documented(module) for part in parts(one)
              if not inspect.getdoc(part)]  # fmt: skip
    assert silent == []


def code_of(text):
    """The code of the examples of a text, without what it prints."""
    return "\n".join(example.source for example in doctest.DocTestParser().get_examples(text))


def shown(module, one):
    """The examples of a public name: in its docstrings, and on its page of the reference."""
    page = ROOT / "docs" / "reference" / f"{module.rpartition('.')[2]}.md"
    docs = (inspect.cleandoc(part.__doc__ or "") for part in parts(one))
    return code_of("\n\n".join([page.read_text(), *docs]))


WITHOUT = {"Game.from_facts"}
"""For those who host games: ``Game.load`` and ``Game.copy`` are made of it."""


@pytest.mark.parametrize("module", ["qwirkle", *(f"qwirkle.{name}" for name in PUBLIC)])
def test_every_public_name_has_an_example(module):
    """One that runs and uses it, and so do its methods and properties."""
    silent = []
    for _, one in documented(module):
        code = shown(module, one)
        own, *methods = [part.__qualname__ for part in parts(one)]
        if not re.search(rf"\b{own}\b", code) and ">>>" not in (one.__doc__ or ""):
            silent.append(own)
        silent += [each for each in methods if not re.search(rf"\.{each.split('.')[-1]}\b", code)]
    assert set(silent) <= WITHOUT


def test_the_reference_has_every_public_name():
    """The package's names one by one, the modules whole."""
    pages = ROOT / "docs" / "reference"
    listed = set(re.findall(r"autoclass:: (\S+)", (pages / "qwirkle.md").read_text()))
    assert listed == {name for name, _ in documented("qwirkle")}
    for name in PUBLIC:
        assert f"automodule:: qwirkle.{name}" in (pages / f"{name}.md").read_text()
