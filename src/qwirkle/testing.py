"""Checks for authors of editions and bots. Each raises AssertionError with what was wrong.

>>> check_edition("classic", games=1)
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from qwirkle.bag import Bag
from qwirkle.editions import AnyState, B, M, S, edition
from qwirkle.game import AnyGame, Game
from qwirkle.moves import Move
from qwirkle.seats import FEWEST, MOST
from qwirkle.tiles import Hand, Pieces
from qwirkle.views import Chooser, View

NAMES = ("Ada", "Bo", "Cy", "Di")


def check_edition(name: str, *, games: int = 3, seed: int = 0) -> None:
    """Play whole random games with 2, 3 and 4 players and check what must always hold.

    >>> check_edition("classic", games=1)
    """
    for players in range(FEWEST, MOST + 1):
        for number in range(seed, seed + games):
            dice = random.Random(f"{name} {players} {number}")
            game = Game(NAMES[:players], name, seed=number)
            check_moment(game, dice)
            while game.outcome is None:
                move = random_move(game.view(str(game.turn)), dice)
                event = game.push(move)
                check_moment(game, dice)
                if dice.random() < 0.1:
                    check_way_back(game, event, move)
            check_record(game)
            best = max(game.scores.values())
            tied = {player for player, points in game.scores.items() if points == best}
            assert set(game.outcome.winners) == tied


def check_moment(game: AnyGame, dice: random.Random) -> None:
    """All 108 pieces are somewhere, and nobody's view depends on what is hidden.

    >>> check_moment(Game(["Ada", "Bo"], seed=4), random.Random(1))
    """
    assert everything(game.state) == Bag.full(), f"Pieces were lost or made:\n{game.dump()}"
    for seat, player in enumerate(game.players):
        view = game.view(player)
        assert sum(view.unseen.values()) == len(Bag.full()) - len(game.state.seen) - len(view.hand)
        other = permuted(game.state, seat, dice)
        twin = View.of(edition(game.edition), game.players, other, seat)
        assert replace(view, history=()) == twin, f"{player} sees what is hidden:\n{game.dump()}"


def check_way_back(game: AnyGame, event: object, move: Move) -> None:
    """Taking a move back and making it again leads to the same game.

    >>> game = Game(["Ada", "Bo"], seed=4)
    >>> move = next(iter(game.legal_moves))
    >>> check_way_back(game, game.push(move), move)
    """
    record = game.dump()
    assert game.pop() == event
    assert game.push(move) == event, "The same move drew other pieces."
    assert game.dump() == record


def check_record(game: AnyGame) -> None:
    """A record replays to the same state and is written the same again.

    >>> check_record(Game(["Ada", "Bo"], seed=4))
    """
    record = game.dump()
    again = Game.load(record)
    assert again.state == game.state
    assert again.dump() == record


def check_bot(
    make: Callable[[], Chooser],
    name: str,
    *,
    games: int = 1,
    seed: int = 0,
    budget: float | None = None,
) -> None:
    """Play a bot in every seat, twice at once, the second time with the hidden pieces permuted.

    Two bots from one maker must choose the same legal moves: from what they see, and from nothing
    else. The budget is what each turn is given, in seconds.

    >>> from qwirkle.bots import bot
    >>> check_bot(lambda: bot("greedy", 3), "classic")
    """
    for players in range(FEWEST, MOST + 1):
        for number in range(seed, seed + games):
            dice = random.Random(f"{name} {players} {number}")
            game = Game(NAMES[:players], name, seed=number)
            bots, twins = ([make() for _ in range(players)] for _ in range(2))
            while game.outcome is None:
                seat, view = game.state.turn, game.view(str(game.turn))
                other = permuted(game.state, seat, dice)
                twin_view = replace(
                    View.of(edition(name), game.players, other, seat), history=view.history
                )
                move = bots[seat].choose(view, budget)
                again = twins[seat].choose(twin_view, budget)
                assert move == again, f"Chose {move}, and {again} when hidden pieces differed."
                fault = game.fault(move)
                assert fault is None, f"Chose {move}: {fault}"
                game.push(move)


def everything(state: AnyState) -> Pieces:
    """All pieces, wherever they are.

    >>> everything(Game(["Ada", "Bo"], seed=4).state) == Bag.full()
    True
    """
    hands = (piece for hand in state.hands for piece in hand)
    return Pieces((*state.seen, *hands, *state.bag, *state.removed))


def permuted(state: S, seat: int, dice: random.Random) -> S:
    """The same state, except that everything a seat cannot see is dealt again.

    >>> state = Game(["Ada", "Bo"], seed=4).state
    >>> other = permuted(state, 0, random.Random(1))
    >>> other.hands[0] == state.hands[0], other.hands[1] == state.hands[1]
    (True, False)
    """
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = [*state.bag, *state.removed, *(p for other in others for p in state.hands[other])]
    dice.shuffle(hidden)
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other], hidden = Hand(hidden[:size]), hidden[size:]
    size = len(state.bag)
    dealt = {"hands": tuple(hands), "bag": Bag(hidden[:size]), "removed": Pieces(hidden[size:])}
    return cast(S, replace(cast(Any, state), **dealt))


def random_move(view: View[M, B], dice: random.Random) -> M:
    """A random legal move: in the tile game, a play rather than a trade where there is one.

    >>> view = Game(["Ada", "Bo"], seed=4).view("Ada")
    >>> random_move(view, random.Random(1)) in view.legal_moves
    True
    """
    return view.position.random_move(dice)
