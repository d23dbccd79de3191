"""The catalogues: complete, consistent, and grammatical where a machine can tell."""

import json
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from babel import Locale

from qwirkle import BadNotation, Tile, locales
from qwirkle.locales import LANGUAGES, catalogue, plural, say
from qwirkle.tiles import TILES

SOURCE = Path(locales.__file__).parent.parent
ROOMS = "advice|bad|chat|record|score|serve|tile|ui|verify|web"
KEY = re.compile(rf"""["']((?:[TCO]\d+|{ROOMS})(?:\.[a-z_0-9]+)*)["']""")


def texts(entry):
    return [entry] if isinstance(entry, str) else list(entry.values())


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_sentence(lang):
    """The same keys in the same order, each with the same words to fill in."""
    english, entries = catalogue("en"), catalogue(lang)
    assert list(entries) == list(english)
    for key, entry in entries.items():
        wanted = set.union(*map(placeholders, texts(english[key])))
        assert set.union(*map(placeholders, texts(entry))) == wanted, key
        assert isinstance(entry, dict) == isinstance(english[key], dict), key
        assert all(text.strip() for text in texts(entry)), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_have_the_categories_of_their_language(lang):
    """As CLDR names them for whole numbers, so that Babel and a browser choose the same."""
    tags = {plural(lang, number) for number in range(200)} | {"other"}
    assert tags == set(Locale(lang).plural_form.tags) | {"other"}
    for key, entry in catalogue(lang).items():
        if isinstance(entry, dict):
            assert set(entry) == tags, key


@pytest.mark.parametrize(
    ("lang", "number", "category"),
    [("en", 1, "one"), ("en", 0, "other"), ("pl", 2, "few"), ("pl", 5, "many"), ("pl", 22, "few"),
     ("ro", 1, "one"), ("ro", 19, "few"), ("ro", 20, "other"), ("uk", 21, "one"), ("uk", 3, "few"),
     ("uk", 11, "many")],
)  # fmt: skip
def test_plural_categories(lang, number, category):
    """Spot checks of the four languages' plural rules."""
    assert plural(lang, number) == category


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tile_has_a_name_of_its_own(lang):
    """36 names, none twice."""
    names = {catalogue(lang)[f"tile.{tile}"] for tile in TILES}
    assert len(names) == 36


def test_names_agree_in_gender():
    """A colour is an adjective, and follows its shape."""
    assert say("tile.Rt", "pl") == "czerwona gwiazdka"
    assert say("tile.Ro", "pl") == "czerwone koło"
    assert say("tile.Rs", "pl") == "czerwony kwadrat"
    assert say("tile.Rt", "uk") == "червона зірка"
    assert say("tile.Rt", "ro") == "stea roșie"


def test_words_are_spoken():
    """Tiles by their names, cells by their numbers."""
    tile = Tile.parse("Ro")
    assert say("T9", tiles=[tile], cell=(1, -2)) == "The cell 1,-2 is taken: red circle."
    assert say("bad.cell_twice", "uk", cell=(1, -2)).count("1,-2") == 1
    assert "(" not in say("T16.pass", tiles=[tile], cells=[(1, 2), (3, 4)])
    assert say("tile.Ro", tile=tile) == "red circle"


def test_an_unknown_language_lists_the_known_ones():
    """So that a typo is easily mended."""
    with pytest.raises(ValueError, match="en, pl, ro, uk; 'xx'"):
        say("T8", "xx")


def test_refusals_speak_every_language():
    """An exception carries its reason, not its English text."""
    refusal = BadNotation("bad.tile", text="Zz", column=3)
    assert len({refusal.say(lang) for lang in LANGUAGES}) == 4


def test_no_key_is_missing_and_none_is_unused():
    """Every key that the sources name is in the catalogue, and the other way round."""
    known, used = set(catalogue("en")), {f"tile.{tile}" for tile in TILES}
    web = SOURCE.parent.parent / "web" / "src"
    for path in [*SOURCE.rglob("*.py"), *web.rglob("*.ts"), *web.rglob("*.svelte")]:
        text = path.read_text()
        used |= set(KEY.findall(text)) - (RULE_IDS - known) - NOT_KEYS
        for pattern in MADE_KEY.findall(text):  # f"ui.title.{...}" stands for all that fit it
            fitting = {key for key in known if re.fullmatch(PART.sub(r"[\\w-]+", pattern), key)}
            assert fitting, f"{pattern} in {path.name}"
            used |= fitting
    used |= {f"{rule}.over" for rule in ("T17", "T18", "C10", "O1")}  # f"{state.ended}.over"
    assert used - known == set()
    assert known - used == set()


MADE_KEY = re.compile(
    r"""f?["'`]((?:advice|chat|serve|ui|tile|web)\.[^"'`\s]*\$?\{[^"'`\s]*)["'`]"""
)
PART = re.compile(r"\$?\{[^}]*\}")
NOT_KEYS = {"bad", "chat", "record", "score", "serve", "tile", "verify"}
"""Words of the program that look like the first part of a key."""
RULE_IDS = {f"{game}{n}" for game in "TCO" for n in range(20)}


def test_the_files_are_plain_json():
    """As a browser reads them: one flat object a language."""
    for lang in LANGUAGES:
        path = SOURCE / "locales" / f"{lang}.json"
        assert json.loads(path.read_text(encoding="utf-8")) == catalogue(lang)


PURE = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"babel", "rich", "shtab", "numpy"}:
            raise ImportError(name)

sys.meta_path.insert(0, Blocked())
import qwirkle, qwirkle.testing
game = qwirkle.Game(["Ada", "Bo"], "cards", seed=1)
game.push(next(iter(game.legal_moves)))
assert qwirkle.Game.load(game.dump()).state == game.state
print(qwirkle.Board.parse("Ro@0,0").fault("Rx@5,0"))
"""


def test_the_library_needs_only_the_standard_library():
    """Levels 0 to 2 play, judge and explain in English with nothing else installed."""
    run = subprocess.run([sys.executable, "-c", PURE], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "must touch" in run.stdout
