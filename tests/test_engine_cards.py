"""The engine in the card game: the library's answers, and nothing that a seat may not know."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from qwirkle import kernel, native
from qwirkle.bag import Bag
from qwirkle.cards.rules import Position
from qwirkle.tiles import Hand
from tests.conformance import engine_cards as engine
from tests.conformance.engine_cards import CardGame, Moment, Pair
from tests.conformance.engine_cards_files import FILES, HERE, played
from tests.hoards import hoard
from tests.often import often

pytestmark = pytest.mark.skipif(native.kernel is None, reason="the engine is the kernel's")

STEPS = 2_000_000
"""Of the solver and the layout, for any answer with little time to think: half a second."""


def check(pair: Pair) -> None:
    question, answer = pair
    assert kernel.ask(question) == engine.written(answer), question


def questions(game: CardGame, dice: random.Random) -> list[Pair]:
    """What each seat could ask about a game."""
    seats = range(len(game.players))
    found = [engine.state(Moment.of(game)), engine.state(Moment.recorded(game))]
    for seat in seats:
        seen = Moment.of(game, seat)
        found += [engine.state(seen), engine.offers(seen, seat)]
        found.append(engine.judge(seen, seat, dice.choice(("pass", "exchange", "Ro Rx Rd"))))
    if game.turn is None:
        return found
    seat = game.state.turn
    seen, hand = Moment.of(game, seat), game.state.hands[seat]
    found += [engine.judge(seen, seat, move) for move in moves(game, dice)]
    found.append(engine.lay(seen, seat, dice.sample(hand, dice.randint(0, len(hand)))))
    found += [engine.choose(seen, dice.randint(1, 6), dice.randint(-9, 99)) for _ in range(2)]
    found.append(engine.advise(seen, dice.randrange(9), dice.choice((0, 10)), dice.randint(0, 8)))
    return found


def moves(game: CardGame, dice: random.Random) -> list[str]:
    position = game.state.position_of(game.state.turn)
    assert isinstance(position, Position)
    return list(engine.moves_to_judge(position, dice))


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", FILES)
def test_the_files_are_what_the_library_answers(name: str) -> None:
    """The questions and answers of a file are those that the reference would write now."""
    pairs = FILES[name]()
    blocks = (HERE / f"cards-{name}.txt").read_text().split("\n\n")
    for block, (question, answer) in zip(blocks, pairs, strict=True):
        assert block.rstrip("\n") == f"{question}\n= {engine.written(answer)}"


@pytest.mark.unmeasured
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("resigns", [0.0, 0.06])
def test_the_engine_answers_as_the_library_does(players: int, resigns: float) -> None:
    """At every moment of random games, whoever asks and whoever left."""
    for seed in range(500, 500 + often(2)):
        dice = random.Random(seed)
        for game in played(seed, players, resigns):
            if dice.random() < 0.5:
                for pair in questions(game, dice):
                    check(pair)


@pytest.mark.parametrize("text", ["", "   ", "|", "Ro Rx |", "ro", "Ro,Rx", "trade Ro", '"'])
def test_text_that_is_no_move_is_refused_as_the_library_refuses_it(text: str) -> None:
    """With the same key, text and column."""
    check(engine.judge(Moment.of(next(played(1, 2))), 0, text))


def test_a_move_of_more_cards_than_there_are_is_refused() -> None:
    """The judge need not look at it."""
    moment = Moment.of(next(played(1, 2)))
    asked = moment.asked(f"judge seat=0 : {'Ro ' * 109}")
    assert kernel.ask(asked).startswith('{"error":{"key":"bad.table","words":{"text":"Ro Ro')


def permuted(moment: Moment, seat: int, dice: random.Random) -> Moment:
    """The same moment with other cards where this seat cannot look."""
    state = moment.state
    pool = [card for at, hand in enumerate(state.hands) if at != seat for card in hand]
    pool += state.bag
    dice.shuffle(pool)
    hands = []
    for at, hand in enumerate(state.hands):
        hands.append(hand if at == seat else Hand(pool[: len(hand)]))
        pool = pool if at == seat else pool[len(hand) :]
    return Moment.set_up(replace(state, hands=tuple(hands), bag=Bag(pool)))


@pytest.mark.parametrize("verb", ["advise", *(f"choose level={n}" for n in range(1, 7))])
def test_what_a_seat_cannot_see_changes_nothing(verb: str) -> None:
    """Choices and advice are the same with other hidden cards, or with none told."""
    dice = random.Random(7)
    for game in islice(played(11, 3), 1, 12, 3):
        seat = game.state.turn
        asked = f"{verb} seat={seat} seed=5 budget=10"
        whole, seen = Moment.of(game).asked(asked), Moment.of(game, seat).asked(asked)
        assert kernel.ask(whole) == kernel.ask(seen)
        alone = Moment.set_up(game.state)
        others = {kernel.ask(permuted(alone, seat, dice).asked(asked)) for _ in range(4)}
        assert others == {kernel.ask(alone.asked(asked))}


@pytest.mark.parametrize("table", [(3, 100), (2, 90), (3, 81, 3), (7, 70, 4)])
def test_the_largest_tables_take_bounded_work(table: tuple[int, ...]) -> None:
    """Whatever is asked about a table that nobody captures from."""
    moment = Moment.set_up(hoard(*table))
    seat = moment.state.turn
    for line in (
        "state",
        f"offers seat={seat}",
        f"lay seat={seat} : {moment.state.hands[seat]}",
        *(f"choose seat={seat} level={level} budget=10" for level in range(1, 7)),
        f"advise seat={seat} budget=10 most=8",
    ):
        before = native.kernel.cards_steps()
        assert '"error"' not in kernel.ask(moment.asked(line))
        assert native.kernel.cards_steps() - before < STEPS, line
