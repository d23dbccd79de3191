"""The import law of the browser client: which folder of web/src may know which."""

import os
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "web" / "src"
FILES = sorted(
    path.relative_to(SOURCE).as_posix()
    for path in SOURCE.rglob("*")
    if path.suffix in {".ts", ".svelte", ".js"}
)

SHARED = {"app", "protocol", "storage", "design"}
LAW = {
    "protocol": {"storage", "app/i18n.svelte"},
    "fair": {"protocol/tiles"},
    "storage": {"protocol/wire", "fair/sha256"},
    "design": {"protocol/tiles", "storage/settings.svelte", "app/i18n.svelte"},
    "app": {"protocol", "storage", "design"},
    "board": {"protocol", "design", "app/i18n.svelte"},
    "engine": {"protocol", "app/i18n.svelte"},
    "local": {*SHARED, "engine", "fair"},
    "review": {*SHARED, "editions", "engine", "fair", "local"},
    "analysis": {*SHARED, "editions", "engine", "fair", "local", "review"},
    "editions": {*SHARED, "tiles/presentation", "cards/presentation"},
    "table": {*SHARED, "board", "editions"},
    "tiles": {*SHARED, "board", "table", "editions/presentation", "pages/home/scene.json"},
    "cards": {*SHARED, "table", "editions/presentation", "pages/home/scene.json"},
    "pages": {
        *SHARED,
        "board",
        "editions",
        "table",
        "tiles",
        "cards",
        "fair",
        "local",
        "review",
        "analysis",
    },
    "styleguide": {*SHARED, "board", "editions", "table", "tiles", "cards", "pages", "review"},
}
"""What each folder may import beside itself: a folder, or one module of it."""

ROOTS = {"app/App.svelte", "app/cover.ts", "app/main.ts", "app/pages.ts", "app/start.ts"}
"""They put the client together: they may import every page, and nothing imports them but they."""

OFFERED = {
    "tiles": {
        "Floating.svelte",
        "PlayButton.svelte",
        "Qwirkle.svelte",
        "Rack.svelte",
        "Reason.svelte",
        "handling.svelte",
        "presentation",
        "tileplay.svelte",
    },
    "cards": {
        "Captured.svelte",
        "CardHand.svelte",
        "CardRows.svelte",
        "FinishTurn.svelte",
        "FloatingCards.svelte",
        "LaidRows.svelte",
        "Pile.svelte",
        "carddrag.svelte",
        "cardhints.svelte",
        "cardlayout",
        "cardplay.svelte",
        "cardsteps",
        "presentation",
        "travel",
    },
}
"""What a game offers to the pages: how it is shown, and the pieces that a lesson and a review
are made of."""

ALONE = {
    "protocol": r"fetch|WebSocket|EventSource|XMLHttpRequest|sendBeacon",
    "storage": r"localStorage|sessionStorage|indexedDB|caches|cookie|cookieStore",
    "engine": r"WebAssembly|Worker|SharedWorker",
}
"""What only one folder may touch: the network, what is kept on the device, and the kernel."""
KERNEL = "../../../build/kernel.wasm"
"""The one file from outside that the client is built with."""
WORKER = "app/worker.js"
"""It runs beside the page, and is the network and the store of the client's own files."""

REGISTER = "editions/register.ts"
"""It knows every edition by name; apart from it, an edition is named in its own folder only."""
WIRE = "protocol/wire.ts"
EDITIONS = {
    re.search(r"edition: \"(\w+)\"", (SOURCE / game / "presentation.ts").read_text())[1]: game
    for game in OFFERED
}
"""The name of each edition, and its folder."""
PIECES = {"cards"}
"""Names that are also words for what a game is played with; the lessons about it use them so."""

LIBRARIES = re.compile(r"svelte(/\w+)?|virtual:\w+(/\w+)?")

COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'])//[^\n]*", re.DOTALL)
IMPORT = re.compile(
    r"""\b(?:(?:import\s+(?P<type>type\s)?|export\s)[^;"'()]*\bfrom"""
    r"""|(?P<later>import\s*\()|import|glob\b[^("']*\()"""
    r"""\s*["'](?P<what>[^"']+)["']"""
)


def imports(file, text):
    """What a file imports, paths from web/src or names of libraries; and whether it must run first.

    Types are gone before anything runs, and what is fetched when it is needed runs later.
    """
    for found in IMPORT.finditer(COMMENT.sub("", text)):
        what = found["what"]
        if what == KERNEL and file.startswith("engine/"):
            continue
        if what.startswith("."):
            place = (SOURCE / file).parent / what
            what = os.path.relpath(place.resolve(), SOURCE)
        yield what, not (found["type"] or found["later"])


def allowed(file, what):
    """Whether the law lets a file import a module."""
    here, there = file.split("/")[0], what.split("/")[0]
    if there not in LAW:
        return bool(LIBRARIES.fullmatch(what))
    if is_root(what):
        return file in ROOTS
    if file in ROOTS or here == there:
        return True
    if here == "pages" and there in OFFERED:
        return what.removeprefix(f"{there}/") in OFFERED[there]
    return bool({there, what} & LAW[here])


def touched(file, text):
    """What a file touches that belongs to another folder alone."""
    others = [words for folder, words in ALONE.items() if not file.startswith(f"{folder}/")]
    words = re.compile(rf"\b(?:{'|'.join(others)})\b")
    return words.findall(COMMENT.sub("", text)) if file != WORKER else []


def named(file, text):
    """The editions that a file names and should not: as a text, before a dash, or as a key."""
    if file in {REGISTER, WIRE}:
        return []
    others = {name for name, game in EDITIONS.items() if not file.startswith(f"{game}/")}
    texts = others - PIECES if file.startswith("pages/learn/") else others
    quoted = [rf"""(?<=["'`]){name}(?=["'`-])""" for name in texts]
    keys = [rf"\b{name}(?=:)" for name in others - PIECES]
    return re.findall("|".join(quoted + keys), COMMENT.sub("", text))


def is_root(what):
    return bool({what, f"{what}.ts"} & ROOTS)


def broken(file, text):
    """The imports of a file that the law forbids."""
    return [what for what, _ in imports(file, text) if not allowed(file, what)]


@pytest.mark.parametrize("file", FILES)
def test_folders_import_only_what_the_law_allows(file):
    """Every file is in a folder, and imports only from there and from where it may."""
    assert file.split("/")[0] in LAW, f"{file} is in no folder of the law"
    assert broken(file, (SOURCE / file).read_text()) == []


@pytest.mark.parametrize(
    ("file", "line", "what"),
    [
        ("tiles/x.ts", 'import { y } from "../cards/y";', "cards/y"),
        ("cards/x.ts", 'import type { Y } from "../tiles/y";', "tiles/y"),
        ("cards/x.ts", 'import Board from "../board/Board.svelte";', "board/Board.svelte"),
        ("table/X.svelte", 'const y = () => import("../tiles/Y.svelte");', "tiles/Y.svelte"),
        ("table/x.ts", 'export { y } from "../pages/y";', "pages/y"),
        ("board/x.ts", 'import {\n  y,\n} from "../tiles/y";', "tiles/y"),
        ("design/x.ts", 'import "../table/flying.css";', "table/flying.css"),
        ("design/x.ts", 'import { get } from "../protocol/api";', "protocol/api"),
        ("storage/x.ts", 'import { get } from "../protocol/api";', "protocol/api"),
        ("app/x.ts", 'import { y } from "../pages/y";', "pages/y"),
        ("pages/learn/x.ts", 'import y from "../../cards/movement";', "cards/movement"),
        ("pages/x.ts", 'import { pageOf } from "../app/pages";', "app/pages"),
        ("pages/x.ts", 'import.meta.glob("../styleguide/*.svelte");', "styleguide/*.svelte"),
        ("table/x.ts", 'import { y } from "lodash";', "lodash"),
        ("table/x.ts", 'import { y } from "../local/y";', "local/y"),
        ("pages/x.ts", 'import { y } from "../engine/y";', "engine/y"),
        ("local/x.ts", f'import url from "{KERNEL}?url";', "../../build/kernel.wasm?url"),
        ("pages/x.ts", f'import.meta.glob("{KERNEL}");', "../../build/kernel.wasm"),
    ],
)
def test_the_law_finds_what_breaks_it(file, line, what):
    """However an import is written, and at any depth."""
    assert broken(file, f"// Nothing else.\n{line}\n") == [what]


@pytest.mark.parametrize("file", FILES)
def test_what_belongs_to_one_folder_is_touched_by_no_other(file):
    """Requests and sockets are in protocol/, everything that is kept is in storage/, and only
    engine/ loads WebAssembly and makes workers."""
    assert touched(file, (SOURCE / file).read_text()) == []


@pytest.mark.parametrize(
    ("file", "line", "what"),
    [
        ("storage/x.ts", 'const y = await fetch("/api/y");', ["fetch"]),
        ("table/x.ts", "const y = new WebSocket(address); // fetch", ["WebSocket"]),
        ("pages/x.ts", "navigator.sendBeacon(address);", ["sendBeacon"]),
        ("protocol/x.ts", 'sessionStorage.setItem("y", "");', ["sessionStorage"]),
        ("app/X.svelte", "<p onclick={() => localStorage.clear()}>", ["localStorage"]),
        ("app/x.ts", "document.cookie = `y=${1}`;", ["cookie"]),
        ("design/x.ts", 'await globalThis.caches?.open("y");', ["caches"]),
        ("local/x.ts", "await WebAssembly.compile(bytes);", ["WebAssembly"]),
        ("pages/x.ts", "const y = new Worker(address);", ["Worker"]),
        ("engine/x.ts", "const y = new Worker(address);", []),
        ("app/x.ts", "let y: ServiceWorker;", []),
        ("protocol/x.ts", "/* localStorage */ await fetch(address);", []),
        ("storage/x.ts", 'localStorage.getItem("y");', []),
    ],
)
def test_the_law_finds_what_touches_them(file, line, what):
    """In scripts and in templates, and not in what is only said about them."""
    assert touched(file, line) == what


@pytest.mark.parametrize("file", FILES)
def test_an_edition_is_named_in_its_own_folder_and_in_the_register(file):
    """All others look up how an edition is shown, so that a new one changes nothing there."""
    assert named(file, (SOURCE / file).read_text()) == []


def test_the_register_has_every_edition_of_the_server():
    """The names are those of the generated types."""
    names = re.search(r"edition: (\"\w+\"(?: \| \"\w+\")*)", (SOURCE / WIRE).read_text())[1]
    assert set(re.findall(r"\w+", names)) == set(EDITIONS)


@pytest.mark.parametrize(
    ("file", "line", "what"),
    [
        ("table/x.ts", 'if (view.edition === "cards") y();', ["cards"]),
        ("pages/X.svelte", "{#if edition === 'classic'}<Y />{/if}", ["classic"]),
        ("pages/x.ts", "await get(`classic-${n}`);", ["classic"]),
        ("design/x.ts", "const FELTS = { classic: 1, cards: 2 };", ["classic"]),
        ("storage/x.ts", 'let y: "classic" | "cards";', ["classic", "cards"]),
        ("tiles/x.ts", 'readMoves(events, "cards");', ["cards"]),
        ("cards/x.ts", 'readMoves(events, "classic");', ["classic"]),
        ("cards/x.ts", 'readMoves(events, "cards"); // not "classic"', []),
        ("editions/register.ts", 'const y = { classic: tiles, "cards": cards };', []),
        ("pages/x.ts", "t(`web.edition.${edition}`, { cards: 3 });", []),
        ("pages/learn/x.ts", 'const y = part === "cards" || part === "classic";', ["classic"]),
    ],
)
def test_the_law_finds_who_names_an_edition(file, line, what):
    """In code and in types; the pieces that a game is played with are another matter."""
    assert named(file, line) == what


def test_nothing_is_offered_in_vain():
    """Every module that a game offers exists, and some page uses it."""
    pages = [file for file in FILES if file.startswith("pages/")]
    used = {what for file in pages for what, _ in imports(file, (SOURCE / file).read_text())}
    for game, modules in OFFERED.items():
        assert {f"{game}/{module}" for module in modules} <= used
    assert set(FILES) >= ROOTS


def test_no_module_imports_itself_in_a_circle():
    """Whatever must run before a module does not wait for it."""
    graph = {}
    for file in FILES:
        found = imports(file, (SOURCE / file).read_text())
        graph[file.removesuffix(".ts")] = {what for what, runs_first in found if runs_first}
    TopologicalSorter(graph).prepare()
