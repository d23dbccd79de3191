"""What the verbs of the Makefile install: what they need, in steps that can be cut off anywhere."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from tools import setup
from tools.machine import Stopped, run
from tools.setup import STEPS, VERBS, Step

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def needed_by(lock):
    """The packages of a lock, each with those that need it; the project itself is ``qwirkle``."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / "requirements" / lock).read_text().splitlines():
        if package := re.match(r"([a-z0-9-]+)==", line):
            found[package[1]] = set()
        elif package := re.match(r" +#   (?:via )?([a-z0-9-]+)|    # via ([a-z0-9-]+)", line):
            found[[*found][-1]].add(package[1] or package[2])
    return found


def names(requirements):
    return {re.match(r"[\w-]+", one)[0] for one in requirements if isinstance(one, str)}


PLAY = needed_by("play.lock")
DEV = needed_by("dev.lock")
WANTED = names(PROJECT["project"]["dependencies"]).union(
    *(names(PROJECT["project"]["optional-dependencies"][extra]) for extra in setup.HOST),
    *(names(PROJECT["dependency-groups"][group]) for group in ("kernel", "node", "wasm")),
)
"""What playing and hosting name as their needs."""


def test_the_lock_for_playing_has_only_what_playing_needs():
    """Each package is named by playing itself, or needed by one that is."""
    reached: set[str] = set()
    while more := {
        name
        for name, whose in PLAY.items()
        if name not in reached and (name in WANTED or whose & reached)
    }:
        reached |= more
    assert PLAY.keys() == reached
    assert {name for name, whose in PLAY.items() if "qwirkle" in whose} <= WANTED


def test_what_only_developers_need_is_not_in_it():
    """No tests, no checkers, no documentation, no research; httpx comes with the web framework."""
    only = names(PROJECT["dependency-groups"]["dev"]) - {"httpx"} | {"scipy", "pluggy", "jinja2"}
    assert not only & PLAY.keys()
    assert len(only & DEV.keys()) > 20
    assert not PLAY.keys() & DEV.keys(), "a package is locked once"


def test_what_only_checks_the_client_is_not_installed_for_playing():
    """The packages of npm are kept apart likewise."""
    package = (ROOT / "web" / "package.json").read_text()
    builds = package.partition('"dependencies": {')[2].partition("}")[0]
    assert set(re.findall(r'"(@?[\w/-]+)":', builds)) == {
        "@sveltejs/vite-plugin-svelte",
        "svelte",
        "vite",
    }
    assert "ci --omit=dev" in (ROOT / "tools" / "web.sh").read_text()


def test_every_verb_is_made_of_steps():
    """And the terminal of few: no client, no Node, no compiler for WebAssembly."""
    assert {name for steps in VERBS.values() for name in steps} == STEPS.keys()
    assert VERBS["terminal"] == ("environment", "terminal", "kernel")
    for name in VERBS["play"]:
        assert not name.startswith(("dev", "kernel-dev", "web-dev", "browsers", "services"))


@pytest.fixture
def steps(tmp_path, monkeypatch):
    """Two steps in a folder of their own, made from one file each; and what they have made."""
    made: list[str] = []
    (tmp_path / "one.txt").write_text("1")
    (tmp_path / "two.txt").write_text("2")

    def step(name, **more):
        return Step(name, f"step {name}", lambda: made.append(name), (f"{name}.txt",), **more)

    few = {"one": step("one", made=tmp_path, download=30), "two": step("two", made=tmp_path)}
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "STAMPS", tmp_path / ".steps")
    monkeypatch.setattr(setup, "STEPS", few)
    monkeypatch.setattr(setup, "VERBS", {"both": ("one", "two"), "second": ("two",)})
    return SimpleNamespace(made=made, folder=tmp_path, all=few)


def test_a_second_call_has_nothing_to_do(steps, capsys):
    """And says nothing."""
    setup.set_up("both")
    said = capsys.readouterr().err
    assert steps.made == ["one", "two"]
    assert "1 of 2: step one (about 30 MB still to download) ..." in said
    assert "2 of 2: step two ..." in said
    setup.set_up("both")
    assert steps.made == ["one", "two"]
    assert capsys.readouterr().err == ""


def test_only_what_has_changed_is_made_again(steps):
    """By its content: a file that was only touched is the same."""
    setup.set_up("both")
    (steps.folder / "one.txt").touch()
    (steps.folder / "two.txt").write_text("other")
    setup.set_up("both")
    assert steps.made == ["one", "two", "two"]


def test_what_was_cut_off_goes_on(steps, monkeypatch):
    """The step in which it happened is made again, those before it are not."""
    cut = dict(steps.all)
    cut["two"] = Step("two", "step two", lambda: sys.exit(1), ("two.txt",), steps.folder)
    monkeypatch.setattr(setup, "STEPS", cut)
    with pytest.raises(SystemExit):
        setup.set_up("both")
    monkeypatch.setattr(setup, "STEPS", steps.all)
    setup.set_up("both")
    assert steps.made == ["one", "two"]


def test_a_larger_step_covers_a_smaller_one(steps, monkeypatch):
    """Who has everything for development is not given what playing needs again."""
    larger = Step("one", "all", lambda: None, ("one.txt",), steps.folder, covers=("two",))
    monkeypatch.setattr(setup, "STEPS", {"one": larger, "two": steps.all["two"]})
    monkeypatch.setattr(setup, "VERBS", {"dev": ("one",), "play": ("two",)})
    setup.set_up("dev", "play")
    setup.set_up("play")
    assert steps.made == []


def test_a_disk_without_room_is_a_sentence(steps, monkeypatch):
    """Before anything is begun."""
    steps.all["one"] = Step("one", "step one", lambda: None, disk=500)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=120_000_000))
    with pytest.raises(Stopped, match="About 500 MB are needed on this disk, and 120 MB are free"):
        setup.set_up("both")
    assert steps.made == []


def test_an_old_python_is_told_its_age(steps, monkeypatch):
    """With what to do about it."""
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(Stopped, match=r"needed; this is 3\.9\.2\. .* make both PYTHON=python3"):
        setup.set_up("both")


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        ("error: Failed to fetch: `http://127.0.0.1:9/simple/rich/`", "cannot be reached"),
        ("npm error code ENOTFOUND", "cannot be reached"),
        ("OSError: [Errno 28] No space left on device", "no room left on the disk"),
        ("kernel/a.cpp:1: error: expected ';'", "This failed: sh -c"),
    ],
)
def test_a_step_that_fails_says_why(printed, sentence):
    """A disk that is full, a network that is not there, or else what the command has said."""
    with pytest.raises(Stopped, match=sentence):
        run("sh", "-c", f'echo "{printed}"; exit 1')


def test_an_index_that_is_not_there_is_a_sentence(tmp_path):
    """As uv says it, really: nobody listens at this port."""
    uv = Path(sys.prefix, "bin", "uv")
    command = [uv, "pip", "install", "--target", tmp_path, "--no-cache", "rich"]
    with pytest.raises(Stopped, match="Connect to the internet"):
        run(*command, UV_DEFAULT_INDEX="http://127.0.0.1:9/simple", UV_HTTP_RETRIES="0")


def test_the_program_ends_with_a_sentence(tmp_path):
    """Without a traceback, and without success."""
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.version_info = (3, 9, 2)")
    done = subprocess.run(
        [sys.executable, "-m", "tools.setup", "terminal"],
        cwd=ROOT,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer is needed; this is 3.9.2.")
    assert "Traceback" not in done.stderr
