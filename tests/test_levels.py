"""The six levels: legal and honest, blind as people are, and never playing noise."""

from collections import Counter, defaultdict
from typing import Any

import pytest

from qwirkle import BadSetup, Game, native
from qwirkle.bag import Bag
from qwirkle.bots import BOTS, bot
from qwirkle.bots.dice import Dice
from qwirkle.bots.difficulty import Option, noticed
from qwirkle.bots.knowledge import knowledge
from qwirkle.bots.levels import DEFAULT, LEVELS, Level, Overlooking, level
from qwirkle.cards.moves import Exchange
from qwirkle.classic.moves import Play, Trade
from qwirkle.editions import CARDS, CLASSIC, EDITIONS
from qwirkle.game import AnyGame
from qwirkle.locales import LANGUAGES
from qwirkle.testing import check_bot
from qwirkle.views import AnyView, View

compiled = pytest.mark.skipif(native.kernel is None, reason="this is the pure run")
WEAK = [known for known in LEVELS if known.overlooks]
CHECKED = [
    (known, edition)
    for known in LEVELS
    for edition in EDITIONS
    if native.kernel or (known in WEAK and edition == "classic")
]
"""Without the kernel a game of cards takes seconds, so there a few turns, below, are enough."""
TINY = 0.0002
OTHER_HAND = 6


def options_of(view: AnyView) -> list[Option]:
    return knowledge(view.edition).options(view)


def view_of(edition: str, text: str) -> AnyView:
    """A view of a position that was written down, in a game of two."""
    position: Any = (CLASSIC.parse_position if edition == "classic" else CARDS.parse_position)(text)
    layout = position.board if edition == "classic" else position.table
    seen = layout.values() if edition == "classic" else layout.cards
    fields = {
        **Game(["Ada", "Bo"], edition, seed=1).view("Ada").__dict__,
        "turn": "Ada",
        "position": position,
        "board": layout,
        "history": (),
        "hand_sizes": {"Ada": len(position.hand), "Bo": OTHER_HAND},
        "unseen": Counter(Bag.full()) - Counter(seen) - Counter(position.hand),
    }
    return View(**{**fields, "bag": sum(fields["unseen"].values()) - OTHER_HAND})


def middle(edition: str, moves: int = 9) -> AnyGame:
    """A game after a few moves."""
    game = Game(["Ada", "Bo"], edition, seed=5)
    for _ in range(moves):
        game.push(level(1).player().choose(game.view(str(game.turn))))
    return game


@pytest.mark.parametrize(("known", "edition"), CHECKED, ids=str)
def test_every_level_plays_whole_games_by_the_rules(known: Level, edition: str) -> None:
    """With 2, 3 and 4 players: only legal moves, chosen by what the player may know alone."""
    check_bot(lambda: known.player(2), edition, budget=TINY)


def test_the_levels_are_six_and_can_be_named() -> None:
    """They are numbered from 1, bots by name, and have a name and a sentence in all languages."""
    assert [known.number for known in LEVELS] == [1, 2, 3, 4, 5, 6]
    assert {known.bot for known in LEVELS} <= set(BOTS)
    assert bot("level-1").name == "level-1"
    assert level(DEFAULT).overlooks, "the usual level works without the kernel"
    for lang in LANGUAGES:
        assert len({known.name(lang) for known in LEVELS}) == 6
        assert len({known.about(lang) for known in LEVELS}) == 6


@pytest.mark.parametrize("number", [0, 7, -1])
def test_an_unknown_level_is_refused_in_a_sentence(number: int) -> None:
    """The sentence says which levels there are."""
    with pytest.raises(BadSetup, match=rf"There is no level {number}; choose one from 1 to 6\."):
        level(number)


@pytest.mark.parametrize("known", LEVELS[3:], ids=lambda known: known.bot)
def test_strong_levels_say_that_they_need_the_kernel(
    known: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the compiled kernel they are refused in a sentence, and the weak ones play."""
    monkeypatch.setattr(native, "kernel", None)
    with pytest.raises(BadSetup, match="compiled kernel"):
        known.player()
    assert level(DEFAULT).player().name == "level-3"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_move_is_noticed_as_often_as_its_steps_say(edition: str) -> None:
    """The harder to find, the less often noticed: attention to the power of the steps."""
    game = middle(edition)
    found = options_of(game.view(str(game.turn)))
    assert len({option.steps for option in found}) > 3
    seeds = 300
    times: Counter[Option] = Counter()
    for seed in range(seeds):
        times.update(noticed(found, 0.6, Dice(seed)))
    often: dict[float, list[float]] = defaultdict(list)
    for option in found:
        often[option.steps].append(times[option] / seeds)
    for hard, rates in often.items():
        assert sum(rates) / len(rates) == pytest.approx(0.6**hard, abs=0.11), hard


@pytest.mark.parametrize(
    ("board", "play", "steps"),
    [
        ("Ro@0,0 Rx@1,0", "Rd@2,0", 0),
        ("Ro@0,0 Rx@1,0", "Rd@2,0 Rs@3,0", 1),
        ("Ro@0,0 Rx@1,0 Bs@2,1", "Rs@2,0", 1),
        ("Ro@0,0 Rx@1,0 Rs@1,1 Rs@3,0 Gs@3,1", "Rd@2,0", 1),
        ("Ro@0,0 Rx@1,0 Go@0,2 Gx@1,2", "Bo@0,1 Bx@1,1", 5),
    ],
)
def test_steps_of_the_tile_game(board: str, play: str, steps: float) -> None:
    """A step for each further tile, each further line and each gap bridged."""
    hand = " ".join(word.partition("@")[0] for word in play.split())
    view = view_of("classic", f"{board} / {hand} Pc / 50")
    found = {option.move: option.steps for option in options_of(view)}
    assert found[Play.parse(play)] == steps


def test_far_from_the_last_plays_is_harder() -> None:
    """A step for every four cells, and two at most."""
    game = middle("classic")
    view = game.view(str(game.turn))
    last = {c for event in view.history[-2:] for c in getattr(event.move, "cells", ())}
    ones = [option for option in options_of(view) if option.least == 0]
    away = {
        min(abs(x - a) + abs(y - b) for x, y in option.move.cells for a, b in last): option.steps
        for option in ones
        if isinstance(option.move, Play)
    }
    assert max(away) > 2
    whole = {distance: steps - (distance - 1) / 4 for distance, steps in away.items()}
    assert all(rest == int(rest) for distance, rest in whole.items() if distance < 9)


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        ("Ro Rx Rd", "Rs", {"Ro Rx Rd Rs": 0}),
        ("Ro Rx Rd", "Rs Rt", {"Ro Rx Rd Rs": 0, "Ro Rx Rd Rt": 0, "Ro Rx Rd Rs Rt": 1}),
        ("Ro Rx Rd Rs", "Go Bo", {"Ro Go Bo | Rx Rd Rs": 2}),
    ],
)
def test_steps_of_the_card_game(table: str, hand: str, expected: dict[str, float]) -> None:
    """A step for each further card from the hand, and for each card that changes its row."""
    view = view_of("cards", f"{table} / {hand} / 50 / exchanges 0")
    assert {str(option.move): option.steps for option in options_of(view)} == expected


HIDDEN = "Ro@0,0 Rx@1,0 Go@0,2 Gx@1,2 / Bo Bx Rd Pc / 50"
"""Two blue tiles between the rows give six points more than anything else."""


def test_the_weak_overlook_what_the_better_see() -> None:
    """A play in three lines and over two gaps: the first level hardly ever finds it."""
    view, best = view_of("classic", HIDDEN), Play.parse("Bo@0,1 Bx@1,1")
    found = [sum(k.player(n).choose(view) == best for n in range(200)) / 200 for k in WEAK]
    assert found == sorted(found)
    assert found[0] < 0.15
    assert found[2] > 0.4


@compiled
@pytest.mark.parametrize("known", LEVELS[3:], ids=lambda known: known.bot)
def test_the_strong_see_everything(known: Level) -> None:
    """They find the hidden play."""
    assert str(known.player().choose(view_of("classic", HIDDEN), TINY)) == "Bo@0,1 Bx@1,1"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("known", WEAK, ids=lambda known: known.bot)
def test_of_the_noticed_moves_the_best_is_taken(known: Level, edition: str) -> None:
    """No level chooses what gives less than another move that it noticed; and never noise."""
    game, player = Game(["Ada", "Bo"], edition, seed=6), known.player(1)
    assert isinstance(player, Overlooking)
    game.push(player.choose(game.view(str(game.turn))))
    for _ in range(12):
        view = game.view(str(game.turn))
        move, seen, found = player.choose(view), player.noticed(view), options_of(view)
        if seen:
            assert game.state.points(move) == max(option.gives for option in seen)
        elif found:
            easiest = min(option.steps for option in found)
            assert next(o.steps for o in found if o.move == move) == easiest
        game.push(move)


def test_going_out_is_worth_its_bonus() -> None:
    """With an empty bag the last tiles are worth six points more, and the levels know it."""
    view = view_of("classic", "Ro@0,0 Rx@1,0 / Rd / 0")
    gives = {str(option.move): option.gives for option in options_of(view)}
    assert gives["Rd@2,0"] == 3 + 6
    assert gives["Rd@0,1"] == 2 + 6


def test_with_nothing_to_play_they_do_as_the_rules_say() -> None:
    """Trade all that can be, or exchange the hand."""
    move = level(1).player().choose(view_of("classic", "Ro@0,0 / Gx Gx Bd / 50"))
    assert isinstance(move, Trade)
    assert len(move.tiles) == 3
    stuck = view_of("cards", "Ro Rx Rd / Gs Bt / 9 / exchanges 0")
    assert level(1).player().choose(stuck) == Exchange()


@compiled
def test_a_level_takes_no_more_time_than_its_own() -> None:
    """However much time the fifth level is given, it plays as ever; the sixth uses it."""
    view = middle("classic").view(str(middle("classic").turn))
    assert level(5).player().choose(view, 1000.0) == level(5).player().choose(view)
