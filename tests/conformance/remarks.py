"""What library and browser must agree on about the remarks of computer players, as plain JSON.

Whole games of the bots, as everybody saw them, with what was said in each.
``python -m tests.conformance.remarks`` writes it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any

from qwirkle import Game
from qwirkle.bots import bot
from qwirkle.terminal.presentation import presentation
from qwirkle.terminal.remarks import Made, Remark, Remarkable, Story, remarks_of
from qwirkle.terminal.speech import moves_of

FILE = Path(__file__).with_name("remarks.json")
BOTS = ((None, 3), (2, None), (None, 1, 5), (4, None, 4, 6), (None, 6, None))
"""Who sits where: None is a person, played by the third level."""
EDITIONS = {"classic": 30, "cards": 15}


def games() -> Iterator[Story]:
    """Games of two to four, some of them against strangers."""
    for edition, count in EDITIONS.items():
        for seed in range(count):
            bots = BOTS[seed % len(BOTS)]
            game = Game([f"P{seat}" for seat in range(len(bots))], edition, seed=seed)
            players = [bot(f"level-{min(level or 3, 4)}", seed) for level in bots]
            while game.turn is not None:
                game.push(players[game.state.turn].choose(game.view(game.turn)))
            assert game.outcome is not None
            yield Story(
                game.commitment,
                bots,
                [seat for seat, level in enumerate(bots) if level is None],
                [level for level in bots if level] if seed % 3 == 0 else [],
                moves_of(game),
                [game.players.index(name) for name in game.outcome.winners],
                presentation(edition).remarkable,
            )


def written(story: Story) -> dict[str, Any]:
    return {
        **asdict(story),
        "moves": [astuple(one) for one in story.moves],
        "said": [astuple(one) for one in remarks_of(story)],
    }


def read(case: dict[str, Any]) -> tuple[Story, list[Remark]]:
    facts = {key: value for key, value in case.items() if key not in ("said", "moves", "of")}
    moves = [Made(*one) for one in case["moves"]]
    story = Story(**facts, moves=moves, of=Remarkable(**case["of"]))
    return story, [Remark(*one) for one in case["said"]]


def kept() -> list[tuple[Story, list[Remark]]]:
    return [read(case) for case in json.loads(FILE.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    lines = ",\n ".join(json.dumps(written(story)) for story in games())
    FILE.write_text(f"[{lines}]\n", encoding="utf-8")
