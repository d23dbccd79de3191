"""The catalogues: complete, consistent, and grammatical where a machine can tell."""

import json
import re
import string
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from babel import Locale

from qwirkle import BadNotation, BadSetup, Tile, locales
from qwirkle.locales import COMMANDS, LANGUAGES, THOUSANDS, Figure, catalogue, meaning, plural, say
from qwirkle.tiles import TILES

SOURCE = Path(locales.__file__).parent.parent
ROOMS = "advice|bad|chat|record|score|serve|tile|ui|verify|web"
KEY = re.compile(rf"""["']((?:[TCO]\d+|{ROOMS})(?:\.[a-z_0-9]+)*)["']""")


def texts(entry):
    return [entry] if isinstance(entry, str) else list(entry.values())


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_no_language_is_forgotten():
    """Those of the folder, English first, each with its mark between the thousands."""
    found = {path.stem for path in Path(locales.__file__).parent.glob("*.json")}
    assert LANGUAGES[0] == "en"
    assert sorted(LANGUAGES) == sorted(found) == sorted(THOUSANDS)


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
    with pytest.raises(ValueError, match=", ".join(LANGUAGES) + "; 'xx'"):
        say("T8", "xx")


@pytest.mark.parametrize(
    ("lang", "share", "lead"),
    [("en", "51.9%", "+1.25"), ("pl", "51,9%", "+1,25"), ("ro", "51,9%", "+1,25"),
     ("uk", "51,9\u00a0%", "+1,25")],
)  # fmt: skip
def test_figures_follow_the_language(lang, share, lead):
    """The decimal mark, and what comes before the sign of per cent."""
    assert Figure(0.519, ".1%").say(lang) == share
    assert f" {lead}." in say("advice.end.classic", lang, value=Figure(1.25, "+.2f"))


@pytest.mark.parametrize(
    ("lang", "number", "bytes_"),
    [("en", 4096, "4096 bytes"), ("pl", 4096, "4096 bajtów"), ("pl", 262144, "262\u00a0144 bajty"),
     ("ro", 4096, "4096 de octeți"), ("uk", 4096, "4096 байтів"),
     ("uk", 262144, "262\u00a0144 байти")],
)  # fmt: skip
def test_the_size_of_a_message_is_counted(lang, number, bytes_):
    """The two limits of the server need different plurals in Polish and in Ukrainian."""
    assert bytes_ in say("serve.frame", lang, n=number)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moves_are_counted_for_both_games(lang):
    """The card game has no points, and is told of its moves by the same sentence."""
    for text in texts(catalogue(lang)["ui.moves.count"]):
        assert not re.search("point|punkt|punct|бал", text)


AWKWARD = (0, 1, 2, 5, 21, 22, 1.5)
TILE_LISTS = (["Ro"], [str(tile) for tile in TILES[:12]])
NAMES = ("Ó", "Przemysława-Wołodymyra XXIV")
WHOLE = {"n", "number", "count", "players", "column", "line", "seat", "size", "total", "version"}


def awkward_words(names):
    """Sets of words for a sentence: every number, one tile and many, short names and long ones."""
    for number in AWKWARD:
        for tiles, text in zip(TILE_LISTS, NAMES, strict=True):
            special = {"tile": tiles[0], "tiles": tiles, "cell": (-21, 1), "cells": [(0, 1)] * 3}
            made = {name: number if name in WHOLE else text for name in names}
            yield made | {name: special[name] for name in names & special.keys()} | {"n": number}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_can_be_said_with_awkward_words(lang):
    """Every key, with numbers of every plural, also between two whole ones, and any names."""
    for key, entry in catalogue(lang).items():
        names = set.union(*map(placeholders, texts(entry)))
        for words in awkward_words(names) if names else [{"n": 1}]:
            said = say(key, lang, **words)
            assert said == said.strip() or key.startswith("ui.help."), key
            assert not re.search(r"[{}]|  | [,.;:!?]|\.\.", flat(said)), said
            assert lang == "en" or "1.5" not in said, key
            for name in names & {"player", "tiles"}:
                shown = str(words[name]) if name == "player" else say("tile.Ro", lang)
                assert shown in said, key


def flat(text):
    """A sentence without the columns of a help and without its three dots."""
    columns = "\n" in text or text.startswith("  ")
    return (re.sub(r"\s+", " ", text) if columns else text).replace("...", "…")


def forms(lang, kind):
    """What can be typed, and what it means; a word of two meanings is there twice."""
    keys = [key for key in catalogue(lang) if re.match(rf"\w+\.word\.{kind}\.", key)]
    return [(form, key.rpartition(".")[2]) for key in keys for form in say(key, lang).split()]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["do", "to", "of"])
def test_a_typed_word_has_one_meaning(lang, kind):
    """Also beside the English words, which are understood in every language."""
    english = {word for _, word in forms("en", kind)}
    typed = [form for form, _ in forms(lang, kind)]
    assert len(typed) == len(set(typed))
    assert all(word == meant for word, meant in forms(lang, kind) if word in english)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_are_understood_as_they_are_written(lang):
    """With or without accents and capitals, and in English too."""
    for form, command in forms(lang, "do"):
        if command in COMMANDS:
            plain = unicodedata.normalize("NFD", form.upper())
            bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
            assert {meaning(form, lang), meaning(bare, lang), meaning(command, lang)} == {command}
    assert meaning("Ro@0,0", lang) == "Ro@0,0"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "commands"),
    [("ui.help.play", "hint moves unseen board undo save resign quit"),
     ("ui.help.table", "undo totals board end quit"), ("ui.help.captured", "captured"),
     ("ui.help.classic", "trade pass"), ("ui.help.cards", "exchange pass"),
     ("ui.play.how.classic", "trade help hint"), ("ui.play.how.cards", "help hint"),
     ("ui.table.how.classic", "trade pass help"), ("ui.table.how.cards", "exchange pass help"),
     ("bad.move", "trade pass"), ("bad.trade", "trade"), ("bad.table", "exchange pass"),
     ("ui.play.save_where", "save"), ("ui.end.prompt", "save"), ("ui.file.not_text", "save"),
     ("ui.file.large", "save"), ("ui.file.read.folder", "save"),
     ("web.command.help", "play hand line moves left trade pass score"),
     ("web.command.help.cards", "hand rows play arrange undo exchange pass left score"),
     ("web.command.example", "play"), ("web.command.example.cards", "arrange")],
)  # fmt: skip
def test_help_names_the_words_that_work(lang, key, commands):
    """In the language of the reader."""
    words = re.findall(r"\w+", str(catalogue(lang)[key]))
    for command in commands.split():
        assert say(f"ui.word.do.{command}", lang).split()[0] in words, command


def test_refusals_speak_every_language():
    """An exception carries its reason, not its English text."""
    refusal = BadNotation("bad.tile", text="Zz", column=3)
    assert len({refusal.say(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_a_detail_is_no_part_of_the_sentence():
    """What the system says is kept beside it, in the system's own words."""
    refusal = BadSetup("ui.serve.port", number=80, host="::1", detail="Permission denied")
    assert refusal.detail == "Permission denied"
    assert all(refusal.detail not in refusal.say(lang) for lang in LANGUAGES)
    assert BadNotation("bad.tile", text="Zz", column=3).detail == ""


def test_no_key_is_missing_and_none_is_unused():
    """Every key that the sources name is in the catalogue, and the other way round."""
    known, used = set(catalogue("en")), {f"tile.{tile}" for tile in TILES}
    web, kernel = (SOURCE.parent.parent / part for part in ("web/src", "kernel"))
    scripts = [*web.rglob("*.ts"), *web.rglob("*.svelte")]
    for path in [*SOURCE.rglob("*.py"), *scripts, *kernel.rglob("*.cpp"), *kernel.rglob("*.h")]:
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
    assert "must share a side" in run.stdout
