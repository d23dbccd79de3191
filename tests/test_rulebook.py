"""The rulebooks' worked examples, and every refusal by its rule."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from qwirkle import Board, Fault, Game, Hand, IllegalMove, Table, Tile
from qwirkle.cards import tally as cards_tally
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.cards.moves import Pass as CardsPass
from qwirkle.classic import tally as classic_tally
from qwirkle.classic.moves import Pass, Play, Trade
from qwirkle.editions import CARDS, CLASSIC
from qwirkle.locales import LANGUAGES, catalogue, say

HERE = Path(__file__).parent
ROOT = HERE.parent


def read(name):
    return json.loads((HERE / "rulebook" / name).read_text())


@pytest.mark.parametrize("case", read("tile_cases.json"), ids=lambda case: case["id"])
def test_tile_example(case):
    """A play of the tile game's books is legal with its points, or breaks its rule."""
    board = Board.parse(case["board"])
    fault = board.fault(case["play"])
    if case["legal"]:
        assert fault is None
        score = board.score(case["play"])
        assert score.points == case["score"]
        assert [len(line.tiles) for line in score.lines] == case["lines"]
        assert str(Play.parse(case["play"])) in map(str, plays_of(board, case["play"]))
    else:
        assert fault.rule in case["rules"]
        assert fault.tiles or fault.cells
        with pytest.raises(IllegalMove, match=re.escape(fault.message)):
            board.score(case["play"])


def plays_of(board, play):
    """What the generator finds with the tiles of a play; an opening counts from 0,0 eastward."""
    return board.plays(Play.parse(play).tiles)


def test_sample_game():
    """The twelve turns that three of the books tell, with every line and every total."""
    game = read("sample_game.json")
    board, totals = Board(), dict[str, int]()
    for turn in game["turns"]:
        play = Play(tuple(((t["x"], t["y"]), Tile.parse(t["tile"])) for t in turn["tiles"]))
        score = board.score(play)
        assert score.points == turn["score"]
        assert sorted(len(line.tiles) for line in score.lines) == sorted(turn["lines"])
        if board:
            assert play in set(board.plays(play.tiles))
        totals[turn["player"]] = totals.get(turn["player"], 0) + score.points
        board = board.after(play)
    assert totals == game["totals"]


@pytest.mark.parametrize("case", read("card_cases.json"), ids=lambda case: case["id"])
def test_card_example(case):
    """A turn of the card game's book is legal, or breaks its rule."""
    table = Table(map(tiles, case["table"]))
    hand = Hand(tiles(case["hand"]))
    move = Arrange(tuple(map(tiles, case["after"])), tuple(map(tiles, case["captured"])))
    fault = table.fault(move, hand)
    if case["legal"]:
        assert fault is None
        assert table.fault(str(move), hand) is None
        assert sorted(hand.missing(hand.without(tiles(case["play"])))) == []
        outcomes = {(played_in(table, play), play.captured) for play in table.plays(hand)}
        assert (tuple(sorted(tiles(case["play"]))), move.captured) in outcomes
        assert len(table.best(hand).captured) >= len(move.captured)
    else:
        assert fault.rule in case["rules"]


def tiles(codes):
    return tuple(map(Tile.parse, codes))


def played_in(table, move):
    return tuple(sorted(Hand(table.cards).missing(move.cards)))


SIX = "Ro Rx Rd Rs Rt Rc"
LINE = "Ro@0,0 Rx@1,0"
ROWS = "Po Px Pd Ps | Rs Gs Bs"
STUCK = "Yo Bd Gt Rx"
COPY = "Ro Rx Rd | Ro Bo Go | Ro Yo Po | Ro Rs Rt"
MANY = "Ro Rx Rd | Bo Bx Bd | Go Gx Gd | Yo Yx Yd Ys"

# reason: position and move. Moves that no text can say are given as objects.
TILE_REFUSALS = {
    "T3.size": ("/ Ro Rx Rd Bs / 60", "Ro@0,0 Rx@1,0"),
    "T3.trade": ("/ Ro Rx Rd Bs / 60", "trade Ro"),
    "T3.pass": ("/ Ro Rx Rd Bs / 60", "pass"),
    "T4.kind": (f"{LINE} / Rs / 60", Exchange()),
    "T4.hand": (f"{LINE} / Rs / 60", "Rt@2,0"),
    "T5.none": (f"{LINE} / Rs / 60", Play(())),
    "T5.alike": (f"{LINE} / Rs Rs / 60", "Rs@2,0 Rs@-1,0"),
    "T5.mixed": (f"{LINE} / Rs Bt / 60", "Rs@2,0 Bt@3,0"),
    "T6": (f"{LINE} / Rs Rt / 60", "Rs@2,0 Rt@0,1"),
    "T7": (f"{LINE} / Rs Rt / 60", "Rs@2,0 Rt@4,0"),
    "T8": (f"{LINE} / Rs / 60", "Rs@2,1"),
    "T9": (f"{LINE} / Rs / 60", "Rs@1,0"),
    "T9.twice": (f"{LINE} / Rs Rt / 60", "Rs@2,0 Rt@2,0"),
    "T10": (f"{LINE} / Bx / 60", "Bx@2,0"),
    "T11": (f"{LINE} / Ro / 60", "Ro@2,0"),
    "T12": ("Ro@0,0 Rx@1,0 Rd@2,0 Rs@3,0 Rt@4,0 Rc@5,0 / Ro / 60", "Ro@6,0"),
    "T15.none": (f"{LINE} / Rs / 60", Trade(())),
    "T15.bag": (f"{LINE} / Rs Rt Rc / 2", "trade Rs Rt Rc"),
    "T15.pass": (f"{LINE} / Yd / 2", "pass"),
    "T16.trade": (f"{LINE} / Rs / 0", "trade Rs"),
    "T16.pass": (f"{LINE} / Rs / 0", "pass"),
}
CARD_REFUSALS = {
    "C3.size": ("/ Ro Rx Rd Rs Bt / 60 / opening", "Ro Rx Rd"),
    "C3.must": ("/ Ro Rx Rd Rs Bt / 60 / opening", "pass"),
    "C4.short": (f"{ROWS} / Pt Pc / 60 / exchanges 0", f"{ROWS} | Pt Pc"),
    "C4.long": ("Ro Rx Rd Rs Rt / Rc Bo / 60 / exchanges 0", f"{SIX} Bo"),
    "C4.alike": (f"{ROWS} / Px / 60 / exchanges 0", "Po Px Pd Ps Px | Rs Gs Bs"),
    "C4.mixed": (f"{ROWS} / Rt / 60 / exchanges 0", "Po Px Pd Ps Rt | Rs Gs Bs"),
    "C5.kind": (f"{ROWS} / Rt / 60 / exchanges 0", Trade(())),
    "C5.hand": (f"{ROWS} / Rt / 60 / exchanges 0", "Po Px Pd Ps Pt | Rs Gs Bs"),
    "C5.none": (f"{ROWS} / Rt / 60 / exchanges 0", "Po Px Pd | Ps Rs Gs Bs"),
    "C6": (f"{ROWS} / Pt / 60 / exchanges 0", "Po Px Pd Pt | Rs Gs Bs"),
    "C7.left": (
        "Ro Rx Rd Rs Rt / Rc / 60 / exchanges 0",
        Arrange((tiles(SIX.split()),)),
    ),
    "C7.short": (
        f"{ROWS} / Pt / 60 / exchanges 0",
        Arrange((tiles(["Rs", "Gs", "Bs"]),), (tiles(["Po", "Px", "Pd", "Ps", "Pt"]),)),
    ),
    "C9.play": (f"{ROWS} / Pt / 60 / exchanges 0", "exchange"),
    "C9.pile": (f"{ROWS} / {STUCK} / 0 / exchanges 0", "exchange"),
    "C9.often": (f"{ROWS} / {STUCK} / 60 / exchanges 3", "exchange"),
    "C9.pass": (f"{ROWS} / {STUCK} / 60 / exchanges 2", "pass"),
}
# what only a companion at a real table can meet, where nobody's hand is known
TOLD_REFUSALS = {
    "T1.copies": (classic_tally, "Ro@0,0 Rx@1,0;Ro@1,1;Rd@2,0;Ro@2,-1;Rs@3,0", "Ro@3,1"),
    "T14.count": (classic_tally, "Ro@0,0", "trade 7"),
    "C1.copies": (cards_tally, "Ro Rx Rd;Ro Rx Rd | Ro Bo Go;Ro Rx Rd | Ro Bo Go | Ro Yo Po", COPY),
    "C8.count": (cards_tally, "Ro Rx Rd", MANY),
}
# what only a board or a table that was set up by hand can be
FLAWS: dict[str, Board | Table] = {
    "T1.copies": Board.parse("Ro@0,0 Rx@1,0 Ro@1,1 Rd@0,1 Ro@2,0 Ro@2,2"),
    "T8.apart": Board.parse("Ro@0,0 Rx@1,0 Rs@2,1"),
    "T10": Board.parse("Ro@0,0 Bx@1,0"),
    "T11": Board.parse("Ro@0,0 Rx@1,0 Ro@2,0"),
    "T12": Board.parse("Ro@0,0 Rx@1,0 Rd@2,0 Rs@3,0 Rt@4,0 Rc@5,0 Ro@6,0"),
    "C1.copies": Table.parse("Ro Rx Rd | Ro Bo Go | Ro Yo Po | Ro Rs Rt"),
    "C4.short": Table.parse("Ro Rx"),
    "C4.alike": Table.parse("Ro Rx Ro"),
    "C4.mixed": Table.parse("Ro Bx Gd"),
    "C4.long": Table.parse("Ro Rx Rd Rs Rt Rc Bo"),
    "C7.left": Table.parse(SIX),
}
AFTERWARDS = {"T17.over", "T18.over", "C10.over", "O1.over", "O1.gone", "O3"}
"""Refusals that need a whole game; the tests of the games' turns and of tables bring them about."""


def judged(game, position, move):
    parse = CLASSIC.parse_position if game == "classic" else CARDS.parse_position
    text = isinstance(move, str)
    edition = Game(["Ada", "Bo"], game)._setup.edition
    return parse(position).fault(edition.parse_move(move) if text else move)


REFUSALS = [("classic", *case) for case in TILE_REFUSALS.items()] + [
    ("cards", *case) for case in CARD_REFUSALS.items()
]


@pytest.mark.parametrize(("game", "reason", "case"), REFUSALS, ids=lambda value: str(value)[:12])
def test_refusal(game, reason, case):
    """Each way to break a rule is refused for that reason, in a sentence in each language."""
    fault = judged(game, *case)
    assert isinstance(fault, Fault)
    assert fault.reason == reason
    sentences = {fault.say(lang) for lang in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)
    for tile in fault.tiles if "{tiles}" in str(catalogue("en")[reason]) else ():
        for lang in LANGUAGES:
            assert say(f"tile.{tile}", lang) in fault.say(lang)


@pytest.mark.parametrize("reason", TOLD_REFUSALS)
def test_refusal_at_a_real_table(reason):
    """What counting alone can refuse: a fourth copy, and more pieces than a hand can hold."""
    tally, moves, bad = TOLD_REFUSALS[reason]
    game = tally.Tally.start(2)
    for move in moves.split(";"):
        game = game.after(game.read(move))
    fault = game.fault(game.read(bad))
    assert fault is not None
    assert fault.reason == reason
    assert len({fault.say(lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("reason", FLAWS)
def test_flaw_of_a_layout(reason):
    """What cannot lie on a table is refused by its rule, with the pieces to point at."""
    fault = FLAWS[reason].flaw()
    assert fault is not None
    assert fault.reason == reason
    assert fault.tiles
    assert bool(fault.cells) == reason.startswith("T")
    assert len({fault.say(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_what_was_played_has_no_flaw():
    """The boards and tables of whole games are valid, and so are empty ones."""
    for edition in ("classic", "cards"):
        game = Game(["Ada", "Bo"], edition, seed=3)
        assert game.board.flaw() is None
        for _ in range(12):
            game.push(game.view(game.turn).position.random_move(Random(game.moves)))
            assert game.board.flaw() is None


def test_the_stuck_hand_of_the_examples_is_stuck():
    """The refusals about exchanging and passing are for the right reason."""
    assert judged("cards", f"{ROWS} / {STUCK} / 60 / exchanges 0", "exchange") is None
    assert judged("cards", f"{ROWS} / {STUCK} / 60 / exchanges 3", "pass") is None
    assert judged("cards", f"{ROWS} / {STUCK} / 0 / exchanges 0", CardsPass()) is None
    assert judged("classic", f"{LINE} / Yd / 0", Pass()) is None


RULE = re.compile(r"[TCO]\d+")


def rules_in_docs():
    """The clause of each rule: its heading, and the text up to the next heading."""
    found = {}
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        for clause in re.split(r"^## ", page.read_text(), flags=re.MULTILINE)[1:]:
            if rule := re.match(r"[TCO]\d+(?= )", clause):
                assert rule[0] not in found, f"{rule[0]} has two clauses"
                found[rule[0]] = clause
    return found


def test_every_rule_has_its_clause():
    """The docs have T1 to T19, C1 to C11 and O1 to O3, each once."""
    last = {"T": 19, "C": 11, "O": 3}
    expected = [f"{part}{n}" for part, most in last.items() for n in range(1, most + 1)]
    assert sorted(rules_in_docs()) == sorted(expected)


def test_every_reason_has_a_case_a_clause_and_all_languages():
    """No refusal without an example that triggers it, and none that nothing triggers."""
    reasons = {key for key in catalogue("en") if RULE.match(key)}
    triggered = set(TILE_REFUSALS) | set(CARD_REFUSALS) | set(TOLD_REFUSALS) | set(FLAWS)
    assert reasons == triggered | AFTERWARDS
    clauses = rules_in_docs()
    for reason in reasons:
        rule = reason.partition(".")[0]
        assert f"`{reason}`" in clauses[rule], f"{reason} is not in the clause of {rule}"
        assert all(reason in catalogue(lang) for lang in LANGUAGES)


def test_every_statement_of_the_books_names_its_rule_and_a_test():
    """The tests that docs/rules/books.md names are there, and no rule is missing."""
    page = (ROOT / "docs" / "rules" / "books.md").read_text()
    assert set(re.findall(r"\[([TCO]\d+)\]\(#\1\)", page)) == set(rules_in_docs())
    for file, name in re.findall(r"`([\w/]+\.py)::(\w+)`", page):
        assert f"\ndef {name}(" in (HERE / file).read_text(), f"{file} has no {name}"
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    headings = [row for row in rows if row.startswith("| the book")]
    assert len(headings) == 2
    for row in rows:
        assert row in headings or "`test_" in row or "Advice, not a rule." in row
    examples = {case["id"] for name in ("tile", "card") for case in read(f"{name}_cases.json")}
    assert set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", page)) <= examples
