"""The games of a run in one file, and as tables of numbers for those who want to learn from them.

A file of games is their records, one after the other. ``load`` reads them as games, ``arrays``
gives NumPy arrays with one row a move, and ``to_parquet`` writes the same rows for other programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qwirkle.arena.match import Pair
from qwirkle.events import Moved
from qwirkle.faults import BadSetup
from qwirkle.game import AnyGame
from qwirkle.notation import HEADER
from qwirkle.replay import Replay
from qwirkle.tiles import TILES
from qwirkle.views import AnyView

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BEGINNING = HEADER.encode()
"""How every file of games begins."""
SEATS = 4


def to_text(pairs: Iterable[Pair]) -> str:
    """The records of all the games, in the order of the pairs."""
    return "".join(record for pair in pairs for record in pair.records)


def load(file: str | Path) -> Iterator[AnyGame]:
    """The games of a file, one by one."""
    record: list[str] = []
    with Path(file).open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(HEADER) and record:
                yield Replay("".join(record)).game
                record = []
            record.append(line)
    if record:
        yield Replay("".join(record)).game


def arrays(file: str | Path) -> dict[str, NDArray[np.generic]]:
    """One row a move: what its player knew, what was played, and what came of the game.

    ``hand`` and ``unseen`` count the pieces of each kind, ``scores`` and ``final`` have a column a
    seat and are -1 where nobody sits.
    """
    try:
        import numpy as np
    except ImportError:
        raise BadSetup("ui.bad.extra", extra="numpy") from None
    rows = [row for number, game in enumerate(load(file)) for row in _rows(number, game)]
    kinds: dict[str, Any] = {
        "game": np.int32, "turn": np.int16, "seat": np.int8, "bot": np.str_, "bag": np.int8,
        "hand": np.int8, "unseen": np.int8, "scores": np.int16, "move": np.str_,
        "points": np.int16, "final": np.int16, "share": np.float32,
    }  # fmt: skip
    return {name: np.array([row[name] for row in rows], kind) for name, kind in kinds.items()}


def to_parquet(file: str | Path, out: str | Path) -> None:
    """The rows of ``arrays`` as a Parquet file."""
    try:
        from pyarrow import parquet, table
    except ImportError:
        raise BadSetup("ui.bad.extra", extra="parquet") from None
    columns = arrays(file)
    parquet.write_table(table({name: list(rows) for name, rows in columns.items()}), out)


def _rows(number: int, game: AnyGame) -> Iterator[dict[str, object]]:
    """The moves of a game, each as its player saw it. The game is played back, then on again."""
    outcome, final = game.outcome, by_seat(game.scores.values())
    winners = outcome.winners if outcome else game.players
    events = []
    while game.moves or game.state.gone:
        events.append(game.pop())
    for turn, event in enumerate(reversed(events)):
        player = game.players[event.seat]
        if isinstance(event, Moved):
            view = game.view(player)
            yield {
                "game": number,
                "turn": turn,
                "bot": player,
                **move_facts(view, event),
                "final": final,
                "share": 1 / len(winners) if player in winners else 0.0,
            }
            game.follow(event.move, [piece for piece in event.drawn if piece is not None])
        else:
            game.resign(player)


def move_facts(view: AnyView, event: Moved) -> dict[str, object]:
    """What a player knew, and what was played then."""
    return {
        "seat": event.seat,
        "bag": view.bag,
        "hand": [view.hand.count(tile) for tile in TILES],
        "unseen": [view.unseen[tile] for tile in TILES],
        "scores": by_seat(view.scores.values()),
        "move": str(event.move),
        "points": event.points,
    }


def by_seat(points: Iterable[float]) -> list[float]:
    """A column a seat, -1 where nobody sits."""
    return [*points, *[-1] * SEATS][:SEATS]
