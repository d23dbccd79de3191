"""The import law: who may know whom."""

import ast
import sys
from pathlib import Path

import pytest

from tests.imports import LEVEL, SOURCE, imported_names

OF_ONE_EDITION = {"classic", "cards"}
OF_SOME_EDITIONS = {
    "__init__.py",
    "editions.py",
    "kernel.py",
}
"""The registry, the public names, and the kernel for researchers."""
FRONT_DOOR = {"cli", "options", "__main__", "__init__"}
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))

SERVER = SOURCE / "server"
SERVER_PACKAGES = ["domain", "protocol", "storage", "accounts", "node", "http"]
"""Each may import itself and those before it: accounts know the database, and not the other way."""
SERVER_MODULES = [path.relative_to("server") for path in MODULES if path.parts[0] == "server"]
THIRD_PARTY = {
    "domain": {"msgspec"},
    "protocol": {"cryptography", "msgspec"},
    "storage": {"alembic", "asyncpg", "cryptography", "msgspec", "sqlalchemy"},
    "accounts": {"msgspec", "openskill", "segno", "sqlalchemy", "webauthn"},
    "node": {"msgspec", "prometheus_client", "redis", "sqlalchemy", "structlog"},
    "http": {"litestar", "msgspec", "structlog", "uvicorn"},
}
"""What each package of the server may import: the web framework is in one."""
OUTSIDE = {"asyncio", "os", "pathlib", "socket", "sqlite3", "subprocess", "threading", "time"}
"""Modules of the standard library by which the domain would reach the world around it."""


def package(module):
    return module.parts[0].removesuffix(".py")


def imported(module):
    """The top-level names that a module imports anywhere, and our own packages among them."""
    names = [name.split(".") for name in imported_names(SOURCE / module)]
    others = {first for first, *_ in names if first != "qwirkle"}
    return others, {rest[0] for first, *rest in names if first == "qwirkle" and rest}


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_point_downwards(module):
    """Imports stay on their level or go down; games and uppermost packages ignore each other."""
    here = package(module)
    if here in FRONT_DOOR:
        return
    assert here in LEVEL, f"{here} has no level"
    _, ours = imported(module)
    for other in ours & LEVEL.keys():
        assert LEVEL[other] <= LEVEL[here], f"{module} imports {other}"
        if LEVEL[here] in (1, 4) and LEVEL[other] == LEVEL[here]:
            assert other == here, f"{module} imports {other}"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_only_what_belongs_to_an_edition_knows_one(module):
    """All else asks the edition, or a module that is found by its name; so a third one fits in."""
    if OF_ONE_EDITION & {*module.with_suffix("").parts} or module.as_posix() in OF_SOME_EDITIONS:
        return
    known = [name.split(".") for name in imported_names(SOURCE / module)]
    known = [parts for parts in known if parts[0] == "qwirkle"]
    for parts in known:
        assert not {*parts} & {*OF_ONE_EDITION, "Board", "Table"}, f"{module} imports {parts}"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_levels_0_to_2_need_only_the_standard_library(module):
    """But for plural rules and signatures, from inside a function, and the kernel's arrays."""
    if LEVEL.get(package(module), 9) <= 2:
        others, _ = imported(module)
        strangers = others - set(sys.stdlib_module_names)
        known = {"locales": {"babel"}, "signing": {"cryptography"}, "kernel": {"numpy"}}
        assert strangers <= known.get(package(module), set())


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
def test_packages_stay_small(module):
    """A file holds one thing: at most 400 lines, and no function over 40."""
    text = (SOURCE / module).read_text()
    assert len(text.splitlines()) <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < 45, f"{node.name} in {module}"


@pytest.mark.parametrize("module", SERVER_MODULES, ids=str)
def test_the_packages_of_the_server_know_only_those_below(module):
    """Every module is in a package, and imports only from that package and those before it."""
    if module == Path("__init__.py"):
        return
    assert len(module.parts) > 1, f"server/{module} is in no package"
    allowed = SERVER_PACKAGES[: SERVER_PACKAGES.index(module.parts[0]) + 1]
    for name in imported_names(SERVER / module):
        if name.startswith("qwirkle.server."):
            assert name.split(".")[2] in allowed, f"server/{module} imports {name}"


@pytest.mark.parametrize("module", SERVER_MODULES, ids=str)
def test_the_packages_of_the_server_keep_to_their_dependencies(module):
    """The domain does no I/O, and only the web side knows the web framework."""
    others, _ = imported(Path("server") / module)
    strangers = others - set(sys.stdlib_module_names)
    assert strangers <= THIRD_PARTY.get(module.parts[0], set())
    if module.parts[0] == "domain":
        assert not others & OUTSIDE


def test_storage_makes_no_events():
    """What happens at a table is decided above the database, which only writes it down."""
    classes = ast.parse((SERVER / "domain" / "events.py").read_text()).body
    kinds = {node.name for node in classes if isinstance(node, ast.ClassDef) and node.bases}
    for path in (SERVER / "storage").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                allowed = called == "Logged" or called not in kinds | {"happen"}
                assert allowed, f"{path.name}:{node.lineno} makes {called}"
