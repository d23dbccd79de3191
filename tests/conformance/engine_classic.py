"""Questions about tile games with their answers, for Python, C++ and WebAssembly.

``python -m tests.conformance.engine_classic`` writes ``engine/classic-*.txt`` again: the lines of a
question, then ``= `` and the answer, and an empty line between two of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from qwirkle import Game
from qwirkle.classic.moves import Pass
from qwirkle.classic.rules import Position
from qwirkle.events import Dealt, Joined, Moved, Opened, Resigned, Starts
from qwirkle.game import AnyGame
from qwirkle.seats import LOTS
from qwirkle.testing import random_move
from qwirkle.tiles import COPIES, TILES
from tests.conformance.classic_reference import NAMES, answer

HERE = Path(__file__).parent / "engine"
BUDGET = 20
"""Milliseconds for a search: little, since so many are asked."""
ASKED = (Opened, Joined, Dealt, Starts, Moved, Resigned)
"""What the engine reads of a record."""

EVERYBODY = -1


def lines_of(game: AnyGame, seat: int | None = EVERYBODY) -> str:
    """The game as everybody could see it, or one seat, or (None) a spectator."""
    events = [event for event in game.events if isinstance(event, ASKED)]
    seen = events if seat == EVERYBODY else [event.seen_by(seat) for event in events]
    return "\n".join(map(str, seen))


def asked(line: str, game: AnyGame | str, seat: int | None = EVERYBODY) -> str:
    return f"{line}\n{game if isinstance(game, str) else lines_of(game, seat)}"


def seat_of(game: AnyGame) -> int:
    return game.state.turn


# ---- games --------------------------------------------------------------------------------------


def random_game(seed: int, trades: float = 0.05, leaves: float = 0.01) -> Iterator[AnyGame]:
    """A game of 2 to 4 players at each of its moments; some trade tiles, and some leave."""
    dice = random.Random(seed)
    players = 2 + seed % 3
    game: AnyGame = Game(NAMES[:players], "classic", seed=seed)
    yield game
    while game.turn:
        if dice.random() < leaves:
            staying = [name for at, name in enumerate(NAMES[:players]) if at not in game.state.gone]
            game.resign(dice.choice(staying))
        else:
            game.push(some_move(game, dice, trades))
        yield game


def position_of(game: AnyGame, seat: int | None = None) -> Position:
    """What a seat decides by; left out, the one to move."""
    found = game.state.position_of(game.state.turn if seat is None else seat)
    assert isinstance(found, Position)
    return found


def some_move(game: AnyGame, dice: random.Random, trades: float) -> object:
    most = position_of(game).most_traded
    if most and dice.random() < trades:
        tiles = dice.sample(game.hand, dice.randint(1, most))
        return "trade " + " ".join(map(str, tiles))
    return random_move(game.view(str(game.turn)), dice)


def chosen(seed: int, wanted: Callable[[AnyGame], bool], **chances: float) -> Iterator[AnyGame]:
    """The moments of a game that are wanted."""
    return (game for game in random_game(seed, **chances) if wanted(game))


def moves_to_judge(game: AnyGame, dice: random.Random) -> Iterator[str]:
    """A legal move, and what people get wrong."""
    position = position_of(game, seat_of(game))
    yield str(next(iter(position.moves()), Pass()))
    hand = list(position.hand)
    cells = [*position.board, *position.board.frontier()] or [(0, 0)]
    for size in (1, 2, 3):
        tiles = dice.sample(hand, min(size, len(hand)))
        x, y = dice.choice(cells)
        placed = [f"{tile}@{x + step},{y}" for step, tile in enumerate(tiles)]
        yield " ".join(dice.sample(placed, len(placed)))
    yield "trade " + " ".join(map(str, dice.sample(hand, min(3, len(hand)))))
    yield "pass"


def games() -> Iterator[str]:
    """All kinds of moments; each game ends, and is then asked about once more."""
    for seed in range(9):
        dice = random.Random(f"games {seed}")
        for game in random_game(seed):
            if game.turn is None:
                yield asked(dice.choice(["state", "offers seat=0", "judge seat=0 : pass"]), game)
            elif dice.random() < 0.06:
                seat = dice.choice([seat_of(game), dice.randrange(len(game.players))])
                move = dice.choice(list(moves_to_judge(game, dice)))
                lines = ["state", f"offers seat={seat}", f"judge seat={seat_of(game)} : {move}"]
                yield asked(dice.choice(lines), game)
    game = next(game for game in random_game(3) if len(game.events) > 25)
    yield "state\n" + game.dump()


def stuck(players: int) -> str:
    """Three squares of colours by shapes, the middle one without purple: the purple fit nowhere."""
    squares = [(0, "ROYGBP"), (7, "ROYGB"), (13, "ROYGBP")]
    tiles = [
        f"{color}{shape}@{x},{top + y}"
        for top, colors in squares
        for y, color in enumerate(colors)
        for x, shape in enumerate("oxdstc")
    ]
    purple = [f"P{shape}" for shape in "oxdstc"]
    hands = [" ".join(purple[seat::players]) for seat in range(players)]
    return set_up(" ".join(tiles), *hands, more=["points 1 24", "points 2 24", "points 2 8"])


def ends() -> Iterator[str]:
    """Games that end because somebody goes out (T17), nobody can go on (T18), and by leaving."""
    game = list(random_game(0, leaves=0.0))[-1]
    yield asked("state", game)
    yield asked("judge seat=1 : pass", game)
    for players in (2, 3):
        passes = "".join(f"\nmove {seat} pass" for seat in range(1, players + 1))
        for line in (
            "offers seat=0",
            "judge seat=0 : pass",
            "judge seat=0 : Po@0,6",
            "advise seat=0",
        ):
            yield asked(line, stuck(players))
        yield asked("state", stuck(players) + passes[:12])
        yield asked("state", stuck(players) + passes)
        yield asked("judge seat=0 : pass", stuck(players) + passes)
    yield asked("state", stuck(3) + "\nmove 1 pass\nresign 2\nmove 3 pass\nmove 1 pass")
    for number in range(1, 7):
        yield asked(f"choose seat=0 level={number} budget=2", stuck(4))
    game = Game(NAMES[:3], "classic", seed=1)
    game.push(next(iter(game.legal_moves)))
    for _ in range(2):
        game.resign(str(game.turn))
        yield asked("state", game)
    yield asked("judge seat=0 : pass", game)
    yield asked("choose seat=0", game)


def deals() -> Iterator[str]:
    """Ties without ages, with some, with all; every lot."""
    dice = random.Random(1)
    for number in range(24):
        pieces = list(TILES * COPIES)
        dice.shuffle(pieces)
        players = 2 + number % 3
        ages = [dice.choice([8, 8, 30, None]) for _ in range(players)]
        if number % 2:
            ages = [dice.choice([8, 9]) for _ in range(players)]
        told = "".join(f" age{at + 1}={age}" for at, age in enumerate(ages) if age is not None)
        text = " ".join(map(str, pieces))
        yield f"deal players={players} lot={number % LOTS}{told} : {text}\nedition classic"
    for line in ("deal players=2", "deal players=5 : " + text, "deal players=2 lot=-1 : " + text,
                 "deal players=2 : " + text[3:], "deal : " + text,
                 "deal players=2 : " + text.replace("Ro", "Rx")):  # fmt: skip
        yield f"{line}\nedition classic"


# ---- positions set up by hand -------------------------------------------------------------------


def set_up(board: str, *hands: str, more: Iterable[str] = ()) -> str:
    held = (f"hand {seat} {hand}".rstrip() for seat, hand in enumerate(hands, 1))
    return "\n".join(["edition classic", f"lies {board}".rstrip(), *held, *more])


ROW = "Ro@0,0 Rx@1,0 Rd@2,0"
CROSS = "Ro@0,0 Rx@1,0 Rd@2,0 Go@0,1 Bo@0,2"
LONG = "Ro@0,0 Rx@1,0 Rd@2,0 Rs@4,0 Rt@5,0 Rc@6,0"
FAULTY = [
    (ROW, "Rs Rt Bo", "Rs@3,0"),
    (ROW, "Rs Rt Bo", "Rs@3,0 Rt@4,0"),
    (ROW, "Rs Rt Bo", "Rt@4,0 Rs@3,0"),
    (ROW, "Rs Rt Bo", "Yo@0,1"),
    (ROW, "Rs Rt Bo", "Rs@3,0 Rs@4,0 Yo@9,9"),
    (ROW, "Rs Rt Bo", "Rs@1,0 Rt@2,0"),
    (ROW, "Rs Rt Bo", "Rs@3,0 Rt@3,0"),
    (ROW, "Rs Rs Bo", "Rs@3,0 Rs@4,0"),
    (ROW, "Rs Rt Bo", "Rs@3,0 Bo@4,0"),
    (ROW, "Rs Rt Rc", "Rs@3,0 Rt@4,1"),
    (ROW, "Rs Rt Rc", "Rs@3,0 Rt@5,0"),
    (ROW, "Rs Rt Rc", "Rs@3,0 Rt@999999999,0"),
    (ROW, "Rs Rt Rc", "Rs@3,2 Rt@4,2"),
    (ROW, "Rs Rt Rc", "Rs@-999999999,999999999"),
    (LONG, "Rs Yd Rc", "Rs@3,0"),
    (LONG, "Ro Yd Rc", "Rc@3,-1 Ro@3,0"),
    (ROW, "Bs Bt Rc", "Bs@3,0"),
    (ROW, "Rd Bt Rc", "Rd@3,0"),
    (ROW, "Rd Bt Rc", "Rd@-1,0"),
    (CROSS, "Yo Yx Rc", "Yo@0,3"),
    (CROSS, "Rs Bs Gs", "Bs@1,2 Gs@1,1"),
    ("", "Ro Rx Rd Bs Gt Yc", "Ro@0,0 Rx@1,0"),
    ("", "Ro Rx Rd Bs Gt Yc", "Ro@0,0 Rx@0,1 Rd@0,2"),
    ("", "Ro Rx Rd Bs Gt Yc", "trade Ro"),
    ("", "Ro Rx Rd Bs Gt Yc", "pass"),
    (ROW, "Rs Rt Bo", "trade Rs Bo"),
    (ROW, "Rs Rt Bo", "trade Rs Rs"),
    (ROW, "Rs Rt Bo", "pass"),
    (ROW, "? ? Bo", "Rs@3,0 Rt@4,0"),
    (ROW, "? ? Bo", "Rs@3,0 Rt@4,0 Rc@5,0"),
    ("", "? ? Bo", "Ro@0,0 Yo@1,0"),
    ("", "? ? Bo", "Ro@0,0 Bo@1,0"),
    (ROW, "Rs Rt", "oR@3,0"),
    (ROW, "Rs Rt", "Rs@3"),
    (ROW, "Rs Rt", "Rs@3,0 @4,0"),
    (ROW, "Rs Rt", "Rs@3,0  Rt@1234567890,1"),
    (ROW, "Rs Rt", "trade"),
    (ROW, "Rs Rt", "trade ?"),
    (ROW, "Rs Rt", "pass Rs"),
    (ROW, "Rs Rt", "  "),
    (ROW, "Rs Rt", 'say "no\\way"'),
    (ROW, "Rs Rt", "Rs@3,0 " + "long" * 30),
    (ROW, "Rs Rt", "Rs@3,0 żółw"),
]


def faults() -> Iterator[str]:
    """Each fault of the judge at least once."""
    for board, hand, move in FAULTY:
        yield asked(f"judge seat=0 : {move}", set_up(board, hand, "Yx Yd"))
    yield "judge seat=0\n" + set_up(ROW, "Rs", "Rt")
    low = next(chosen(2, lambda game: 0 < len(game.state.bag) < len(game.hand), leaves=0.0))
    tiles = " ".join(map(str, low.hand))
    yield asked(f"judge seat={seat_of(low)} : trade {tiles}", low)
    yield asked(f"judge seat={seat_of(low)} : pass", low)
    empty = next(chosen(2, lambda game: not game.state.bag and bool(game.turn), leaves=0.0))
    yield asked(f"judge seat={seat_of(empty)} : trade {empty.hand[0]}", empty)
    yield asked(f"judge seat={seat_of(empty)} : pass", empty)
    for play, _ in [*position_of(empty).scored()][:3]:
        yield asked(f"judge seat={seat_of(empty)} : {play}", empty)
    out = next(chosen(5, lambda game: not game.state.bag and len(game.hand) == 1, leaves=0.0), None)
    if out:
        move = next(iter(out.legal_moves))
        yield asked(f"judge seat={seat_of(out)} : {move}", out)
        yield asked(f"offers seat={seat_of(out)}", out)


def positions() -> Iterator[str]:
    """Positions that were set up: with points, a turn, hidden pieces, moves, players who leave."""
    for board in (ROW, CROSS, LONG, ""):
        game = set_up(
            board, "Ro Rx Yd Gc Bs Ps", "Yo ? ? ?", "? ? ?", more=["points 2 24", "turn 1"]
        )
        yield asked("state", game)
        yield asked("offers seat=0", game)
        yield asked("offers seat=1", game)
        yield asked("choose seat=0 level=2 seed=5", game)
        yield asked("choose seat=0 level=6 seed=5 budget=5", game)
        yield asked("choose seat=1 level=6", game)
    far = "Ro@999999990,-999999990 Rx@999999991,-999999990"
    game = set_up(far, "Rd Rs", "Bo Bx", "Yo", more=["turn 3"])
    yield asked("offers seat=0", game)
    game += "\nmove 3 trade Yo draws Yx\nmove 1 Rd@999999992,-999999990 draws ?"
    yield asked("state", game)
    yield asked("choose seat=1 level=5 seed=1", game)
    yield asked("advise seat=1 seed=1 budget=2 most=2", game)
    yield asked("state", game + "\nresign 2\nresign 1")
    yield asked("choose seat=0 level=4", set_up(ROW, "Rs", ""))
    yield asked("choose seat=0 level=1", set_up(ROW, "Rs", ""))
    yield asked("choose seat=0 level=1", set_up(ROW, "", "Rs"))
    yield asked("lay seat=0 : Rs", set_up(ROW, "Rs", "Rt"))


STRENGTHS = [
    *(f"level={number}" for number in range(1, 6)),
    f"level=6 budget={BUDGET}",
    *(f"hundredths={fine}" for fine in (0, 40, 135, 250, 399, 475, 500)),
]


def levels() -> Iterator[str]:
    """What each level does: at the opening, in the middle, near the end, and when stuck."""
    for seed in (0, 1, 5):
        for game in random_game(seed, leaves=0.004):
            tiles, bag = len(game.board), len(game.state.bag)
            late = bag == 0 and game.turn
            if not (tiles == 0 or tiles in (21, 22) or late) or not game.turn:
                continue
            for who in STRENGTHS:
                yield asked(f"choose seat={seat_of(game)} {who} seed={seed}", game)
            if late:
                break
    yield from _refused_levels()


def _refused_levels() -> Iterator[str]:
    """What levels do where nothing fits, and levels that there are not."""
    stuck = set_up("Ro@0,0", "Gx Gx Bd", "Yd")
    for number in range(1, 7):
        yield asked(f"choose seat=0 level={number} seed=-7 budget=2", stuck)
    yield asked("choose seat=0 level=5", stuck)
    yield asked("choose seat=0", stuck)
    yield asked("choose seat=0 level=7", stuck)
    for fine in -1, 550, 601:
        yield asked(f"choose seat=0 hundredths={fine}", stuck)
    yield asked("choose seat=1 level=3", stuck)
    yield asked("choose seat=2 level=3", stuck)


def advice() -> Iterator[str]:
    """Figures and reasons: early, in the middle, and where the end is worked out."""
    for seed in (0, 4, 6):
        for game in random_game(seed, leaves=0.0):
            tiles, bag = len(game.board), len(game.state.bag)
            late = bag == 0 and game.turn and sum(map(len, game.state.hands)) < 8
            if (tiles == 0 or tiles in (14, 45, 46) or late) and game.turn:
                yield asked(f"advise seat={seat_of(game)} seed={seed} budget={BUDGET} most=3", game)
            if late:
                break
    for board, hand in (
        (LONG, "Yd Gd"),
        ("Ro@0,0", "Gx Gx Bd"),
        (CROSS, "Rs Rt Rc Rs Rt Rc"),
        ("", "Ro"),
    ):
        made = set_up(board, hand, "? ?")
        yield asked("advise seat=0 budget=3", made)
        yield asked("advise seat=0 budget=0 most=1", made)
    yield asked("advise seat=0 most=0 budget=1", set_up(ROW, "Rs", "?"))
    yield asked("advise seat=1 budget=1", set_up(ROW, "Rs", "?"))


def hidden() -> Iterator[str]:
    """What one seat has seen is a game, too; and what a spectator has seen."""
    for seed in (1, 2, 3):
        dice = random.Random(f"hidden {seed}")
        for game in random_game(seed, trades=0.2):
            if dice.random() > 0.09:
                continue
            seat = dice.randrange(len(game.players))
            line = dice.choice(
                [
                    "state",
                    f"offers seat={seat}",
                    f"choose seat={seat_of(game)} level=3",
                    f"choose seat={seat_of(game)} level=6 budget=2",
                ]
            )
            yield asked(line, game, dice.choice([seat_of(game), seat_of(game), seat, None]))


NO_QUESTIONS = (
    "nonsense",
    "offers",
    "offers seat=2",
    "offers seat=-1",
    "offers seat=x seat=1",
    "judge seat=9 : pass",
    "choose seat=0 seat=1 level=1",
    " state",
    "lay seat=0",
)
NO_LINES = (
    (1, "seat 2 - Ada"),
    (1, "seat x - Ada"),
    (2, "start 1 set"),
    (3, "deal 1 Yt Oc"),
    (3, "deal 1 Yt Oc Oo Yx Gx Rd Rd"),
    (3, "deal 3 Yt Oc Oo Yx Gx Rd"),
    (3, "deal 1 Yt Oc Oo Yx Gx R"),
    (3, "deal 1 Gs Gs Gs Yx Gx Rd"),
    (3, "hand 1 Ro"),
    (5, "start 1 set"),
    (5, "start 3 set"),
    (6, "move 1 Gs@0,0 Gc@1,0 scores 2 draws Os Po"),
    (6, "move 2 Gs@0,0 scores 0 draws Os"),
    (6, "move 2 Gs@0,0 Gc@1,0 scores 2 draws Os"),
    (6, "move 2 Gs@0,0 Gc@1,0 scores 2"),
    (6, "move 2 Gs@0,0 Gc@2,0 scores 2 draws Os Po"),
    (6, "move 2 nonsense"),
    (6, "resign 3"),
    (7, "move 1 trade Rd Oo draws Rd Rd"),
    (7, "move 1 trade ? ? draws Ot Gd"),
    (7, "move 1 trade Rd ? draws Ot Gd"),
    (7, "deal 1 Yt Oc Oo Yx Gx Rd"),
    (7, "lies Ro@0,0"),
    (7, "turn 1"),
    (7, "pass"),
    (7, "move 1 pass"),
)
NO_BOARDS = (
    "Ro@0,0 Ro@0,0",
    "Ro@0,0 Gx@1,0",
    "Ro@0,0 Rx@114,0",
    "Ro@0,0 Rx@113,0",
    "Ro@0",
    "Ro@0,0 Ro@2,0 Ro@4,0 Ro@6,0",
    "Ro@0,0 Rx@1,0 Ro@1,1 Rx@0,1 Ro@2,2 Gx@1,2",
    "Ro@0,0 Rx@1,0 Ro@2,0",
    "Ro@0,0 Rx@1,0 Rd@2,0 Rs@3,0 Rt@4,0 Rc@5,0 Ro@6,0",
    "Ro@0,0 Rx@1,0 Bd@-1,1 Gd@-2,1",
)
NO_SET_UPS = (
    "points 1 -1",
    "points 1 1001",
    "points 1",
    "turn 3",
    "turn 5",
    "took 1 Ro",
    "hand 3 ?",
    "hand 1 ? ? ? ? ? ? ?",
    "start 1 set",
    "seat 1 - Ada",
    "deal 1 ? ? ? ? ? ?",
)
"""Most of these cannot be; some are fine after all, and stand beside those that are not."""


def refused() -> Iterator[str]:
    """Lines that cannot be, and questions that are none."""
    added = {"Ada": "rain on Tuesday"}
    game: AnyGame = Game(NAMES[:2], "classic", seed=7, ages=[30, 31], entropy=added)
    for move in ("Gs@0,0 Gc@1,0", "trade Rd Oo"):
        game.push(move)
    good = lines_of(game).splitlines()
    for at, line in NO_LINES:
        yield "\n".join(("state", *good[:at], line, *good[at + 1 :]))
    for at in range(1, len(good)):
        yield "\n".join(("state", *good[:at]))
    yield "\n".join(("state", *good, "resign 1", "resign 2"))
    for line in NO_QUESTIONS:
        yield asked(line, game)
    for board in NO_BOARDS:
        yield "state\n" + set_up(board, "Rs", "Rt")
        yield "state strict=1\n" + set_up(board, "Rs", "Rt")
    for board in (ROW, ""):
        yield "state strict=1\n" + set_up(board, "Rs", "Rt", more=["points 2 8"])
    for more in NO_SET_UPS:
        yield "state\n" + set_up(ROW, "Rs", "Rt", more=[more])
    yield "state\nedition classic"
    yield "state\nedition classic\nhand 1 Ro"


AGES: tuple[list[int | None], ...] = ([None, None], [30, 8, 8], [30, 31, None, 9])


def first_rules() -> Iterator[str]:
    """Games by the first rules: no line says who starts, and ages may be told."""
    for seed in range(6):
        ages = AGES[seed % 3]
        game: AnyGame = Game(NAMES[: len(ages)], "classic", seed=seed, ages=ages, rules=1)
        yield "state\n" + game.dump()
        game.push(next(iter(game.legal_moves)))
        yield "state\n" + game.dump()
        yield "state\n" + "\n".join(str(event.seen_by(0)) for event in game.events)


FILES: dict[str, Callable[[], Iterator[str]]] = {
    "deals": deals,
    "games": games,
    "ends": ends,
    "faults": faults,
    "positions": positions,
    "levels": levels,
    "advice": advice,
    "hidden": hidden,
    "refused": refused,
    "first-rules": first_rules,
}


def written(name: str) -> str:
    """A file, with the answers of the reference."""
    return "\n".join(f"{text.rstrip()}\n= {answer(text.rstrip())}\n" for text in FILES[name]())


def pairs(path: Path) -> list[tuple[str, str]]:
    """The questions and answers of a file."""
    blocks = path.read_text(encoding="utf-8").removesuffix("\n").split("\n\n")
    return [(question, found) for question, _, found in (b.rpartition("\n= ") for b in blocks)]


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name in FILES:
        (HERE / f"classic-{name}.txt").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
