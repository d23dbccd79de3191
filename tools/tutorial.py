"""Write the tutorial of the web client, and the pictures of its rules page, with the library.

    python tools/tutorial.py

The books' examples in tests/rulebook become web/src/pages/learn/{tiles,cards,pictures}.json:
positions, every legal play with its lines and points, why a tile does not fit; and, without all
that, web/src/pages/home/scene.json, which plays on the home page. The client has no rules of its
own. What the books tell without an example is in tools/lessons.py.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from qwirkle import Board, Fault, Hand, Table, Tile
from qwirkle.cards.moves import Arrange
from qwirkle.classic.moves import Move, Play
from qwirkle.classic.scoring import Line, Score
from qwirkle.lines import largest_sets, shared

ROOT = Path(__file__).parent.parent
BOOK = ROOT / "tests" / "rulebook"
OUT = ROOT / "web" / "src" / "pages" / "learn"
SCENE = ROOT / "web" / "src" / "pages" / "home" / "scene.json"

HANDS = {
    "Sue": ("Oo Ro Rd Ps Gc Rc", "Go Bd Gt", "Yd Yo", "Bs Gt"),
    "Chris": ("Gt Bs Ps Pt Rs Ox", "Gc Ys Rs", "Yo Rt", "Yc"),
    "Sally": ("Yx Ot Yd Yd Od Bo", "Pt", "Rx Bx", "Pd Pc Yx"),
    "Bob": ("Gc Gd Yt Yc Bt Ox", "Od Pc", "Os Gs", "Po Bx"),
}
"""The books tell the plays, not the hands. These are ours: a first hand, then what is drawn."""

MOVES = {
    "magda": [("Bt", -1, 0), ("Rd", -1, 1), ("Yd", -1, 1), ("Gd", -1, 1)],
    "krzysiek": [("Ps", 0, 1), ("Gs", 1, 2), ("Go", -1, 2), ("Gx", -1, 2)],
    "sylwia": [("Yd", 1, 0), ("Od", -1, 0), ("Pd", -1, 0)],
}
"""The card game's examples card by card: which, from which row (-1: the hand), into which."""

SHOWN = {
    "both-ends": "T7", "fills-a-gap": "T7", "touching": "T8", "two-lines": "T10",
    "ola-green-diamond": "T13", "ola-orange-star": "T13", "double-qwirkle": "T13",
    "magda": "C5", "krzysiek": "C6", "sylwia": "C7",
}  # fmt: skip
"""Legal examples, and the rule that each is a picture of; a refused one belongs to its own."""


def read(name: str) -> Any:
    return json.loads((BOOK / name).read_text())


def codes(tiles: Any) -> list[str]:
    return [str(tile) for tile in tiles]


def tiles() -> dict[str, Any]:
    """The twelve turns of the sample game."""
    game = read("sample_game.json")
    names = list(game["totals"])
    hands = {name: Hand.parse(HANDS[name][0]) for name in names}
    scores, board, bag = dict.fromkeys(names, 0), Board(), 108 - 24
    steps = [_step(0, board, hands, scores, bag, 0)]
    turns = []
    for number, told in enumerate(game["turns"]):
        name = told["player"]
        play = Play(tuple(((t["x"], t["y"]), Tile.parse(t["tile"])) for t in told["tiles"]))
        turns.append(_turn(board, hands[name], play))
        drawn = Hand.parse(HANDS[name][1 + number // len(names)])
        board, bag = board.after(play), bag - len(drawn)
        hands[name] = Hand([*hands[name].without(play.tiles), *drawn])
        scores[name] += turns[-1]["points"]
        step = _step(number + 1, board, hands, scores, bag, (number + 1) % len(names))
        made = {"seat": number % len(names), "move": str(play), "points": turns[-1]["points"]}
        steps.append({**step, **made, "drawn": codes(drawn)})
    assert scores == game["totals"]  # noqa: S101
    return {"players": names, "steps": steps, "turns": turns}


def _step(
    number: int, board: Board, hands: dict[str, Hand], scores: dict[str, int], bag: int, turn: int
) -> dict[str, Any]:
    """A position, in the shape in which the server tells a replay."""
    return {
        "number": number, "seat": None, "move": None, "points": 0, "drawn": [],
        "board": str(board).split(), "rows": [], "captured": [],
        "hands": [codes(hand) for hand in hands.values()], "scores": list(scores.values()),
        "bag": bag, "turn": turn,
    }  # fmt: skip


def _turn(board: Board, hand: Hand, play: Play) -> dict[str, Any]:
    """What can be done in one turn, and what the book's player does."""
    plays = list(board.plays(hand))
    if not board:  # listed eastward; southward is as good
        plays += [Play(tuple(((y, x), t) for (x, y), t in _placed(one))) for one in plays]
    return {
        "move": str(play),
        "points": board.score(play).points,
        "offers": [offer(one, board.score(one)) for one in plays],
        **refusals(board, hand),
    }


def offer(move: Move, score: Score) -> list[Any]:
    """A move, its points, the lines that bring them, and what going out brings besides."""
    return [str(move), score.points, list(map(_line, score.lines)), score.going_out]


def _line(line: Line) -> list[Any]:
    """What its tiles share, where it begins, whether it goes down, how many it has, its points."""
    (x, y), (last, _) = line.cells[0], line.cells[-1]
    return [str(shared(line.tiles)), x, y, int(x == last), len(line.tiles), line.points]


def refusals(board: Board, hand: Hand) -> dict[str, Any]:
    """Why a tile does not fit, beside the others and far from them."""
    faults = {str(tile): _faults(board, tile) for tile in dict.fromkeys(hand)}
    far = ("T8", 1) if board else ("T3.size", len(largest_sets(hand)[0]))
    return {"faults": faults, "far": far}


def _placed(play: Play) -> zip[tuple[Any, Tile]]:
    return zip(play.cells, play.tiles, strict=True)


def _faults(board: Board, tile: Tile) -> list[list[str]]:
    """The reasons for which a tile does not fit beside the others, each with the tiles that it is
    about and its cells."""
    found: dict[tuple[str, str], list[str]] = {}
    for x, y in sorted({*board.frontier(), *board}) if board else []:
        if fault := board.fault(f"{tile}@{x},{y}"):
            found.setdefault((fault.reason, " ".join(codes(fault.tiles))), []).append(f"{x},{y}")
    return [[reason, about, " ".join(cells)] for (reason, about), cells in found.items()]


def cards() -> list[dict[str, Any]]:
    """The card game's three examples."""
    cases = {case["id"]: case for case in read("card_cases.json")}
    return [_example(cases[name], moves) for name, moves in MOVES.items()]


def _example(case: dict[str, Any], moves: list[tuple[str, int, int]]) -> dict[str, Any]:
    rows, hand = [list(row) for row in case["table"]], list(case["hand"])
    frames = [_frame(rows, hand, None)]
    for card, source, target in moves:
        (hand if source < 0 else rows[source]).remove(card)
        if target == len(rows):
            rows.append([])
        rows[target].append(card)
        frames.append(_frame(rows, hand, card))
    move = Arrange(*(tuple(map(_cards, case[part])) for part in ("after", "captured")))
    assert Table(map(_cards, case["table"])).fault(move, _cards(case["hand"])) is None  # noqa: S101
    assert Arrange.parse(" | ".join(map(" ".join, rows))) == move  # noqa: S101
    kinds = {*case["hand"], *(card for row in case["table"] for card in row)}
    return {
        "id": case["id"],
        "rows": case["table"],
        "hand": case["hand"],
        "frames": frames,
        "move": " | ".join(map(" ".join, rows)),
        **judged(kinds),
    }


def judged(kinds: set[str]) -> dict[str, list[str]]:
    """The rows that these cards can make, those of them that are captured, and those that are
    only too short."""
    standing = _rows(kinds, range(3, 7), None)
    captures = [row for row in standing if Arrange.parse(row).captured]
    return {"standing": standing, "captures": captures, "short": _rows(kinds, (1, 2), "C4.short")}


def _frame(rows: list[list[str]], hand: list[str], card: str | None) -> dict[str, Any]:
    return {"rows": [list(row) for row in rows], "hand": list(hand), "card": card}


def _cards(row: list[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, row))


def _rows(kinds: set[str], sizes: Iterable[int], reason: str | None) -> list[str]:
    """The sets of n of these cards that are rows, or fail for this reason only; each in the
    order of its letters."""
    ordered = sorted(kinds)
    sets = (list(row) for size in sizes for row in itertools.combinations(ordered, size))
    return [" ".join(row) for row in sets if _reason(row) == reason]


def _reason(row: list[str]) -> str | None:
    fault = Table().fault(" ".join(row), _cards(row))
    return fault.reason if fault else None


def pictures() -> dict[str, list[dict[str, Any]]]:
    """Examples of the books for the rules page, by their rule."""
    found: dict[str, list[dict[str, Any]]] = {}
    for case in read("tile_cases.json"):
        board = Board.parse(case["board"])
        fault = board.fault(case["play"])
        if rule := fault.rule if fault else SHOWN.get(case["id"]):
            picture = {"board": str(board).split(), "play": case["play"].split()}
            made = _words(fault) if fault else {"points": board.score(case["play"]).points}
            found.setdefault(rule, []).append({**picture, **made})
    for case in read("card_cases.json"):
        move = Arrange(*(tuple(map(_cards, case[part])) for part in ("after", "captured")))
        fault = Table(map(_cards, case["table"])).fault(move, _cards(case["hand"]))
        if fault and fault.reason == "C7.left":  # the client captures by itself
            continue
        if rule := fault.rule if fault else SHOWN.get(case["id"]):
            rows = {"rows": case["after"], "captured": case["captured"], "play": case["play"]}
            found.setdefault(rule, []).append({**rows, **(_words(fault) if fault else {})})
    return found


def _words(fault: Fault) -> dict[str, Any]:
    """A refusal as the client says it in any language."""
    words = {"tiles": codes(fault.tiles), "cells": fault.cells, **fault.words}
    return {"fault": {"key": fault.reason, "words": words}}


def scene() -> dict[str, Any]:
    """The sample game play by play, and two examples of the card game card by card."""
    plays, board = [], Board()
    for turn in tiles()["turns"]:
        play = Play.parse(turn["move"])
        made = board.score(play).lines
        lines = [
            {"cells": one.cells, "points": one.points, "qwirkle": one.is_qwirkle} for one in made
        ]
        plays.append({"move": turn["move"], "lines": lines})
        board = board.after(play)
    shown = [example for example in cards() if example["id"] in ("krzysiek", "sylwia")]
    rows = [[frame["rows"] for frame in example["frames"]] for example in shown]
    return {"tiles": plays, "cards": rows}


def written() -> dict[Path, str]:
    """The files, and what is in them."""
    made = {"tiles": tiles(), "cards": cards(), "pictures": pictures()}
    files = {OUT / f"{name}.json": data for name, data in made.items()} | {SCENE: scene()}
    return {
        path: json.dumps(data, default=str, separators=(",", ":")) + "\n"
        for path, data in files.items()
    }


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text)
