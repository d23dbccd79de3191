"""What CONTRIBUTING.md tells newcomers is true, and every page names files that exist."""

import os
import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from tools.test import ALONE

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text()
MADE = ("build/", ".venv", "server/client/", "web/node_modules")
"""What `make` makes is not in the repository."""
PACKAGES = ("motion/mini",)
"""Of npm, which have names like paths."""
CHECKED = [task for task in ALONE if task.part != "browser"]
SKIPPED = {"node_modules", "build", "dist"}


@cache
def tree():
    """Every file and folder of the repository, as a path from its root."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if name not in SKIPPED and (name[0] != "." or name == ".github")
        ]
        here = Path(folder).relative_to(ROOT)
        found += [f"{(here / name).as_posix()}/" for name in folders]
        found += [(here / name).as_posix() for name in files]
    return found


def pages():
    return sorted(path for path in tree() if path.endswith(".md"))


def paths(page):
    """Every file and folder that a page names, in prose, tables and examples."""
    text = (ROOT / page).read_text()
    quoted = re.findall(r"`((?:[\w.-]+/)+[\w.*-]*)(?:::\w+)?`", text)
    shown = re.findall(r"\b((?:bench|docs|src|tests|tools|web)/[\w./-]+\.\w+)", text)
    return sorted({path for path in [*quoted, *shown] if not path.startswith(MADE + PACKAGES)})


def exists(path):
    """Whether a path leads somewhere, from the root or from a folder that the page speaks of."""
    return any(fnmatch(f"/{found}".rstrip("/"), f"*/{path.rstrip('/')}") for found in tree())


def test_the_guide_names_many_files():
    """So that the next test has something to look at."""
    assert len(paths("CONTRIBUTING.md")) > 30


@pytest.mark.parametrize("page", pages())
def test_the_files_that_a_page_names_exist(page):
    """Nobody is sent to a file that has moved."""
    assert [path for path in paths(page) if not exists(path)] == []


def test_the_guide_names_files_from_the_root():
    """There the whole path helps."""
    assert [path for path in paths("CONTRIBUTING.md") if not (ROOT / path).exists()] == []


def test_the_guide_lists_ten_typical_changes():
    """Each with the files where it begins."""
    table = GUIDE.partition("## Where things are")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + 10
    assert all("`" in row.split(" | ")[1] for row in rows[1:])


def test_the_guide_lists_the_verbs_of_the_makefile():
    """All of them, and no others."""
    verbs = set(re.findall(r"^([a-z]+):.*## ", MAKEFILE, re.MULTILINE)) - {"help"}
    assert set(re.findall(r"\bmake ([a-z]+)\b", GUIDE)) == verbs


@pytest.mark.parametrize("task", CHECKED, ids=lambda task: task.name)
def test_the_hooks_run_what_make_check_runs(task):
    """Either the same tool of the virtual environment, or the part itself."""
    program = Path(task.command[0])
    verb = [word for word in task.command[1:2] if program.name == "ruff"]
    assert (
        f"entry: {' '.join(['.venv/bin/' + program.name, *verb])}" in HOOKS
        or f"entry: make test ONLY={task.part}\n" in HOOKS
    )
