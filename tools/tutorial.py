"""Write the tutorial of the web client, and the pictures of its rules page, with the library.

    python tools/tutorial.py

The books' examples in tests/rulebook become web/src/learn/{tiles,cards,pictures}.json: positions,
every legal play with its points, why a tile does not fit. The client has no rules of its own.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from qwirkle import Board, Fault, Hand, Table, Tile
from qwirkle.cards.moves import Arrange
from qwirkle.classic.moves import Play

ROOT = Path(__file__).parent.parent
BOOK = ROOT / "tests" / "rulebook"
OUT = ROOT / "web" / "src" / "learn"

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
    score = board.score(play)
    return {
        "move": str(play),
        "points": score.points,
        "lines": [
            {"cells": line.cells, "points": line.points, "qwirkle": line.is_qwirkle}
            for line in score.lines
        ],
        "offers": [[str(one), board.score(one).points] for one in plays],
        "faults": {str(tile): _faults(board, tile) for tile in dict.fromkeys(hand)},
        "far": "T8" if board else "T3",
    }


def _placed(play: Play) -> zip[tuple[Any, Tile]]:
    return zip(play.cells, play.tiles, strict=True)


def _faults(board: Board, tile: Tile) -> dict[str, list[str]]:
    """The cells beside the others on which a tile does not fit, by the rule that says so."""
    found: dict[str, list[str]] = {}
    for x, y in sorted({*board.frontier(), *board}) if board else []:
        if fault := board.fault(f"{tile}@{x},{y}"):
            found.setdefault(fault.rule, []).append(f"{x},{y}")
    return found


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
    standing = _standing({*case["hand"], *(card for row in case["table"] for card in row)})
    return {
        "id": case["id"],
        "hand": case["hand"],
        "frames": frames,
        "after": case["after"],
        "captured": case["captured"],
        "standing": standing,
        "captures": [row for row in standing if Arrange.parse(row).captured],
        "rule": "C4",
    }


def _frame(rows: list[list[str]], hand: list[str], card: str | None) -> dict[str, Any]:
    return {"rows": [list(row) for row in rows], "hand": list(hand), "card": card}


def _cards(row: list[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, row))


def _standing(kinds: set[str]) -> list[str]:
    """Every row that these cards can make, in the order of its letters."""
    ordered = sorted(kinds)
    sets = itertools.chain.from_iterable(itertools.combinations(ordered, n) for n in range(3, 7))
    return [
        " ".join(row) for row in sets if Table().fault(" ".join(row), _cards(list(row))) is None
    ]


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


def written() -> dict[Path, str]:
    """The files, and what is in them."""
    made = {"tiles": tiles(), "cards": cards(), "pictures": pictures()}
    return {
        OUT / f"{name}.json": json.dumps(data, default=str, separators=(",", ":")) + "\n"
        for name, data in made.items()
    }


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    for path, text in written().items():
        path.write_text(text)
