"""Write shuffles for the web client to be held against: it shuffles the games on a device itself.

    python tools/web_shuffles.py

Each has a seed, the texts of the seats, the pieces and the number of the shuffle, and what follows
from them (docs/fairness.md).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from qwirkle import fairness
from qwirkle.bag import Bag
from qwirkle.tiles import Tile, parse_tiles

OUT = Path(__file__).parent.parent / "web" / "tests" / "shuffles.json"
SEEDS = (bytes(range(32)), bytes(32), bytes(reversed(range(100, 132))))
TEXTS = (["rain on Tuesday", ""], ["zażółć gęślą jaźń", "", "ціле речення"], ["x"] * 4)
PIECES = (tuple(Bag.full()), parse_tiles("Ro Ro Bx Gt Pc"), parse_tiles("Yd"), ())


def shuffle(seed: bytes, texts: list[str], pieces: tuple[Tile, ...], number: int) -> dict[str, Any]:
    """What follows from a seed and the texts of the seats."""
    order = fairness.Order.shuffled(fairness.game_key(seed, texts), pieces, number)
    return {
        "seed": seed.hex(),
        "texts": texts,
        "pieces": [str(tile) for tile in pieces],
        "number": number,
        "commitment": fairness.commitment(seed),
        "digests": [fairness.entropy_digest(text) for text in texts],
        "order": [str(tile) for tile in order.tiles],
        "root": order.root,
        "lot": order.lot,
    }


def shuffles() -> list[dict[str, Any]]:
    given = zip(SEEDS, TEXTS, strict=True)
    return [
        shuffle(seed, texts, pieces, number)
        for seed, texts in given
        for number, pieces in enumerate(PIECES)
    ]


def written() -> dict[Path, str]:
    """The file of the client's tests, and what belongs in it."""
    return {OUT: json.dumps(shuffles(), ensure_ascii=False, separators=(",", ":")) + "\n"}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text)
