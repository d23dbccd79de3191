"""What a module imports, and on which level of the house that is."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import qwirkle

SOURCE = Path(qwirkle.__file__).parent
TESTS = Path(__file__).parent
LEVELS = [
    {
        "tiles",
        "lines",
        "bag",
        "faults",
        "given",
        "moves",
        "seats",
        "locales",
        "native",
        "pictures",
        "animation",
    },
    {"classic", "cards"},
    {
        "editions",
        "events",
        "views",
        "game",
        "log",
        "replay",
        "setup",
        "notation",
        "notebook",
        "fairness",
        "testing",
        "kernel",
        "chain",
        "signing",
        "verdict",
    },
    {"bots", "analysis"},
    {"arena", "client", "envs", "server", "terminal"},
]
LEVEL = {package: level for level, packages in enumerate(LEVELS) for package in packages}
RULES = range(3)
"""The levels for which the kernel answers, where it is there."""
FRONT_DOOR = 5
"""The level of what is on none: it may import all of them."""


@cache
def imported_names(path: Path) -> list[str]:
    """Everything that a module imports anywhere, as dotted names."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def tried(path: Path, seen: frozenset[Path] = frozenset()) -> Iterator[str]:
    """What a file of tests imports of the library, itself or by helpers, without ``qwirkle.``."""
    for name in imported_names(path):
        first, *rest = name.split(".")
        if first == "qwirkle":
            yield ".".join(rest)
        if first == "tests":
            for end in range(len(rest), 0, -1):
                here = TESTS.joinpath(*rest[:end])
                helper = here / "__init__.py" if here.is_dir() else here.with_suffix(".py")
                if helper.exists() and helper not in seen:
                    yield from tried(helper, seen | {path, helper})
                    break


@cache
def level(path: Path) -> int:
    """The highest level that a file of tests tries; -1 where it tries none."""
    names = [name.split(".")[0] for name in tried(path)]
    return max((LEVEL.get(name, FRONT_DOOR if name.islower() else 0) for name in names), default=-1)


@cache
def tries_the_kernel(path: Path) -> bool:
    """Whether a file of tests imports what answers with the kernel where it can."""
    modules = [SOURCE.joinpath(*name.split(".")) for name in tried(path)]
    found = {module for part in modules for module in (part, part.parent)}
    files = [file.with_suffix(".py") for file in found]
    return any("qwirkle.native" in imported_names(file) for file in files if file.exists())
