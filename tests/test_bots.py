"""The bots, as far as anybody can see them: legal, honest, repeatable, and greedy by name."""

import os
import subprocess
import sys

import pytest

from qwirkle import BadSetup, Game, native
from qwirkle.bots import BOTS, bot
from qwirkle.cards.moves import Exchange, Pass
from qwirkle.classic.moves import Trade
from qwirkle.editions import CARDS, CLASSIC, EDITIONS
from qwirkle.testing import check_bot
from qwirkle.views import AnyView, View

KNOWN = [name for name in BOTS if not name.startswith("level-")]
"""The levels have tests of their own."""
HERE = KNOWN if native.kernel else ["random", "greedy"]
EVERY = [(name, edition) for name in HERE for edition in EDITIONS]
TINY = 0.0002
"""Seconds for a turn: enough to see how a bot behaves, and not how well it plays."""


def view_of(edition: str, position: object) -> AnyView:
    """A view of a position that was written down, in the middle of some game."""
    game = Game(["Ada", "Bo"], edition, seed=1)
    fields = {**game.view("Ada").__dict__, "turn": "Ada", "position": position}
    return View(**fields)


@pytest.mark.parametrize(("name", "edition"), EVERY)
def test_bots_pass_the_shipped_check(name: str, edition: str) -> None:
    """Each bot plays whole games legally and chooses by what it may know alone."""
    check_bot(lambda: bot(name, 3), edition, budget=TINY)


@pytest.mark.parametrize(("name", "edition"), EVERY)
def test_asking_twice_gives_the_same_answer(name: str, edition: str) -> None:
    """A bot's choice follows from its seed and the view, however often it is asked."""
    game = Game(["Ada", "Bo"], edition, seed=5)
    for _ in range(6):
        view = game.view(str(game.turn))
        chosen = bot(name, 1).choose(view, TINY)
        assert bot(name, 1).choose(view, TINY) == chosen
        game.push(chosen)


def test_random_bots_with_other_seeds_choose_differently() -> None:
    """The seed is what makes a random bot."""
    game = Game(["Ada", "Bo"], seed=5)
    view = game.view(str(game.turn))
    assert len({str(bot("random", seed).choose(view)) for seed in range(20)}) > 1


def test_choices_do_not_depend_on_hash_order() -> None:
    """Two runs of the program, with different hash seeds, play the same game."""
    script = (
        "from qwirkle import Game\nfrom qwirkle.bots import bot\n"
        "for edition in ('classic', 'cards'):\n"
        "    game = Game(['Ada', 'Bo'], edition, seed=3)\n"
        "    for name in ['random', 'greedy'] * 3:\n"
        "        print(game.push(bot(name, 1).choose(game.view(game.turn))))\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_greedy_takes_the_most_points() -> None:
    """In the tile game no legal move scores more than the greedy one."""
    game = Game(["Ada", "Bo"], seed=8)
    while game.outcome is None:
        best = max(map(game.state.points, game.legal_moves))
        move = bot("greedy").choose(game.view(str(game.turn)))
        assert best - game.state.points(move) in (0, 6)
        assert best == game.state.points(move) or not game.state.bag
        game.push(move)


def test_greedy_trades_all_it_can_when_nothing_fits() -> None:
    """With nothing to play, greedy trades as many tiles as the bag allows."""
    position = CLASSIC.parse_position("Ro@0,0 / Gx Gx Bd / 2")
    move = bot("greedy").choose(view_of("classic", position))
    assert isinstance(move, Trade)
    assert len(move.tiles) == 2


def test_greedy_passes_when_nothing_is_left() -> None:
    """With nothing to play and an empty bag, greedy passes."""
    position = CLASSIC.parse_position("Ro@0,0 / Gx Gx Bd / 0")
    assert str(bot("greedy").choose(view_of("classic", position))) == "pass"


@pytest.mark.parametrize("name", HERE)
def test_stuck_card_players_exchange_then_pass(name: str) -> None:
    """In the card game a stuck bot exchanges its hand while it can, and then passes."""
    stuck = "Ro Rx Rd / Gs Bt / {pile} / exchanges {times}"
    cases = [((9, 0), Exchange()), ((9, 3), Pass()), ((0, 0), Pass())]
    for (pile, times), expected in cases:
        position = CARDS.parse_position(stuck.format(pile=pile, times=times))
        assert bot(name).choose(view_of("cards", position)) == expected


def test_greedy_captures_what_can_be_captured() -> None:
    """In the card game greedy completes the row of six."""
    position = CARDS.parse_position("Ro Rx Rd Rs Rt / Rc Go Gx / 9 / exchanges 0")
    move = bot("greedy").choose(view_of("cards", position))
    assert str(move).endswith("Ro Rx Rd Rs Rt Rc")


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    """A name that is no bot's gives a sentence that lists the bots."""
    with pytest.raises(BadSetup, match=r"choose one of: random, greedy, .*level-1, .*level-6."):
        bot("deep thought")
