"""Writes ``engine/cards-*.txt`` again: ``python -m tests.conformance.engine_cards_files``.

Each file has the lines of a question, then ``=`` and its answer, and an empty line between two of
them. Python, C++ and WebAssembly must give the same answers, letter by letter.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.bots.levels import level
from qwirkle.cards.moves import in_order
from qwirkle.cards.rules import row_fault
from qwirkle.cards.state import State
from qwirkle.editions import CARDS
from qwirkle.faults import Fault
from qwirkle.game import Game
from qwirkle.tiles import COPIES, TILES, Hand, Tile
from tests.conformance.engine_cards import (
    BUDGET,
    NAMES,
    CardGame,
    Moment,
    Pair,
    advise,
    advise_answer,
    choose,
    choose_answer,
    choose_between,
    codes,
    deal,
    error,
    fault_answer,
    judge,
    lay,
    moves_to_judge,
    offers,
    position_set_up,
    state,
    written,
)
from tests.hoards import hoard

HERE = Path(__file__).parent / "engine"


def played(seed: int, players: int, resigns: float = 0.0) -> Iterator[CardGame]:
    """A game, from the deal to its end, after each turn: random moves, or those of a level."""
    dice = random.Random(seed)
    game: CardGame = Game(NAMES[:players], CARDS, seed=seed)
    yield game
    while game.turn:
        if dice.random() < resigns:
            game.resign(dice.choice([NAMES[seat] for seat in seats.staying(game.state)]))
        else:
            view = game.view(game.turn)
            small = dice.random() < 0.4
            bot = level(dice.randint(1, 4)).player(seed)
            game.push(str(view.position.random_move(dice) if small else bot.choose(view)))
        yield game


def about(game: CardGame, dice: random.Random) -> Iterator[Pair]:
    """Whatever can be asked about a game by a seat of it; of the moves, one with a mistake."""
    asker = dice.randrange(len(game.players))
    yield state(Moment.of(game, asker))
    yield offers(Moment.of(game, asker), asker)
    seat = game.state.turn
    moment = Moment.of(game, seat)
    if game.state.ended:
        yield choose(moment, 1)
        yield judge(moment, seat, "pass")
        return
    yield offers(moment, seat)
    moves = list(moves_to_judge(game.state.position, dice))
    yield judge(Moment.of(game), seat, moves[0])
    yield judge(moment, seat, dice.choice(moves[1:]))
    hand = game.state.hands[seat]
    yield lay(moment, seat, dice.sample(hand, min(len(hand), dice.randint(1, 3))))


# ---- the files ----------------------------------------------------------------------------------


def deals() -> Iterator[Pair]:
    """Largest sets, ties by age and by lot, and hands with which nobody can open (C2)."""
    for seed in range(12):
        dice = random.Random(seed)
        order = dice.sample(TILES * COPIES, len(TILES) * COPIES)
        players = 2 + seed % 3
        ages: list[int | None] = [dice.choice((None, 7, 7, 40, 66)) for _ in range(players)]
        yield deal(order, players, dice.randrange(seats.LOTS), ages)
    even = [tile for tile in TILES for _ in range(COPIES)]
    for lot, known in (0, "----"), (5, "8888"), (5, "988-"), (2, "9887"):
        for players in 2, 3, 4:
            ages = [None if age == "-" else int(age) for age in known[:players]]
            yield deal(even, players, lot, ages)
    corners = [tile for at in range(6) for tile in [TILES[7 * at]] * COPIES]
    rest = Bag.full().without(corners)
    yield deal([*corners, *rest], 2, 3, [None, None])
    yield deal([*corners, *rest], 3, 3, [None, None, None])


def games() -> Iterator[Pair]:
    """Moments of random games of two to four players, with players who leave."""
    for seed in range(24):
        dice = random.Random(seed)
        for game in played(seed, 2 + seed % 3, 0.08):
            early = game.moves <= 2 + seed % 5
            if dice.random() < (0.15 if early else 0.006):
                yield from about(game, dice)
    for seed in 3, 7:
        *_, over = played(seed, 2 + seed % 3)
        yield state(Moment.recorded(over))
        yield advise(Moment.of(over))


def stuck() -> Moment:
    """Nothing can be played, and there is a pile."""
    return position_set_up("Ro Rx Rd", ["Gs Gs Bt Bt Pc Pc", "Oo Ox Od", "Bo Bx"])


def stuck_for_good() -> Moment:
    """Three exchanges did not help."""
    again = "Ys Ys Ys Gt Gt Gt Bc Bc Bc", "Gs Gs Gs Bt Bt Bt Pc Pc Pc"
    return stuck().then("exchange", again[0]).then("exchange", again[1]).then("exchange", again[0])


def without_pile() -> Moment:
    """The last turns, and nothing to play: all the cards but two full lines are captured."""
    lines = [" ".join(str(tile) for tile in TILES[6 * color :][:6]) for color in range(6)]
    rows = [lines[0], lines[0], lines[4], lines[4], *(lines[1:4] + lines[5:]) * COPIES]
    captured = [" | ".join(rows[:7]), " | ".join(rows[7:])]
    return position_set_up("Ro Rx Rd", ["Bs Bt", "Rs Rt Rc Bo Bx Bd Bc"], captured)


def unopened(second: str = "Ro Ox Yd Gs Bt Pc") -> Moment:
    """An opening; the second seat need not have a set of three."""
    return position_set_up("", ["Ro Rx Rd Rs Bo Bx Bd Bs Gc", second, "Pt Pc Po"])


def first_rules() -> Moment:
    """An exchange as it was: as many cards are drawn as were set aside (C9)."""
    moment = stuck()
    lines = ("qwirkle record 1", *moment.lines)
    return replace(moment, lines=lines, state=replace(moment.state, fresh_nine=False))


def dealt_again() -> Moment:
    """Nobody could open with the first hands (C2)."""
    moment = Moment.of(next(played(8, 2)))
    at = next(at for at, line in enumerate(moment.lines) if line.startswith("deal"))
    corners = [str(TILES[7 * color]) for color in range(6) for _ in range(COPIES)]
    first = (f"deal {seat + 1} {' '.join(corners[9 * seat :][:9])}" for seat in range(2))
    return replace(moment, lines=(*moment.lines[:at], *first, *moment.lines[at:]))


def faults() -> Iterator[Pair]:
    """Each reason of the judge, and the turns that few games have."""
    table = position_set_up("Ro Rx Rd | Gs Ys Bs", ["Rs Rt Rc Od Od Ps", "Yx"])
    for move in (
        "Ro Rx Rd Rs | Ys Gs Bs",
        "Ro Rx Rd Rs Rt Rc | Bs Ys Gs Ps",
        "Rx Rd Rs | Gs Ys Bs",
        "Ro Rx Rd Rc Pt | Gs Ys Bs Os",
        "Bs Ys Gs | Rd Rx Ro",
        "Ro Rx Rd Rs Rt Rc Od | Gs Ys Bs",
        "Ro Rx Rd | Gs Ys Bs Ps | Od Od Rs",
        "Ro Rx Rd Ps | Gs Ys Bs",
        "Ro Rx Rd | Gs Ys Bs | Rs Rt",
        "Ro Rx Rd | Gs Ys Bs | Rs",
        "exchange",
        "pass",
    ):
        yield judge(table, 0, move)
    yield judge(table, 1, "Yx Ys Gs Bs | Ro Rx Rd")
    for opening in unopened(), unopened("Ro Rx Rd Bt"):
        for move in "Bo Bx Bd Bs", "Ro Rx Rd", "Ro Rx Rd Rs | Bo Bx Bd", "exchange", "Rs Rd Rx Ro":
            yield judge(opening, 0, move)
        later = opening.left(0)
        yield state(later)
        for move in "exchange", "pass", "Ro Rx Rd":
            yield judge(later, 1, move)
        yield offers(later, 1)
        yield choose(later, 3)
    yield judge(unopened(), 2, "Pt Pc Po")
    yield state(dealt_again())
    for moment in stuck(), first_rules(), stuck().then("exchange", "Ys Ys Ys Gt Gt Gt Bc Bc Bc"):
        yield from _stuck(moment)
    yield from _stuck(stuck_for_good())
    yield state(stuck_for_good().then("pass"))
    yield from _stuck(without_pile())
    yield from _stuck(without_pile().then("pass"))
    yield state(without_pile().then("pass").then("Ro Rx Rd Rs Rt Rc"))
    nothing = replace(
        without_pile().state, hands=(Hand.parse("Bs Bt Bo Bx Bd Bc Rs Rt Rc"), Hand())
    )
    yield state(_alone(nothing))
    yield state(_alone(nothing).then("Ro Rx Rd Rs Rt Rc | Bo Bx Bd Bs Bt Bc"))
    yield state(stuck().left(1))
    yield state(stuck().left(1).left(0))
    yield state(stuck().left(0))


def _stuck(moment: Moment) -> Iterator[Pair]:
    seat = moment.state.turn
    yield state(moment)
    yield offers(moment, seat)
    yield judge(moment, seat, "exchange")
    yield judge(moment, seat, "pass")
    for number in 1, 4, 6:
        yield choose(moment, number)
    yield advise(moment)


def _alone(state: State) -> Moment:
    """The same position without its past."""
    captured = tuple(in_order(rows) for rows in state.captured)
    waiting = (at for at, hand in enumerate(state.hands) if hand or at == state.turn)
    last = None if state.bag else tuple(waiting)
    now = State(state.hands, state.bag, state.turn, captured, state.table, state.opening)
    return Moment.set_up(replace(now, last_turns=last))


def levels() -> Iterator[Pair]:
    """What the six levels do in games, and in positions that were set up."""
    for seed in range(16):
        dice = random.Random(seed)
        for game in played(seed, 2 + seed % 3):
            if game.turn and dice.random() < 0.06:
                moment = _alone(game.state)
                if game.moves < 5 and dice.random() < 0.5:
                    moment = Moment.of(game, game.state.turn)
                for number in range(1, 7):
                    yield choose(moment, number, dice.randint(-9, 99))
                yield choose(moment, 5, 7, None)
                yield choose_between(moment, dice.randrange(500), dice.randint(-9, 99))


def advised() -> Iterator[Pair]:
    """The best moves, in games and in positions that were set up; ends are exact."""
    for seed in range(30, 42):
        dice = random.Random(seed)
        for game in played(seed, 2 + seed % 3):
            end = not game.state.bag and seed % 3 == 0
            if game.turn and (dice.random() < 0.06 or end):
                whole = game.moves < 4 or end
                moment = Moment.of(game, game.state.turn) if whole else _alone(game.state)
                yield advise(
                    moment, dice.randrange(9), dice.choice((0, BUDGET)), dice.choice((1, 2, 3))
                )


def large() -> Iterator[Pair]:
    """Tables that nobody captures from: the most work that a card game can make."""
    for seed, size, players in (1, 90, 2), (5, 90, 2), (3, 81, 3):
        moment = _alone(hoard(seed, size, players))
        seat = moment.state.turn
        hand = moment.state.hands[seat]
        yield state(moment)
        yield offers(moment, seat)
        yield lay(moment, seat, hand[:3])
        yield lay(moment, seat, hand)
        for number in range(1, 7):
            yield choose(moment, number)
        yield advise(moment, most=1)


def hidden() -> Iterator[Pair]:
    """Moves of somebody whose hand the asker does not know."""
    for seed in range(3):
        for game in islice(played(seed, 2 + seed), 3, 9, 2):
            seat = game.state.turn
            moment = Moment.of(game, (seat + 1) % len(game.players))
            move = str(game.state.position.random_move(random.Random(seed)))
            yield judge(moment, seat, move)
            asked, _ = choose(moment, 6)
            yield asked, error("bad.hidden")


def refused() -> Iterator[Pair]:
    """Games that cannot be, and questions that are none."""
    game = next(islice(played(5, 2), 3, None))
    whole, seen = Moment.of(game), Moment.of(game, 0)
    for line in "", "dance", "state", "offers", "offers seat=2", "judge seat=-1 : pass", "advise":
        if line != "state":
            yield whole.asked(line or "?"), error("bad.question")
    asked = whole.asked(f"choose seat={game.state.turn} level=7")
    yield asked, error("ui.bad.level", text="7", most=6)
    for fine in -1, 550, 601:
        asked = whole.asked(f"choose seat={game.state.turn} hundredths={fine}")
        yield asked, error("ui.bad.level", text=f"{fine}/100", most=6)
    yield whole.asked("lay seat=0 : Ro Rx !"), error("bad.question")
    yield from _unreadable(whole)
    other = 1 - game.state.turn
    yield whole.asked(f"choose seat={other} level=1"), choose_answer(whole, other, level(1), 0)
    yield whole.asked(f"advise seat={other}"), advise_answer(whole, other, 0, BUDGET)
    order = " ".join(codes(TILES * COPIES))
    for asked in (
        f"deal players=5 : {order}",
        f"deal players=2 lot=-1 : {order}",
        f"deal players=2 : {order[3:]}",
        f"deal players=2 : {order} Ro",
        f"deal players=2 : ? {order[3:]}",
        f"deal players=2 : Rx {order[3:]}",
        "deal players=2",
    ):
        yield f"{asked}\nedition cards", error("bad.question")
    for moment in whole, seen:
        yield from _bad_lines(moment)
    yield from _bad_set_ups()


def _unreadable(moment: Moment) -> Iterator[Pair]:
    for text in "Ro Rx |", "| Ro", "Ro Rx Rq", "RoRx", "Ro | Rx | bo Bx", 'a"b\\c', "EXCHANGE":
        yield judge(moment, 0, text)


def _bad_lines(moment: Moment) -> Iterator[Pair]:
    """A line of the game is changed, left out or doubled."""
    lines = moment.lines
    first_deal = next(at for at, line in enumerate(lines) if line.startswith("deal 1"))
    first_move = next(at for at, line in enumerate(lines) if line.startswith("move"))
    turn = lines[first_move]
    for at, line in (
        (first_deal, lines[first_deal] + " Ro"),
        (first_deal, "deal 1 Ro Ro Ro Ro Rx Rx Rx Rd Rd"),
        (first_deal + 1, "deal 3 ? ? ? ? ? ? ? ? ?"),
        (first_deal + 1, "deal x"),
        (first_deal + 2, "start 3 set"),
        (first_move, turn.partition(" draws")[0]),
        (first_move, turn + " ?"),
        (first_move, f"move {3 - int(turn[5])}{turn[6:]}"),
        (first_move, f"move {turn[5]} pass scores 0"),
        (first_move, f"move {turn[5]} Ro Rx Rq scores 0"),
        (first_move, f"move {turn[5]} Ro Bx Gd scores 0 draws ? ? ?"),
        (first_move, "resign 3"),
    ):
        changed = (*lines[:at], line, *lines[at + 1 :])
        yield "\n".join(("state", *changed)), error("bad.line", line=at + 1)
    gone = (*lines, "resign 1", "resign 2")
    yield "\n".join(("state", *gone)), error("bad.line", line=len(gone))
    yield "\n".join(("state", *gone[:-1], turn)), error("bad.line", line=len(gone))
    yield "\n".join(("state", *lines[:first_deal])), error("bad.line", line=first_deal)
    yield "\n".join(("state", *lines[: first_deal + 1])), error("bad.line", line=first_deal + 1)


def row(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def _bad_set_ups() -> Iterator[Pair]:
    good = stuck().lines
    for at, line in (
        (1, "lies Ro Rx Rd |"),
        (2, "hand 5 Ro"),
        (2, "took 1 Ro Rx Rd Rs Rt"),
        (5, "turn 0"),
        (5, "deal 1 ? ? ? ? ? ? ? ? ?"),
        (5, "start 1 set"),
    ):
        changed = (*good[:at], line, *good[at + 1 :])
        yield "\n".join(("state", *changed)), error("bad.line", line=at + 1)
    yield "state\nedition cards\nhand 1 Ro\nturn 1", error("bad.line", line=3)
    for at, line, fault in (
        (1, "lies Ro Rx", row_fault(row("Ro Rx"))),
        (1, "lies Ro Rx Gd | Bo Bx Bd", row_fault(row("Ro Rx Gd"))),
        (1, "lies Ro Ro Rx", row_fault(row("Ro Ro Rx"))),
        (1, "lies Ro Rx Rd Rs Rt Rc", Fault("bad.six", row("Ro Rx Rd Rs Rt Rc"))),
        (2, "hand 1 Ro Ro Ro Rx", Fault("C1.copies", row("Ro"))),
        (2, "hand 1 ? ? ? ? ? ? ? ? ? ?", Fault("bad.hand", words={"n": 9})),
    ):
        changed = (*good[:at], line, *good[at + 1 :])
        yield "\n".join(("state", *changed)), {"error": fault_answer(fault)}


AGES: list[list[int | None]] = [[None, None], [30, 8, 8], [30, 31, None, 9]]


def versions() -> Iterator[Pair]:
    """Games by the first rules: no line says who starts, ages may be told, exchanges draw less."""
    for seed in range(6):
        ages = AGES[seed % len(AGES)]
        game: CardGame = Game(NAMES[: len(ages)], CARDS, seed=seed, ages=ages, rules=1)
        yield state(Moment.recorded(game))
        game.push(next(iter(game.legal_moves)))
        yield state(Moment.recorded(game))
        yield state(Moment.of(game, seed % len(ages)))


FILES: dict[str, Callable[[], Iterator[Pair]]] = {
    "deals": deals,
    "games": games,
    "faults": faults,
    "levels": levels,
    "advice": advised,
    "large": large,
    "hidden": hidden,
    "refused": refused,
    "versions": versions,
}


def write(name: str) -> None:
    pairs = FILES[name]()
    text = "\n".join(f"{question}\n= {written(answer)}\n" for question, answer in pairs)
    (HERE / f"cards-{name}.txt").write_text(text)


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name in FILES:
        write(name)


if __name__ == "__main__":
    main()
