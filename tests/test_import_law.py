"""The import law: who may know whom."""

import ast
import sys
from pathlib import Path

import pytest

import qwirkle

SOURCE = Path(qwirkle.__file__).parent
LEVELS = [
    {"tiles", "lines", "bag", "faults", "seats", "locales", "native"},
    {"classic", "cards"},
    {"editions", "events", "views", "game", "replay", "notation", "fairness", "testing", "kernel"},
    {"bots", "analysis"},
    {"arena", "client", "envs", "server", "terminal"},
]
FRONT_DOOR = {"cli", "__main__", "__init__"}
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def room(module):
    return module.parts[0].removesuffix(".py")


def imported(module):
    """The top-level names that a module imports anywhere, and our own rooms among them."""
    others, ours = set(), set()
    for node in ast.walk(ast.parse((SOURCE / module).read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            whole = node.module == "qwirkle"
            names = [f"qwirkle.{a.name}" for a in node.names] if whole else [node.module]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "qwirkle":
                ours.add(rest.partition(".")[0])
            else:
                others.add(first)
    return others, ours


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_point_downwards(module):
    """Imports stay on their level or go down; games and uppermost rooms ignore each other."""
    here = room(module)
    if here in FRONT_DOOR:
        return
    assert here in LEVEL, f"{here} has no level"
    _, ours = imported(module)
    for other in ours & LEVEL.keys():
        assert LEVEL[other] <= LEVEL[here], f"{module} imports {other}"
        if LEVEL[here] in (1, 4) and LEVEL[other] == LEVEL[here]:
            assert other == here, f"{module} imports {other}"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_levels_0_to_2_need_only_the_standard_library(module):
    """But for plural rules, from inside a function, and the types of the kernel's arrays."""
    if LEVEL.get(room(module), 9) <= 2:
        others, _ = imported(module)
        strangers = others - set(sys.stdlib_module_names)
        assert strangers <= {"locales": {"babel"}, "kernel": {"numpy"}}.get(room(module), set())


def test_the_client_needs_nothing_but_the_standard_library():
    """So that a bot for a server is one file to copy."""
    others, ours = imported(Path("client.py"))
    assert (others - set(sys.stdlib_module_names), ours) == (set(), set())


def test_the_front_door_imports_inside_its_commands():
    """So that asking for the version does not load the terminal."""
    for node in ast.parse((SOURCE / "cli.py").read_text()).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] + [getattr(node, "module", "") or ""]
            assert not any(part in name for name in names for part in ("terminal", "rich", "shtab"))


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_rooms_stay_small(module):
    """A file holds one thing: at most 400 lines, and no function over 40."""
    text = (SOURCE / module).read_text()
    assert len(text.splitlines()) <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < 45, f"{node.name} in {module}"
