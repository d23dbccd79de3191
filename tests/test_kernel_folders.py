"""The kernel's folders: which may include which."""

import re
from pathlib import Path

import pytest

KERNEL = Path(__file__).parent.parent / "kernel"
GAMES = {"core", "classic", "cards"}
ENGINE = GAMES | {"engine"}
MAY_INCLUDE = {
    "core": {"core"},
    "classic": {"core", "classic"},
    "cards": {"core", "cards"},
    "engine": ENGINE,
    "envs": GAMES | {"envs"},
    "python": ENGINE | {"envs", "python"},
    "wasm": ENGINE | {"wasm"},
    "tests": ENGINE | {"envs", "python", "tests"},
}
FILES = sorted(path.relative_to(KERNEL) for path in KERNEL.rglob("*.*") if path.is_file())
PLAIN = [path for path in FILES if path.parts[0] in {*ENGINE, "envs"}]


def test_every_file_is_in_a_folder():
    """Nothing is beside the folders, and no folder is empty."""
    assert {path.parts[0] for path in FILES} == set(MAY_INCLUDE)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_files_include_only_what_their_folder_may(path):
    """The games do not know each other, and nothing in them knows Python or WebAssembly."""
    included = re.findall(r'#include "([^"]+)"', (KERNEL / path).read_text())
    assert {name.partition("/")[0] for name in included} <= MAY_INCLUDE[path.parts[0]]


@pytest.mark.parametrize("path", PLAIN, ids=str)
def test_the_games_are_plain_c_plus_plus(path):
    """Any compiler for C++20 can build them; core/bits.h alone asks which one it is."""
    if path != Path("core/bits.h"):
        assert not re.findall(r"__\w+__|__builtin\w*|_MSC\w*", (KERNEL / path).read_text())
