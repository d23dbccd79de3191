"""The card game's players: what they give away, what they see coming, and what they may know."""

import random
from dataclasses import replace
from typing import Any

import pytest

from qwirkle import BadSetup, Game, native
from qwirkle.bots import bot
from qwirkle.bots.cards import greedy as cards_greedy
from qwirkle.bots.cards.search import CardsMaster, known
from qwirkle.cards import solver
from qwirkle.cards.moves import Arrange, Exchange, Pass
from qwirkle.cards.notation import parse_position
from qwirkle.cards.state import State
from qwirkle.testing import check_bot, random_move
from qwirkle.tiles import TILES, Hand
from qwirkle.views import AnyView

compiled = pytest.mark.skipif(native.kernel is None, reason="this is the pure run")


def view_of(position: str, unseen: str | None = None, **fields: Any) -> AnyView:
    """A view of a position that was written down; what it does not show is unseen."""
    view = Game(["Ada", "Bo"], "cards", seed=1).view("Ada")
    place = parse_position(position)
    shown = solver.counted([*place.table.cards, *place.hand])
    hidden = {tile: 3 - shown[tile] for tile in TILES}
    if unseen is not None:
        hidden = dict(zip(TILES, solver.counted(Hand.parse(unseen)), strict=True))
    changed: dict[str, Any] = {
        "turn": "Ada",
        "position": place,
        "board": place.table,
        "bag": place.pile,
    }
    sizes = {"Ada": len(place.hand), "Bo": 9}
    return replace(
        view, **{**changed, "hand_sizes": sizes, "unseen": view.unseen.__class__(hidden), **fields}
    )


# ---- greedy -------------------------------------------------------------------------------------


def test_greedy_gives_no_row_of_five() -> None:
    """With nothing to capture, greedy adds to the row that leaves more to be found."""
    view = view_of("Ro Rx Rd Rs | Go Gx Gd / Rt Gs / 80 / exchanges 0")
    assert str(bot("greedy").choose(view)) == "Ro Rx Rd Rs | Go Gx Gd Gs"


def test_greedy_lays_what_offers_nothing_new() -> None:
    """Cards whose kinds lie there already are free to play, so all of them go."""
    view = view_of("Ro Rx Rd Rs | Go Gx Gd / Ro Rx Rd Rt / 80 / exchanges 0")
    assert str(bot("greedy").choose(view)) == "Ro Rx Rd | Ro Rx Rd Rs | Go Gx Gd"


def test_greedy_captures_before_it_is_careful() -> None:
    """A row now is worth more than any gift."""
    view = view_of("Ro Rx Rd Rs Rt | Go Gx Gd / Rc Gs Gt / 80 / exchanges 0")
    move = bot("greedy").choose(view)
    assert isinstance(move, Arrange)
    assert len(move.captured) == 1
    assert str(move) == "Go Gx Gd | Ro Rx Rd Rs Rt Rc"


def test_gifts_are_an_expected_number_of_ways() -> None:
    """One missing kind, two of it among twelve unseen cards, three of these in the hand: a half.

    All other lines lack kinds that nobody can hold.
    """
    unseen = solver.counted(Hand.parse("Rc Rc Go Go Go Gx Gx Gx Gd Gd Gd Gs"))
    gifts = cards_greedy.Gifts(unseen, 3)
    row = solver.counted(Hand.parse("Ro Rx Rd Rs Rt"))
    one = 12 * 11 * 10 * 9 * 8 * 7
    assert gifts.of(row) == one * 2 * 3 // 12


@compiled
def test_greedy_chooses_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Card for card, at every turn of games that nobody plays well."""
    fast = native.kernel
    for players in (2, 3, 4):
        dice = random.Random(players)
        game = Game(["Ada", "Bo", "Cy", "Di"][:players], "cards", seed=players)
        while game.outcome is None:
            view = game.view(str(game.turn))
            greedy = bot("greedy").choose(view)
            monkeypatch.setattr(native, "kernel", None)
            assert bot("greedy").choose(view) == greedy
            monkeypatch.setattr(native, "kernel", fast)
            game.push(greedy if dice.random() < 0.5 else random_move(view, dice))


# ---- master -------------------------------------------------------------------------------------


@compiled
def test_master_passes_the_shipped_check() -> None:
    """It plays whole games with 2 to 4 players legally, and chooses by what it may know alone."""
    check_bot(lambda: CardsMaster(3, budget=0.0), "cards")


@compiled
def test_master_repeats_itself() -> None:
    """The same seed, view and budget give the same ranking, to the last digit."""
    game = Game(["Ada", "Bo", "Cy"], "cards", seed=5)
    for _ in range(4):
        view = game.view(str(game.turn))
        ranked = CardsMaster(1).ranked(view, 0.02)
        assert CardsMaster(1).ranked(view, 0.02) == ranked
        assert CardsMaster(1).choose(view, 0.02) == ranked[0].move
        game.push(ranked[0].move)


@compiled
def test_ranked_moves_are_legal_and_differ() -> None:
    """Best first, each with a chance to win, the errors and the number of samples."""
    game = Game(["Ada", "Bo"], "cards", seed=9)
    for _ in range(5):
        game.push(bot("greedy").choose(game.view(str(game.turn))))
    ranked = CardsMaster(1).ranked(game.view(str(game.turn)), 0.02)
    assert 1 < len(ranked) <= 8
    assert len({str(one.move) for one in ranked}) == len(ranked)
    for one in ranked:
        assert game.fault(one.move) is None
        assert 0 <= one.win <= 1
        assert one.samples > 1
        assert one.win_error >= 0
        assert one.margin_error >= 0
    assert ranked[0].samples == max(one.samples for one in ranked)


@compiled
def test_master_sees_the_last_turns_to_the_end() -> None:
    """The other hand is the red clover: a fifth red card would let it capture a row."""
    position = "Ro Rx Rd Rs | Go Gx Gd Gs / Rt Gt / 0 / exchanges 0"
    view = view_of(position, "Rc", hand_sizes={"Ada": 2, "Bo": 1})
    moves = {str(one.move): one for one in CardsMaster().ranked(view)}
    assert str(CardsMaster().choose(view)) == "Ro Rx Rd Rs | Go Gx Gd Gs Gt"
    assert {one.samples for one in moves.values()} == {1}
    assert {one.margin_error for one in moves.values()} == {0.0}
    assert moves["Ro Rx Rd Rs | Go Gx Gd Gs Gt"].margin == 0
    assert moves["Ro Rx Rd Rs Rt | Go Gx Gd Gs"].margin == -1
    assert moves["Ro Rx Rd Rs Rt | Go Gx Gd Gs"].win == 0


@compiled
def test_master_captures_all_it_can_in_the_very_last_turn() -> None:
    """Nothing that comes later matters when nothing comes later."""
    game = Game(["Ada", "Bo"], "cards", seed=3)
    last = None
    while game.outcome is None:
        view = game.view(str(game.turn))
        if not view.bag and known(view).waiting == (0,):
            last = CardsMaster().choose(view)
            best = game.board.best(view.hand)
            assert best is None or len(getattr(last, "captured", ())) == len(best.captured)
        game.push(last or bot("greedy").choose(view))
    assert last is not None


@compiled
def test_master_knows_who_has_left() -> None:
    """A seat that resigned is no opponent, and its cards may be anywhere among the unseen."""
    game = Game(["Ada", "Bo", "Cy", "Di"], "cards", seed=4)
    for turn in range(12):
        if turn == 3:
            game.resign(str(game.turn))
        view = game.view(str(game.turn))
        assert len(known(view).seats) == (4 if turn < 3 else 3)
        game.push(CardsMaster(budget=0.0).choose(view))
    while game.outcome is None:
        view = game.view(str(game.turn))
        if not view.bag:
            turns = known(view).waiting
            assert turns[0] == 0
            state = game.state
            assert isinstance(state, State)
            assert len(turns) == len(state.last_turns)
            CardsMaster(budget=0.0).choose(view)
        game.push(bot("greedy").choose(view))


@compiled
def test_a_stuck_master_exchanges_or_passes() -> None:
    """There is nothing to rank then."""
    stuck = "Ro Rx Rd / Gs Bt / {pile} / exchanges {times}"
    for pile, times, move in [(9, 0, Exchange()), (9, 3, Pass()), (0, 0, Pass())]:
        view = view_of(stuck.format(pile=pile, times=times))
        assert CardsMaster().choose(view) == move
        assert CardsMaster().ranked(view) == []


def test_master_needs_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it a sentence says how to get it."""
    monkeypatch.setattr(native, "kernel", None)
    with pytest.raises(BadSetup, match="install a C\\+\\+ compiler"):
        CardsMaster()


# ---- garbage ------------------------------------------------------------------------------------

NONE = [0] * 36
SOUND = {
    "table": [1, 1, 1] + [0] * 33,
    "hand": [3, 4],
    "unseen": [0] * 6 + [3] * 30,
    "hand_sizes": [2, 9],
    "scores": [0, 0],
    "pile": 50,
    "waiting": [],
    "opening": False,
    "last": [],
    "work": 100,
    "seed": 1,
    "hands": [],
}
GARBAGE: list[dict[str, object]] = [
    {"table": [1] * 35},
    {"table": [4, *NONE[1:]]},
    {"table": [1, *NONE[1:]]},
    {"table": None},
    {"hand": [36]},
    {"hand": [-1]},
    {"hand": [3] * 109},
    {"hand": [3]},
    {"hand": [3, 3, 3, 3], "hand_sizes": [4, 9]},
    {"unseen": [3] * 36},
    {"unseen": NONE},
    {"hand_sizes": [2]},
    {"hand_sizes": [2, 1, 1, 1, 1], "scores": [0] * 5},
    {"hand_sizes": [2, 300]},
    {"hand_sizes": [2, -1]},
    {"scores": [0]},
    {"scores": [0, -1]},
    {"pile": -1},
    {"pile": 109},
    {"pile": 100},
    {"pile": 0},
    {"pile": 0, "waiting": [1]},
    {"waiting": [0]},
    {"pile": 0, "waiting": [0, 7]},
    {"opening": True},
    {"opening": True, "table": NONE},
    {"last": [(NONE, 0)]},
    {"last": [(NONE, 0), (NONE[1:], 0)]},
    {"last": [(NONE, 0), (NONE, -1)]},
    {"work": -1},
    {"work": 1 << 62},
    {"seed": -1},
    {"hands": [[]]},
    {"hands": [[], [0] * 9]},
    {"hands": [[], [7]]},
    {"hands": [[3, 4], [7] * 9]},
    {"hands": "ab"},
]


@compiled
def test_the_sound_moment_is_sound() -> None:
    """So that what follows fails for its own reason."""
    found = native.kernel.cards_search(**SOUND)
    assert {outcome[0] for outcome, *_ in found} == {(3,), (4,), (3, 4)}


@compiled
@pytest.mark.parametrize("change", GARBAGE, ids=str)
def test_garbage_in_the_search_raises_an_exception(change: dict[str, object]) -> None:
    """Whatever Python hands over, the answer is an exception and never a crash."""
    with pytest.raises((ValueError, TypeError, OverflowError)):
        native.kernel.cards_search(**{**SOUND, **change})


@compiled
@pytest.mark.parametrize(
    "arguments",
    [([0] * 35, [], NONE, 9), (NONE, [36], NONE, 9), (NONE, [], [4] * 36, 9), (NONE, [], NONE, -1)],
)
def test_garbage_in_the_careful_play_raises_an_exception(arguments: tuple[object, ...]) -> None:
    """The same for greedy's play."""
    with pytest.raises((ValueError, TypeError, OverflowError)):
        native.kernel.cards_careful(*arguments)
