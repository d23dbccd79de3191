"""The tile game's search: exact ends, honest knowledge, and no crash on garbage."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from qwirkle import Board, Game, Hand, native
from qwirkle.bag import Bag
from qwirkle.bots import bot
from qwirkle.bots.classic.search import MASTER, SIM, STATIC, ClassicSearch, kernel_facts
from qwirkle.classic.state import State
from qwirkle.editions import edition
from qwirkle.faults import BadSetup
from qwirkle.seats import changed
from qwirkle.tiles import Tile
from qwirkle.views import AnyView, View
from tests.often import often

compiled = pytest.mark.skipif(native.kernel is None, reason="The search is the kernel's.")
PLAYERS = ("Ada", "Bo", "Cy", "Di")


def view_of(state: State) -> AnyView:
    return View.of(edition("classic"), PLAYERS[: len(state.hands)], state, state.turn)


def ends(seed: int, most: int) -> State:
    """The end of a game, when both hands are so small that everything can be tried."""
    game = Game(PLAYERS[:2], seed=seed)
    static = ClassicSearch("static", STATIC)
    while game.turn and (len(game.state.bag) or max(map(len, game.state.hands)) > most):
        game.push(static.choose(game.view(str(game.turn))))
    return game.state  # type: ignore[return-value]


def best_margin(state: State, seat: int) -> int:
    """The margin of a seat when both play perfectly: every way is tried with the reference."""
    if state.ended:
        return state.scores[seat] - state.scores[1 - seat]
    margins = [best_margin(state.after(move), seat) for move in state.moves()]
    return max(margins) if state.turn == seat else min(margins)


EXACT = {**MASTER, "compare": 1, "endgame_nodes": 1_000_000}


@pytest.mark.unmeasured
@compiled
@pytest.mark.parametrize("seed", [1, 2, 4, 5, 6, 7, 11, 17, 19][: often(9)])
def test_solved_ends_agree_with_the_reference(seed: int) -> None:
    """Where the search says that an end is solved, trying everything in Python finds the same."""
    state = ends(seed, 3)
    assert not state.ended
    ranked = ClassicSearch("master", EXACT).ranked(view_of(state))
    assert ranked[0].exact
    assert ranked[0].margin == best_margin(state, state.turn)
    margins = [one.margin for one in ranked]
    assert margins == sorted(margins, reverse=True)
    for one in ranked[:3]:
        assert best_margin(state.after(one.move), state.turn) == one.margin


def behind_by(state: State, points: int) -> State:
    """The same with scores in which the player to move is that far behind at the end."""
    mine, theirs = state.turn, 1 - state.turn
    even = replace(state, scores=changed(changed(state.scores, mine, 100), theirs, 100))
    margin = round(ClassicSearch("exact", EXACT).ranked(view_of(even))[0].margin)
    return replace(even, scores=changed(even.scores, theirs, 100 + margin + points))


@pytest.mark.unmeasured
@compiled
def test_who_is_lost_plays_for_a_mistake_of_greed() -> None:
    """A little behind in an end, a bot wins more against somebody who takes the most points."""
    search = ClassicSearch("master", MASTER)
    hoped = resigned = 0
    for seed in range(10, 10 + often(22)):
        behind = behind_by(ends(seed, 6), 2)
        hoped += against_greedy(behind, search.choose) >= 0
        resigned += against_greedy(behind, lambda view: search.ranked(view)[0].move) >= 0
    assert hoped > resigned


@compiled
def test_who_is_lost_for_certain_takes_the_most_points() -> None:
    """Far behind, where not even greedy replies help, a bot does what everybody understands."""
    search = ClassicSearch("exact", {**EXACT, "play_for_mistakes": 1})
    for seed in range(10, 10 + often(10)):
        view = view_of(behind_by(ends(seed, 4), 80))
        points = {move: view.position.points(move) for move in view.legal_moves}
        chosen = search.choose(view)
        assert points[chosen] + bonus(view, chosen) == max(
            each + bonus(view, move) for move, each in points.items()
        )
        assert search.best(view).win == 0


def bonus(view: AnyView, move: Any) -> int:
    """For going out (T17), where the points do not have it already."""
    return 6 if len(move.tiles) == len(view.hand) else 0


def against_greedy(state: State, choose: Callable[[AnyView], Any]) -> int:
    """The margin of a seat that goes on like this against somebody who takes the most points."""
    seat, greedy = state.turn, bot("greedy")
    while not state.ended:
        player: Callable[[AnyView], Any] = choose if state.turn == seat else greedy.choose
        state = state.after(player(view_of(state)))
    return state.scores[seat] - state.scores[1 - seat]


@compiled
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("settings", [STATIC, SIM, MASTER])
def test_somebody_who_left_is_passed_over(players: int, settings: dict[str, float]) -> None:
    """After a player left (O1), the search goes on with those who stay."""
    game = Game(PLAYERS[:players], seed=8)
    search = ClassicSearch("any", settings, budget=0.001)
    for _ in range(5):
        game.push(search.choose(game.view(str(game.turn))))
    if players > 2:
        game.resign(next(name for name in game.players if name != game.turn))
    for _ in range(6):
        move = search.choose(game.view(str(game.turn)))
        assert game.fault(move) is None
        game.push(move)


@compiled
def test_a_larger_budget_buys_more_samples() -> None:
    """Seconds are turned into work, so more of them try the best moves more often."""
    game = Game(PLAYERS[:2], seed=4)
    game.push(ClassicSearch("static", STATIC).choose(game.view(str(game.turn))))
    view = game.view(str(game.turn))
    few, many = (
        ClassicSearch("sim", {**SIM, "clear": 0}, budget=0.001).ranked(view, seconds)
        for seconds in (0.002, 0.02)
    )
    assert many[0].samples > few[0].samples > 0
    assert many[0].margin_error < few[0].margin_error


def danger_of_five(hand: str) -> float:
    """After a fifth tile joins a line: how likely the other player can complete it."""
    mine = Hand.parse(hand)
    board = Board.parse("Ro@0,0 Rx@1,0 Rd@2,0 Rs@3,0")
    hidden = list(Bag.full().without([*board.values(), *mine]))
    state = State((mine, Hand(hidden[:6])), Bag(hidden[6:]), 0, (0, 0), board)
    assert native.kernel is not None
    settings = {**STATIC, "fitting": 1, "candidates": 32}
    rows, _, _ = native.kernel.classic_rank(*kernel_facts(view_of(state)), settings, 1)
    fifth = [(4, 0, int(Tile.parse("Rt")))]
    return next(float(features[8]) for (laid, _), *_, features in rows if laid == fifth)


@compiled
def test_a_line_that_waits_for_a_seen_tile_threatens_nothing() -> None:
    """A line of five is dangerous while its sixth tile is unseen, and harmless when it is not."""
    assert danger_of_five("Rt Bo") > 0.1
    assert danger_of_five("Rt Rc Rc Rc Bo Go") == 0


def test_without_the_kernel_the_search_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who thinks needs the compiled kernel, and says so."""
    monkeypatch.setattr(native, "kernel", None)
    with pytest.raises(BadSetup, match="kernel"):
        ClassicSearch("sim", SIM)


GOOD: tuple[Any, ...] = (
    [(0, 0, 0)],
    [],
    0,
    [1],
    [1, 1],
    [0, 0],
    0,
    0,
    [0] * 35 + [1],
    {"turns": 50},
    1,
)


@compiled
def test_a_small_search_answers() -> None:
    """The numbers that the garbage below spoils are good ones."""
    assert native.kernel is not None
    rows, solved, phase = native.kernel.classic_rank(*GOOD)
    assert rows
    assert (solved, phase) == (False, 2)


@compiled
@pytest.mark.parametrize(
    ("at", "garbage"),
    [
        (0, [(0, 0, 36)]),
        (0, [(0, 0, 1), (0, 0, 1)]),
        (0, [(0, 0, 0), (0, 1, 0)]),
        (0, [(0, 0, 0), (2**40, 1, 3)]),
        (0, [(x, y, (x + y) % 6) for x in range(30) for y in range(30)]),
        (1, [(0, [(5, 5, 1)], 0, 0)]),
        (1, [(9, [], 1, 1)]),
        (1, [(0, [], 7, 0)]),
        (1, [(0, [], 1, 1)] * 13),
        (2, 2),
        (3, [1, 2]),
        (3, [99]),
        (4, [1]),
        (4, [7, 1]),
        (5, [0]),
        (6, 50),
        (7, 2),
        (8, [0] * 36),
        (8, [4] * 36),
        (8, [3] * 36),
        (9, {"candidates": 0}),
        (9, {"candidates": 65}),
        (9, {"nonsense": 1}),
    ],
)
def test_garbage_raises_and_never_crashes(at: int, garbage: object) -> None:
    """Numbers that no game can have are refused with an exception."""
    assert native.kernel is not None
    with pytest.raises((ValueError, TypeError)):
        native.kernel.classic_rank(*changed(GOOD, at, garbage))
